import OddsMeasurement
import OddsResults

/// Runs side by side: one row per metric, one column per strategy, then the
/// ratios of the other strategies to the first. The figure of several runs is
/// their median, followed by `±` and half the range in percent of the median;
/// that of one run is followed by its interval within the run. A ratio has an
/// interval if there are enough runs; otherwise its column names their number.
package struct RunTable {
    package let header: [String]
    /// The cells by row; `nil` for a rule between groups.
    package let rows: [[String]?]
    /// The notes below the table.
    package let notes: [String]

    package init(_ runs: [RunResult]) {
        let columns = Self.columns(of: runs)
        header = Self.header(columns)
        rows = Self.rows(columns)
        notes = Self.notes(runs) + RunTableNotes.lines(columns.map(\.runs))
    }

    /// The table as text, for terminals.
    package var lines: [String] {
        var table = TextTable(header: header)
        for row in rows {
            guard let row else {
                table.addRule()
                continue
            }
            table.add(row)
        }
        return table.lines + notes
    }

    /// All runs of one strategy.
    private struct Column {
        let strategy: String
        let runs: [RunResult]

        /// `nil` unless every run has the figure: the median of a subset of the
        /// runs would not be comparable.
        func spread(_ metric: Metric) -> Spread? {
            let values = runs.compactMap(metric.value)
            return values.count == runs.count ? Spread(values) : nil
        }
    }

    private static func columns(of runs: [RunResult]) -> [Column] {
        runs.map(\.strategy).uniqued().map { name in
            Column(strategy: name, runs: runs.filter { $0.strategy == name })
        }
    }

    private static func header(_ columns: [Column]) -> [String] {
        guard let base = columns.first else { return [""] }
        return [""] + columns.map(\.strategy)
            + columns.dropFirst().map { column in
                "\(column.strategy)/\(base.strategy)"
                    + RunTableNotes.runCount(column.runs, base.runs)
            }
    }

    /// The rows; `nil` for a rule between groups. Optional groups appear only
    /// if a run has one of their figures.
    private static func rows(_ columns: [Column]) -> [[String]?] {
        var rows: [[String]?] = [["status"] + columns.map { status(of: $0.runs) }]
        for group in Metric.Group.allCases {
            let metrics = MetricRegistry.all.filter { $0.group == group && $0.label != nil }
            let isOptional = group == .stages || group == .computed
            if isOptional, !metrics.contains(where: { isThere($0, columns) }) { continue }
            if group != .rates { rows.append(nil) }
            rows += metrics.map { row($0, columns) }
        }
        rows.append(nil)
        rows.append(["checksum"] + columns.map { $0.runs.first?.checksum ?? "" })
        rows.append(["digest"] + columns.map { String(($0.runs.first?.digest ?? "").prefix(16)) })
        return rows
    }

    private static func isThere(_ metric: Metric, _ columns: [Column]) -> Bool {
        columns.contains { $0.runs.contains { metric.value($0) != nil } }
    }

    private static func row(_ metric: Metric, _ columns: [Column]) -> [String] {
        let spreads = columns.map { $0.spread(metric) }
        let cells = zip(columns, spreads).map { column, spread in
            guard let spread else { return missing(metric, column) }
            guard let text = FigureText.figure(metric, of: column.runs) else {
                return FigureFormat.missing
            }
            return column.runs.count == 1
                ? detailed(text, metric, column.runs[0])
                : "\(text) \(FigureFormat.spread(spread.halfRange))"
        }
        let figures = columns.map { ComparedFigure(metric, of: $0.runs) }
        let ratios = figures.dropFirst().map { figure in
            FigureChange(of: figure, to: figures[0]).map { change in
                [change.text, change.intervalText].compactMap(\.self).joined(separator: " ")
            } ?? FigureFormat.missing
        }
        return [metric.label ?? metric.path] + cells + ratios
    }

    /// The cell of a percentile with its interval within the run, for the
    /// distributions that have intervals.
    private static func detailed(_ cell: String, _ metric: Metric, _ run: RunResult) -> String {
        guard let percentile = metric.percentile, let summary = metric.distribution?(run),
            let value = summary[percentile], let intervals = summary.intervals,
            intervals.method != nil
        else { return cell }
        guard let interval = intervals[percentile] else {
            return "\(cell) [\(FigureFormat.missing)]"
        }
        return RunBound.of(metric, [run]).mark
            + FigureFormat.duration(nanoseconds: Double(value), interval: interval)
    }

    /// The cell of a missing figure. For a percentile of too small a sample, it
    /// includes the required sample size.
    private static func missing(_ metric: Metric, _ column: Column) -> String {
        guard let percentile = metric.percentile, let distribution = metric.distribution,
            column.runs.allSatisfy({ distribution($0) != nil }),
            // In an older result, a percentile may be missing from any sample.
            column.runs.contains(where: { run in
                distribution(run).map { $0.count < percentile.sampleCountMin } == true
            })
        else { return FigureFormat.missing }
        let needed = FigureFormat.count(Double(percentile.sampleCountMin))
        return "\(FigureFormat.missing) (needs \(needed))"
    }

    private static func status(of runs: [RunResult]) -> String {
        runs.map(\.status.rawValue).uniqued().joined(separator: ", ")
    }

    private static func notes(_ runs: [RunResult]) -> [String] {
        var notes: [String] = []
        let bounds = runs.flatMap { run in MetricRegistry.all.map { RunBound.of($0, [run]) } }
        if bounds.contains(.lower) || bounds.contains(.unbounded) {
            notes.append(
                "Frames not served when the window closed count in the response time with their"
                    + " age, a lower bound (≥).")
        }
        if bounds.contains(.upper) || bounds.contains(.unbounded) {
            notes.append(
                "More than a tenth of a figure with ≤ may be the harness's own delay: an upper"
                    + " bound.")
        }
        let isRepeated = runs.contains { $0.repetition > 1 }
        for run in runs {
            guard let reason = run.reason else { continue }
            let repetition = isRepeated ? ", repeat \(run.repetition)" : ""
            notes.append("\(run.strategy)\(repetition): \(reason)")
        }
        return notes
    }
}
