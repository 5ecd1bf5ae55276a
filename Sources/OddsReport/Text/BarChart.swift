import Foundation

/// Values over time as columns of block characters, the latest one to the right.
struct BarChart {
    let title: String
    /// `nil` for a gap.
    let values: [Double?]
    /// The number of lines below the title.
    let height: Int
    /// Whether equal distances are equal ratios; from 0 otherwise.
    let isLogarithmic: Bool
    let format: (Double) -> String

    private static let labelWidth = 9
    private static let blocks = Array(" ▁▂▃▄▅▆▇█")

    /// - Parameter columns: The width in characters.
    func lines(columns: Int) -> [String] {
        let shown = values.suffix(max(columns - Self.labelWidth - 3, 1))
        let known = shown.compactMap(\.self)
        let latest = shown.last.flatMap(\.self).map(format) ?? "–"
        guard let low = known.min(), let high = known.max(), high > 0 else {
            return ["\(title)  –"] + Array(repeating: "", count: height)
        }
        let levels = shown.map { $0.map { level($0, low, high) } }
        let rows = (0..<height).reversed().map { row -> String in
            let label = row == height - 1 ? format(high) : row == 0 ? format(bottom(low)) : ""
            let padding = String(repeating: " ", count: max(Self.labelWidth - label.count, 0))
            let bars = levels.map { level in
                Self.blocks[min(max((level ?? 0) - row * 8, 0), 8)]
            }
            return "\(padding)\(label) │\(String(bars))"
        }
        return ["\(title)  \(latest)"] + rows
    }

    private func bottom(_ low: Double) -> Double { isLogarithmic ? low : 0 }

    /// The height of a value in eighths of a line; each value that is there is seen.
    private func level(_ value: Double, _ low: Double, _ high: Double) -> Int {
        let share: Double
        if isLogarithmic {
            let range = log(high / low)
            share = range > 0 ? log(value / low) / range : 0.5
        } else {
            share = value / high
        }
        return max(Int((share * Double(height * 8)).rounded()), 1)
    }
}
