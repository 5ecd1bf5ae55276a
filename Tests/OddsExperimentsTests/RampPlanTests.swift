import OddsFixtures
import OddsHarness
import OddsTraffic
import Testing

@testable import OddsExperiments

@Suite struct RampPlanTests {
    private let ramp = RateRamp(
        first: 1_000, last: 3_000, stepCount: 3, startNanoseconds: 500_000_000,
        durationNanoseconds: 1_500_000_000)

    /// The updates by half second.
    private func counts(_ plan: TrafficPlan) throws -> [Int] {
        var counts = [0, 0, 0, 0]
        try plan.forEachFrame(until: 2_000_000_000) { _, ticket in
            counts[Int(ticket.intendedNanoseconds / 500_000_000)] += Int(ticket.updateCount)
        }
        return counts
    }

    @Test func capturesAndGeneratedTrafficRiseAlike() throws {
        let folder = try TemporaryFolder()
        var configuration = TrafficConfiguration()
        (configuration.events, configuration.markets) = (5, 5)
        configuration.rate = 1_000
        let path = folder.path("c.ndjson")
        try TrafficGenerator.writeCapture(
            of: configuration, durationNanoseconds: 1_000_000_000, to: path)
        configuration.ramp = ramp
        for plan in [
            TrafficPlan.generated(configuration, on: .everyMatrix),
            .capture(path: path, pacing: .rate(1_000), ramp: ramp),
        ] {
            let counts = try counts(plan)
            for (count, due) in zip(counts, [500, 500, 1_000, 1_500]) {
                #expect(abs(count - due) < 20, "\(counts)")
            }
        }
    }

    /// A ramp to a rate that no process generates in time has all its frames ready.
    @Test func memoryIsThatOfTheHighestRate() throws {
        func bytes(_ rate: Int, to last: Int?) throws -> Int {
            var configuration = TrafficConfiguration()
            (configuration.events, configuration.markets) = (5, 5)
            configuration.rate = rate
            configuration.ramp = last.map {
                RateRamp(
                    first: rate, last: $0, stepCount: 2, startNanoseconds: 0,
                    durationNanoseconds: 4_000_000_000)
            }
            let window = MeasurementWindow(
                warmupNanoseconds: 0, durationNanoseconds: 4_000_000_000)
            return try TrafficPlan.generated(configuration, on: .everyMatrix)
                .mappingBytes(for: window)
        }
        #expect(try bytes(1_000, to: 90_000) == HarnessLimits.frameMappingBytes)
        #expect(try bytes(1_000, to: 1_000_000) == bytes(1_000_000, to: nil))
        #expect(try bytes(1_000_000, to: nil) > HarnessLimits.frameMappingBytes)
    }
}
