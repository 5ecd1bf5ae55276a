/// Values as a row of block characters, with marks at some of them below.
struct Sparkline {
    private let values: [Double]
    private let columns: Int

    private static let blocks = Array("▁▂▃▄▅▆▇█")
    /// The smallest range that fills the height, as a share of the largest value: less is
    /// noise that should not look like more.
    private static let rangeMin = 0.1

    /// - Parameter width: The most characters; of more values, each character is the mean
    ///   of some neighbours.
    init(_ values: [Double], width: Int) {
        self.values = values
        columns = min(width, values.count)
    }

    var blocks: String {
        let means = (0..<columns).map { column in
            let part = values[start(of: column)..<start(of: column + 1)]
            return part.reduce(0, +) / Double(part.count)
        }
        guard let low = means.min(), let high = means.max() else { return "" }
        let range = max(high - low, Self.rangeMin * max(abs(low), abs(high)))
        guard range > 0 else { return String(repeating: Self.blocks[0], count: columns) }
        // The middle of what does not fill the height is the middle of a block, so that
        // noise does not tip over into the next.
        let bottom = high - low < range ? (low + high) / 2 - range * 9 / 16 : low
        return String(
            means.map { mean in
                Self.blocks[min(Int((mean - bottom) / range * 8), 7)]
            })
    }

    /// A `^` below each of the values at some positions, without trailing spaces; empty
    /// if there are none.
    func marks(at positions: [Int]) -> String {
        let marked = Set(
            positions.compactMap { position in
                (0..<columns).last { start(of: $0) <= position }
            })
        guard let last = marked.max() else { return "" }
        return String((0...last).map { marked.contains($0) ? "^" : " " })
    }

    private func start(of column: Int) -> Int { column * values.count / columns }
}
