import OddsMeasurement

/// One number of a run, with all that tables, gates, conditions, reports and
/// the documentation of the schema need to know of it.
package struct Metric: Sendable {
    package enum Unit: String, Codable, Sendable {
        case nanoseconds, bytes, rate, count, number, share

        /// A figure of this unit for people.
        package func text(_ value: Double) -> String {
            switch self {
            case .nanoseconds: FigureFormat.duration(nanoseconds: value)
            case .bytes: FigureFormat.bytes(value)
            case .rate: FigureFormat.count(value) + "/s"
            case .count: FigureFormat.count(value)
            case .number: FigureFormat.number(value)
            case .share: FigureFormat.percent(value)
            }
        }
    }

    /// The parts of the table of runs, in order; a line separates them.
    package enum Group: Int, CaseIterable, Sendable {
        case rates, response, service, stages, staleness, machine, memory, computed
    }

    /// The path of the number in the JSON of a run, such as `responseTime.p99`;
    /// options name it by that.
    package let path: String
    package let unit: Unit
    package let group: Group
    /// What its row of the table is called; `nil` for numbers that have none.
    package let label: String?
    /// What it is, for the documentation of the schema.
    package let meaning: String
    /// Whether more of it is better.
    package var isHigherBetter = false
    /// Whether `compare` sets it side by side.
    package var isCompared = false
    /// The distribution that it is a percentile of.
    package var percentile: Percentile?
    package var distribution: (@Sendable (RunResult) -> LatencySummary?)?
    /// `nil` if the run has no such figure.
    package let value: @Sendable (RunResult) -> Double?
    /// Works the figure out once a run is whole; `nil` for a field of the run.
    package private(set) var compute: (@Sendable (RunResult) -> Double?)?

    package init(
        _ path: String, _ unit: Unit, _ group: Group, _ label: String?, _ meaning: String,
        value: @escaping @Sendable (RunResult) -> Double?
    ) {
        self.path = path
        self.unit = unit
        self.group = group
        self.label = label
        self.meaning = meaning
        self.value = value
    }

    /// A metric that is no field of the run: it is worked out from the finished
    /// run and kept in its JSON below `figures`.
    package static func computed(
        _ name: String, _ unit: Unit, _ label: String, _ meaning: String,
        from compute: @escaping @Sendable (RunResult) -> Double?
    ) -> Metric {
        var metric = Metric("figures.\(name)", unit, .computed, label, meaning) {
            $0.figures?[name]
        }
        metric.compute = { compute($0) }
        metric.computedName = name
        return metric
    }

    fileprivate var computedName: String?

    package func isHigherBetter(_ isHigherBetter: Bool) -> Metric {
        var metric = self
        metric.isHigherBetter = isHigherBetter
        return metric
    }

    package func compared() -> Metric {
        var metric = self
        metric.isCompared = true
        return metric
    }
}

extension RunResult {
    /// Adds the figures of the metrics that are worked out from a whole run.
    package mutating func computeFigures() {
        for metric in MetricRegistry.all {
            guard let name = metric.computedName, let value = metric.compute?(self) else {
                continue
            }
            figures = (figures ?? [:]).merging([name: value]) { $1 }
        }
    }
}
