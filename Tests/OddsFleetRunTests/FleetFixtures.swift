import OddsFixtures
import OddsLedger
import OddsMeasurement
import OddsResults

@testable import OddsFleetRun

enum FleetFixtures {
    static func histogram(_ values: [UInt64]) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for value in values { histogram.record(value) }
        return histogram
    }

    static func clock(uncertainty: UInt64 = 60_000) throws -> ClockMapping {
        let exchange = ClockExchange(
            asked: 1_000, answered: 1_000 + 2 * uncertainty, source: 5_000_000, bootID: "s")
        guard let offset = ClockOffset([exchange]) else {
            throw FleetDocumentError("", "no offset")
        }
        var mapping = ClockMapping(before: offset, ownBootID: "a")
        let later = ClockExchange(
            asked: 60_000_000_000, answered: 60_000_000_000 + 2 * uncertainty,
            source: 60_005_000_000, bootID: "s")
        ClockOffset([later]).map { mapping.compare(after: $0) }
        return mapping
    }

    /// A whole result of a window of ten seconds, of an agent whose clients are at one edge.
    static func result(
        edge values: [UInt64], target: Int = 0, unseen: [UInt64] = [],
        clock: ClockMapping? = nil
    ) throws -> AgentResult {
        var result = AgentResult(
            window: 7_000_000_000..<17_000_000_000, clock: try clock ?? self.clock())
        let response = histogram(values + unseen)
        let upper = histogram(values + unseen.map { _ in LatencyHistogram.nanosecondsMax })
        result.edges = [
            .init(
                target: target, clients: 200,
                account: LiveAccount(
                    window: result.window,
                    amounts: (
                        offered: .init(
                            frames: values.count + unseen.count,
                            records: 7 * (values.count + unseen.count)),
                        seen: .init(frames: values.count, records: 7 * values.count),
                        superseded: .init(),
                        unseen: .init(frames: unseen.count, records: 7 * unseen.count)
                    ),
                    times: (
                        response: response, upperResponse: upper, undelayed: response,
                        lateness: histogram(values.map { _ in 1_000 })
                    ), isAmbiguous: false))
        ]
        result.service = histogram(values.map { $0 / 10 })
        result.wire = histogram(values)
        result.counts.framesApplied = values.count
        result.channels = 200
        result.truth = LiveFigures.Truth(channels: 200, differing: 0)
        result.digests = [0: String(repeating: "ab", count: 32)]
        result.traffic = [0: String(repeating: "ef", count: 32)]
        result.memory.residentBytesPeak = 1 << 20
        result.jitter = JitterMonitor.Sample(
            wakeDelay: histogram([5_000]), processorShare: 0.01)
        result.stolenShare = 0.001
        return result
    }

    static let origin = RunOrigin(
        command: ["bench", "fleet", "run"], environment: GateRuns.environment)
}
