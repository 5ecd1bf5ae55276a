import OddsResults

/// The section of `make peers`: this project's code and other libraries.
enum PeersSection {
    static func section(_ result: PeersResult) -> ReportSection {
        let machine = result.machine
        var provenance = Provenance(
            command: result.command,
            facts: [
                ("schema", result.schema), ("commit", result.commit ?? FigureFormat.missing),
                ("machine", "\(machine.cores) × \(machine.processor ?? FigureFormat.missing)"),
                ("memory", FigureFormat.bytes(Double(machine.memoryBytes))),
                ("system", machine.system), ("compiler", machine.compiler),
                ("started", result.date),
            ])
        provenance.facts += libraries(machine)
        var section = ReportSection(
            kind: "Peers", summary: "cost on one core, compared with other libraries",
            findings: worst(result.comparisons ?? []) + findings(result.tasks),
            provenance: provenance)
        section.add(objections(result.objections ?? []))
        section.add(comparisons(result.comparisons ?? []))
        section.add(identical(result.identical ?? []))
        for task in result.tasks.map(\.task).uniqued() {
            section.add(chart(task, result.tasks.filter { $0.task == task }))
        }
        section.add(growth(result.growth ?? []))
        section.add(costs(result.tasks))
        section.add(goals(result.goals ?? []))
        return section
    }

    /// The libraries that were compared, with their versions as far as known.
    private static func libraries(_ machine: PeersResult.Machine) -> [(String, String)] {
        let simdjson = [
            machine.simdjsonVersion, machine.simdjson.map { "\($0) kernels" },
            machine.simdjsonOnDemand.map { "On-Demand for \($0)" },
        ].compactMap(\.self).joined(separator: ", ")
        let sqlite = [machine.sqliteVersion, machine.grdbVersion.map { "GRDB \($0)" }]
            .compactMap(\.self).joined(separator: ", ")
        return [
            ("simdjson", simdjson), ("SQLite", sqlite), ("C++", machine.cxxCompiler ?? ""),
        ].filter { !$0.1.isEmpty }
    }

    private static func objections(_ objections: [String]) -> ReportTable {
        ReportTable(
            title: "Not to be published", header: ["reason"], rows: objections.map { [$0] })
    }

    /// Every task, the worst for ours first.
    private static func comparisons(_ rows: [PeersResult.Comparison]) -> ReportTable {
        ReportTable(
            title: "The fastest other of each task, worst first",
            header: ["task", "frames", "other", "ratio to ours", "ours is", "goal", ""],
            rows: rows.map { row in
                [
                    row.task, row.workload, row.implementation,
                    ratio(row.ratio, row.ratioLow, row.ratioHigh), row.ours,
                    row.goal.map { "≥ " + FigureFormat.number($0) } ?? "", row.outcome ?? "",
                ]
            })
    }

    private static func identical(_ rows: [PeersResult.Comparison]) -> ReportTable {
        ReportTable(
            title: "Identical work: ours against ours again",
            header: ["task", "frames", "ratio", ""],
            rows: rows.map { row in
                [
                    row.task, row.workload, ratio(row.ratio, row.ratioLow, row.ratioHigh),
                    row.ours,
                ]
            })
    }

    /// `×1.36 [1.2, 1.5]`.
    private static func ratio(_ value: Double, _ low: Double?, _ high: Double?) -> String {
        "×" + number(value, low, high)
    }

    private static func number(_ value: Double, _ low: Double?, _ high: Double?) -> String {
        let text = FigureFormat.number(value)
        guard let low, let high else { return text }
        return "\(text) [\(FigureFormat.number(low)), \(FigureFormat.number(high))]"
    }

    /// The task at which ours does worst.
    private static func worst(
        _ rows: [PeersResult.Comparison]
    ) -> [ReportSection.Finding] {
        rows.prefix(1).map { row in
            ReportSection.Finding(
                label: "worst: \(row.task), \(row.workload) · \(row.implementation)",
                value: ratio(row.ratio, row.ratioLow, row.ratioHigh), detail: "ours: \(row.ours)")
        }
    }

    /// Our cost of each task, on its first workload.
    private static func findings(_ costs: [PeersResult.Cost]) -> [ReportSection.Finding] {
        costs.map(\.task).uniqued().compactMap { task in
            costs.first { $0.task == task && $0.ratioToOurs == 1 }.map { ours in
                ReportSection.Finding(
                    label: "\(task), \(ours.workload) · ours",
                    value: FigureText.duration(ours.nanosecondsPerRecord), detail: "per record")
            }
        }
    }

    /// Bars by implementation, with one colour per workload.
    private static func chart(_ task: String, _ costs: [PeersResult.Cost]) -> Chart {
        let labels = costs.map(\.implementation).uniqued()
        return Chart(
            title: "\(task): time per record",
            explanation: "Medians and ranges of the processes, on a logarithmic axis.",
            form: .bars,
            x: Chart.Axis(
                title: "implementation", scale: .category, unit: .count, labels: labels),
            y: Chart.Axis(title: "time per record", scale: .logarithmic, unit: .nanoseconds),
            series: costs.map(\.workload).uniqued().enumerated().map { color, workload in
                Chart.Series(
                    name: workload, color: color,
                    points: costs.filter { $0.workload == workload }.compactMap { cost in
                        labels.firstIndex(of: cost.implementation).map { position in
                            .init(
                                x: Double(position), y: cost.nanosecondsPerRecord,
                                low: cost.nanosecondsPerRecordMin,
                                high: cost.nanosecondsPerRecordMax)
                        }
                    })
            })
    }

    private static func growth(_ growth: [PeersResult.Growth]) -> Chart {
        Chart(
            title: "Growth: an odds update by the size of the state",
            x: Chart.Axis(title: "offers", scale: .logarithmic, unit: .count),
            y: Chart.Axis(title: "time per record", unit: .nanoseconds, min: 0),
            series: growth.map(\.implementation).uniqued().enumerated().map { color, name in
                Chart.Series(
                    name: name, color: color,
                    points: growth.filter { $0.implementation == name }.map {
                        .init(Double($0.offers), $0.nanosecondsPerRecord)
                    })
            })
    }

    private static func costs(_ costs: [PeersResult.Cost]) -> ReportTable {
        ReportTable(
            title: "All costs",
            header: [
                "task", "workload", "implementation", "per record", "range", "MB/s",
                "ratio to ours", "omits",
            ],
            rows: costs.map { cost in
                [
                    cost.task, cost.workload, cost.implementation,
                    FigureText.duration(cost.nanosecondsPerRecord),
                    """
                    \(FigureText.duration(cost.nanosecondsPerRecordMin)) to \
                    \(FigureText.duration(cost.nanosecondsPerRecordMax))
                    """,
                    FigureFormat.number(cost.bytesPerSecond / 1e6),
                    cost.ratioToOurs.map {
                        ratio($0, cost.ratioToOursLow, cost.ratioToOursHigh)
                    } ?? FigureFormat.missing,
                    cost.leavesOut ?? "",
                ]
            },
            isFolded: true)
    }

    private static func goals(_ goals: [PeersResult.Goal]) -> ReportTable {
        ReportTable(
            title: "Goals",
            header: ["goal", "measured", "at least", "at most", "unit", ""],
            rows: goals.map { goal in
                [
                    goal.name, number(goal.measured, goal.measuredLow, goal.measuredHigh),
                    goal.atLeast.map(FigureFormat.number) ?? "",
                    goal.atMost.map(FigureFormat.number) ?? "", goal.unit,
                    goal.outcome ?? goal.isMet.map { $0 ? "met" : "missed" } ?? "",
                ]
            })
    }
}
