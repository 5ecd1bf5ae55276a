import OddsResults

/// Bytes by function for people, with each one's share of all that moved.
package enum FoldedStacksTable {
    package static func text(_ stacks: FoldedStacks) -> String {
        let total = stacks.bytes.values.reduce(0, +)
        // Of a difference, what came and what went do not make up for each other.
        let moved = stacks.bytes.values.reduce(0) { $0 + abs($1) }
        var table = TextTable(header: ["function", "bytes", "share"])
        table.add(["all", "\(total)", ""])
        for (function, count) in stacks.byFunction {
            let share = Double(count) / Double(moved)
            table.add([function, "\(count)", FigureFormat.percent(share)])
        }
        return table.lines.joined(separator: "\n") + "\n"
    }
}
