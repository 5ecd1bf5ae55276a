import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, sections 9.3, 9.4 and 9.6 for free bets.
@Suite struct FreeBetTests {
    private func table() async throws -> (BettingTable, Access, String) {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 185)
        table.world.set(Place(2), odds: 200)
        let access = try await table.test.makeAccess(balance: "1.00", freebet: "5.00")
        return (table, access, try await table.bet(access, free()))
    }

    private func free(_ place: Place = Place(1), at price: String = "1.85") -> BettingTable.Slip {
        .init(amount: #""5.00""#, isFree: true, selections: [place.selection(price)])
    }

    @Test(arguments: [
        ("WON", "WON", ["escrow → house 5.00", "house → real 4.25"]),
        ("LOST", "LOST", ["escrow → house 5.00"]), ("VOID", "VOID", ["escrow → freebet 5.00"]),
        ("HALF_WON", "WON", ["escrow → house 5.00", "house → real 2.12"]),
        // Its return is less by its stake, but not below 0.
        ("HALF_LOST", "LOST", ["escrow → house 5.00"]),
    ]) func endIsMovedAsTheLedgersTableSays(
        _ result: String, _ status: String, _ moves: [String]
    ) async throws {
        let (table, access, bet) = try await table()
        #expect(try await table.bet(access, bet)["freeBet"] == true)
        try await table.settle((Place(1), result))
        #expect(try await table.status(access, bet) == status)
        #expect(try await table.lastMoves() == moves)
        #expect(try await table.platform.checkLedger().isOK)
    }

    @Test func correctionToVoidGivesTheStakeBack() async throws {
        let (table, access, _) = try await table()
        try await table.settle((Place(1), "WON"))
        try await table.settle((Place(1), "VOID"))
        #expect(try await table.lastMoves() == ["real → house 4.25", "house → freebet 5.00"])
        try await table.settle((Place(1), "WON"))
        #expect(try await table.lastMoves() == ["freebet → house 5.00", "house → real 4.25"])
        #expect(try await table.balances(access) == Balances(real: "5.25"))
    }

    @Test func freeBetMoneyThatIsGoneLessensWhatTheBetPays() async throws {
        let (table, access, bet) = try await table()
        try await table.settle((Place(1), "VOID"))
        _ = try await table.bet(access, free(Place(2), at: "2"))
        // 5.00 is missing of what it gave back; 4.25 does not make up for it.
        try await table.settle((Place(1), "WON"))
        #expect(try await table.status(access, bet) == "WON")
        #expect(try await table.balances(access) == Balances(real: "1.00", escrow: "5.00"))
    }

    @Test func freeBetHasNoCashoutValue() async throws {
        let (table, access, bet) = try await table()
        #expect(try await table.value(access, bet) == nil)
        #expect(try await table.saleCode(access, .init(bet: bet)) == "404 -")
    }
}
