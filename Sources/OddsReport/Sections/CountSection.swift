import OddsResults

/// The section of `bench count` and of `bench count-records`.
enum CountSection {
    static func section(_ result: ResultEnvelope<CountResult>) -> ReportSection {
        if let records = result.records { return section(records, result) }
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

    private static func section(
        _ records: [RecordCount], _ result: ResultEnvelope<CountResult>
    ) -> ReportSection {
        var section = ReportSection(
            kind: "Instructions",
            summary: """
                instructions of each kind of record, in a frame of its own, counted by \
                \(result.method.rawValue) with \(result.vectorInstructions)
                """,
            findings: records.prefix(3).map { record in
                ReportSection.Finding(
                    label: record.kind, value: FigureFormat.count(record.apply),
                    detail: "read and applied")
            },
            provenance: Provenance(result))
        section.add(
            ReportTable(
                title: "Counts",
                header: ["kind", "records", "read", "read and applied"],
                rows: records.map { record in
                    [
                        record.kind, FigureFormat.count(Double(record.records)),
                        FigureFormat.count(record.decode), FigureFormat.count(record.apply),
                    ]
                }))
        return section
    }
}
