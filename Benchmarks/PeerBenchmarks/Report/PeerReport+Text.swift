import Foundation

// The report for people.

extension PeerReport {
    /// For a terminal.
    public var text: String {
        sections.map { "\($0.title)\n\n\($0.table.terminal)" }.joined(separator: "\n\n") + "\n"
    }

    public var markdown: String {
        var parts = [
            """
            # Peers

            `\(command)`, \(date), on \(machine.cores) cores of \(machine.processor), \
            \(machine.memoryBytes >> 30) GiB, \(machine.system), \(machine.compiler), simdjson \
            \(machine.simdjson), load \(Self.number(machine.load)) at the start.

            Each cost is the median of rounds in which all took turns, in processor time of the \
            one thread; min and max are those of the rounds. A ratio is cost over that of ours: \
            more than 1 is slower. All results were checked to be equal to ours first.
            """
        ]
        parts += sections.map { "## \($0.title)\n\n\($0.table.markdown)" }
        if !omissions.isEmpty { parts.append("## What the others leave out\n\n\(omissions)") }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Each table with its title; those of tasks in order of appearance.
    private var sections: [(title: String, table: ReportTable)] {
        var sections = taskSections
        if !styles.isEmpty {
            sections.append(("Styles: ours on frames written otherwise", styleTable))
        }
        if !growth.isEmpty { sections.append(("Growth: the state beyond the caches", growthTable)) }
        if !churn.isEmpty { sections.append(("Churn: entities created and deleted", churnTable)) }
        if !goals.isEmpty { sections.append(("Goals", goalTable)) }
        return sections
    }

    private var omissions: String {
        var lines: [String] = []
        for line in tasks where !line.leavesOut.isEmpty {
            let text = "- \(line.task), \(line.implementation): \(line.leavesOut)."
            if !lines.contains(text) { lines.append(text) }
        }
        return lines.joined(separator: "\n")
    }
}
