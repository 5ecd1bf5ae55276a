import OddsResults

/// The section of `bench count`.
enum CountSection {
    static func section(_ result: ResultEnvelope<CountResult>) -> ReportSection {
        var section = ReportSection(
            kind: "Instructions",
            summary: """
                instructions per update in user mode, counted by \(result.method.rawValue) with \
                \(result.vectorInstructions)
                """,
            findings: result.counts.map { count in
                ReportSection.Finding(
                    label: count.strategy,
                    value: Spread(count.perUpdate).map { FigureFormat.count($0.median) }
                        ?? FigureFormat.missing,
                    detail: "per update")
            },
            provenance: Provenance(result))
        section.add(
            ReportTable(
                title: "Counts",
                header: ["strategy", "updates", "frames", "instructions of each process"],
                rows: result.counts.map { count in
                    [
                        count.strategy, FigureFormat.count(Double(count.updates)),
                        FigureFormat.count(Double(count.frames)),
                        count.instructions.map { FigureFormat.count(Double($0)) }
                            .joined(separator: ", "),
                    ]
                }))
        return section
    }
}
