/// Decimal odds, exactly: at most ten digits before the point and eight after it.
public struct Odds: Hashable, Comparable, Sendable {
    /// How many units are 1.
    public static let unitsOfOne: Int64 = 100_000_000

    /// The odds in hundred-millionths.
    public let units: Int64

    /// The greatest odds.
    public static let max = Odds(units: 999_999_999_999_999_999)

    /// - Parameter units: The odds in hundred-millionths, not negative, and at most those of
    ///   `max`.
    public init(units: Int64) {
        precondition(
            0..<10_000_000_000 * Self.unitsOfOne ~= units,
            "odds are not negative, and have at most ten digits before the point")
        self.units = units
    }

    /// Reads a decimal by its exact value, in whatever form JSON allows (`1.85`, `185e-2`);
    /// `nil` if it is negative, has more places, or is no JSON number (RFC 8259, section 6).
    public init?(_ text: some StringProtocol) {
        guard let units = ExactDecimal(jsonNumber: text)?.scaled(places: 8, wholeDigitsMax: 10)
        else { return nil }
        self.init(units: units)
    }

    /// The shortest decimal that reads as this binary number again; `nil` if it has more
    /// places, or is negative or not finite.
    public init?(shortestDecimalOf value: Double) {
        self.init(value.description)
    }

    /// The decimal, without places that are not needed: `1.9`, `2`.
    public var text: String {
        let (whole, fraction) = units.quotientAndRemainder(dividingBy: Self.unitsOfOne)
        guard fraction > 0 else { return "\(whole)" }
        // With a digit in front that keeps the zeros behind the point.
        var digits = Substring("\(Self.unitsOfOne + fraction)".dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    public static func < (left: Odds, right: Odds) -> Bool { left.units < right.units }
}
