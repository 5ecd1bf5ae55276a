import OddsResults

/// The section of `make peers`: this project's code and other libraries.
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
            kind: "Peers", summary: "cost on one core, compared with other libraries",
            findings: findings(result.tasks), provenance: provenance)
        for task in result.tasks.map(\.task).uniqued() {
            section.add(chart(task, result.tasks.filter { $0.task == task }))
        }
        section.add(growth(result.growth ?? []))
        section.add(costs(result.tasks))
        section.add(goals(result.goals ?? []))
        return section
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
            explanation: "Medians of the rounds, on a logarithmic axis.",
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
                "task", "workload", "implementation", "per record", "range of rounds", "MB/s",
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
