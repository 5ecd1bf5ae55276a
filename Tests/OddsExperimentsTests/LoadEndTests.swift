import Foundation
import OddsExperiments
import OddsMeasurement
import OddsResults
import Testing

/// How commands end whose runs did not all end well.
@Suite struct LoadEndTests {
    private struct Lost: Error {}

    private let run = PlatformRun(repetition: 1, lateness: LatencySummary(LatencyHistogram()))

    @Test func aRunThatFailsCutsTheResultShort() throws {
        let failure = try LoadEnd.failure(
            after: ExperimentFailure(.childDied, "the simulator failed to start, see above"))
        #expect(failure?.status == .childDied)
        #expect(
            LoadEnd.cutShort([run], of: 4, "10s", failure)
                == "after 1 of 4 runs, the simulator failed to start, see above")
        #expect(try LoadEnd.failure(after: Lost())?.message == "Lost()")
    }

    @Test func whatIsWrongWithTheLastServersEndCutsNothingShort() {
        let failure = ExperimentFailure(.childDied, "the simulator ended with status 1")
        #expect(LoadEnd.cutShort([run], of: 1, "10s", failure) == nil)
        #expect(LoadEnd.cutShort([run], of: 1, "10s") == nil)
    }

    @Test func anErrorAfterASignalIsThatSignal() async throws {
        let interruption = Interruption { _ in }
        try await Interruption.$current.withValue(interruption) {
            try await interruption.during({ _ in }) {
                interruption.request(SIGINT)
                let failure = try LoadEnd.failure(after: Lost())
                #expect(failure == nil)
                #expect(LoadEnd.cutShort([run], of: 2, "10s") == "SIGINT after 1 run")
            }
        }
    }

    @Test func cancellationIsPassedOn() {
        #expect(throws: CancellationError.self) {
            try LoadEnd.failure(after: CancellationError())
        }
    }
}
