import OddsResults

/// The sections of `bench fleet plan`, and of the costs that it measures.
enum FleetPlanSection {
    static func section(_ result: ResultEnvelope<FleetPlanResult>) -> ReportSection {
        let plan = result.result
        var section = ReportSection(
            kind: "Fleet plan",
            summary: "computed for \(FleetPlanText.demand(plan.input)) from measured costs",
            findings: plan.roles.map { role in
                let first = role.limits.first.map {
                    "first limit: \($0.limit.words(of: role.role))"
                }
                return ReportSection.Finding(
                    label: FleetPlanText.name(role.role), value: FleetPlanText.count(role),
                    detail: first ?? "")
            },
            provenance: Provenance(result))
        if let recovery = plan.recovery {
            section.findings.append(
                ReportSection.Finding(
                    label: "a lost edge's clients are back after",
                    value: FigureFormat.duration(nanoseconds: recovery.nanoseconds)))
        }
        section.add(machines(plan))
        section.add(costs(plan.costs))
        section.add(
            ReportTable(
                title: "Assumed", header: ["", "value", "option"],
                rows: FleetPlanAssumptions.lines(plan).map {
                    [$0.name, $0.value, $0.option ?? "none"]
                }))
        return section
    }

    static func section(_ result: ResultEnvelope<FleetCosts>) -> ReportSection {
        var section = ReportSection(
            kind: "Fleet costs",
            summary: """
                what a frame of \(FigureFormat.count(Double(result.frameBytes))) bytes, a \
                connection and a client cost each program of a fleet
                """,
            findings: (result.edgeSends.last.map { [$0] } ?? []).map { most in
                ReportSection.Finding(
                    label: "edge, a frame to 1 of \(FigureFormat.count(Double(most.connections)))",
                    value: FigureFormat.duration(nanoseconds: most.nanosecondsPerSend.value))
            },
            provenance: Provenance(result))
        section.add(costs(result.result))
        return section
    }

    private static func machines(_ plan: FleetPlanResult) -> ReportTable {
        ReportTable(
            title: "Computed",
            header: [
                "", "machines", "cores busy", "with the spare ones lost", "into each",
                "out of each", "out of all", "first limit",
            ],
            rows: plan.roles.map { role in
                [
                    FleetPlanText.name(role.role), FleetPlanText.count(role),
                    FigureFormat.percent(role.utilization),
                    FigureFormat.percent(role.utilizationAfterLoss),
                    FleetPlanText.bits(role.bytesInPerSecond),
                    FleetPlanText.bits(role.bytesOutPerSecond),
                    FleetPlanText.bits(role.totalBytesOutPerSecond),
                    role.limits.first.map {
                        "\($0.limit.words(of: role.role)), "
                            + FigureFormat.percent($0.share)
                    } ?? FigureFormat.missing,
                ]
            }, notes: plan.notes)
    }

    private static func costs(_ costs: FleetCosts) -> ReportTable {
        ReportTable(
            title: "Measured", header: ["", "cost, 95% interval", "samples", "method"],
            rows: costs.rows.map { name, unit, cost in
                [name, FleetPlanText.cost(cost, unit), "\(cost.sampleCount)", cost.method]
            })
    }
}
