import OddsMeasurement
import OddsReconstruction

/// Runs side by side: a row a figure, a column a strategy, then the ratios of
/// the others to the first. With several runs of a strategy the figure is the
/// median over them, with `±` and half of the range in percent of the median.
public struct RunTable {
    public let header: [String]
    /// Cells as the header has them; `nil` for a line between groups.
    public let rows: [[String]?]
    /// What there is to say below.
    public let notes: [String]

    public init(_ runs: [RunResult]) throws {
        let columns = try Self.columns(of: runs)
        header = Self.header(columns)
        rows = Self.rows(columns)
        notes = Self.notes(runs)
    }

    /// The same for terminals.
    public var lines: [String] {
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
        rows += latencies("response", "responseTime", columns) { $0.responseTime }
        rows.append(nil)
        rows += latencies("service", "serviceTime", columns) { $0.serviceTime }
        rows.append(nil)
        if columns.contains(where: { $0.runs.contains { $0.stages != nil } }) {
            rows += stages(columns)
            rows.append(nil)
        }
        rows += latencies("staleness", "staleness", columns) { $0.staleness }
        rows.append(nil)
        rows += machine(columns)
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

    /// Means, which add up to that of the service time, and the tails.
    private static func stages(_ columns: [Column]) -> [[String]] {
        var rows = ServiceStage.allCases.map { stage in
            figures("\(stage) mean", "stages.\(stage).meanNanoseconds", columns, duration)
        }
        rows += ServiceStage.allCases.map { stage in
            figures("\(stage) p99", "stages.\(stage).time.p99", columns, duration)
        }
        rows.append(
            figures(
                "stages/service", "stages.shareOfServiceTime", columns, FigureFormat.percent))
        rows.append(
            figures("probing/frame", "stages.probingNanosecondsPerFrame", columns, duration))
        return rows
    }

    /// What the harness and the machine did beside the strategy.
    private static func machine(_ columns: [Column]) -> [[String]] {
        [
            figures("lateness p99", "lateness.p99", columns, duration),
            figures("lateness max", "lateness.max", columns, duration),
            figures("jitter p50", "jitter.wakeDelay.p50", columns, duration),
            figures("jitter p99", "jitter.wakeDelay.p99", columns, duration),
            figures("jitter p99.9", "jitter.wakeDelay.p999", columns, duration),
            figures("jitter max", "jitter.wakeDelay.max", columns, duration),
            figures("jitter thread's cost", "jitter.processorShare", columns, FigureFormat.percent),
            figures("stolen", "usage.stolenShare", columns, FigureFormat.percent),
            figures("CPU time, user", "usage.userNanoseconds", columns, duration),
            figures("CPU time, system", "usage.systemNanoseconds", columns, duration),
            figures("core taken away", "usage.involuntarySwitches", columns, FigureFormat.count),
            figures("core given away", "usage.voluntarySwitches", columns, FigureFormat.count),
            figures("page faults", "usage.minorFaults", columns, FigureFormat.count),
            figures("page faults, disk", "usage.majorFaults", columns, FigureFormat.count),
        ]
    }

    private static func latencies(
        _ name: String, _ path: String, _ columns: [Column],
        _ summary: (RunResult) -> LatencySummary?
    ) -> [[String]] {
        var rows = Percentile.allCases.map { percentile in
            var row = figures(
                "\(name) \(percentile.label)", "\(path).\(percentile.key)", columns, duration)
            for (index, column) in columns.enumerated() {
                row[index + 1] = detailed(
                    row[index + 1], percentile, column.runs.compactMap(summary))
            }
            return row
        }
        rows.append(figures("\(name) max", "\(path).max", columns, duration))
        return rows
    }

    /// A percentile's cell, with its interval if it is that of one run.
    private static func detailed(
        _ cell: String, _ percentile: Percentile, _ summaries: [LatencySummary]
    ) -> String {
        guard summaries.count == 1, let value = summaries[0][percentile],
            let interval = summaries[0].intervals?[percentile]
        else { return cell }
        let text = FigureFormat.duration(nanoseconds: Double(value), interval: interval)
        return cell.hasPrefix("≥ ") ? "≥ \(text)" : text
    }

    private static func figures(
        _ name: String, _ path: String, _ columns: [Column], _ format: (Double) -> String
    ) -> [String] {
        let spreads = columns.map { $0.spread(path) }
        let cells = zip(columns, spreads).map { column, spread in
            guard let spread else { return missing(path, column) }
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

    /// What stands for a missing figure: if it is a percentile of a sample that
    /// is there, also how large the sample would have to be.
    private static func missing(_ path: String, _ column: Column) -> String {
        let parts = path.split(separator: ".")
        let sample = parts.dropLast().joined(separator: ".") + ".count"
        guard let percentile = Percentile.allCases.first(where: { $0.key == parts.last ?? "" }),
            column.spread(sample) != nil
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
