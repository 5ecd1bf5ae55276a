import OddsMeasurement

/// One figure of a run, with everything that tables, gates, conditions, reports
/// and the documentation of the schema need to show it.
package struct Metric: Sendable {
    package enum Unit: String, Codable, Sendable {
        case nanoseconds, bytes, rate, count, number, share

        /// Formats a value of this unit for tables and messages.
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

    /// The groups of rows in the table of runs, in order; a rule separates
    /// them.
    package enum Group: Int, CaseIterable, Sendable {
        case rates, response, service, stages, staleness, machine, memory, computed
    }

    /// The path of the figure in the JSON of a run, such as `responseTime.p99`,
    /// which is also its name in options.
    package let path: String
    package let unit: Unit
    package let group: Group
    /// The label of its row in the table of runs; `nil` for no row.
    package let label: String?
    /// Its definition, for the documentation of the schema.
    package let meaning: String
    /// Whether more of it is better.
    package var isHigherBetter = false
    /// Whether `compare` lists it.
    package var isCompared = false
    /// Which percentile of `distribution` it is; `nil` if it is none.
    package var percentile: Percentile?
    package var distribution: (@Sendable (RunResult) -> LatencySummary?)?
    /// Reads the figure; `nil` if the run lacks it.
    package let value: @Sendable (RunResult) -> Double?
    /// Computes the figure from a finished run; `nil` for a field of the run.
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

    /// A metric that is not a field of the run: it is computed from the
    /// finished run and stored in its JSON under `figures`.
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

    /// Whether the figure of a backlog that grows depends on when the window
    /// closes.
    package var growsWithBacklog: Bool {
        group == .response || group == .staleness
            || ["unserved.", "backlog.", "harness.undelayedResponseTime."].contains {
                path.hasPrefix($0)
            }
    }

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
    /// Adds the figures of all computed metrics.
    package mutating func computeFigures() {
        for metric in MetricRegistry.all {
            guard let name = metric.computedName, let value = metric.compute?(self) else {
                continue
            }
            figures = (figures ?? [:]).merging([name: value]) { $1 }
        }
    }
}
