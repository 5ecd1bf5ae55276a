import OddsBetting
import OddsJSON

/// A price as the second provider's wire has it: the odds are 1 + up/down.
struct FractionalPrice: Equatable, Sendable {
    let up: Int64
    let down: Int64

    /// The digits that a part may have.
    private static let digitsMax = 15
    private static let one = Odds.unitsOfOne

    /// The fraction, in lowest terms, whose odds are exactly those.
    ///
    /// - Parameter odds: From 1.
    init(_ odds: Odds) {
        precondition(odds.units >= Self.one, "odds below 1 are no fraction of the wire")
        var (divisor, rest) = (odds.units, Self.one)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        up = (odds.units - Self.one) / divisor
        down = Self.one / divisor
    }

    /// Reads both parts, as text of digits or as numbers without a sign, a fraction and an
    /// exponent; `nil` for others, and for a lower part of 0.
    init?(up: JSONValue?, down: JSONValue?) {
        guard let up = Self.part(up), let down = Self.part(down), down > 0 else { return nil }
        self.up = up
        self.down = down
    }

    private static func part(_ value: JSONValue?) -> Int64? {
        switch value {
        case .string(let text), .number(let text):
            guard (1...digitsMax).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else {
                return nil
            }
            return Int64(text)
        default: return nil
        }
    }

    /// The price as odds, cut to eight places; `nil` beyond ten digits before the point.
    var ticketPrice: TicketPrice? {
        let (units, rest) = (Int128(up) * Int128(Self.one)).quotientAndRemainder(
            dividingBy: Int128(down))
        let odds = units + Int128(Self.one)
        guard odds <= Int128(Odds.max.units) else { return nil }
        return TicketPrice(odds: Odds(units: Int64(odds)), isCut: rest > 0)
    }
}
