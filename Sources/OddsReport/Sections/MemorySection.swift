import OddsResults

/// The section of `bench memory`.
enum MemorySection {
    static func section(_ result: ResultEnvelope<MemoryResult>) -> ReportSection {
        var section = ReportSection(
            kind: "Memory",
            summary: "memory by phase; \(FigureText.traffic(result.command))",
            findings: result.profiles.map(finding),
            provenance: Provenance(result))
        section.provenance?.notes += result.missing
        for profile in result.profiles { section.add(chart(profile)) }
        section.add(phases(result))
        for profile in result.profiles { section.add(tables(profile)) }
        return section
    }

    private static func name(_ profile: MemoryProfile) -> String {
        "\(profile.strategy), \(profile.allocator)"
    }

    private static func finding(_ profile: MemoryProfile) -> ReportSection.Finding {
        let steady = profile[.steady]?.end
        return ReportSection.Finding(
            label: name(profile),
            value: FigureText.bytes(steady?.heap?.allocatedBytes ?? steady?.residentBytes),
            detail: "\(steady?.heap == nil ? "resident" : "live heap") after steady updates")
    }

    /// Memory over time, with the phases in the background.
    private static func chart(_ profile: MemoryProfile) -> Chart {
        let samples = profile.phases.flatMap { $0.samples + [$0.end] }
        func seconds(_ sample: MemorySample) -> Double { Double(sample.atNanoseconds) / 1e9 }
        let figures: [(String, Chart.Series.Stroke, (MemorySample) -> Int?)] = [
            ("resident", .dashed, { $0.residentBytes }),
            ("heap pages", .dotted, { $0.heap?.activeBytes }),
            ("live heap", .solid, { $0.heap?.allocatedBytes }),
        ]
        var phases: [Chart.Phase] = []
        for phase in profile.phases {
            let from = phases.last?.to ?? 0
            phases.append(
                Chart.Phase(name: phase.phase.rawValue, from: from, to: seconds(phase.end)))
        }
        return Chart(
            title: "\(name(profile)): memory over time",
            x: Chart.Axis(
                title: "time", unit: .seconds, min: 0, max: samples.last.map(seconds)),
            y: Chart.Axis(title: "memory", unit: .bytes, min: 0),
            series: figures.map { figure in
                Chart.Series(
                    name: figure.0, color: Palette.color(of: profile.strategy), stroke: figure.1,
                    points: samples.compactMap { sample in
                        figure.2(sample).map { .init(seconds(sample), Double($0)) }
                    })
            },
            phases: phases)
    }

    private static func phases(_ result: ResultEnvelope<MemoryResult>) -> ReportTable {
        var rows: [[String]?] = []
        for phase in MemoryPhase.allCases {
            for profile in result.profiles {
                guard let figures = profile[phase] else { continue }
                let heap = figures.end.heap
                rows.append([
                    phase.rawValue, profile.strategy, profile.allocator,
                    FigureText.bytes(figures.end.residentBytes),
                    FigureText.bytes(figures.end.residentBytesPeak),
                    FigureText.bytes(heap?.allocatedBytes), FigureText.bytes(heap?.activeBytes),
                    heap?.fragmentation.map(FigureFormat.percent) ?? FigureFormat.missing,
                    figures.allocationsPerUpdate.map(FigureFormat.number) ?? FigureFormat.missing,
                    figures.allocatedBytesPerUpdate.map(FigureFormat.bytes)
                        ?? FigureFormat.missing,
                ])
            }
            rows.append(nil)
        }
        return ReportTable(
            title: "At the end of each phase",
            header: [
                "phase", "strategy", "allocator", "resident", "peak", "live heap", "heap pages",
                "fragmentation", "allocations/update", "bytes/update",
            ],
            rows: rows)
    }

    private static func tables(_ profile: MemoryProfile) -> ReportTable {
        let steady = profile[.steady]?.tables ?? []
        return ReportTable(
            title: "\(name(profile)): the store's tables after steady updates",
            header: ["table", "rows", "live", "live/row", "reserved"],
            rows: steady.map { table in
                [
                    table.name, FigureFormat.count(Double(table.rowCount)),
                    FigureText.bytes(table.liveBytes),
                    FigureText.bytes(table.rowCount > 0 ? table.liveBytes / table.rowCount : nil),
                    FigureText.bytes(table.reservedBytes),
                ]
            },
            isFolded: true)
    }
}
