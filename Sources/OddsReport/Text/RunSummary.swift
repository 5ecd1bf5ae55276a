import OddsResults

/// The answer of a run in eighty columns: what each strategy sustained and took, how
/// they compare, and whether the machine can be believed. `RunTable` has all else.
package struct RunSummary {
    private let runs: [RunResult]
    private let columns: [(strategy: String, runs: [RunResult])]

    package init(_ runs: [RunResult]) {
        self.runs = runs
        columns = runs.map(\.strategy).uniqued().map { name in
            (name, runs.filter { $0.strategy == name })
        }
    }

    /// The figures that are always shown, with their labels.
    static let shown = [
        ("achievedRate", "achieved"), ("responseTime.p50", "response p50"),
        ("responseTime.p99", "response p99"), ("serviceTime.p50", "service p50"),
        ("allocationsPerUpdate", "allocations/update"), ("memory.allocatedBytes", "heap"),
    ]

    /// So many strategies fit side by side.
    private static let columnsMax = 3

    /// The table, in blocks of some strategies, then sentences.
    package var lines: [String] {
        let blocks = stride(from: 0, to: columns.count, by: Self.columnsMax).map { start in
            Array(columns[start..<min(start + Self.columnsMax, columns.count)])
        }
        let tables = blocks.map { table($0).lines }.joined(separator: [""])
        return tables + [""] + sentences.all.flatMap { TextWrap.lines($0) }
    }

    /// The sentences alone.
    var sentences: RunSentences { RunSentences(columns) }

    private func table(_ columns: [(strategy: String, runs: [RunResult])]) -> TextTable {
        var table = TextTable(header: [""] + columns.map(\.strategy))
        table.add(["status"] + columns.map { Self.status($0.runs) })
        for (path, label) in Self.shown { add(path, label, columns, to: &table) }
        if runs.contains(where: { $0.program != nil }) {
            add("memory.residentBytesPeak", "resident peak", columns, to: &table)
            add("program.processorNanoseconds", "program CPU time", columns, to: &table)
            table.add(["contract"] + columns.map { Self.level($0.runs) })
        }
        let stages = MetricRegistry.all.filter { $0.group == .stages && $0.label != nil }
            .filter { metric in runs.contains { metric.value($0) != nil } }
        if !stages.isEmpty { table.addRule() }
        for metric in stages { add(metric.path, metric.label ?? metric.path, columns, to: &table) }
        let bad = MachineConcern.all.filter { concern in runs.contains(where: concern.isBad) }
        if !bad.isEmpty { table.addRule() }
        for concern in bad {
            let label = MetricRegistry[concern.path]?.label ?? concern.path
            add(concern.path, label, columns, to: &table)
        }
        return table
    }

    /// How much of the contract a program claims; strategies of this package have it all.
    private static func level(_ runs: [RunResult]) -> String {
        guard let program = runs.first?.program else { return "full" }
        return program.level ?? FigureFormat.missing
    }

    private func add(
        _ path: String, _ label: String, _ columns: [(strategy: String, runs: [RunResult])],
        to table: inout TextTable
    ) {
        guard let metric = MetricRegistry[path] else { return }
        table.add([label] + columns.map { Self.cell(metric, $0.runs) })
    }

    /// The median, with half the range of several runs.
    private static func cell(_ metric: Metric, _ runs: [RunResult]) -> String {
        guard let text = FigureText.figure(metric, of: runs) else { return FigureFormat.missing }
        let values = runs.compactMap(metric.value)
        guard runs.count > 1, let spread = Spread(values) else { return text }
        return "\(text) \(FigureFormat.spread(spread.halfRange))"
    }

    private static func status(_ runs: [RunResult]) -> String {
        let statuses = runs.map(\.status.rawValue)
        let counts = statuses.uniqued().map { status in
            (status, statuses.count { $0 == status })
        }
        guard counts.count > 1 else { return counts.first?.0 ?? "" }
        return counts.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    }
}
