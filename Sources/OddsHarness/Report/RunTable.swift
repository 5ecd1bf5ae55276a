import OddsMeasurement

/// Runs side by side: a row a figure, a column a strategy, then the ratios of
/// the others to the first. With several runs of a strategy the figure is the
/// median over them, with `±` and half of the range in percent of the median.
public struct RunTable {
    /// The lines of the table and of the notes below it.
    public let lines: [String]

    public init(_ runs: [RunResult]) throws {
        let columns = try Self.columns(of: runs)
        var table = TextTable(header: Self.header(columns))
        for row in Self.rows(columns) {
            guard let row else {
                table.addRule()
                continue
            }
            table.add(row)
        }
        lines = table.lines + Self.notes(runs)
    }

    /// All runs of one strategy.
    private struct Column {
        let strategy: String
        let runs: [RunResult]
        let metrics: [Metrics]

        /// Only of a figure that every run has: the median of the few whose
        /// sample was large enough would not be comparable with the others.
        func spread(_ path: String) -> Spread? {
            let values = metrics.compactMap { $0[path] }
            return values.count == metrics.count ? Spread(values) : nil
        }
    }

    private static func columns(of runs: [RunResult]) throws -> [Column] {
        var names: [String] = []
        for run in runs where !names.contains(run.strategy) { names.append(run.strategy) }
        return try names.map { name in
            let own = runs.filter { $0.strategy == name }
            return Column(strategy: name, runs: own, metrics: try own.map(Metrics.init))
        }
    }

    private static func header(_ columns: [Column]) -> [String] {
        guard let base = columns.first else { return [""] }
        return [""] + columns.map(\.strategy)
            + columns.dropFirst().map { "\($0.strategy)/\(base.strategy)" }
    }

    /// The rows, `nil` for a line between groups.
    private static func rows(_ columns: [Column]) -> [[String]?] {
        var rows: [[String]?] = [
            ["status"] + columns.map { status(of: $0.runs) },
            figures("offered", "offeredRate", columns, rate),
            figures("achieved", "achievedRate", columns, rate),
            figures("frames not served", "unserved.frames", columns, FigureFormat.count),
            nil,
        ]
        for (name, path) in [("response", "responseTime"), ("service", "serviceTime")] {
            rows += latencies(name, path, columns)
            rows.append(nil)
        }
        rows.append(figures("lateness p99", "lateness.p99", columns, duration))
        rows.append(figures("lateness max", "lateness.max", columns, duration))
        rows.append(nil)
        rows.append(
            figures("allocations/update", "allocationsPerUpdate", columns, FigureFormat.number))
        let memory = [
            ("resident before", "residentBytesBefore"), ("resident peak", "residentBytesPeak"),
            ("resident after", "residentBytesAfter"), ("heap allocated", "allocatedBytes"),
            ("heap active", "activeBytes"), ("frame mapping", "frameBufferBytes"),
        ]
        for (name, path) in memory {
            rows.append(figures(name, "memory.\(path)", columns, FigureFormat.bytes))
        }
        rows.append(nil)
        rows.append(["checksum"] + columns.map { $0.runs.first?.checksum ?? "" })
        rows.append(["digest"] + columns.map { String(($0.runs.first?.digest ?? "").prefix(16)) })
        return rows
    }

    private static func latencies(
        _ name: String, _ path: String, _ columns: [Column]
    ) -> [[String]] {
        var rows = Percentile.allCases.map { percentile in
            let key = percentile.label.filter { $0 != "." }
            return figures("\(name) \(percentile.label)", "\(path).\(key)", columns, duration)
        }
        rows.append(figures("\(name) max", "\(path).max", columns, duration))
        return rows
    }

    private static func figures(
        _ name: String, _ path: String, _ columns: [Column], _ format: (Double) -> String
    ) -> [String] {
        let spreads = columns.map { $0.spread(path) }
        let cells = zip(columns, spreads).map { column, spread in
            guard let spread else { return FigureFormat.missing }
            // Responses of frames not served count with their age.
            let isBound = path.hasPrefix("responseTime")
                && column.runs.contains { $0.unserved.frames > 0 }
            let text = (isBound ? "≥ " : "") + format(spread.median)
            return column.runs.count == 1
                ? text : "\(text) \(FigureFormat.spread(spread.halfRange))"
        }
        let ratios = spreads.dropFirst().map {
            FigureFormat.ratio($0?.median, to: spreads[0]?.median)
        }
        return [name] + cells + ratios
    }

    private static func status(of runs: [RunResult]) -> String {
        var names: [String] = []
        for run in runs where !names.contains(run.status.rawValue) {
            names.append(run.status.rawValue)
        }
        return names.joined(separator: ", ")
    }

    private static func rate(_ value: Double) -> String { FigureFormat.count(value) + "/s" }

    private static func duration(_ value: Double) -> String {
        FigureFormat.duration(nanoseconds: value)
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
