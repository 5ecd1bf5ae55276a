import OddsResults

/// Counted instructions as a text table, with one row per strategy.
package enum CountTable {
    package static func lines(_ result: ResultEnvelope<CountResult>) -> [String] {
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
}
