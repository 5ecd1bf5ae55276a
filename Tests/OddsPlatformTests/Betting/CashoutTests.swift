import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.5: values, and what is sold.
@Suite struct CashoutTests {
    private func table() async throws -> (BettingTable, Access) {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 185)
        table.world.set(Place(2), odds: 210)
        table.world.set(Place(3), odds: 350)
        return (table, try await table.test.makeAccess(balance: "100.00", freebet: "5.00"))
    }

    private func multiple(_ count: Int = 2) -> BettingTable.Slip {
        .init(
            type: "MULTIPLE",
            selections: zip(1...count, ["1.85", "2.1", "3.5"]).map { Place($0).selection($1) })
    }

    // MARK: Values

    @Test func valueIsThatOfTheContractsExample() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, table.slip("9.00"))
        table.world.set(Place(1), odds: 173)
        #expect(try await table.value(access, bet) == .number("9.14"))
        #expect(try await table.value(access, bet, of: "4.50") == .number("4.57"))
    }

    @Test(arguments: [
        ("WON", "17.57"), ("VOID", "9.5"), ("HALF_WON", "13.53"), ("HALF_LOST", "4.75"),
    ]) func settledSelectionsCountByTheirResults(_ result: String, _ value: String) async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, multiple())
        // 10.00 · v · 2.1 / 2.1 · 0.95.
        try await table.settle((Place(1), result))
        #expect(try await table.value(access, bet) == .number(value))
    }

    @Test func openSelectionsCountByPlacedOverCurrentOdds() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, multiple(3))
        table.world.set(Place(1), odds: 190)
        table.world.set(Place(2), odds: 150)
        table.world.set(Place(3), odds: 300)
        // 10 · 1.85/1.9 · 2.1/1.5 · 3.5/3 · 0.95 = 15.108…
        #expect(try await table.value(access, bet) == .number("15.1"))
    }

    @Test func valueIsAtMostThePotentialReturn() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        // Odds at which the formula is just below.
        table.world.set(Place(1), odds: 101)
        #expect(try await table.value(access, bet) == .number("17.4"))
        table.world.set(Place(1), odds: 100)
        #expect(try await table.value(access, bet) == nil)
    }

    @Test func systemsHaveNoValue() async throws {
        let (table, access) = try await table()
        var slip = multiple(3)
        (slip.type, slip.system) = ("SYSTEM", "2/3")
        let system = try await table.bet(access, slip)
        (slip.type, slip.system) = ("TRIXIE", nil)
        let trixie = try await table.bet(access, slip)
        for bet in [system, trixie] {
            #expect(try await table.value(access, bet) == nil)
            #expect(try await table.saleCode(access, .init(bet: bet)) == "404 -")
        }
    }

    @Test func closedOfferAmongTheOpenOnesLeavesNoValue() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, multiple())
        table.world.set(Place(2), odds: 210, isOpen: false)
        #expect(try await table.value(access, bet) == nil)
        #expect(try await table.saleCode(access, .init(bet: bet)) == "404 -")
        table.world.remove(Place(2))
        #expect(try await table.value(access, bet) == nil)
        // The offer of a settled selection need not be open.
        try await table.settle((Place(2), "WON"))
        #expect(try await table.value(access, bet) == .number("19.95"))
    }

    @Test func valueOfNothingIsNone() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, table.slip("0.35"))
        table.world.set(Place(1), odds: 70_000)
        #expect(try await table.value(access, bet) == nil)
        #expect(try await table.saleCode(access, .init(bet: bet)) == "404 -")
        // A part that is worth nothing, of a bet that is worth something.
        table.world.set(Place(1), odds: 185)
        #expect(
            try await table.saleCode(
                access, .init(bet: bet, type: "PARTIAL", partialStake: "0.01")) == "404 -")
    }

    @Test func betBuilderCountsByItsPriceAndThatOfItsOpenLegs() async throws {
        let (table, access) = try await table()
        table.world.set(Place(1, 1), odds: 210)
        table.world.set(Place(1, 2), odds: 200)
        let price = #","betBuilderPriceValue":6.48"#
        // 1 + (1.85 · 2.1 · 2 − 1) · 0.81 = 6.4837.
        let bet = try await table.bet(
            access,
            .init(selections: [
                Place(1).selection("1.85", price), Place(1, 1).selection("2.1", price),
                Place(1, 2).selection("2", price),
            ]))
        #expect(try await table.value(access, bet) == .number("9.5"))
        // Now 1 + (1.85 · 2 · 2 − 1) · 0.81 = 6.184: 10 · 6.48 / 6.18 · 0.95.
        table.world.set(Place(1, 1), odds: 200)
        #expect(try await table.value(access, bet) == .number("9.96"))
        // Two open legs: 1 + (2 · 2 − 1) · 0.9 = 3.7.
        try await table.settle((Place(1), "WON"))
        #expect(try await table.value(access, bet) == .number("16.63"))
        // One: its odds.
        try await table.settle((Place(1, 1), "WON"))
        #expect(try await table.value(access, bet) == .number("30.78"))
        try await table.settle((Place(1, 1), "HALF_WON"))
        #expect(try await table.value(access, bet) == nil)
        try await table.settle((Place(1, 1), "VOID"))
        #expect(try await table.value(access, bet) == nil)
    }

    // MARK: Sales

    @Test func fullCashoutPaysTheValueAndEndsTheBet() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, table.slip("9.00"))
        table.world.set(Place(1), odds: 173)
        let body = try await table.sell(access, .init(bet: bet, asked: "9.14"))
        let id = try body.text("requestId")
        #expect(
            body == [
                "success": true, "betId": .string(bet), "requestId": .string(id),
                "cashoutValue": .number("9.14"), "cashoutType": "USER_CASHED_OUT",
                "partialCashoutStake": .null, "cashoutPayout": .number("9.14"),
                "pendingCashOut": false,
            ])
        #expect(try await table.lastMoves() == ["escrow → real 9.00", "house → real 0.14"])
        let sold = try await table.bet(access, bet)
        #expect(sold["status"] == "CASHED_OUT")
        #expect(sold["betRemainingStake"] == 0)
        #expect(sold["amount"] == 9)
        #expect(sold["overallCashoutAmount"] == .number("9.14"))
        #expect(sold["betNetReturns"] == .number("9.14"))
        #expect(sold["maxWinning"] == 0)
        #expect(try await table.saleCode(access, .init(bet: bet)) == "404 -")
    }

    @Test func partialCashoutIsThatOfTheContractsExample() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, table.slip("9.00"))
        table.world.set(Place(1), odds: 173)
        let body = try await table.sell(
            access,
            .init(
                bet: bet, type: "PARTIAL", asked: "4.57", partialStake: "4.5",
                acceptance: #""cashoutChangeAcceptanceType":"WITHIN_THRESHOLD""#))
        #expect(body["cashoutValue"] == .number("4.57"))
        #expect(body["cashoutType"] == "PARTIAL")
        #expect(body["partialCashoutStake"] == .number("4.5"))
        #expect(body["cashoutPayout"] == .number("4.57"))
        #expect(try await table.lastMoves() == ["escrow → real 4.50", "house → real 0.07"])
        #expect(try await table.balances(access).escrow == "4.50")
        // All later cashouts and returns count on the remaining stake.
        #expect(try await table.value(access, bet) == .number("4.57"))
        let rest = try await table.bet(access, bet)
        #expect(rest["status"] == "OPEN")
        #expect(rest["betRemainingStake"] == .number("4.5"))
        #expect(rest["maxWinning"] == .number("8.32"))
        #expect(rest["overallCashoutAmount"] == .number("4.57"))
        try await table.settle((Place(1), "WON"))
        #expect(try await table.lastMoves() == ["escrow → real 4.50", "house → real 3.82"])
        let won = try await table.bet(access, bet)
        #expect(won["betNetReturns"] == .number("12.89"))
        #expect(won["overallCashoutAmount"] == .number("4.57"))
        #expect(try await table.platform.checkLedger().isOK)
    }

    /// Of a value of 9.50: whether a request that asks for another is accepted.
    @Test(arguments: [
        ("ACCEPT_ANY", "0.01", true), ("ACCEPT_ANY", "9999", true),
        ("ACCEPT_HIGHER", "9.49", true), ("ACCEPT_HIGHER", "9.5", true),
        ("ACCEPT_HIGHER", "9.51", false), ("NONE", "9.49", false), ("NONE", "9.50", true),
        ("NONE", "95e-1", true), ("NONE", "9.51", false),
        // |9.50 − 10.00| = 5% of 10.00; 5% of 10.01 is less than 0.51.
        ("WITHIN_THRESHOLD", "10.00", true), ("WITHIN_THRESHOLD", "10.01", false),
        // 0.45 ≤ 0.4525, 0.46 > 0.452.
        ("WITHIN_THRESHOLD", "9.05", true), ("WITHIN_THRESHOLD", "9.04", false),
    ]) func acceptanceHasItsBorder(
        _ acceptance: String, _ asked: String, _ isAccepted: Bool
    ) async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        let sale = BettingTable.Sale(
            bet: bet, asked: asked,
            acceptance: #""cashoutChangeAcceptanceType":"\#(acceptance)""#)
        #expect(try await table.saleCode(access, sale) == (isAccepted ? "200" : "409 139"))
        // What is paid is the value, not what was asked for.
        #expect(try await table.test.real(access) == (isAccepted ? "99.5" : "90"))
    }

    @Test(arguments: [
        (nil, "409 139"), (#""cashoutChangeAcceptance":"ACCEPT_ANY""#, "200"),
        (#""cashoutChangeAcceptanceType":"ACCEPT_ANY""#, "200"),
        (#""cashoutChangeAcceptance":null,"cashoutChangeAcceptanceType":"ACCEPT_ANY""#, "200"),
        (
            #""cashoutChangeAcceptance":"ACCEPT_ANY","cashoutChangeAcceptanceType":"ACCEPT_ANY""#,
            "200"
        ),
        (
            #""cashoutChangeAcceptance":"NONE","cashoutChangeAcceptanceType":"ACCEPT_ANY""#,
            "409 122"
        ),
        (#""cashoutChangeAcceptance":"SOME""#, "409 122"),
        (#""cashoutChangeAcceptanceType":1"#, "409 122"),
    ] as [(String?, String)])
    func bothNamesOfTheAcceptanceAreRead(_ members: String?, _ code: String) async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        #expect(
            try await table.saleCode(access, .init(bet: bet, asked: "9.4", acceptance: members))
                == code)
    }

    @Test(arguments: ["0", "10", "10.01"])
    func partIsMoreThanNothingAndLessThanTheRest(_ stake: String) async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        let sale = BettingTable.Sale(bet: bet, type: "PARTIAL", partialStake: stake)
        #expect(try await table.saleCode(access, sale) == "409 122")
    }

    @Test(arguments: [
        "[]", "{}", #"{"betId":"b-1"}"#, #"{"betId":1,"cashoutType":"FULL","cashoutValue":1}"#,
        #"{"betId":"b-1","cashoutType":"HALF","cashoutValue":1}"#,
        #"{"betId":"b-1","cashoutType":"FULL","cashoutValue":-1}"#,
        #"{"betId":"b-1","cashoutType":"FULL","cashoutValue":1.234}"#,
        #"{"betId":"b-1","cashoutType":"PARTIAL","cashoutValue":1}"#,
        #"{"betId":"b-1","cashoutType":"PARTIAL","cashoutValue":1,"partialCashoutStake":-1}"#,
        #"{"betId":"b-1","cashoutType":"PARTIAL","cashoutValue":1,"partialCashoutStake":"x"}"#,
    ]) func oddBodyIs122(_ body: String) async throws {
        let (table, access) = try await table()
        _ = try await table.bet(access)
        let answer = try await table.sell(access, body: body)
        #expect(answer.status == 409)
        #expect(try answer.json["code"] == "122")
    }

    /// Body, bet, part, odds, acceptance.
    @Test func firstCheckThatFailsAnswers() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        let none = #""cashoutChangeAcceptanceType":"NONE""#
        func code(_ bet: String, part: String? = nil, _ acceptance: String) async throws -> String {
            try await table.saleCode(
                access,
                .init(
                    bet: bet, type: part == nil ? "FULL" : "PARTIAL", partialStake: part,
                    acceptance: acceptance))
        }
        table.world.set(Place(1), odds: 185, isOpen: false)
        #expect(try await code("b-9", part: "99", #""cashoutChangeAcceptance":1"#) == "409 122")
        #expect(try await code("b-9", part: "99", none) == "404 -")
        #expect(try await code("b-9", part: "0", none) == "404 -")
        #expect(try await code(bet, part: "99", none) == "409 122")
        #expect(try await code(bet, part: "1", none) == "404 -")
        table.world.set(Place(1), odds: 185)
        #expect(try await code(bet, part: "1", none) == "409 139")
    }

    @Test func betOfAnotherOrOneThatIsOverIs404() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        let other = try await table.test.makeAccess()
        #expect(try await table.saleCode(other, .init(bet: bet)) == "404 -")
        for name in ["", "1", "b-", "b-01", "b-x"] {
            #expect(try await table.saleCode(access, .init(bet: name)) == "404 -")
        }
        try await table.settle((Place(1), "WON"))
        #expect(try await table.saleCode(access, .init(bet: bet)) == "404 -")
        #expect(try await table.platform.checkLedger().isOK)
    }

    @Test func blockedSessionSellsNothing() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        try await table.platform.setConsents(access, reader(#"{"unConsentedVersions":[11]}"#))
        #expect(try await table.saleCode(access, .init(bet: bet)) == "403 SESSION_BLOCKED")
        #expect(try await table.sell(access, body: "{}").json["code"] == "SESSION_BLOCKED")
    }

    // MARK: Lists

    @Test func betsWithAValueAreListed() async throws {
        let (table, access) = try await table()
        let single = try await table.bet(access)
        var slip = multiple(3)
        (slip.type, slip.system) = ("SYSTEM", "2/3")
        _ = try await table.bet(access, slip)
        let second = try await table.bet(access, table.slip("5.00", Place(2), at: "2.1"))
        #expect(
            try await table.platform.cashoutBets(access)["betIds"]
                == [.string(single), .string(second)])
        table.world.set(Place(2), odds: 210, isOpen: false)
        #expect(try await table.platform.cashoutBets(access)["betIds"] == [.string(single)])
        #expect(
            try await table.platform.cashoutBets(table.test.makeAccess())["betIds"] == [])
    }

    @Test func amountIsThatOfAnOpenBetOrOfAPartOfIt() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        #expect(
            try await table.platform.cashoutAmount(access, bet: bet, stake: nil)
                == ["betId": .string(bet), "cashoutValue": .number("9.5")])
        #expect(try await table.value(access, bet, of: "10") == .number("9.5"))
        for stake in ["0", "10.01"] {
            #expect(
                try await code { _ = try await table.value(access, bet, of: stake) } == "400 -")
        }
        #expect(try await table.value(table.test.makeAccess(), bet) == nil)
    }
}
