import OddsResults

/// What `make peers` measured: ours beside other libraries.
enum PeersSection {
    static func section(_ result: PeersResult) -> ReportSection {
        let machine = result.machine
        var provenance = Provenance(
            command: result.command,
            facts: [
                ("schema", PeersResult.schemaName),
                ("machine", "\(machine.cores) × \(machine.processor ?? FigureFormat.missing)"),
                ("memory", FigureFormat.bytes(Double(machine.memoryBytes))),
                ("system", machine.system), ("compiler", machine.compiler),
                ("started", result.date),
            ])
        if let kernels = machine.simdjson { provenance.facts.append(("simdjson", kernels)) }
        var section = ReportSection(
            kind: "Peers", summary: "cost of one core beside other libraries",
            findings: findings(result.tasks), provenance: provenance)
        for task in names(result.tasks, \.task) {
            section.add(chart(task, result.tasks.filter { $0.task == task }))
        }
        section.add(growth(result.growth ?? []))
        section.add(costs(result.tasks))
        section.add(goals(result.goals ?? []))
        return section
    }

    private static func names(
        _ costs: [PeersResult.Cost], _ name: (PeersResult.Cost) -> String
    ) -> [String] {
        var names: [String] = []
        for cost in costs where !names.contains(name(cost)) { names.append(name(cost)) }
        return names
    }

    /// Ours at each task, on its first workload.
    private static func findings(_ costs: [PeersResult.Cost]) -> [ReportSection.Finding] {
        names(costs, \.task).compactMap { task in
            costs.first { $0.task == task && $0.ratioToOurs == 1 }.map { ours in
                ReportSection.Finding(
                    label: "\(task), \(ours.workload) · ours",
                    value: FigureText.duration(ours.nanosecondsPerRecord), detail: "a record")
            }
        }
    }

    /// Bars by implementation, a colour a workload.
    private static func chart(_ task: String, _ costs: [PeersResult.Cost]) -> Chart {
        let labels = names(costs, \.implementation)
        return Chart(
            title: "\(task): time a record",
            explanation: "Medians of the rounds, on a logarithmic axis.",
            form: .bars,
            x: Chart.Axis(
                title: "implementation", scale: .category, unit: .count, labels: labels),
            y: Chart.Axis(title: "time a record", scale: .logarithmic, unit: .nanoseconds),
            series: names(costs, \.workload).enumerated().map { color, workload in
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
        var names: [String] = []
        for point in growth where !names.contains(point.implementation) {
            names.append(point.implementation)
        }
        return Chart(
            title: "Growth: an odds update by the size of the state",
            x: Chart.Axis(title: "offers", scale: .logarithmic, unit: .count),
            y: Chart.Axis(title: "time a record", unit: .nanoseconds, min: 0),
            series: names.enumerated().map { color, name in
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
                "task", "workload", "implementation", "a record", "of the rounds", "MB/s",
                "to ours", "leaves out",
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
                    cost.ratioToOurs.map { "×" + FigureFormat.number($0) }
                        ?? FigureFormat.missing,
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
                    goal.name, FigureFormat.number(goal.measured),
                    goal.atLeast.map(FigureFormat.number) ?? "",
                    goal.atMost.map(FigureFormat.number) ?? "", goal.unit,
                    goal.isMet ? "met" : "missed",
                ]
            })
    }
}
