import Foundation

// The report for people.

extension PeerReport {
    /// For a terminal.
    public var text: String {
        (objections.map { "NOT TO BE PUBLISHED: \($0)" }
            + sections.map { "\($0.title)\n\n\($0.table.terminal)" })
            .joined(separator: "\n\n") + "\n"
    }

    public var markdown: String {
        var parts = [
            """
            # Peers

            `\(command)`, \(date), on \(machine.cores) cores of \(machine.processor), \
            \(machine.memoryBytes >> 30) GiB, \(machine.system), load \
            \(Self.number(machine.load)) at the start.

            Commit \(commit ?? "unknown"); \(machine.compiler); C++ by \(machine.cxxCompiler); \
            simdjson \(machine.simdjsonVersion) with \(machine.simdjson) kernels, On-Demand for \
            \(machine.simdjsonOnDemand); SQLite \(machine.sqliteVersion), GRDB \
            \(machine.grdbVersion ?? "unknown").

            In each of several processes all took turns, in another order each round; a \
            process's cost is the median of its rounds, in processor time of the one thread. \
            Shown are the median of the processes and their least and most. A ratio is cost over \
            that of ours, more than 1 is slower: the geometric mean over the processes, and its \
            95% interval. All results were checked to be equal to ours first.
            """
        ]
        if let captured {
            parts.append(
                """
                Captured frames: the \(captured.frames) of channel `\(captured.channel)` in \
                \(captured.files.map { "`\($0)`" }.joined(separator: ", ")), over and over; \
                SHA-256 `\(captured.digest)`.
                """)
        }
        parts += objections.map { "**Not to be published: \($0).**" }
        parts += sections.map { "## \($0.title)\n\n\($0.table.markdown)" }
        if !omissions.isEmpty { parts.append("## What the others leave out\n\n\(omissions)") }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Each table with its title; those of tasks in order of appearance.
    private var sections: [(title: String, table: ReportTable)] {
        var sections: [(title: String, table: ReportTable)] = []
        if !comparisons.isEmpty {
            sections.append(("The fastest other of each task, worst first", comparisonTable))
        }
        if !identical.isEmpty {
            sections.append(("Identical work: ours against ours again", identicalTable))
        }
        if let earlier {
            sections.append(("Before: ours of an earlier program", earlierTable(earlier)))
        }
        sections += taskSections
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
