import OddsBetting
import OddsJSON
import OddsTopics
import OddsTraffic
import OddsWAMP

/// A call about a ticket that is not placed yet.
package enum BettingCall: Sendable {
    /// What the ticket may be placed for.
    case options(BettingOptions)
    /// The systems that so many selections allow, without bankers.
    case systems(count: Int)

    /// The call of a procedure; `nil` if there is no such procedure.
    ///
    /// - Throws: `FeedError` that names the argument that cannot be used.
    package init?(procedure: String, keywords: JSONObjectText) throws(FeedError) {
        switch procedure {
        case EMFeed.bettingOptions: self = .options(try BettingOptions(Self.value(of: keywords)))
        case EMFeed.systemBets:
            let selections = try BettingSelection.list(in: Self.value(of: keywords))
            self = .systems(count: selections.count { !$0.isBanker })
        default: return nil
        }
    }

    private static func value(of keywords: JSONObjectText) throws(FeedError) -> JSONValue {
        do {
            return try keywords.utf8.withUnsafeBytes { try JSONValue(json: $0) }
        } catch {
            let what = (error as? JSONSyntaxError)?.what ?? "\(error)"
            throw FeedError("keyword arguments: \(what)")
        }
    }

    /// The offers that the answer depends on.
    package var offers: [UInt64] {
        if case .options(let options) = self { options.selections.map(\.offer) } else { [] }
    }

    /// The keyword arguments of the answer.
    ///
    /// - Parameter quotes: The offers as they are now.
    /// - Throws: `FeedError` for an offer that does not exist.
    package func answer(_ quotes: [OfferQuote]) throws(FeedError) -> [UInt8] {
        switch self {
        case .options(let options): try options.answer(quotes).json
        case .systems(let count): Self.systems(of: count).json
        }
    }

    private static func systems(of count: Int) -> JSONValue {
        let sizes = (1..<max(1, count)).map { size in
            (id: "\(size)/\(count)", type: BetType.system(size: size))
        }
        let named = NamedBetType.allCases.filter { $0.count == count }.map { type in
            (id: type.rawValue, type: BetType.named(type))
        }
        let list = (sizes + named).map { system -> JSONValue in
            [
                "id": .string(system.id), "name": .string(system.type.title(count: count)),
                "numberOfBets": .number(system.type.lines(count: count) ?? 0),
            ]
        }
        return ["systemBets": .array(list)]
    }
}
