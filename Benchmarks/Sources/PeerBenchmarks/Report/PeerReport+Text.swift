import Foundation

// The report for people.

extension PeerReport {
    /// For a terminal.
    public var text: String {
        var parts = sections.map { "\($0.title)\n\n\($0.table.terminal)" }
        if !growth.isEmpty { parts.append("Growth\n\n\(growthTable.terminal)") }
        return parts.joined(separator: "\n\n")
    }

    public var markdown: String {
        var parts = [
            """
            # Peers

            `\(command)`, \(date), on \(machine.cores) cores of \(machine.processor), \
            \(machine.memoryBytes >> 30) GiB, \(machine.system), \(machine.compiler), simdjson \
            \(machine.simdjson), load \(number(machine.load)) at the start.

            Each cost is the median of rounds in which all took turns, in processor time of the \
            one thread; the spread is that of the rounds. A ratio is cost over that of ours: \
            more than 1 is slower. All results were checked to be equal to ours first.
            """
        ]
        parts += sections.map { "## \($0.title)\n\n\($0.table.markdown)" }
        if !growth.isEmpty { parts.append("## Growth\n\n\(growthTable.markdown)") }
        parts.append("## What the others leave out\n\n\(omissions)")
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// A table for each task and workload, in order of appearance.
    private var sections: [(title: String, table: TextTable)] {
        var titles: [String] = []
        for line in tasks where !titles.contains(title(of: line)) { titles.append(title(of: line)) }
        return titles.map { title in
            let lines = tasks.filter { self.title(of: $0) == title }
            return (title, table(of: lines, hasMemory: lines[0].residentBytesAtRest != nil))
        }
    }

    private func title(of line: Line) -> String {
        "\(line.task), \(line.workload) frames"
    }

    private func table(of lines: [Line], hasMemory: Bool) -> TextTable {
        var columns = [
            ("implementation", true), ("ns/record", false), ("min", false), ("max", false),
            ("MB/s", false), ("ratio", false), ("records", false), ("rounds", false),
        ]
        if hasMemory { columns += [("at rest, MB", false), ("peak, MB", false)] }
        var table = TextTable(columns.map { (name: $0.0, isText: $0.1) })
        for line in lines {
            var row = [
                line.implementation, number(line.nanosecondsPerRecord),
                number(line.nanosecondsPerRecordMin), number(line.nanosecondsPerRecordMax),
                number(line.bytesPerSecond / 1e6), number(line.ratioToOurs), "\(line.records)",
                "\(line.rounds)",
            ]
            if hasMemory {
                row += [line.residentBytesAtRest, line.residentBytesPeak].map { bytes in
                    bytes.map { number(Double($0) / 1e6) } ?? "-"
                }
            }
            table.append(row)
        }
        return table
    }

    private var growthTable: TextTable {
        var table = TextTable([
            ("implementation", true), ("events", false), ("markets", false), ("offers", false),
            ("ns/record", false), ("min", false), ("max", false), ("growth", false),
        ])
        for line in growth {
            table.append([
                line.implementation, "\(line.events)", "\(line.markets)", "\(line.offers)",
                number(line.nanosecondsPerRecord), number(line.nanosecondsPerRecordMin),
                number(line.nanosecondsPerRecordMax), number(line.growth),
            ])
        }
        return table
    }

    private var omissions: String {
        var lines: [String] = []
        for line in tasks where !line.leavesOut.isEmpty {
            let text = "- \(line.task), \(line.implementation): \(line.leavesOut)."
            if !lines.contains(text) { lines.append(text) }
        }
        return lines.joined(separator: "\n")
    }

    /// Three digits that count, or all before the point.
    private func number(_ value: Double) -> String {
        let decimals = value < 10 ? 2 : value < 100 ? 1 : 0
        return String(format: "%.\(decimals)f", value)
    }
}
