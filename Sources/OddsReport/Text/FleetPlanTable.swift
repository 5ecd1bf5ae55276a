import OddsResults

/// A plan of a fleet for the terminal; each part says whether it was measured, computed or
/// assumed.
package enum FleetPlanTable {
    package static func lines(_ result: ResultEnvelope<FleetPlanResult>) -> [String] {
        let plan = result.result
        return ["Fleet plan for \(FleetPlanText.demand(plan.input))", "", "Computed: machines"]
            + machines(plan) + ["", "Computed: how much of what it may have a machine uses"]
            + limits(plan) + ["", "Computed: bursts, and the loss of an edge at peak"]
            + bursts(plan) + recovery(plan)
            + [
                "",
                "Measured: 95% intervals, on \(plan.measuredOn.processorTitle), with frames of "
                    + "\(FigureFormat.count(Double(plan.costs.frameBytes))) bytes",
            ]
            + costs(plan.costs) + ["", "Assumed"] + assumptions(plan)
            + (plan.notes.isEmpty ? [] : [""])
            + plan.notes.flatMap { TextWrap.lines("note: \($0)") }
    }

    private static func machines(_ plan: FleetPlanResult) -> [String] {
        var table = TextTable(
            header: [
                "", "machines", "cores busy", "spare lost", "into each", "out of each", "into all",
                "out of all",
            ])
        for role in plan.roles {
            table.add([
                FleetPlanText.name(role.role), FleetPlanText.count(role),
                FigureFormat.percent(role.utilization),
                FigureFormat.percent(role.utilizationAfterLoss),
                FleetPlanText.bits(role.bytesInPerSecond),
                FleetPlanText.bits(role.bytesOutPerSecond),
                FleetPlanText.bits(role.totalBytesInPerSecond),
                FleetPlanText.bits(role.totalBytesOutPerSecond),
            ])
        }
        return table.lines
    }

    private static func limits(_ plan: FleetPlanResult) -> [String] {
        plan.roles.flatMap { role in
            let shares = role.limits.map {
                "\($0.limit.words(of: role.role)) \(FigureFormat.percent($0.share))"
            }
            let first = shares.first ?? FigureFormat.missing
            let others = shares.dropFirst().joined(separator: ", ")
            return TextWrap.lines(
                "\(FleetPlanText.name(role.role)): first \(first)"
                    + (others.isEmpty ? "" : "; \(others)"))
        }
    }

    private static func bursts(_ plan: FleetPlanResult) -> [String] {
        func time(_ nanoseconds: Double) -> String {
            FigureFormat.duration(nanoseconds: nanoseconds)
        }
        let burst = plan.burst
        return TextWrap.lines(
            """
            a frame goes to \(FigureFormat.number(burst.fanOut)) connections of an edge; a burst \
            takes its cores \(time(burst.serviceNanoseconds)), and is handed out after \
            \(time(burst.p99Nanoseconds)) (p99), with the spare edges lost after \
            \(time(burst.p99NanosecondsAfterLoss))
            """)
    }

    private static func recovery(_ plan: FleetPlanResult) -> [String] {
        guard let recovery = plan.recovery else { return ["no recovery: see the notes"] }
        func time(_ nanoseconds: Double) -> String {
            FigureFormat.duration(nanoseconds: nanoseconds)
        }
        return TextWrap.lines(
            """
            \(FigureFormat.count(recovery.clients)) clients come to each other edge of the region, \
            which takes in \(FigureFormat.count(recovery.clientsPerSecond))/s: all are back after \
            \(time(recovery.nanoseconds)), in \
            \(FigureFormat.counted(recovery.attempts, "attempt")); a burst then takes \
            \(time(recovery.burstP99Nanoseconds)) (p99)
            """)
    }

    /// Measured costs, with the marginal ones between fan-outs.
    package static func costs(_ costs: FleetCosts) -> [String] {
        var table = TextTable(header: ["", "cost", "samples", "method"])
        for (name, unit, cost) in costs.rows {
            table.add([
                name, FleetPlanText.cost(cost, unit), "\(cost.sampleCount)", cost.method,
            ])
        }
        for (from, to, marginal) in costs.marginalSends {
            let cost = MeasuredCost(marginal, sampleCount: 0, method: "")
            table.add([
                "edge, one more connection, \(from) to \(FigureFormat.count(Double(to)))",
                FleetPlanText.cost(cost, "ns"), "", "the difference of two",
            ])
        }
        return table.lines
    }

    private static func assumptions(_ plan: FleetPlanResult) -> [String] {
        var table = TextTable(header: ["", "value", "option"])
        for line in FleetPlanAssumptions.lines(plan) {
            table.add([line.name, line.value, line.option ?? "none"])
        }
        return table.lines
    }

    /// A result of `--calibrate`.
    package static func lines(_ result: ResultEnvelope<FleetCosts>) -> [String] {
        [
            "Fleet costs, 95% intervals, with frames of "
                + "\(FigureFormat.count(Double(result.frameBytes))) bytes"
        ] + costs(result.result) + result.environment.missing.map { "note: \($0)" }
    }
}
