import Foundation
import OddsBetting
import PlatformFixture
import Testing

@testable import ServicesProvider

/// What the service refuses, and how it comes up: each code and each policy of platform
/// contract, section 9 (P9).
@Suite(.timeLimit(.minutes(5))) struct PlacingErrorTests {
    /// A ticket that the service refuses, in a world of four events at odds of 2.
    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let ticket: BetTicket
        var currency: String?
        let error: ServiceProviderError

        init(
            _ name: String, _ ticket: BetTicket, currency: String? = nil,
            _ error: ServiceProviderError
        ) {
            testDescription = name
            self.ticket = ticket
            self.currency = currency
            self.error = error
        }
    }

    private static let refused = [
        Refused("901: no stake", .single("0"), .badRequest),
        Refused("901: a stake of three places", .single("1.005"), .badRequest),
        Refused("901: a multiple of one", .several(.multiple, "1", events: 1), .badRequest),
        Refused("901: odds of 1", .single(odds: "1"), .badRequest),
        Refused("902: another currency", .single(), currency: "USD", .badRequest),
        Refused("903: an unknown offer", .single(on: 9), .resourceUnavailableOrDeleted),
        Refused(
            "903: an offer of another market",
            BetTicket(
                type: .single,
                selections: [
                    {
                        var pick = ScriptedWorld.Place(0).pick()
                        pick.marketID = "5001"
                        return pick
                    }()
                ], stake: 1), .resourceUnavailableOrDeleted),
        Refused("904: a closed offer", .single(on: 3), .notPlacedBet(message: "904")),
        Refused("904: a settled outcome", .single(on: 2), .notPlacedBet(message: "904")),
        Refused(
            "905: two of one event",
            BetTicket(
                type: .multiple,
                selections: [ScriptedWorld.Place(0).pick(), ScriptedWorld.Place(0, 1).pick()],
                stake: 1), .notPlacedBet(message: "905")),
        Refused(
            "906: other odds", .single(odds: "1.95"),
            .oddsChanged([
                OddsChange(bettingOfferID: "90000", requested: decimal("1.95"), current: 2)
            ])),
        Refused(
            "907: too low a stake", .single("0.34"),
            .stakeOutOfRange(min: decimal("0.35"), max: 2_500)),
        Refused(
            "907: too high a stake", .single("2500.01"),
            .stakeOutOfRange(min: decimal("0.35"), max: 2_500)),
        Refused(
            "908: too high a return", .single("501", odds: "1000", on: 1),
            .stakeOutOfRange(min: decimal("0.35"), max: 500)),
        Refused("106: not enough money", .single("50.01"), .insufficientFunds),
    ]

    @Test(arguments: Form.allCases)
    func eachCodeIsItsError(_ form: Form) async throws {
        let world = ScriptedWorld(events: 4)
        world.set(.init(1), odds: 100_000)
        world.set(.init(3), odds: 200, isOpen: false)
        try await withPlatform(world: world) { running in
            try await running.settle([.init(2): .lost])
            try await running.withBettor(form) { bets, client in
                for refused in Self.refused {
                    var options = PlaceBetsOptions()
                    options.currency = refused.currency
                    let error = try await failure {
                        _ = try await bets.placeBets(
                            betTickets: [refused.ticket], useFreebetBalance: false,
                            options: options)
                    }
                    #expect(error == refused.error, "\(refused.testDescription)")
                }
                #expect(try await client.getUserBalance().real == 50)
                #expect(try await bets.getBetHistory(pageIndex: 0).bets.isEmpty)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func keyOfAnotherTicketIsAConflict(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withBettor(form) { bets, _ in
                let bet = try await bets.place(.single("5"), key: "k")
                #expect(try await bets.place(.single("5"), key: "k") == bet)
                let error = try await failure { _ = try await bets.place(.single("6"), key: "k") }
                guard case .conflict(key: "920", message: _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func limitOfThePlayerIsNamed(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withBettor(form) { bets, client in
                _ = try await client.setUserLimit(.wagering, .weekly, amount: 15)
                _ = try await bets.place(.single("10"))
                let error = try await failure { _ = try await bets.place(.single("5.01")) }
                #expect(error == .limitExceeded(LimitKind(subject: .wagering, period: .weekly)))
                _ = try await bets.place(.single("5"))
            }
        }
    }

    @Test(arguments: Form.allCases)
    func blockersAreNamed(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withBettor(form) { bets, client in
                let required = try await client.getAllConsents().filter(\.isRequired)
                let versions = required.map(\.versionID)
                _ = try await client.setUserConsents(
                    consentVersionIds: [], unconsentVersionIds: versions)
                let error = try await failure { _ = try await bets.place(.single()) }
                #expect(error == .sessionBlocked([.consents]))
                _ = try await client.setUserConsents(
                    consentVersionIds: versions, unconsentVersionIds: [])
                _ = try await bets.place(.single())
            }
        }
    }

    @Test func wrongOperatorIsNoExpiredSession() async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withLogin({ $0.operatorID = "9" }) { client, _ in
                let error = try await failure { _ = try await client.place(.single()) }
                guard case .errorDetailedMessage("GmErr_INVALID_OPERATOR_ID", _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(running.platform.metrics.loginCount == 1)
            }
        }
    }

    // MARK: Policies

    @Test(arguments: Form.allCases)
    func policiesSayWhichOddsAreAccepted(_ form: Form) async throws {
        let world = ScriptedWorld(events: 1)
        try await withPlatform(world: world) { running in
            try await running.withBettor(form, balance: "1000.00") { bets, _ in
                for (policy, accepted) in [
                    (OddsValidationType.acceptAny, [180, 190, 200]),
                    (.acceptHigher, [190, 200]), (.acceptNone, [190]),
                ] {
                    for current in [180, 190, 200] {
                        world.set(.init(0), odds: current)
                        let odds = Decimal(current) / 100
                        // 1.90 is 1.9.
                        var ticket = BetTicket.single("1", odds: "1.90")
                        if accepted.contains(current) {
                            let bet = try await bets.place(ticket, policy)
                            #expect(bet.selections.map(\.odds) == [odds])
                            let shown = try await bets.getBetDetails(identifier: bet.betID)
                            #expect(shown.selections.first?.odds == odds)
                            #expect(shown.selections.first?.requestedOdds == decimal("1.9"))
                        } else {
                            let error = try await failure {
                                _ = try await bets.place(ticket, policy)
                            }
                            let change = OddsChange(
                                bettingOfferID: "90000", requested: decimal("1.9"), current: odds)
                            #expect(error == .oddsChanged([change]))
                            // What the error says can be placed.
                            ticket.selections[0].odds = odds
                            _ = try await bets.place(ticket, policy)
                        }
                    }
                }
            }
        }
    }
}
