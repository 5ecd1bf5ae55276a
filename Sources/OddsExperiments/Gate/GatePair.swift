import Foundation
import OddsResults

/// A run of each side, one right after the other or, of a kept baseline, by
/// their numbers.
package struct GatePair: Sendable {
    package let baseline: RunResult
    package let candidate: RunResult

    package init(baseline: RunResult, candidate: RunResult) {
        self.baseline = baseline
        self.candidate = candidate
    }

    /// The pairs of one strategy, by their numbers; runs whose pair is not
    /// whole are left out.
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

    /// Whether the same frames were served within both windows, so that counts
    /// of what they caused have to be equal. A frame at the end of the window
    /// can be left over in one run and not in the other.
    var servedTheSame: Bool {
        baseline.serviceTime.count == candidate.serviceTime.count
            && baseline.unserved == candidate.unserved
            && baseline.reads.checksum == candidate.reads.checksum
    }
}

/// Of a figure: what is to be judged.
struct PairedSample {
    /// `nil` if a run lacks the figure.
    let baselineMedian: Double?
    let candidateMedian: Double?
    /// The logarithms of candidate by baseline, or, of counters, the
    /// differences; positive is worse. Empty if `reason` says why.
    let values: [Double]
    let reason: String?

    init(_ pairs: [GatePair], metric: String, isExact: Bool) {
        let found = pairs.compactMap { $0.values(metric) }
        guard found.count == pairs.count, !found.isEmpty else {
            baselineMedian = nil
            candidateMedian = nil
            values = []
            reason = "not every run has the figure; a percentile needs a longer --duration"
            return
        }
        baselineMedian = Spread(found.map(\.baseline))?.median
        candidateMedian = Spread(found.map(\.candidate))?.median
        let sign: Double = RegressionLimit.isHigherBetter(metric) ? -1 : 1
        if isExact {
            values = pairs.filter(\.servedTheSame).compactMap { $0.values(metric) }
                .map { sign * ($0.candidate - $0.baseline) }
            reason =
                values.isEmpty
                ? "no pair served the same frames, so that counts are not comparable" : nil
        } else if found.contains(where: { ($0.baseline == 0) != ($0.candidate == 0) }) {
            values = []
            reason = "it is 0 on one side only, which has no ratio; a threshold of 0 compares it"
        } else {
            values = found.map {
                $0.baseline == 0 ? 0 : sign * log($0.candidate / $0.baseline)
            }
            reason = nil
        }
    }
}
