import Foundation
import OddsResults

/// A run of each side: one right after the other or, with a kept baseline,
/// matched by number.
package struct GatePair: Sendable {
    package let baseline: RunResult
    package let candidate: RunResult

    package init(baseline: RunResult, candidate: RunResult) {
        self.baseline = baseline
        self.candidate = candidate
    }

    /// The pairs of one strategy in order of their numbers. Runs without a
    /// counterpart are ignored.
    package static func pairs(_ runs: [GateRun], strategy: String) -> [GatePair] {
        let own = runs.filter { $0.run.strategy == strategy }
        let candidates = Dictionary(
            own.filter { $0.side == .candidate }.map { ($0.pair, $0.run) },
            uniquingKeysWith: { first, _ in first })
        return own.filter { $0.side == .baseline }.sorted { $0.pair < $1.pair }
            .compactMap { run in
                guard let candidate = candidates[run.pair] else { return nil }
                return GatePair(baseline: run.run, candidate: candidate)
            }
    }

    /// The figure of both sides; `nil` if one lacks it.
    func values(_ metric: String) -> (baseline: Double, candidate: Double)? {
        guard let baseline = baseline[metric], let candidate = candidate[metric] else {
            return nil
        }
        return (baseline, candidate)
    }

    /// Where a figure of some pairs is read: latencies without the harness's own
    /// delays, which say nothing of a program, if all runs have them.
    static func source(of metric: String, in pairs: [GatePair]) -> String {
        guard let undelayed = undelayed(metric),
            pairs.allSatisfy({ $0.values(undelayed) != nil })
        else { return metric }
        return undelayed
    }

    /// The path of a latency without the harness's own delays; `nil` for other figures.
    static func undelayed(_ metric: String) -> String? {
        for (reported, undelayed) in [
            ("responseTime.", "harness.undelayedResponseTime."),
            ("serviceTime.", "harness.undelayedServiceTime."),
        ] where metric.hasPrefix(reported) {
            return undelayed + metric.dropFirst(reported.count)
        }
        return nil
    }

    /// Whether both windows served the same frames, so that their counters must
    /// be equal. A frame at the very end of the window can be served in one run
    /// and not in the other.
    var servedTheSame: Bool {
        baseline.serviceTime.count == candidate.serviceTime.count
            && baseline.unserved == candidate.unserved
            && baseline.reads.checksum == candidate.reads.checksum
    }
}
