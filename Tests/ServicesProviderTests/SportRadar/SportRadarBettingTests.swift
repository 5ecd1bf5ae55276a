import Foundation
import OddsBetting
import OddsSimulator
import PlatformFixture
import Testing

@testable import ServicesProvider

/// Bets of the second provider against the real service: contract of the second provider,
/// section 9.
@Suite(.timeLimit(.minutes(5))) struct SportRadarBettingTests {
    private typealias Place = ScriptedWorld.Place

    // MARK: Placing

    /// S10.
    @Test func betIsPlacedFoundByItsIDSoldAndSettled() async throws {
        try await withSportRadarBettor { client, running, world in
            let tickets = (0..<2).map { BetTicket.srSingle(on: $0) }
            let placed = try await client.placeBets(
                betTickets: tickets, useFreebetBalance: false
            ).bets
            #expect(placed.count == 2 && placed.allSatisfy { $0.status == .opened })
            #expect(placed.map { $0.selections.map(\.odds) } == [[2], [2]])
            #expect(placed[0].selections[0].bettingOfferID == Place(0).selectionID)
            #expect(placed[0].potentialReturn == 20)
            #expect(try await client.getUserBalance().real == 30)
            let open = try await client.getOpenBetsHistory(
                pageIndex: 0, startDate: nil, endDate: nil)
            #expect(Set(open.bets.map(\.id)) == Set(placed.map(\.betID)))
            for (index, bet) in placed.enumerated() {
                let found = try await client.getBetDetails(identifier: bet.betID)
                #expect(found.id == bet.betID && found.status == .opened)
                #expect(found.stake == 10 && found.currency == "EUR" && found.type == .single)
                #expect(found.selections.map(\.eventID) == [tickets[index].selections[0].eventID])
                #expect(open.bets.contains(found))
            }
            // Sold, a part first.
            let sold = placed[0].betID
            #expect(Set(try await client.allowedCashoutBetIds()) == Set(placed.map(\.betID)))
            let part = try await client.calculateCashout(betId: sold, stakeValue: 4)
            let partial = try await client.executeCashout(
                request: CashoutRequest(betID: sold, value: part, kind: .partial(stake: 4)))
            #expect(partial.payout == part && partial.partialStake == 4)
            let rest = try await client.calculateCashout(betId: sold, stakeValue: nil)
            #expect(
                try await failure {
                    _ = try await client.executeCashout(
                        request: CashoutRequest(betID: sold, value: rest + 1))
                } == .cashout(.outOfThreshold))
            let whole = try await client.executeCashout(
                request: CashoutRequest(betID: sold, value: rest))
            #expect(whole.payout == rest && whole.partialStake == nil)
            #expect(try await client.getUserBalance().real == 30 + part + rest)
            let cashedOut = try await client.getCashedOutBetsHistory(
                pageIndex: 0, startDate: nil, endDate: nil)
            #expect(cashedOut.bets.map(\.id) == [sold])
            #expect(cashedOut.bets.first?.status == .cashedOut)
            #expect(cashedOut.bets.first?.cashedOutAmount == part + rest)
            #expect(
                try await failure {
                    _ = try await client.executeCashout(
                        request: CashoutRequest(betID: sold, value: rest))
                } == .cashout(.noCurrentOdds))
            // Settled.
            try await running.settle([Place(1): .won])
            let won = try await client.getWonBetsHistory(
                pageIndex: 0, startDate: nil, endDate: nil)
            #expect(won.bets.map(\.id) == [placed[1].betID])
            #expect(won.bets.first?.netReturns == 20)
            #expect(won.bets.first?.selections.map(\.status) == [.won])
            let resolved = try await client.getResolvedBetsHistory(
                pageIndex: 0, startDate: nil, endDate: nil)
            #expect(Set(resolved.bets.map(\.id)) == Set(placed.map(\.betID)))
            #expect(try await client.getUserBalance().real == 50 + part + rest)
            #expect(try await running.isLedgerRight())
        }
    }

    /// S10: the same player on both providers at once.
    @Test func playerOfBothProvidersHasOneBalanceAndOneHistory() async throws {
        let world = ScriptedWorld(events: 3)
        try await withSportRadar(world: world) { running in
            try await running.withSportRadarLogin { client, player in
                try await running.withClient { first in
                    _ = try await first.login(
                        username: player.username, password: player.password)
                    async let one = client.placeBets(
                        betTickets: [.srSingle()], useFreebetBalance: false)
                    async let other = first.place(.single(on: 1))
                    let ids = [try await one.bets[0].betID, try await other.betID]
                    #expect(try await client.getUserBalance().real == 30)
                    #expect(try await first.getUserBalance().real == 30)
                    let seen = try await client.getBetHistory(pageIndex: 0).bets
                    #expect(seen.count == 2 && seen.contains { $0.id == ids[0] })
                    #expect(
                        try await first.getBetHistory(pageIndex: 0).bets.contains {
                            $0.id == ids[1]
                        })
                    // That of the first provider is sold at the second.
                    let id = try #require(seen.first { $0.id != ids[0] }).id
                    let value = try await client.calculateCashout(betId: id, stakeValue: nil)
                    _ = try await client.executeCashout(
                        request: CashoutRequest(betID: id, value: value))
                    #expect(
                        try await first.getBetDetails(identifier: ids[1]).status == .cashedOut)
                    #expect(try await running.isLedgerRight())
                }
            }
        }
    }

    @Test func fiftyBetsAtOnceOnMoneyForFivePlaceFive() async throws {
        try await withSportRadarBettor { client, running, _ in
            let response = try await client.placeBets(
                betTickets: Array(repeating: .srSingle(), count: 50), useFreebetBalance: false)
            #expect(response.bets.count == 5 && Set(response.bets.map(\.betID)).count == 5)
            for case .failure(let error) in response.results {
                guard case .notPlacedBet(let text) = error, text.contains("funds") else {
                    Issue.record("\(error)")
                    return
                }
            }
            #expect(try await client.getUserBalance().real == 0)
            #expect(try await running.isLedgerRight())
        }
    }

    @Test func lostAnswersPlaceNoBetTwice() async throws {
        try await withSportRadarBettor({ $0.network.attemptsMax = 100 }) { client, running, _ in
            running.faults.set(
                FaultPlan(rules: [
                    FaultRule(.httpCut, probability: 0.5, route: "/api/betting/fo/betslip")
                ]))
            var options = PlaceBetsOptions()
            for number in 0..<5 {
                options.idempotencyKey = "k\(number)"
                let tickets = [BetTicket.srSingle("5")]
                let first = try await client.placeBets(
                    betTickets: tickets, useFreebetBalance: false, options: options)
                let again = try await client.placeBets(
                    betTickets: tickets, useFreebetBalance: false, options: options)
                #expect(first.bets == again.bets)
            }
            running.faults.set(FaultPlan())
            #expect(try await client.getUserBalance().real == 25)
            #expect(try await client.getBetHistory(pageIndex: 0).bets.count == 5)
        }
    }

    @Test(arguments: [
        (BetType.multiple, 2, "10", 1, "40"), (.multiple, 3, "1", 1, "8"),
        (.multiple, 4, "1", 1, "16"), (.system(size: 2), 3, "9", 3, "36"),
        (.named(.trixie), 3, "4", 4, "20"), (.named(.lucky15), 4, "15", 15, "80"),
    ])
    func typesAreThoseOfTheTicket(
        _ type: BetType, _ count: Int, _ stake: String, _ lines: Int, _ potential: String
    ) async throws {
        try await withSportRadarBettor { client, _, _ in
            let ticket = BetTicket(
                type: type, selections: (0..<count).map { Place($0).srPick() },
                stake: decimal(stake))
            #expect(ticket.numberOfCombinations == lines)
            let calculated = try await client.calculatePotentialReturn(forBetTicket: ticket)
            #expect(calculated.amount == decimal(potential))
            let placed = try await client.placeBets(
                betTickets: [ticket], useFreebetBalance: false
            ).bets[0]
            #expect(placed.potentialReturn == calculated.amount)
            #expect(placed.selections.count == count)
            let bet = try await client.getBetDetails(identifier: placed.betID)
            #expect(bet.type == type && bet.stake == decimal(stake))
            #expect(bet.totalOdds == calculated.totalOdds)
            #expect(
                bet.selections.map(\.bettingOfferID)
                    == (0..<count).map { Place($0).selectionID })
            #expect(try await client.getUserBalance().real == 50 - decimal(stake))
        }
    }

    @Test func stakeThatTheLinesCannotShareIsNotSent() async throws {
        try await withScriptedSportRadar { _ throws(HTTPTransportError) in
            .json(200)
        } _: {
            client, transport in
            let ticket = { (stake: String) in
                BetTicket(
                    type: .system(size: 2), selections: (0..<3).map { Place($0).srPick() },
                    stake: decimal(stake))
            }
            for (stake, nearest) in [
                ("10", "9.99"), ("10.01", "10.02"), ("0.01", "0.03"), ("9", "9"), ("1.5", "1.5"),
            ] {
                #expect(ticket(stake).nearestDivisibleStake == decimal(nearest))
            }
            #expect(ticket("1.005").nearestDivisibleStake == nil)
            var banker = ticket("9")
            banker.selections[0].isBanker = true
            for wrong in [
                ticket("10"), ticket("1.005"), banker, .srSingle(odds: "1"),
                .srSingle(odds: "1.123456789"),
                BetTicket(type: .multiple, selections: [Place(0).srPick()], stake: 1),
            ] {
                let error = try await failure {
                    _ = try await client.placeBets(betTickets: [wrong], useFreebetBalance: false)
                }
                #expect(error == .invalidRequestFormat)
                #expect(
                    try await failure {
                        _ = try await client.calculatePotentialReturn(forBetTicket: wrong)
                    } == .invalidRequestFormat)
            }
            #expect(transport.requests.isEmpty)
        }
    }

    @Test func allowedTypesAreTheServers() async throws {
        try await withSportRadarBettor { client, _, _ in
            let types = try await client.getAllowedBetTypes(
                withBetTicketSelections: (0..<3).map { Place($0).srPick() })
            #expect(
                types.map(\.type) == [
                    .multiple, .system(size: 1), .system(size: 2), .named(.trixie),
                    .named(.patent),
                ])
            #expect(types.map(\.numberOfBets) == [1, 3, 3, 4, 7])
            #expect(types.first?.name == "Treble")
            #expect(
                try await client.getAllowedBetTypes(
                    withBetTicketSelections: [Place(0).srPick(), Place(0, 1).srPick()]) == [])
        }
    }

    @Test func freeBetTakesFreeBetMoneyAlone() async throws {
        try await withSportRadarBettor { client, running, _ in
            let bet = try await client.placeBets(
                betTickets: [.srSingle("5")], useFreebetBalance: true
            ).bets[0]
            #expect(bet.potentialReturn == 5)
            #expect(try await client.getFreebetBalance() == 0)
            #expect(try await client.getUserBalance().real == 50)
            #expect(try await client.getBetDetails(identifier: bet.betID).isFreeBet)
        }
    }

    // MARK: Refusals

    @Test func refusalsHaveTheirErrors() async throws {
        try await withSportRadarBettor { client, running, world in
            world.set(Place(1), odds: 200, isOpen: false)
            _ = try await client.setUserLimit(.wagering, .weekly, amount: 45)
            let place = { (ticket: BetTicket) in
                try await failure {
                    _ = try await client.placeBets(betTickets: [ticket], useFreebetBalance: false)
                }
            }
            for (ticket, words) in [
                (BetTicket.srSingle(on: 9), "unknown"), (.srSingle(on: 1), "takes no bets"),
                (.srSingle(odds: "1.9"), "have changed"), (.srSingle("0.34"), "between"),
            ] {
                guard case .notPlacedBet(let text) = try await place(ticket) else {
                    Issue.record("\(words): no such refusal")
                    continue
                }
                #expect(text.contains(words))
            }
            #expect(
                try await place(.srSingle("45.01"))
                    == .limitExceeded(LimitKind(subject: .wagering, period: .weekly)))
            _ = try await client.setUserConsents(consentVersionIds: [], unconsentVersionIds: [11])
            #expect(try await place(.srSingle()) == .sessionBlocked([.consents]))
            // 403 is no expired session here.
            #expect(try await running.pamCount("POST", "login") == 1)
            #expect(try await running.pamCount("GET", "openGameSession") == 1)
            var options = PlaceBetsOptions()
            options.currency = "USD"
            #expect(
                try await failure {
                    _ = try await client.placeBets(
                        betTickets: [.srSingle()], useFreebetBalance: false, options: options)
                } == .badRequest)
            #expect(
                try await failure { _ = try await client.getBetDetails(identifier: "9.1") }
                    == .notFound)
            #expect(try await client.getUserBalance().real == 50)
        }
    }

    // MARK: Offers of the house

    private func offer(_ client: ServicesProviderClient) async throws -> BetOffer {
        var options = PlaceBetsOptions()
        options.oddsValidationType = .acceptHigher
        let error = try await failure {
            _ = try await client.placeBets(
                betTickets: [.srSingle(odds: "1.9")], useFreebetBalance: false, options: options)
        }
        guard case .betNeedsUserConfirmation(let details) = error else {
            throw error ?? .unknown
        }
        return try #require(BetOffer(betDetails: details))
    }

    /// S11.
    @Test func offerIsConfirmedRejectedOrLapses() async throws {
        try await withSportRadarBettor { client, running, _ in
            let confirmed = try await offer(client)
            #expect(confirmed.selections.map(\.odds) == [2] && confirmed.stake == 10)
            #expect(confirmed.potentialReturn == 20)
            #expect(try await client.getUserBalance().real == 50)
            let bet = try #require(try await client.confirmBet(confirmed))
            #expect(bet.selections.map(\.odds) == [2])
            #expect(try await client.getUserBalance().real == 40)
            #expect(try await client.confirmBet(confirmed) == bet)
            #expect(try await client.getUserBalance().real == 40)
            #expect(try await client.getBetDetails(identifier: bet.betID).id == bet.betID)
            let rejection = try await failure {
                try await client.rejectBet(confirmed)
            }
            guard case .conflict = rejection else {
                Issue.record("a placed bet was rejected")
                return
            }

            let rejected = try await offer(client)
            try await client.rejectBet(rejected)
            try await client.rejectBet(rejected)
            let confirmation = try await failure {
                _ = try await client.confirmBet(rejected)
            }
            guard case .notPlacedBet = confirmation else {
                Issue.record("a rejected offer was placed")
                return
            }
            #expect(try await client.getUserBalance().real == 40)

            let lapsed = try await offer(client)
            _ = try await running.platform.advanceClock(running.reader(#"{"advanceSeconds":30}"#))
            let lateConfirmation = try await failure {
                _ = try await client.confirmBet(lapsed)
            }
            guard case .notPlacedBet = lateConfirmation else {
                Issue.record("an offer was placed too late")
                return
            }
            #expect(try await client.getUserBalance().real == 40)
            #expect(try await client.getBetHistory(pageIndex: 0).bets.map(\.id) == [bet.betID])
            #expect(try await running.isLedgerRight())
        }
    }

    @Test func settingsSayWhatIsTakenWithoutAnOffer() async throws {
        try await withSportRadarBettor { client, _, world in
            let none = OddsChangeSettings(inRunning: .none, beforeMatch: .none)
            #expect(try await client.getOddsChangeSettings() == none)
            let higher = OddsChangeSettings(inRunning: .none, beforeMatch: .higher)
            #expect(try await client.updateOddsChangeSettings(higher) == higher)
            var options = PlaceBetsOptions()
            options.oddsValidationType = .acceptHigher
            let ticket = BetTicket.srSingle(odds: "1.9")
            let placed = try await client.placeBets(
                betTickets: [ticket], useFreebetBalance: false, options: options)
            #expect(placed.bets.first?.selections.map(\.odds) == [2])
            world.set(Place(0), odds: 180)
            let refusal = try await failure {
                _ = try await client.placeBets(
                    betTickets: [ticket], useFreebetBalance: false, options: options)
            }
            guard case .betNeedsUserConfirmation = refusal else {
                Issue.record("lower odds were taken")
                return
            }
        }
    }

    // MARK: Custom bets

    @Test func customBetIsCalculatedAndPlaced() async throws {
        try await withSportRadarBettor { client, _, _ in
            let ticket = BetTicket(
                type: .single, selections: [Place(0).srPick(), Place(0, 1).srPick()], stake: 10)
            let calculated = try await client.calculateBetBuilderPotentialReturn(
                forBetTicket: ticket)
            // 1 + (2·2 − 1)·0.9
            #expect(calculated.totalOdds == decimal("3.7") && calculated.amount == 37)
            let odds = try #require(calculated.totalOdds)
            let placed = try await client.placeBetBuilderBet(
                betTicket: ticket, calculatedOdd: odds)
            #expect(placed.potentialReturn == 37)
            let bet = try await client.getBetDetails(identifier: placed.betID)
            #expect(bet.isBetBuilder && bet.type == .single && bet.selections.count == 2)
            let refusal = try await failure {
                _ = try await client.placeBetBuilderBet(
                    betTicket: ticket, calculatedOdd: odds + 1)
            }
            guard case .notPlacedBet = refusal else {
                Issue.record("another price was taken")
                return
            }
        }
    }

    // MARK: Histories

    @Test func betsPlacedWhilePagingNeitherShowTwiceNorHideOthers() async throws {
        try await withSportRadarBettor { client, _, _ in
            var old: Set<String> = []
            for _ in 0..<45 {
                let placed = try await client.placeBets(
                    betTickets: [.srSingle("0.5")], useFreebetBalance: false)
                old.insert(placed.bets[0].betID)
            }
            var seen: [Bet] = []
            for page in 0..<3 {
                let bets = try await client.getOpenBetsHistory(
                    pageIndex: page, startDate: nil, endDate: nil)
                #expect(bets.bets.count == (page < 2 ? 20 : 5) && bets.droppedCount == 0)
                #expect(bets.hasNextPage == (page < 2))
                seen += bets.bets
                _ = try await client.placeBets(
                    betTickets: [.srSingle("0.5")], useFreebetBalance: false)
            }
            #expect(seen.map(\.id).count == 45 && Set(seen.map(\.id)) == old)
            #expect(seen.map(\.placedDate) == seen.map(\.placedDate).sorted(by: >))
            #expect(
                try await client.getOpenBetsHistory(
                    pageIndex: 3, startDate: nil, endDate: nil
                ).bets.isEmpty)
            let begin = seen[10].placedDate
            let part = try await client.getOpenBetsHistory(
                pageIndex: 0, startDate: begin, endDate: seen[4].placedDate)
            #expect(part.bets.map(\.id) == seen[5...10].map(\.id))
            #expect(
                try await failure { _ = try await client.getBetHistory(pageIndex: -1) }
                    == .invalidRequestFormat)
        }
    }

    @Test func whatBetsMovedIsListed() async throws {
        try await withSportRadarBettor { client, running, _ in
            _ = try await client.placeBets(betTickets: [.srSingle()], useFreebetBalance: false)
            try await running.settle([Place(0): .won])
            let page = try await client.getWageringTransactionsHistory(TransactionsQuery())
            #expect(page.transactions.map(\.kind) == [.win, .bet])
            #expect(page.transactions.map(\.realAmount) == [20, 10])
            #expect(page.transactions.map(\.balance) == [60, 40])
        }
    }

    @Test func pagesOfTransactionsAreNotShiftedByNewOnes() async throws {
        try await withSportRadarBettor { client, running, _ in
            let bet = {
                _ = try await client.placeBets(
                    betTickets: [.srSingle("0.5")], useFreebetBalance: false)
            }
            for _ in 0..<25 { try await bet() }
            _ = try await running.platform.advanceClock(running.reader(#"{"advanceSeconds":5}"#))
            let first = try await client.getWageringTransactionsHistory(TransactionsQuery())
            #expect(first.transactions.count == 20 && first.previous == nil)
            try await bet()
            var query = TransactionsQuery()
            #expect(first.next != nil)
            query.page = first.next
            let second = try await client.getWageringTransactionsHistory(query)
            #expect(second.transactions.count == 5 && second.next == nil)
            let ids = (first.transactions + second.transactions).map(\.id)
            #expect(Set(ids).count == 25)
            #expect(second.previous != nil)
            query.page = "no"
            #expect(
                try await failure {
                    _ = try await client.getWageringTransactionsHistory(query)
                } == .invalidRequestFormat)
        }
    }
}
