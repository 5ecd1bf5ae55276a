import OddsBetting
import OddsJSON
import OddsTraffic

/// A ticket of which somebody wants to know what it may be placed for.
package struct BettingOptions: Sendable {
    let selections: [BettingSelection]
    private let typeName: String
    private let systemName: String?
    private let stake: Money

    /// Reads the arguments of a call.
    init(_ arguments: JSONValue) throws(FeedError) {
        selections = try BettingSelection.list(in: arguments)
        guard case .string(let type) = arguments["type"] else {
            throw FeedError("\"type\" must be text such as SINGLE")
        }
        typeName = type
        switch arguments["systemBetType"] {
        case nil, .null: systemName = nil
        case .string(let name): systemName = name
        default: throw FeedError("\"systemBetType\" must be text such as 2/3")
        }
        switch arguments["stakeAmount"] {
        case nil, .null: stake = .zero
        case .number(let text):
            guard let amount = Money(jsonNumber: text) else { throw Self.wrongStake }
            stake = amount
        default: throw Self.wrongStake
        }
    }

    private static let wrongStake = FeedError(
        "\"stakeAmount\" must be a number with at most ten digits before the point and two "
            + "after it")

    func answer(_ offers: [OfferQuote]) throws(FeedError) -> JSONValue {
        var quotes: [OfferQuote] = []
        for selection in selections {
            guard let quote = offers.first(where: { $0.offerID == selection.offer }) else {
                throw FeedError("there is no offer \(selection.offer)")
            }
            quotes.append(quote)
        }
        guard let formula = formula(quotes) else {
            throw FeedError("\"type\", \"systemBetType\": do not fit the number of selections")
        }
        guard let factor = formula.factor else {
            throw FeedError("the odds have together more than ten digits before the point")
        }
        let winning = StakeRange.returned(stake, formula, isFree: false)
        guard winning <= Self.winningMax else {
            throw FeedError("\"stakeAmount\": would win more than \(Self.winningMax.text)")
        }
        return [
            "success": true, "minStake": StakeRange.least(lines: formula.lines).json,
            "maxStake": StakeRange.greatest(formula, isFree: false).json,
            "priceValueFactor": .number(factor.text),
            "availableForManualBetRequest": false, "freeBets": [], "oddsBoosts": [],
            "stakeBacks": [], "betBuilder": .array(builders(quotes)),
            "forbiddenCombinations": .array(forbidden(quotes)),
            "maxWinningAndTaxes": ["maxWinning": winning.json, "taxEnabled": false],
        ]
    }

    /// The greatest amount that clients read.
    private static let winningMax = Money(minorUnits: 999_999_999_999)

    private func formula(_ quotes: [OfferQuote]) -> BetReturn? {
        if typeName == "SINGLE", systemName == nil, quotes.count > 1 {
            let builders = groups(quotes)
            guard builders.count == 1, builders[0].quotes.count == quotes.count,
                let price = builders[0].price
            else { return nil }
            return BetReturn(others: [SelectionValue(open: price)], type: .single)
        }
        guard let type = BetType(wireName: typeName, systemName: systemName) else { return nil }
        let values = zip(selections, quotes).map { selection, quote in
            (value: SelectionValue(open: quote.exactOdds), isBanker: selection.isBanker)
        }
        let (bankers, others) = type.divide(values, isBanker: \.isBanker)
        guard systemName == nil || systemName == type.systemName(count: others.count) else {
            return nil
        }
        return BetReturn(
            bankers: bankers.map(\.value), others: others.map(\.value), type: type)
    }

    /// The selections of one event that may be played together.
    private struct Group {
        let quotes: [OfferQuote]

        var price: Odds? { BetBuilder.price(of: quotes.map(\.exactOdds)) }
    }

    private func groups(_ quotes: [OfferQuote]) -> [Group] {
        var events: [UInt64] = []
        for quote in quotes where !events.contains(quote.eventID) { events.append(quote.eventID) }
        return events.map { event in quotes.filter { $0.eventID == event } }.filter { group in
            group.count > 1 && Set(group.map(\.marketID)).count == group.count
        }.map(Group.init)
    }

    private func builders(_ quotes: [OfferQuote]) -> [JSONValue] {
        groups(quotes).compactMap { group in
            guard let price = group.price else { return nil }
            let selections = group.quotes.map { quote -> JSONValue in
                [
                    "bettingOfferId": "\(quote.offerID)", "outcomeId": "\(quote.outcomeID)",
                    "bettingTypeId": "\(quote.bettingTypeID)",
                    "priceValue": .number(quote.exactOdds.text), "banker": false,
                ]
            }
            return ["selections": .array(selections), "betBuilderOdds": .number(price.text)]
        }
    }

    /// Each two selections of one event.
    private func forbidden(_ quotes: [OfferQuote]) -> [JSONValue] {
        quotes.indices.flatMap { first in
            quotes[(first + 1)...].filter { $0.eventID == quotes[first].eventID }.map { second in
                let pair = [quotes[first], second].map { quote -> JSONValue in
                    ["bettingOfferId": "\(quote.offerID)"]
                }
                return ["selections": .array(pair)]
            }
        }
    }
}
