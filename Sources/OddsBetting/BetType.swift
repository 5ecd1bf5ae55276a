/// Which combinations of its selections a bet plays.
///
/// Bankers, of which only systems and the named types know, are in every combination;
/// the sizes are those of the other selections.
public enum BetType: Hashable, Sendable {
    /// One selection.
    case single
    /// All selections together, at least two.
    case multiple
    /// All combinations of that size, at least one selection smaller than all together.
    case system(size: Int)
    /// A type with a name of its own.
    case named(NamedBetType)

    /// The sizes of the combinations that it plays.
    ///
    /// - Parameters:
    ///   - count: The number of selections that are not bankers.
    ///   - bankers: The number of bankers.
    /// - Returns: `nil` if the type does not take so many.
    public func sizes(count: Int, bankers: Int = 0) -> ClosedRange<Int>? {
        switch self {
        case .single: count == 1 && bankers == 0 ? 1...1 : nil
        case .multiple: count >= 2 && bankers == 0 ? count...count : nil
        case .system(let size): size >= 1 && size < count ? size...size : nil
        case .named(let type): count == type.count ? type.smallest...count : nil
        }
    }

    /// The number of combinations, each of which plays the same part of the stake.
    ///
    /// - Parameters:
    ///   - count: The number of selections that are not bankers.
    ///   - bankers: The number of bankers.
    /// - Returns: `nil` if the type does not take so many, or if it has more than `Int.max`.
    public func lines(count: Int, bankers: Int = 0) -> Int? {
        guard let sizes = sizes(count: count, bankers: bankers) else { return nil }
        var lines = 0
        for size in sizes {
            guard let combinations = Combinations.number(of: size, from: count),
                case (let sum, false) = lines.addingReportingOverflow(combinations)
            else { return nil }
            lines = sum
        }
        return lines
    }
}

/// The types of bets that play combinations of several sizes.
public enum NamedBetType: String, CaseIterable, Hashable, Sendable {
    /// Three doubles and a treble of three selections.
    case trixie = "TRIXIE"
    /// All 11 combinations of at least two of four selections.
    case yankee = "YANKEE"
    /// All 26 combinations of at least two of five selections.
    case canadian = "CANADIAN"
    /// All 57 combinations of at least two of six selections.
    case heinz = "HEINZ"
    /// All 7 combinations of three selections, singles included.
    case patent = "PATENT"
    /// All 15 combinations of four selections, singles included.
    case lucky15 = "LUCKY15"
    /// All 31 combinations of five selections, singles included.
    case lucky31 = "LUCKY31"
    /// All 63 combinations of six selections, singles included.
    case lucky63 = "LUCKY63"

    /// The number of selections, without bankers.
    public var count: Int {
        switch self {
        case .trixie, .patent: 3
        case .yankee, .lucky15: 4
        case .canadian, .lucky31: 5
        case .heinz, .lucky63: 6
        }
    }

    /// The size of the smallest combinations.
    public var smallest: Int {
        switch self {
        case .trixie, .yankee, .canadian, .heinz: 2
        case .patent, .lucky15, .lucky31, .lucky63: 1
        }
    }
}

enum Combinations {
    /// How many subsets of a size a set has; `nil` beyond `Int.max`.
    static func number(of size: Int, from count: Int) -> Int? {
        var number: UInt128 = 1
        for index in 0..<min(size, count - size) {
            // Each product is divisible: it counts subsets of `index + 1` elements.
            number = number * UInt128(count - index) / UInt128(index + 1)
            // It only grows.
            guard number <= Int.max else { return nil }
        }
        return Int(number)
    }
}
