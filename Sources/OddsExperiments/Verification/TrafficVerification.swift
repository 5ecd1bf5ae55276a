import Foundation
import OddsHarness
import OddsMeasurement
import OddsReconstruction
import OddsResults
import OddsVerification

/// Verifies strategies on the first frames of some traffic, in this process and
/// while nothing is measured.
package struct TrafficVerification {
    /// The most frames of the schedule: some thousand updates of the default
    /// traffic.
    static let framesMax = 2_000
    /// After how many of them the whole state is compared, evenly spaced.
    static let statesMax = 20
    /// The processor time after which no further frame is taken, in nanoseconds.
    static let nanosecondsMax: UInt64 = 4_000_000_000
    /// The largest initial state, in bytes: the reference reads some megabytes
    /// per second.
    static let initialBytesMax = 32 << 20

    let strategies: [StrategyName]
    let traffic: TrafficPlan
    let channelNames: [String]

    package init(strategies: [StrategyName], traffic: TrafficPlan, channelNames: [String]) {
        self.strategies = strategies
        self.traffic = traffic
        self.channelNames = channelNames
    }

    /// Set to 0 for no verification, where speed matters more.
    package static let variable = "ODDSBENCH_VERIFY"

    /// Whether commands verify unless they are told otherwise. The runs of a
    /// gate do not: the result that they are part of has many of them.
    package static var isWanted: Bool {
        !EnvironmentDescription.isPart
            && ProcessInfo.processInfo.environment[variable] != "0"
    }

    /// What was verified; or why nothing was, as a line for the report.
    package enum Outcome: Sendable {
        case verified(VerificationFigures)
        case skipped(String)
    }

    /// Verifies on a thread of its own.
    ///
    /// - Parameter endNanoseconds: The end of the schedule.
    /// - Throws: `ExperimentFailure` if a strategy differs from the reference.
    package func run(until endNanoseconds: UInt64) async throws -> Outcome {
        // Strategies of tests are known to their task alone.
        let added = Strategies.added
        return try await BlockingWork.run {
            try Strategies.$added.withValue(added) { try verify(until: endNanoseconds) }
        }
    }

    func verify(until endNanoseconds: UInt64) throws -> Outcome {
        let clock = MonotonicClock()
        let start = clock.processorNanoseconds
        var verification = try Verification(of: strategies, channelCount: channelNames.count)
        var initialBytes = 0
        var scheduledCount = 0
        let spacing = Self.framesMax / Self.statesMax
        do {
            try traffic.forEachFrame(until: endNanoseconds) { frame, ticket in
                if ticket.isPreload {
                    initialBytes += frame.count
                    guard initialBytes <= Self.initialBytesMax else { throw End.tooLarge }
                } else {
                    scheduledCount += 1
                }
                let difference = verification.difference(
                    after: frame, channel: Int(ticket.channel),
                    comparesState: !ticket.isPreload && scheduledCount % spacing == 1)
                if let difference { throw ExperimentFailure(.checkFailed, difference) }
                guard scheduledCount < Self.framesMax,
                    clock.processorNanoseconds - start < Self.nanosecondsMax
                else { throw End.enough }
            }
        } catch End.tooLarge {
            return .skipped(
                """
                not verified: the initial state is larger than \(Self.initialBytesMax >> 20) MiB
                """)
        } catch End.enough {}
        return .verified(
            VerificationFigures(
                frames: verification.frameCount, records: verification.recordCount,
                stateComparisons: verification.stateCount,
                digest: SHA256Digest(of: verification.snapshot(channelNames: channelNames))
                    .hexadecimal))
    }

    /// Why no further frame is taken.
    private enum End: Error { case enough, tooLarge }
}
