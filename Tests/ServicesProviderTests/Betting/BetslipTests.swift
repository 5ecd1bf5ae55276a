import Foundation
import OddsBetting
import OddsTraffic
import PlatformFixture
import Testing

@testable import ServicesProvider

/// The betslip over the feed's socket, and tickets at the odds that the feed shows: platform
/// contract, section 8.7.
@Suite(.serialized, .timeLimit(.minutes(15))) struct BetslipTests {
    /// A world that stands still, its feed, its platform, and a player who is logged in.
    private func withFeed(
        _ form: Form,
        _ body: (any BettingProvider, ServicesProviderClient) async throws -> Void
    ) async throws {
        var traffic = TrafficConfiguration()
        traffic.events = 48
        traffic.markets = 6
        traffic.rate = 500
        traffic.lifeCycleMilliseconds = 60_000
        try await withPlatform(beside: traffic) { running, feed in
            _ = try await feed.pause()
            let player = try #require(try await running.makePlayers(1, balance: "500.00").first)
            let client = ServicesProviderClient(
                providerType: .everymatrix,
                configuration: try running.configuration(feed: feed.url))
            client.connect()
            defer { client.disconnect() }
            _ = try await client.login(username: player.username, password: player.password)
            try await body(form.betting(client), client)
        }
    }

    /// The first outcomes of several markets of each of the first matches to come.
    private func selections(
        _ client: ServicesProviderClient, events: Int, markets: Int = 1
    ) async throws -> [[BetTicketSelection]] {
        let lists = try client.subscribePreLiveMatches(
            forSportType: nil, initialDate: nil, endDate: nil, eventCount: 20, sortType: .feed)
        for try await change in lists {
            guard case .contentUpdate(let groups) = change else { continue }
            let all = groups.flatMap(\.events).map { event in
                event.markets.compactMap { market in
                    market.outcomes.first { $0.bettingOffers.first?.isAvailable == true }
                        .flatMap { BetTicketSelection($0, of: market, in: event) }
                }
            }
            let found = all.filter { $0.count >= markets }.prefix(events)
            #expect(found.count == events)
            return found.map { Array($0.prefix(markets)) }
        }
        return []
    }

    @Test(arguments: Form.allCases)
    func returnIsTheServersFigureAndThatOfTheFormula(_ form: Form) async throws {
        try await withFeed(form) { bets, client in
            var picks = try await selections(client, events: 4).flatMap(\.self)
            picks[0].isBanker = true
            for (type, chosen) in [
                (BetType.single, Array(picks.suffix(1))), (.multiple, Array(picks.suffix(3))),
                (.system(size: 2), picks), (.named(.trixie), Array(picks.suffix(3))),
            ] {
                let ticket = BetTicket(type: type, selections: chosen, stake: 12)
                let found = try await bets.calculatePotentialReturn(forBetTicket: ticket)
                let values = chosen.map { pick in
                    (SelectionValue(open: Odds("\(pick.odds)")!), pick.isBanker)
                }
                let formula = try #require(
                    BetReturn(
                        bankers: values.filter(\.1).map(\.0),
                        others: values.filter { !$0.1 }.map(\.0), type: type))
                #expect(found.amount == Decimal(formula.minorUnits(stake: 1_200)) / 100)
                #expect(found.totalOdds == formula.factor.map { decimal($0.text) })
                // The prices that bets meet are those that the socket sends.
                let bet = try await bets.place(ticket)
                #expect(bet.potentialReturn == found.amount)
                #expect(bet.selections.map(\.odds) == chosen.map(\.odds))
            }
        }
    }

    @Test(arguments: Form.allCases)
    func typesAreThoseThatTheSelectionsAllow(_ form: Form) async throws {
        try await withFeed(form) { bets, client in
            let picks = try await selections(client, events: 3, markets: 2)
            let firsts = picks.map { $0[0] }
            let one = try await bets.getAllowedBetTypes(
                withBetTicketSelections: Array(firsts.prefix(1)))
            #expect(one.map(\.type) == [.single] && one.map(\.numberOfBets) == [1])
            let three = try await bets.getAllowedBetTypes(withBetTicketSelections: firsts)
            #expect(
                three.map(\.type) == [
                    .multiple, .system(size: 1), .system(size: 2), .named(.trixie),
                    .named(.patent),
                ])
            #expect(three.map(\.numberOfBets) == [1, 3, 3, 4, 7])
            #expect(three[2].name == "Doubles")
            // A banker is in every combination, and makes none.
            var four = try await selections(client, events: 4).map { $0[0] }
            four[0].isBanker = true
            let banked = try await bets.getAllowedBetTypes(withBetTicketSelections: four)
            #expect(banked.map(\.type) == three.map(\.type))
            #expect(banked.map(\.numberOfBets) == three.map(\.numberOfBets))
            let none = try await bets.getAllowedBetTypes(withBetTicketSelections: picks[0])
            #expect(none.isEmpty)
        }
    }

    @Test(arguments: Form.allCases)
    func optionsSayWhatMayBePlaced(_ form: Form) async throws {
        try await withFeed(form) { bets, client in
            let picks = try await selections(client, events: 2, markets: 2)
            let options = try await bets.calculateUnifiedBettingOptions(
                betType: .multiple, selections: picks.map { $0[0] }, stakeAmount: nil)
            #expect(options.minStake == decimal("0.35") && options.potentialReturn == 0)
            #expect(options.forbiddenCombinations.isEmpty && options.betBuilders.isEmpty)
            let same = try await bets.calculateUnifiedBettingOptions(
                betType: .multiple, selections: picks[0] + [picks[1][0]], stakeAmount: 1)
            #expect(
                same.forbiddenCombinations.map(Set.init)
                    == [Set(picks[0].map(\.bettingOfferID))])
            #expect(
                same.betBuilders.map { Set($0.bettingOfferIDs) }
                    == [Set(picks[0].map(\.bettingOfferID))])
            for (type, stake) in [(BetType.multiple, 1), (.named(.heinz), 1)] {
                let error = try await failure {
                    _ = try await bets.calculateUnifiedBettingOptions(
                        betType: type, selections: [picks[0][0]], stakeAmount: Decimal(stake))
                }
                guard case .errorDetailedMessage("wamp.error.invalid_argument", _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func selectionsOfOneEventArePlacedAsOne(_ form: Form) async throws {
        try await withFeed(form) { bets, client in
            let picks = try await selections(client, events: 2, markets: 3)
            let ticket = BetTicket(type: .single, selections: picks[0], stake: 2)
            let found = try await bets.calculateBetBuilderPotentialReturn(forBetTicket: ticket)
            let price = try #require(found.totalOdds)
            let formula = BetBuilder.price(of: picks[0].map { Odds("\($0.odds)")! })
            #expect(price == (formula.map { decimal($0.text) }))
            let bet = try await bets.placeBetBuilderBet(
                betTicket: ticket, calculatedOdd: price, options: PlaceBetsOptions())
            #expect(bet.potentialReturn == found.amount && found.amount > 2)
            let shown = try await bets.getBetDetails(identifier: bet.betID)
            #expect(shown.isBetBuilder && shown.totalOdds == price)
            let changed = try await failure {
                _ = try await bets.placeBetBuilderBet(
                    betTicket: ticket, calculatedOdd: price + 1, options: PlaceBetsOptions())
            }
            #expect(
                changed
                    == .oddsChanged([
                        OddsChange(
                            bettingOfferID: picks[0][0].bettingOfferID, requested: price + 1,
                            current: price)
                    ]))
            let mixed = BetTicket(
                type: .single, selections: picks.map { $0[0] }, stake: 2)
            let error = try await failure {
                _ = try await bets.calculateBetBuilderPotentialReturn(forBetTicket: mixed)
            }
            guard case .errorDetailedMessage("wamp.error.invalid_argument", _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func capabilitiesSayExactlyWhatIsOffered() async throws {
        #expect(
            Set(bettingFunctions.map(\.capability)) == [
                .betHistory, .betslip, .bettingOptions, .placing, .betOffers, .oddsChangeSettings,
                .freebetBalance, .cashout, .betBuilder, .bookingCodes,
            ])
        try await withFeed(.async) { _, client in
            for function in bettingFunctions {
                let error = try await failure { try await function.call(client) }
                #expect(
                    client.capabilities.contains(function.capability)
                        == (error != .notSupportedForProvider))
            }
        }
    }
}
