import OddsBetting
import OddsJSON

/// A selection of a ticket that is not placed yet.
struct BettingSelection: Sendable {
    let offer: UInt64
    let isBanker: Bool

    private static let countMax = 20

    /// Those of a call's arguments.
    static func list(in arguments: JSONValue) throws(FeedError) -> [BettingSelection] {
        guard case .array(let elements) = arguments["selections"],
            (1...countMax).contains(elements.count)
        else { throw FeedError("\"selections\" must be a list of 1 to \(countMax) objects") }
        var selections: [BettingSelection] = []
        for element in elements { selections.append(try BettingSelection(element)) }
        return selections
    }

    private init(_ element: JSONValue) throws(FeedError) {
        guard case .string(let text) = element["bettingOfferId"], let offer = UInt64(text),
            text == "\(offer)"
        else { throw FeedError("\"bettingOfferId\" must be the text of an offer's id") }
        self.offer = offer
        // The price of the moment counts, whatever the caller has seen.
        switch element["priceValue"] {
        case nil, .null: break
        case .number(let text) where Odds(text) != nil: break
        default:
            throw FeedError(
                "\"priceValue\" must be a number with at most ten digits before the point and "
                    + "eight after it")
        }
        switch element["banker"] {
        case nil, .null: isBanker = false
        case .bool(let value): isBanker = value
        default: throw FeedError("\"banker\" must be true or false")
        }
    }
}
