import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 8.4, and row 11 of 9.1.
@Suite struct BettingLimitTests {
    private static let day: Int64 = 24 * 60 * 60_000

    private func table() async throws -> (BettingTable, Access) {
        var settings = TestPlatform.settings
        settings.sessionLifeMilliseconds = 100 * Self.day
        let table = try await BettingTable(settings)
        for event in 1...5 { table.world.set(Place(event), odds: 200) }
        return (table, try await table.test.makeAccess(balance: "500.00", freebet: "50.00"))
    }

    private func limit(
        _ table: BettingTable, _ access: Access, _ type: String, _ period: String = "Daily"
    ) async throws {
        _ = try await table.platform.setLimit(
            access,
            reader(#"{"amount":20,"currency":"EUR","period":"\#(period)","type":"\#(type)"}"#))
    }

    private func code(
        _ table: BettingTable, _ access: Access, _ stake: String, _ event: Int = 1,
        isFree: Bool = false
    ) async throws -> String {
        var slip = table.slip(stake, Place(event), at: "2")
        slip.isFree = isFree
        return try await table.code(access, slip)
    }

    @Test(arguments: ["Wagering", "Loss"], ["Daily", "Weekly", "Monthly"])
    func stakesCountWhileTheyAreYoungerThanTheWindow(
        _ type: String, _ period: String
    ) async throws {
        let (table, access) = try await table()
        try await limit(table, access, type, period)
        #expect(try await code(table, access, "12.00") == "200")
        #expect(try await code(table, access, "8.01") == "409 121")
        #expect(try await code(table, access, "8.00") == "200")
        let refused = try await table.answer(access, table.slip("0.35", Place(1), at: "2"))
        #expect(try refused.json["limit"] == ["type": .string(type), "period": .string(period)])
        let days: Int64 = ["Daily": 1, "Weekly": 7, "Monthly": 30][period] ?? 0
        table.test.pass(milliseconds: days * Self.day - 1)
        #expect(try await code(table, access, "0.35") == "409 121")
        table.test.pass(milliseconds: 1)
        #expect(try await code(table, access, "20.00") == "200")
    }

    @Test func returnsAndCashoutsLessenALoss() async throws {
        let (table, access) = try await table()
        try await limit(table, access, "Loss")
        #expect(try await code(table, access, "20.00", 1) == "200")
        #expect(try await code(table, access, "0.35", 2) == "409 121")
        // 40.00 comes back: 20.00 less than nothing was lost.
        try await table.settle((Place(1), "WON"))
        #expect(try await code(table, access, "40.01", 2) == "409 121")
        let bet = try await table.bet(access, table.slip("40.00", Place(2), at: "2"))
        #expect(try await code(table, access, "0.35", 3) == "409 121")
        // 0.95 of the stake comes back.
        try await table.sell(access, .init(bet: bet, type: "PARTIAL", partialStake: "10"))
        #expect(try await code(table, access, "9.51", 3) == "409 121")
        #expect(try await code(table, access, "9.50", 3) == "200")
        // A correction takes what was won: 40.00 more is lost.
        try await table.settle((Place(1), "LOST"))
        try await table.settle((Place(2), "VOID"))
        #expect(try await code(table, access, "0.35", 4) == "409 121")
    }

    @Test func returnsDoNotLessenWagers() async throws {
        let (table, access) = try await table()
        try await limit(table, access, "Wagering")
        #expect(try await code(table, access, "20.00", 1) == "200")
        try await table.settle((Place(1), "WON"))
        #expect(try await code(table, access, "0.35", 2) == "409 121")
    }

    @Test(arguments: ["Wagering", "Loss"]) func freeBetsNeverCount(_ type: String) async throws {
        let (table, access) = try await table()
        try await limit(table, access, type)
        #expect(try await code(table, access, "20.00", 1) == "200")
        // Beyond the limit, free bets are placed all the same.
        #expect(try await code(table, access, "30.00", 2, isFree: true) == "200")
        // What they return, and what corrections of it move, makes no room for others.
        try await table.settle((Place(2), "WON"))
        #expect(try await code(table, access, "0.35", 3) == "409 121")
        try await table.settle((Place(2), "LOST"))
        try await table.settle((Place(2), "WON"))
        #expect(try await code(table, access, "0.35", 3) == "409 121")
    }

    @Test func depositLimitDoesNotCountBets() async throws {
        let (table, access) = try await table()
        try await limit(table, access, "Deposit")
        #expect(try await code(table, access, "100.00") == "200")
        #expect(try await OddsPlatformTests.code {
            try await table.test.pay(access, "Deposit", "20.00")
        } == "done")
    }
}
