import OddsResults

/// Bytes by function as a text table, with the share of each function.
package enum FoldedStacksTable {
    package static func text(_ stacks: FoldedStacks) -> String {
        let total = stacks.bytes.values.reduce(0, +)
        // In a difference, growth and shrinkage must not cancel out.
        let moved = stacks.bytes.values.reduce(0) { $0 + abs($1) }
        var table = TextTable(header: ["function", "bytes", "share"])
        table.add(["all", "\(total)", ""])
        for (function, count) in stacks.byFunction {
            let share = Double(count) / Double(moved)
            table.add([shortened(function), "\(count)", FigureFormat.percent(share)])
        }
        return table.lines.joined(separator: "\n") + "\n"
    }

    /// Specialized generics have names of hundreds of characters, which the folded
    /// stacks have whole.
    private static func shortened(_ function: String) -> String {
        function.count > nameLengthMax ? function.prefix(nameLengthMax - 1) + "…" : function
    }

    private static let nameLengthMax = 64
}
