import OddsResults

/// A run on several machines as text: the whole, by agent and by edge.
package enum FleetTable {
    /// The header of `rows`.
    package static let header = [
        "", "clients", "frames", "unseen", "p50", "p99", "p99.9", "max", "clock",
    ]

    /// The whole, the agents and the edges, each group behind a rule: `nil`.
    package static func rows(_ run: RunResult, _ fleet: FleetFigures) -> [[String]?] {
        let lost = Set(fleet.lost.map(\.name))
        return [whole(run, fleet), nil]
            + fleet.agents.map { agent in
                row(agent, name: agent.name + (lost.contains(agent.name) ? " (lost)" : ""))
            }
            + [nil] + fleet.edges.map { row($0, name: $0.name) }
    }

    /// What the table cannot show, one line each.
    package static func notes(_ run: RunResult, _ fleet: FleetFigures) -> [String] {
        var notes = fleet.lost.map(\.text)
        notes += [fleet.unknownText, fleet.restText, fleet.outageText].compactMap(\.self)
        notes += fleet.leftTexts + [clock(run, fleet)]
        if let warning = fleet.clockWarning(median: run.responseTime.p50) { notes.append(warning) }
        return notes
    }

    /// The table with its notes, in eighty columns where names allow. What the run's reason has
    /// stands above it.
    package static func lines(_ run: RunResult, _ fleet: FleetFigures) -> [String] {
        var table = TextTable(header: header)
        for row in rows(run, fleet) {
            if let row { table.add(row) } else { table.addRule() }
        }
        let notes = notes(run, fleet).filter { !(run.reason ?? "").contains($0) }
        return table.lines + [""] + notes.flatMap { TextWrap.lines($0) }
    }

    /// `p99 1.84 ms ± 0.06`, as the agents' clocks allow.
    package static func p99(_ run: RunResult, _ fleet: FleetFigures) -> String {
        guard let p99 = run.responseTime.p99 else { return "p99 \(FigureFormat.missing)" }
        let value = FigureFormat.duration(
            nanoseconds: Double(p99), uncertainty: fleet.clockUncertaintyNanoseconds)
        return "p99 \(value)"
    }

    private static func clock(_ run: RunResult, _ fleet: FleetFigures) -> String {
        fleet.clockUncertaintyNanoseconds == 0
            ? "one clock: latencies are exact"
            : "with what the agents' clocks leave open: \(p99(run, fleet))"
    }

    private static func whole(_ run: RunResult, _ fleet: FleetFigures) -> [String] {
        let frames = [run.live?.account?.offered.frames, run.live?.account?.unseen.frames]
        return ["whole", FigureFormat.count(Double(run.live?.clients ?? 0))]
            + frames.map { $0.map { FigureFormat.count(Double($0)) } ?? FigureFormat.missing }
            + ["p50", "p99", "p999", "max"].map {
                FigureText.figure("responseTime.\($0)", of: [run])
            } + [uncertainty(fleet.clockUncertaintyNanoseconds)]
    }

    private static func row(_ part: FleetFigures.Part, name: String) -> [String] {
        let times = part.responseTime
        return [
            name, FigureFormat.count(Double(part.clients)),
            FigureFormat.count(Double(part.frames)), FigureFormat.count(Double(part.unseenFrames)),
        ]
            + [times.p50, times.p99, times.p999, times.max].map { FigureText.duration($0) }
            + [part.clockUncertaintyNanoseconds.map(uncertainty) ?? ""]
    }

    private static func uncertainty(_ nanoseconds: UInt64) -> String {
        "± " + FigureText.duration(nanoseconds)
    }
}
