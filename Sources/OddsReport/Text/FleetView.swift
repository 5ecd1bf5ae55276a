import OddsResults

/// A running fleet as text, a line for each agent. Whoever shows it draws it anew each second.
package enum FleetView {
    private static let header = [
        "agent", "state", "clients", "frames/s", "p50", "p99", "late", "report",
    ]

    /// The lines at this moment.
    package static func lines(_ fleet: FleetSnapshot) -> [String] {
        var table = TextTable(header: header)
        for agent in fleet.agents {
            table.add(
                [agent.name, agent.state, FigureFormat.count(Double(agent.clients))]
                    + figures(agent.interval)
                    + [duration(agent.latenessNanoseconds), age(agent.reportAgeNanoseconds)])
        }
        table.addRule()
        let clients = fleet.agents.reduce(0) { $0 + $1.clients }
        table.add(["all", "", FigureFormat.count(Double(clients))] + figures(fleet.whole))
        let rest = fleet.remainingNanoseconds.map {
            ", \($0 / second) s to go"
        }
        return [fleet.progress + (rest ?? ""), ""] + table.lines
    }

    private static func figures(_ interval: FleetSnapshot.Interval?) -> [String] {
        guard let interval else { return ["", "", ""] }
        return [
            FigureFormat.count(interval.framesPerSecond), FigureText.duration(interval.p50),
            FigureText.duration(interval.p99),
        ]
    }

    private static func duration(_ nanoseconds: UInt64?) -> String {
        nanoseconds.map { FigureText.duration($0) } ?? ""
    }

    /// In whole seconds, so that it only moves when reports are missing.
    private static func age(_ nanoseconds: UInt64?) -> String {
        nanoseconds.map { "\($0 / second) s ago" } ?? ""
    }

    private static let second: UInt64 = 1_000_000_000
}
