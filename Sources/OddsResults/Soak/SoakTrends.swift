import OddsMeasurement

/// The largest rise of each figure over a soak, as a share of its median.
package struct SoakBounds: Codable, Equatable, Sendable {
    /// The bound for the p50 and p99 of response and service time. These follow
    /// the drift of the machine's speed, which has a trend of its own.
    package var latencyRiseMax = 0.2
    /// The bound for the resident set size, which varies with the allocator's
    /// purging.
    package var residentRiseMax = 0.05
    /// The bound for the live heap, which is constant in a steady state.
    package var heapRiseMax = 0.01

    package init() {}
}

/// The trend of one figure over a soak.
package struct SoakTrend: Equatable, Sendable {
    /// The path of the figure in a sample of the series, such as
    /// `responseTime.p99`.
    package var metric: String
    /// The median, in nanoseconds or bytes.
    package var median: Double
    /// The change per hour with its confidence interval, by the Theil–Sen
    /// estimator.
    package var slopePerHour: Estimate
    /// The change over the whole soak, as a share of the median.
    package var rise: Estimate
    /// The largest rise; `nil` for a figure that is shown and not judged.
    package var riseMax: Double?

    /// Whether the figure rises beyond its bound: the lower end of the interval
    /// is above it.
    package var isBroken: Bool { riseMax.map { rise.low > $0 } ?? false }

    /// Whether it is a ratio of two times, without a unit.
    package var isRatio: Bool { metric.hasSuffix(SoakTrends.perLoop) }
}

/// The trends of a soak. A figure with too few samples has none.
package struct SoakTrends: Codable, Equatable, Sendable {
    /// How intervals were made.
    package enum Method: String, Codable, Sendable {
        /// They allow for samples that remember those before them.
        case autocorrelation
    }

    /// How intervals were made; `nil` in older results, whose intervals presume
    /// independent samples and are not 95% ones.
    package var method: Method?
    package var trends: [SoakTrend]
    /// Why figures have no trend, one line each.
    package var missing: [String]

    /// What reports call the intervals.
    package var intervalName: String {
        method == nil ? "interval of independent samples" : "95% interval"
    }

    /// - Complexity: O(n²) in the number of samples.
    package init(_ samples: [SeriesSample], bounds: SoakBounds) {
        method = .autocorrelation
        trends = []
        missing = []
        for (name, latency) in Self.latencies {
            for percentile in [Percentile.p50, .p99] {
                let metric = "\(name).\(percentile.key)"
                add(metric, samples, bounds.latencyRiseMax) {
                    latency($0)?[percentile].map { Double($0) }
                }
                add(metric + Self.perLoop, samples, nil) { sample in
                    guard let loop = sample.referenceLoopNanoseconds, loop > 0 else { return nil }
                    return latency(sample)?[percentile].map { Double($0) / Double(loop) }
                }
            }
        }
        add("referenceLoop", samples, nil) { $0.referenceLoopNanoseconds.map { Double($0) } }
        add("residentBytes", samples, bounds.residentRiseMax) {
            $0.residentBytes.map { Double($0) }
        }
        add("allocatedBytes", samples, bounds.heapRiseMax) {
            $0.allocatedBytes.map { Double($0) }
        }
    }

    /// The trends of figures of any series.
    ///
    /// - Parameter figures: For each its name, its bound (`nil` for one that is shown and not
    ///   judged) and its values, with their times in nanoseconds.
    /// - Complexity: O(n²) in the number of values.
    package init(
        of figures: [(metric: String, riseMax: Double?, values: [(at: UInt64, value: Double)])]
    ) {
        method = .autocorrelation
        trends = []
        missing = []
        for (metric, riseMax, values) in figures {
            add(metric, values.map { (x: Double($0.at) / 3.6e12, y: $0.value) }, riseMax)
        }
    }

    /// The same trends without verdicts.
    ///
    /// - Parameter reason: Why there are none.
    package func unjudged(_ reason: String) -> SoakTrends {
        var others = self
        for index in trends.indices { others.trends[index].riseMax = nil }
        let note = "no verdict: \(reason)"
        if !others.missing.contains(note) { others.missing.append(note) }
        return others
    }

    /// The end of the name of a latency by the time of the reference loop: what
    /// is left of its trend when the machine's speed is taken out.
    package static let perLoop = "/referenceLoop"

    private static let latencies: [(String, @Sendable (SeriesSample) -> LatencySummary?)] = [
        ("responseTime", { $0.responseTime }), ("serviceTime", { $0.serviceTime }),
    ]

    private mutating func add(
        _ metric: String, _ samples: [SeriesSample], _ riseMax: Double?,
        _ value: (SeriesSample) -> Double?
    ) {
        let points = samples.compactMap { sample in
            value(sample).map { (x: Double(sample.atNanoseconds) / 3.6e12, y: $0) }
        }
        add(metric, points, riseMax)
    }

    private mutating func add(
        _ metric: String, _ points: [(x: Double, y: Double)], _ riseMax: Double?
    ) {
        guard let slope = TheilSen.slope(points), let last = points.last, let first = points.first,
            let median = Spread(points.map(\.y))?.median, median > 0
        else {
            guard riseMax != nil else { return }
            missing.append("\(metric): \(points.count) samples are too few for a trend")
            return
        }
        trends.append(
            SoakTrend(
                metric: metric, median: median, slopePerHour: slope,
                rise: slope.scaled(by: (last.x - first.x) / median), riseMax: riseMax))
    }
}

extension SoakTrend: Codable {
    private enum CodingKeys: String, CodingKey {
        case metric, median, slopePerHour, rise, riseMax, isBroken
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        metric = try container.decode(String.self, forKey: .metric)
        median = try container.decode(Double.self, forKey: .median)
        slopePerHour = try container.decode(Estimate.self, forKey: .slopePerHour)
        rise = try container.decode(Estimate.self, forKey: .rise)
        riseMax = try container.decodeIfPresent(Double.self, forKey: .riseMax)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(metric, forKey: .metric)
        try container.encode(median, forKey: .median)
        try container.encode(slopePerHour, forKey: .slopePerHour)
        try container.encode(rise, forKey: .rise)
        try container.encodeIfPresent(riseMax, forKey: .riseMax)
        try container.encode(isBroken, forKey: .isBroken)
    }
}
