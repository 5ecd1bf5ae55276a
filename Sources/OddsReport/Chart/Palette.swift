/// The numbers of colours. A strategy has one colour on all pages, by its name and not
/// by its place among others.
enum Palette {
    /// The colour of series for comparison.
    static let muted = -1
    /// The colour of the page's text.
    static let ink = -2

    /// How many colours the page has.
    private static let count = 9
    private static let known = ["full": 0, "delta": 1, "graph": 2]

    /// The colour of a strategy, or of another thing by its name.
    static func color(of name: String) -> Int { colors(of: [name])[name] ?? 0 }

    /// The colours of what is drawn together: those of their names; where two names have
    /// the same, the next free one.
    static func colors(of names: [String]) -> [String: Int] {
        var colors: [String: Int] = [:]
        for name in names { colors[name] = known[name] }
        let rest = known.count..<count
        for name in Set(names).subtracting(known.keys).sorted() {
            let own = Int(hash(name) % UInt64(rest.count))
            let candidates = (0..<rest.count).map { rest.lowerBound + (own + $0) % rest.count }
            colors[name] = candidates.first { !colors.values.contains($0) } ?? candidates[0]
        }
        return colors
    }

    /// FNV-1a, the same in all processes.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
