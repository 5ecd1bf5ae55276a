import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.6, for placing and cashouts.
@Suite struct BettingIdempotencyTests {
    private func table() async throws -> (BettingTable, TestPlayer, Access) {
        var settings = TestPlatform.settings
        settings.sessionLifeMilliseconds = 10 * 24 * 60 * 60_000
        let table = try await BettingTable(settings)
        table.world.set(Place(1), odds: 185)
        let player = try await table.test.makePlayer(balance: "50.00")
        return (table, player, try await table.test.access(of: player))
    }

    @Test func sameTicketGetsItsFirstAnswerAndOneBet() async throws {
        let (table, _, access) = try await table()
        let first = try await table.answer(access, .init(), key: "k")
        #expect(first.status == 200)
        // Whatever the odds are by then.
        table.world.set(Place(1), odds: 150)
        #expect(try await table.answer(access, .init(), key: "k") == first)
        #expect(try await table.balances(access) == Balances(real: "40.00", escrow: "10.00"))
        #expect(try await table.answer(access, .init(), key: "l") != first)
    }

    @Test func withoutAKeyNothingIsKept() async throws {
        let (table, _, access) = try await table()
        let first = try await table.answer(access, .init())
        #expect(try await table.answer(access, .init()) != first)
        #expect(try await table.balances(access).escrow == "20.00")
    }

    @Test func requestsAtOnceUnderOneKeyMakeOneBet() async throws {
        let (table, _, access) = try await table()
        let answers = try await withThrowingTaskGroup(of: Answer.self) { tasks in
            for _ in 0..<50 {
                tasks.addTask { try await table.answer(access, .init(), key: "k") }
            }
            return try await tasks.reduce(into: [Answer]()) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0 == answers[0] && $0.status == 200 })
        #expect(try await table.balances(access).escrow == "10.00")
    }

    @Test func refusalsAreKeptToo() async throws {
        let (table, _, access) = try await table()
        table.world.set(Place(1), odds: 186)
        let changed = try await table.answer(access, .init(), key: "k")
        #expect(try changed.json["code"] == "906")
        table.world.set(Place(1), odds: 185)
        #expect(try await table.answer(access, .init(), key: "k") == changed)
        // A body that cannot be read as well.
        let odd = try await table.answer(access, body: "[", key: "odd")
        #expect(odd.status == 400)
        #expect(try await table.answer(access, body: "[", key: "odd") == odd)
        #expect(try await table.balances(access).escrow == .zero)
    }

    @Test func anotherBodyUnderAKeyIs422BeforeAllOtherChecks() async throws {
        let (table, _, access) = try await table()
        _ = try await table.answer(access, .init(), key: "k")
        #expect(
            try await code { _ = try await table.answer(access, body: "{}", key: "k") }
                == "422 920")
        try await table.platform.setConsents(access, reader(#"{"unConsentedVersions":[11]}"#))
        #expect(
            try await code { _ = try await table.answer(access, body: "{}", key: "k") }
                == "422 920")
    }

    @Test func refusalOfTheSessionIsWorkedOutAnew() async throws {
        let (table, _, access) = try await table()
        try await table.platform.setConsents(access, reader(#"{"unConsentedVersions":[11]}"#))
        #expect(try await table.answer(access, .init(), key: "k").status == 403)
        try await table.platform.setConsents(access, reader(#"{"consentedVersions":[11]}"#))
        #expect(try await table.answer(access, .init(), key: "k").status == 200)
        // And the answer before a blocker stays the answer.
        try await table.platform.setConsents(access, reader(#"{"unConsentedVersions":[11]}"#))
        #expect(try await table.answer(access, .init(), key: "k").status == 200)
    }

    @Test func answersAreKeptForADay() async throws {
        let (table, _, access) = try await table()
        let first = try await table.answer(access, .init(), key: "k")
        table.test.pass(milliseconds: 24 * 60 * 60_000 - 1)
        #expect(try await table.answer(access, .init(), key: "k") == first)
        table.test.pass(milliseconds: 1)
        #expect(try await table.answer(access, .init(), key: "k") != first)
    }

    @Test func sameCashoutGetsItsFirstAnswerAndPaysOnce() async throws {
        let (table, _, access) = try await table()
        let bet = try await table.bet(access)
        let sale = BettingTable.Sale(bet: bet, type: "PARTIAL", partialStake: "5").json
        let first = try await table.sell(access, body: sale, key: "k")
        #expect(first.status == 200)
        #expect(try await table.sell(access, body: sale, key: "k") == first)
        #expect(try await table.balances(access) == Balances(real: "44.75", escrow: "5.00"))
        #expect(
            try await code { _ = try await table.sell(access, body: "{}", key: "k") } == "422 920")
        // The answer stays when the bet is over.
        try await table.settle((Place(1), "LOST"))
        #expect(try await table.sell(access, body: sale, key: "k") == first)
    }

    @Test func refusedCashoutIsKept() async throws {
        let (table, _, access) = try await table()
        let bet = try await table.bet(access)
        let sale = BettingTable.Sale(bet: bet, asked: "9", acceptance: nil).json
        let refused = try await table.sell(access, body: sale, key: "k")
        #expect(try refused.json["code"] == "139")
        // Whatever has become of the bet since.
        try await table.settle((Place(1), "WON"))
        #expect(try await table.sell(access, body: sale, key: "k") == refused)
    }
}
