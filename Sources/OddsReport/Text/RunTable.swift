import OddsMeasurement
import OddsResults

/// Runs side by side: a row a figure, a column a strategy, then the ratios of
/// the others to the first. With several runs of a strategy the figure is the
/// median over them, with `±` and half of the range in percent of the median.
package struct RunTable {
    package let header: [String]
    /// Cells as the header has them; `nil` for a line between groups.
    package let rows: [[String]?]
    /// What there is to say below.
    package let notes: [String]

    package init(_ runs: [RunResult]) {
        let columns = Self.columns(of: runs)
        header = Self.header(columns)
        rows = Self.rows(columns)
        notes = Self.notes(runs)
    }

    /// The same for terminals.
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

        /// Only of a figure that every run has: the median of the few whose
        /// sample was large enough would not be comparable with the others.
        func spread(_ metric: Metric) -> Spread? {
            let values = runs.compactMap(metric.value)
            return values.count == runs.count ? Spread(values) : nil
        }
    }

    private static func columns(of runs: [RunResult]) -> [Column] {
        var names: [String] = []
        for run in runs where !names.contains(run.strategy) { names.append(run.strategy) }
        return names.map { name in
            Column(strategy: name, runs: runs.filter { $0.strategy == name })
        }
    }

    private static func header(_ columns: [Column]) -> [String] {
        guard let base = columns.first else { return [""] }
        return [""] + columns.map(\.strategy)
            + columns.dropFirst().map { "\($0.strategy)/\(base.strategy)" }
    }

    /// The rows, `nil` for a line between groups. Groups that were not asked
    /// for have none.
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
            // Responses of frames not served count with their age.
            let isBound = metric.group == .response
                && column.runs.contains { $0.unserved.frames > 0 }
            let text = (isBound ? "≥ " : "") + metric.unit.text(spread.median)
            return column.runs.count == 1
                ? detailed(text, metric, column.runs[0])
                : "\(text) \(FigureFormat.spread(spread.halfRange))"
        }
        let ratios = spreads.dropFirst().map {
            FigureFormat.ratio($0?.median, to: spreads[0]?.median)
        }
        return [metric.label ?? metric.path] + cells + ratios
    }

    /// A percentile's cell, with its interval where all percentiles are shown.
    private static func detailed(_ cell: String, _ metric: Metric, _ run: RunResult) -> String {
        guard metric.isCompared, let percentile = metric.percentile,
            let summary = metric.distribution?(run), let value = summary[percentile],
            let interval = summary.intervals?[percentile]
        else { return cell }
        let text = FigureFormat.duration(nanoseconds: Double(value), interval: interval)
        return cell.hasPrefix("≥ ") ? "≥ \(text)" : text
    }

    /// What stands for a missing figure: if it is a percentile of a sample that
    /// is there, also how large the sample would have to be.
    private static func missing(_ metric: Metric, _ column: Column) -> String {
        guard let percentile = metric.percentile, let distribution = metric.distribution,
            column.runs.allSatisfy({ distribution($0) != nil })
        else { return FigureFormat.missing }
        let needed = FigureFormat.count(Double(percentile.sampleCountMin))
        return "\(FigureFormat.missing) (needs \(needed))"
    }

    private static func status(of runs: [RunResult]) -> String {
        var names: [String] = []
        for run in runs where !names.contains(run.status.rawValue) {
            names.append(run.status.rawValue)
        }
        return names.joined(separator: ", ")
    }

    private static func notes(_ runs: [RunResult]) -> [String] {
        var notes: [String] = []
        if runs.contains(where: { $0.unserved.frames > 0 }) {
            notes.append(
                "Frames not served when the window closed count in the response time with their"
                    + " age, a lower bound (≥).")
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
