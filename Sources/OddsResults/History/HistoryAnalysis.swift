import OddsMeasurement

/// The figures of a history over commits, and where they changed.
package struct HistoryAnalysis: Codable, Equatable, Sendable {
    /// What is looked at, and what counts as a change.
    package struct Options: Codable, Equatable, Sendable {
        /// The paths of metrics; empty for all that are compared.
        package var metrics: [String] = []
        /// Names of strategies; empty for all.
        package var strategies: [String] = []
        /// The probability, of equal sides, of a difference that counts.
        package var significance = 0.001
        /// The smallest change that counts, as a share.
        package var changeMin = 0.05
        /// Shuffles to confirm a change point; 0 to have them unconfirmed.
        package var permutationCount = 199
        /// The number of lines of each series, the latest ones; `nil` for all.
        package var last: Int?
        /// The beginning of the id of a commit: in a series that has it, what is older is
        /// left out.
        package var since: String?

        package init() {}
    }

    /// A series with its figures.
    package struct Series: Codable, Equatable, Sendable {
        package var command: [String]
        package var processor: String
        package var coreCount: Int
        package var strategy: String
        package var figures: [Figure]
    }

    /// A figure over commits.
    package struct Figure: Codable, Equatable, Sendable {
        package var metric: String
        package var unit: Metric.Unit
        package var isHigherBetter: Bool
        package var points: [Point]
        package var changes: [Change]
        /// Whether the latest change, if there is one, made it worse.
        package var isRegression: Bool { changes.last?.isWorse ?? false }

        /// Whether a change is for the better.
        package func isImprovement(_ change: Change) -> Bool {
            (change.after > change.before) == isHigherBetter
        }
    }

    /// A figure of one line.
    package struct Point: Codable, Equatable, Sendable {
        package var commit: SourceCommit
        package var startedAt: String
        package var runCount: Int
        package var value: Double
    }

    /// A change point.
    package struct Change: Codable, Equatable, Sendable {
        /// The position of its first point in `points`.
        package var index: Int
        package var commit: SourceCommit
        package var startedAt: String
        /// The mean of the points before, back to the previous change.
        package var before: Double
        /// The mean of the points from here on, up to the next change.
        package var after: Double
        /// 0.05 for 5% more; absent if the mean before is 0.
        package var change: Double?
        /// The probability of such a difference without a change.
        package var probability: Double
        /// Whether it is for the worse, and larger than the smallest change that counts.
        package var isWorse: Bool
        /// What else than the commit changed with it.
        package var differences: [String]
    }

    package var schema = "oddsbench.history-analysis/1"
    package var options: Options
    package var series: [Series]

    /// The figures of which the latest change is for the worse, with their strategies.
    package var regressions: [String] {
        series.flatMap { series in
            series.figures.filter(\.isRegression).map { "\($0.metric) of \(series.strategy)" }
        }
    }

    /// Looks for changes in all series.
    ///
    /// - Complexity: That of `ChangePoints.find` for each figure of each series.
    package init(_ lines: [HistoryLine], options: Options) {
        self.options = options
        series = HistorySeries.all(lines).compactMap { series in
            let name = series.name
            guard options.strategies.isEmpty || options.strategies.contains(name.strategy) else {
                return nil
            }
            let start =
                options.since.flatMap { since in
                    series.lines.firstIndex { $0.commit.id.hasPrefix(since) }
                } ?? 0
            let recent = series.lines[start...]
            let lines = Array(recent.suffix(options.last ?? recent.count))
            let figures = MetricRegistry.all.compactMap { Self.figure($0, of: lines, options) }
            return figures.isEmpty ? nil : Series(
                command: name.command, processor: name.processor, coreCount: name.coreCount,
                strategy: name.strategy, figures: figures)
        }
    }

    private static func figure(
        _ metric: Metric, of lines: [HistoryLine], _ options: Options
    ) -> Figure? {
        guard options.metrics.isEmpty || options.metrics.contains(metric.path) else { return nil }
        let lines = lines.filter { $0.figures[metric.path]?.isFinite ?? false }
        guard !lines.isEmpty else { return nil }
        let values = lines.map { $0.figures[metric.path] ?? 0 }
        let found = ChangePoints.find(
            in: values, significance: options.significance, changeMin: options.changeMin,
            permutationCount: options.permutationCount)
        return Figure(
            metric: metric.path, unit: metric.unit, isHigherBetter: metric.isHigherBetter,
            points: zip(lines, values).map { line, value in
                Point(
                    commit: line.commit, startedAt: line.startedAt, runCount: line.runCount,
                    value: value)
            },
            changes: found.map { point in
                let line = lines[point.index]
                return Change(
                    index: point.index, commit: line.commit, startedAt: line.startedAt,
                    before: point.before, after: point.after, change: point.change,
                    probability: point.probability,
                    isWorse: isWorse(point, metric, options.changeMin),
                    differences: line.differences(from: lines[point.index - 1]))
            })
    }

    private static func isWorse(
        _ point: ChangePoint, _ metric: Metric, _ changeMin: Double
    ) -> Bool {
        let rise = point.change ?? (point.after > 0 ? .infinity : -.infinity)
        return (metric.isHigherBetter ? -rise : rise) > changeMin
    }
}
