import OddsResults

/// Counted instructions as a text table, with one row per strategy.
package enum CountTable {
    /// - Parameter growth: What the records are compared with.
    package static func lines(
        _ result: ResultEnvelope<CountResult>, _ growth: [RecordGrowth]? = nil
    ) -> [String] {
        if let records = result.records { return lines(records, growth, result) }
        var table = TextTable(
            header: ["", "instructions/update", "spread of processes", "updates", "frames"])
        for count in result.counts {
            guard let spread = Spread(count.perUpdate) else { continue }
            table.add([
                count.strategy, FigureFormat.count(spread.median),
                count.instructions.count > 1
                    ? "±" + FigureFormat.percent(spread.halfRange) : FigureFormat.missing,
                FigureFormat.count(Double(count.updates)),
                FigureFormat.count(Double(count.frames)),
            ])
        }
        return table.lines + [
            """
            Counted by \(result.method.rawValue) on a processor with \
            \(result.vectorInstructions), in user mode: medians of \
            \(result.counts.first?.instructions.count ?? 0) processes, half of their range.
            """
        ] + result.environment.missing.map { "note: \($0)" }
    }

    private static func lines(
        _ records: [RecordCount], _ growth: [RecordGrowth]?, _ result: ResultEnvelope<CountResult>
    ) -> [String] {
        var table = TextTable(
            header: ["", "records", "read", "read and applied"]
                + (growth == nil ? [] : ["read before", "", "both before", ""]))
        for record in records {
            let grown = growth.map { growth in
                ["read", "read and applied"].flatMap { figure -> [String] in
                    let grown = growth.first { $0.kind == record.kind && $0.figure == figure }
                    guard let grown else { return [FigureFormat.missing, FigureFormat.missing] }
                    return [FigureFormat.count(grown.before), FigureFormat.change(grown.share)]
                }
            }
            table.add(
                [
                    record.kind, FigureFormat.count(Double(record.records)),
                    FigureFormat.count(record.decode), FigureFormat.count(record.apply),
                ] + (grown ?? []))
        }
        return table.lines + [
            """
            Instructions a record, each in a frame of its own, counted by \
            \(result.method.rawValue) on a processor with \(result.vectorInstructions).
            """
        ] + result.environment.missing.map { "note: \($0)" }
    }
}
