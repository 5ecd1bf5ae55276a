import Foundation

extension ProviderTable {
    /// The table for a terminal, and whether the goal was met.
    public static func text(_ lines: [Line]) -> String {
        var rows = [
            "frames   wire         bytes/update  ns/update  ns/byte  times EM's per byte"
        ]
        rows += lines.map { line in
            let bytes = Double(line.bytes) / Double(line.updates)
            return line.workload.padding(toLength: 9, withPad: " ", startingAt: 0)
                + line.provider.rawValue.padding(toLength: 13, withPad: " ", startingAt: 0)
                + String(
                    format: "%12.0f %10.0f %8.3f  %.2f (%.2f to %.2f)", bytes,
                    line.nanosecondsPerUpdate, line.nanosecondsPerByte, line.ratioPerByte,
                    line.ratioPerByteMin, line.ratioPerByteMax)
        }
        let missed = lines.filter { $0.ratioPerByte > ratioPerByteMax }
        let goal = String(format: "%.1f", ratioPerByteMax)
        rows.append(
            missed.isEmpty
                ? "Goal met: at most \(goal) times EM's cost per byte."
                : "Goal MISSED (at most \(goal) times EM's cost per byte): "
                    + missed.map(\.workload).joined(separator: ", ") + ".")
        return rows.joined(separator: "\n")
    }
}
