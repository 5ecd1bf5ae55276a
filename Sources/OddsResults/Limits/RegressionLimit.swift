/// The largest tolerated regression of one figure, in the syntax of
/// `--max-regression`.
package struct RegressionLimit: Equatable, Sendable {
    /// The path of a metric, such as `serviceTime.p50`.
    package let metric: String
    /// As a share: 0.05 for 5%. 0 is for counters that repeat exactly.
    package let share: Double

    package init(metric: String, share: Double) {
        self.metric = metric
        self.share = share
    }

    /// Whether the figure is judged as an exact counter, any difference of
    /// which counts.
    package var isExact: Bool { share == 0 }

    /// The one figure that is a counter by nature, so that it can be held to a
    /// threshold of 0 whatever the noise of the machine.
    package static let countedMetric = "allocationsPerUpdate"

    /// Whether less of the metric is worse.
    package static func isHigherBetter(_ metric: String) -> Bool {
        MetricRegistry[metric]?.isHigherBetter ?? false
    }

    /// The p99 varies most. With 7% a slowdown of 15% is as far beyond the limit
    /// as equal sides are below it, so that a gate decides both equally soon.
    package static let defaults = [
        RegressionLimit(metric: CountResult.metric, share: 0.02),
        RegressionLimit(metric: "responseTime.p99", share: 0.07),
        RegressionLimit(metric: "serviceTime.p50", share: 0.05),
        RegressionLimit(metric: countedMetric, share: 0),
        RegressionLimit(metric: "memory.residentBytesPeak", share: 0.05),
    ]
}

extension RegressionLimit {
    package enum ParsingError: Error, Equatable, CustomStringConvertible {
        case shape(String)
        case value(String, metric: String)
        case unknownMetric(UnknownMetric)
        case repeated(String)

        package var description: String {
            switch self {
            case .shape(let text):
                "'\(text)' is not a limit: write METRIC=PERCENT, such as serviceTime.p50=5%"
            case .value(let text, let metric):
                "'\(text)' is not a limit for \(metric): \(PercentText.advice(for: text))"
            case .unknownMetric(let metric): metric.description
            case .repeated(let name):
                "\(name) has two limits"
            }
        }
    }

    /// Parses one or more limits, separated by commas.
    package static func list(_ text: String) throws(ParsingError) -> [RegressionLimit] {
        var limits: [RegressionLimit] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let limit = try RegressionLimit(String(part))
            guard !limits.contains(where: { $0.metric == limit.metric }) else {
                throw .repeated(limit.metric)
            }
            limits.append(limit)
        }
        return limits
    }

    private init(_ text: String) throws(ParsingError) {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " } }
        guard sides.count == 2, !sides[0].isEmpty else { throw .shape(text) }
        let known = MetricRegistry.paths + [CountResult.metric]
        guard known.contains(sides[0]) else {
            throw .unknownMetric(UnknownMetric(sides[0], among: known))
        }
        guard let share = PercentText.share(sides[1]) else {
            throw .value(sides[1], metric: sides[0])
        }
        self.init(metric: sides[0], share: share)
    }

    /// The limit in the option's syntax.
    package var text: String {
        "\(metric)=\(share == 0 ? "0" : PercentText.text(share: share))"
    }
}
