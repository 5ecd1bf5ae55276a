import OddsMeasurement
import OddsResults

/// A percentile of pooled runs: consecutive pairs are merged, each side's
/// histograms into one, until it rests on enough frames. A percentile of the
/// merged frames is not that of a few, and the pairs of a group took turns.
struct PercentilePool {
    /// The pairs in each group; a rest that makes no whole group is left out.
    let pairCount: Int
    /// The percentile of both sides in each group.
    let values: [(baseline: Double, candidate: Double)?]

    /// `nil` if the metric is no percentile, or if a run lacks its histogram, as
    /// runs of older revisions do: their own percentiles are then compared.
    init?(_ pairs: [GatePair], metric: String) {
        guard let metric = MetricRegistry[metric], let percentile = metric.percentile,
            let distribution = metric.distribution, !pairs.isEmpty
        else { return nil }
        func histogram(_ run: RunResult) -> LatencyHistogram? {
            distribution(run).flatMap { try? $0.latencies() }
        }
        // Most runs are long enough to need no company, nor a second look at
        // their histograms.
        let needed = percentile.sampleCountMin * GateLimits.pooledSampleFactor
        let counts = pairs.flatMap { [$0.baseline, $0.candidate] }
            .map { distribution($0)?.count ?? 0 }
        let smallest = max(counts.min() ?? 0, 1)
        let size = Int(clamping: (needed + smallest - 1) / smallest)
        guard size > 1 else { return nil }
        var values: [(Double, Double)?] = []
        for start in stride(from: 0, through: pairs.count - size, by: size) {
            var baseline = LatencyHistogram()
            var candidate = LatencyHistogram()
            for pair in pairs[start..<start + size] {
                guard let one = histogram(pair.baseline), let other = histogram(pair.candidate)
                else { return nil }
                baseline.merge(one)
                candidate.merge(other)
            }
            guard let one = baseline.value(at: percentile),
                let other = candidate.value(at: percentile)
            else { return nil }
            values.append((Double(one), Double(other)))
        }
        guard !values.isEmpty else { return nil }
        pairCount = size
        self.values = values
    }
}
