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

    /// Whether both windows served the same frames, so that their counters must
    /// be equal. A frame at the very end of the window can be served in one run
    /// and not in the other.
    var servedTheSame: Bool {
        baseline.serviceTime.count == candidate.serviceTime.count
            && baseline.unserved == candidate.unserved
            && baseline.reads.checksum == candidate.reads.checksum
    }
}

/// The sample of one figure over all pairs.
struct PairedSample {
    /// `nil` if a run lacks the figure.
    private(set) var baselineMedian: Double?
    private(set) var candidateMedian: Double?
    /// The logarithms of the ratios of candidate to baseline, or the
    /// differences for an exact counter; positive is worse. Empty if there is a
    /// `reason`.
    private(set) var values: [Double] = []
    /// How many pairs one value is made of.
    private(set) var pooledPairCount = 1
    private(set) var reason: String?

    init(_ pairs: [GatePair], metric: String, isExact: Bool) {
        var found = pairs.map { $0.values(metric) }
        if !isExact, let pool = PercentilePool(pairs, metric: metric) {
            pooledPairCount = pool.pairCount
            found = pool.values
        }
        let values = found.compactMap(\.self)
        guard values.count == found.count, !values.isEmpty else {
            reason = "not every run has the figure; a percentile needs a longer --duration"
            return
        }
        baselineMedian = Spread(values.map(\.baseline))?.median
        candidateMedian = Spread(values.map(\.candidate))?.median
        let sign: Double = RegressionLimit.isHigherBetter(metric) ? -1 : 1
        if isExact {
            self.values = pairs.filter(\.servedTheSame).compactMap { $0.values(metric) }
                .map { sign * ($0.candidate - $0.baseline) }
            if self.values.isEmpty {
                reason = "no pair served the same frames, so that counts are not comparable"
            }
        } else if values.contains(where: { ($0.baseline == 0) != ($0.candidate == 0) }) {
            reason = "it is 0 on one side only, so there is no ratio; compare with a threshold of 0"
        } else {
            self.values = values.map {
                $0.baseline == 0 ? 0 : sign * log($0.candidate / $0.baseline)
            }
        }
    }
}
