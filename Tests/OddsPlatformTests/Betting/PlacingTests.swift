import OddsJSON
import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.1.
@Suite struct PlacingTests {
    private func table() async throws -> BettingTable {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 185)
        table.world.set(Place(2), odds: 210)
        table.world.set(Place(3), odds: 350)
        return table
    }

    @Test func answerIsThatOfTheContract() async throws {
        let table = try await table()
        table.world.set(Place(1), odds: 190)
        let access = try await table.test.makeAccess(balance: "50.00")
        let body = try await table.place(
            access,
            .init(
                type: "SYSTEM", system: "2/3", amount: #""9.00""#, policy: "ACCEPT_HIGHER",
                selections: [
                    Place(1).selection("1.85"), Place(2).selection("2.1"),
                    Place(3).selection("3.5"),
                ]))
        #expect(
            body == [
                "success": true, "betId": "b-1", "potentialReturn": .number("53.97"),
                "status": "OPEN", "message": .null, "ticketCode": "T-1",
                "selections": [
                    ["bettingOfferId": "90100", "priceValue": .number("1.9")],
                    ["bettingOfferId": "90200", "priceValue": .number("2.1")],
                    ["bettingOfferId": "90300", "priceValue": .number("3.5")],
                ],
            ])
        let balances = try await table.balances(access)
        #expect(balances == Balances(real: "41.00", escrow: "9.00"))
        #expect(try await table.lastMoves() == ["real → escrow 9.00"])
    }

    // MARK: Order

    /// The rows of the contract's table, each of which one ticket can break beside others.
    enum Row: Int, CaseIterable, Sendable {
        case session = 1, blockers, shape, currency, unknownOffer, closed, combination, odds
        case stake, potentialReturn, limit, balance

        var code: String {
            switch self {
            case .session: "403 -"
            case .blockers: "403 SESSION_BLOCKED"
            case .shape: "400 901"
            case .currency: "400 902"
            case .unknownOffer: "404 903"
            case .closed: "409 904"
            case .combination: "409 905"
            case .odds: "409 906"
            case .stake: "409 907"
            case .potentialReturn: "409 908"
            case .limit: "409 121"
            case .balance: "409 106"
            }
        }
    }

    /// Places a ticket that breaks some rows, and returns status and code.
    private func code(breaking rows: Set<Row>) async throws -> String {
        let table = try await table()
        var access = try await table.test.makeAccess(
            balance: rows.contains(.balance) ? "1.00" : "5000.00")
        if rows.contains(.blockers) {
            try await table.platform.setConsents(
                access, reader(#"{"unConsentedVersions":[11]}"#))
        }
        if rows.contains(.limit) {
            _ = try await table.platform.setLimit(
                access, reader(#"{"amount":1,"currency":"EUR","period":"Daily","type":"Loss"}"#))
        }
        if rows.contains(.session) { access = Access(session: "none", player: access.player) }
        // The greatest odds that there are, for a return that is too much.
        if rows.contains(.potentialReturn) { table.world.set(Place(2), odds: 100_000) }
        if rows.contains(.closed) { table.world.set(Place(3), odds: 350, isOpen: false) }
        let isDoubled = rows.contains(.combination)
        table.world.set(Place(2, 1), odds: 300)
        // The stake is beyond both bounds only where a row asks for it.
        let amount =
            rows.contains(.shape)
            ? "0.00" : rows.contains(.stake) ? "2500.01" : "1000.00"
        let asked = rows.contains(.odds) ? "1.86" : "1.85"
        let second = rows.contains(.potentialReturn) ? "1000" : "2.1"
        var selections = [Place(1).selection(asked), Place(2).selection(second)]
        if rows.contains(.closed) { selections.append(Place(3).selection("3.5")) }
        if isDoubled { selections.append(Place(2, 1).selection("3")) }
        if rows.contains(.unknownOffer) { selections.append(Place(9).selection("2")) }
        let slip = BettingTable.Slip(
            type: "MULTIPLE", amount: #""\#(amount)""#,
            currency: rows.contains(.currency) ? "USD" : "EUR", selections: selections)
        do {
            return try await table.code(access, slip)
        } catch let refusal as Refusal {
            return "\(refusal.status) \(refusal.code ?? "-")"
        }
    }

    @Test(arguments: Row.allCases)
    func eachRowHasItsCode(_ row: Row) async throws {
        #expect(try await code(breaking: [row]) == row.code)
    }

    /// Row 3 looks at the amount, so a ticket with 0.00 cannot break row 9 alone.
    @Test(arguments: Array(zip(Row.allCases, Row.allCases.dropFirst())))
    func ticketThatBreaksTwoRowsGetsTheFirstOnesCode(_ first: Row, _ second: Row) async throws {
        #expect(try await code(breaking: [first, second]) == first.code)
    }

    @Test func ticketThatBreaksAllRowsGetsTheFirstOfWhatIsLeft() async throws {
        for first in Row.allCases {
            let rows = Set(Row.allCases.filter { $0.rawValue >= first.rawValue })
            #expect(try await code(breaking: rows) == first.code, "from \(first)")
        }
    }

    @Test func checkLooksAtAllSelectionsBeforeTheNextBegins() async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00")
        // The first selection breaks a later row than the last.
        table.world.set(Place(2), odds: 210, isOpen: false)
        func code(_ selections: [String]) async throws -> String {
            try await table.code(access, .init(type: "MULTIPLE", selections: selections))
        }
        let (changed, closed, unknown) = (
            Place(1).selection("1.8"), Place(2).selection("2.1"), Place(9).selection("2")
        )
        let shapeless = Place(3).selection("1")
        #expect(try await code([changed, closed]) == "409 904")
        #expect(try await code([closed, unknown]) == "404 903")
        #expect(try await code([changed, closed, unknown, shapeless]) == "400 901")
        #expect(
            try await code([changed, Place(3).selection("3.5"), Place(3).selection("3.5")])
                == "409 905")
    }

    @Test func requestWithoutASessionIs401() async throws {
        let table = try await table()
        let player = try await table.test.makePlayer()
        #expect(
            try await OddsPlatformTests.code {
                _ = try await table.answer(Access(session: nil, player: player.id), .init())
            } == "401 -")
    }

    @Test func anotherUserOrOperatorIs403WithItsCode() async throws {
        let table = try await table()
        let session = try await table.test.makeAccess().session
        func code(_ players: [String], _ operators: [String]) async throws -> String {
            try await OddsPlatformTests.code {
                _ = try await table.answer(
                    Access(session: session, players: players, operators: operators), .init())
            }
        }
        #expect(try await code(["70502"], ["7001"]) == "403 GmErr_INVALID_USER_ID")
        #expect(try await code(["70501"], ["7002"]) == "403 GmErr_INVALID_OPERATOR_ID")
    }

    // MARK: Members

    @Test func changedOddsAreNamed() async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00")
        let answer = try await table.answer(
            access,
            .init(
                type: "MULTIPLE",
                selections: [
                    Place(1).selection("1.9"), Place(2).selection("2.1"),
                    Place(3).selection("3.4"),
                ]))
        #expect(
            try answer.json["changes"] == [
                [
                    "bettingOfferId": "90100", "requested": .number("1.9"),
                    "current": .number("1.85"),
                ],
                [
                    "bettingOfferId": "90300", "requested": .number("3.4"),
                    "current": .number("3.5"),
                ],
            ])
    }

    @Test(arguments: [
        ("0.34", "409 907"), ("0.35", "200"), ("2500.00", "200"), ("2500.01", "409 907"),
    ])
    func stakeHasBounds(_ stake: String, _ code: String) async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "5000.00")
        let answer = try await table.answer(access, table.slip(stake))
        #expect(try await table.code(access, table.slip(stake)) == code)
        guard answer.status != 200 else { return }
        #expect(try answer.json["min"] == .number("0.35"))
        #expect(try answer.json["max"] == 2500)
    }

    @Test func eachCombinationHasALeastStake() async throws {
        let table = try await table()
        for event in 4...6 { table.world.set(Place(event), odds: 120) }
        let access = try await table.test.makeAccess(balance: "50.00")
        // 63 lines of 0.05.
        func slip(_ stake: String) -> BettingTable.Slip {
            .init(
                type: "LUCKY63", amount: #""\#(stake)""#,
                selections: [
                    Place(1).selection("1.85"), Place(2).selection("2.1"),
                    Place(3).selection("3.5"),
                ] + (4...6).map { Place($0).selection("1.2") })
        }
        let answer = try await table.answer(access, slip("3.14"))
        #expect(answer.status == 409)
        #expect(try answer.json["code"] == "907")
        #expect(try answer.json["min"] == .number("3.15"))
        #expect(try await table.code(access, slip("3.15")) == "200")
        // 4 lines of 0.05 are less than the least stake of all bets.
        func trixie(_ stake: String) -> BettingTable.Slip {
            .init(
                type: "TRIXIE", amount: #""\#(stake)""#,
                selections: [
                    Place(1).selection("1.85"), Place(2).selection("2.1"),
                    Place(3).selection("3.5"),
                ])
        }
        #expect(try await table.code(access, trixie("0.34")) == "409 907")
        #expect(try await table.code(access, trixie("0.35")) == "200")
    }

    /// 77,520 lines of 0.05: the least stake is above the greatest, and none is between them.
    @Test(arguments: ["0.35", "2500.00", "3876.00", "9999999999.99"])
    func noStakeIsTakenWhereTheLeastIsAboveTheGreatest(_ stake: String) async throws {
        let table = try await BettingTable()
        for event in 1...20 { table.world.set(Place(event), odds: 110) }
        let access = try await table.test.makeAccess(balance: "5000.00")
        let slip = BettingTable.Slip(
            type: "SYSTEM", system: "7/20", amount: #""\#(stake)""#,
            selections: (1...20).map { Place($0).selection("1.1") })
        let answer = try await table.answer(access, slip)
        #expect(answer.status == 409)
        #expect(try answer.json["code"] == "907")
        #expect(try answer.json["min"] == 3876)
        #expect(try answer.json["max"] == 2500)
    }

    @Test func greatestStakeThatPassesIsNamed() async throws {
        let table = try await table()
        table.world.set(Place(1), odds: 30_000)
        let access = try await table.test.makeAccess(balance: "9000.00", freebet: "9000.00")
        // 500,000.00 / 300 = 1666.66…
        let answer = try await table.answer(access, table.slip("2000.00", at: "300"))
        #expect(try answer.json["code"] == "908")
        #expect(try answer.json["min"] == .number("0.35"))
        #expect(try answer.json["max"] == .number("1666.66"))
        #expect(try await table.code(access, table.slip("1666.67", at: "300")) == "409 908")
        #expect(try await table.code(access, table.slip("1666.66", at: "300")) == "200")
        // A free bet's return is less by its stake: 500,000.00 / 299 = 1672.24…
        var free = table.slip("1672.25", at: "300")
        free.isFree = true
        #expect(try await table.answer(access, free).json["max"] == .number("1672.24"))
        free.amount = #""1672.24""#
        #expect(try await table.code(access, free) == "200")
    }

    // MARK: Offers

    @Test func offerBelongsToWhatIsNamed() async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00")
        let right = Place(1).selection("1.85")
        for (part, other) in [
            ("90100", "90200"), ("90100", "x"), ("90100", "090100"), ("3001", "3002"),
            ("5010", "5020"), ("70100", "70200"),
        ] {
            let wrong = right.replacing(#""\#(part)""#, with: #""\#(other)""#)
            #expect(wrong != right)
            #expect(
                try await table.code(access, .init(selections: [wrong])) == "404 903", "\(other)")
        }
        table.world.remove(Place(1))
        #expect(try await table.code(access, .init()) == "404 903")
    }

    @Test func settledOutcomeAndOddsOfOneAreClosed() async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00")
        try await table.settle((Place(1), "WON"))
        #expect(try await table.code(access, .init()) == "409 904")
        table.world.set(Place(2), odds: 100)
        #expect(
            try await table.code(access, table.slip("1.00", Place(2), at: "1.01")) == "409 904")
    }

    /// What was read says that the offer is open.
    @Test(arguments: [false, true])
    func outcomeThatSettlesAfterItsOfferWasReadIsClosed(_ hasBets: Bool) async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00")
        if hasBets { _ = try await table.bet(access) }
        table.world.interruptNextReading {
            try await table.platform.take(ScriptedWorld.end([Place(1)], winner: 0))
        }
        #expect(try await table.code(access, .init()) == "409 904")
    }

    // MARK: Refusals

    @Test func refusalChangesNothing() async throws {
        for row in PlacingTests.Row.allCases where row != .session && row != .blockers {
            let table = try await table()
            let access = try await table.test.makeAccess(balance: "50.00", freebet: "5.00")
            _ = try await table.bet(access, .init(amount: #""5.00""#))
            let before = try await Picture(table, access)
            table.world.set(Place(2), odds: 210, isOpen: row != .closed)
            var slip = table.slip("60.00", Place(2), at: "2.1")
            switch row {
            case .session, .blockers, .closed, .balance: break
            case .shape: slip.type = "NONE"
            case .currency: slip.currency = "USD"
            case .unknownOffer: slip.selections = [Place(9).selection("2")]
            case .combination:
                slip.type = "MULTIPLE"
                slip.selections += slip.selections
            case .odds: slip.selections = [Place(2).selection("2.2")]
            case .stake: slip.amount = #""0.10""#
            case .potentialReturn:
                table.world.set(Place(2), odds: 100_000)
                slip = table.slip("600.00", Place(2), at: "1000")
            case .limit:
                _ = try await table.platform.setLimit(
                    access,
                    reader(#"{"amount":9,"currency":"EUR","period":"Daily","type":"Wagering"}"#))
            }
            #expect(try await table.code(access, slip) == row.code)
            #expect(try await Picture(table, access) == before, "\(row)")
        }
    }

    /// What a refusal leaves as it is.
    private struct Picture: Equatable {
        let ledger: LedgerCheck
        let balances: Balances
        let wallet: JSONValue
        let bets: [JSONValue]
        let wagers: JSONValue

        init(_ table: BettingTable, _ access: Access) async throws {
            ledger = try await table.platform.checkLedger()
            balances = try await table.balances(access)
            wallet = try await table.platform.balance(access)
            bets = [
                try await table.platform.bets(access, BetQuery(isOpen: true)),
                try await table.platform.bets(access, BetQuery(isOpen: false)),
            ]
            wagers = try await table.platform.wagers(access, HistoryQuery())
        }
    }

    // MARK: Free bets

    @Test func freeBetIsCoveredByFreeBetMoneyAlone() async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00", freebet: "5.00")
        var slip = table.slip("5.01")
        slip.isFree = true
        #expect(try await table.code(access, slip) == "409 106")
        slip.amount = #""5.00""#
        let body = try await table.place(access, slip)
        // 5.00 · 1.85 − 5.00
        #expect(body["potentialReturn"] == .number("4.25"))
        #expect(try await table.lastMoves() == ["freebet → escrow 5.00"])
        #expect(try await table.balances(access) == Balances(real: "50.00", escrow: "5.00"))
        // Free-bet money never covers a bet of real money.
        let poor = try await table.test.makeAccess(balance: "1.00", freebet: "50.00")
        #expect(try await table.code(poor, table.slip("1.01")) == "409 106")
    }
}
