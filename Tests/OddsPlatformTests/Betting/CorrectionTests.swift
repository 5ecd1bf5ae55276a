import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.4: corrections.
@Suite struct CorrectionTests {
    private func table(balance: String = "10.00") async throws -> (BettingTable, Access) {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 185)
        table.world.set(Place(2), odds: 200)
        let access = try await table.test.makeAccess(balance: balance, isVerified: true)
        return (table, access)
    }

    private func double(_ stake: String = "10.00") -> BettingTable.Slip {
        .init(
            type: "MULTIPLE", amount: #""\#(stake)""#,
            selections: [Place(1).selection("1.85"), Place(2).selection("2")])
    }

    @Test(arguments: [
        ("WON", "LOST", ["real → house 18.50"], "LOST"),
        ("LOST", "WON", ["house → real 18.50"], "WON"),
        ("WON", "VOID", ["real → house 8.50"], "VOID"),
        ("VOID", "WON", ["house → real 8.50"], "WON"),
        ("LOST", "HALF_LOST", ["house → real 5.00"], "WON"),
        ("HALF_WON", "HALF_LOST", ["real → house 9.25"], "WON"),
    ]) func differenceIsBooked(
        _ first: String, _ second: String, _ moves: [String], _ status: String
    ) async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        try await table.settle((Place(1), first))
        try await table.settle((Place(1), second))
        #expect(try await table.lastMoves() == moves)
        #expect(try await table.status(access, bet) == status)
        #expect(
            try await table.bet(access, bet)["betNetReturns"]
                == table.balances(access).real.json)
        #expect(try await table.platform.checkLedger().isOK)
    }

    @Test func sameResultAgainMovesNothing() async throws {
        let (table, access) = try await table()
        _ = try await table.bet(access)
        try await table.settle((Place(1), "WON"))
        let before = try await table.platform.checkLedger()
        try await table.settle((Place(1), "WON"))
        #expect(try await table.platform.checkLedger() == before)
    }

    @Test func betThatIsOpenAgainGetsItsStakeBackFromTheHouse() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, double())
        try await table.settle((Place(1), "LOST"))
        #expect(try await table.lastMoves() == ["escrow → house 10.00"])
        try await table.settle((Place(1), "WON"))
        #expect(try await table.lastMoves() == ["house → escrow 10.00"])
        let open = try await table.bet(access, bet)
        #expect(open["status"] == "OPEN")
        #expect(open["settledDate"] == .null)
        #expect(try await table.balances(access) == Balances(escrow: "10.00"))
        try await table.settle((Place(2), "WON"))
        #expect(try await table.test.real(access) == "37")
        #expect(try await table.status(access, bet) == "WON")
    }

    /// Wins 18.50, and stakes 18.00 of it elsewhere.
    private func spent(_ table: BettingTable, _ access: Access) async throws -> String {
        let bet = try await table.bet(access)
        try await table.settle((Place(1), "WON"))
        _ = try await table.bet(access, table.slip("18.00", Place(2), at: "2"))
        return bet
    }

    @Test func balanceStopsAtZeroAndWhatIsMissingLessensLaterPay() async throws {
        let (table, access) = try await table()
        let bet = try await spent(table, access)
        try await table.settle((Place(1), "LOST"))
        #expect(try await table.lastMoves() == ["real → house 0.50"])
        #expect(try await table.balances(access) == Balances(escrow: "18.00"))
        // 18.00 is missing. A return of 10.00 pays nothing, and leaves 8.00 missing.
        let postings = try await table.platform.checkLedger().postings
        try await table.settle((Place(1), "VOID"))
        #expect(try await table.status(access, bet) == "VOID")
        #expect(try await table.platform.checkLedger().postings == postings)
        // 8.50 more pays 0.50: in all, what the bet returns.
        try await table.settle((Place(1), "WON"))
        #expect(try await table.lastMoves() == ["house → real 0.50"])
        #expect(try await table.bet(access, bet)["betNetReturns"] == .number("18.5"))
    }

    @Test func whatIsMissingIsNotTakenFromOtherMoney() async throws {
        let (table, access) = try await table()
        _ = try await spent(table, access)
        try await table.settle((Place(1), "LOST"))
        try await table.test.pay(access, "Deposit", "100.00")
        // The same result again takes nothing.
        try await table.settle((Place(1), "LOST"))
        #expect(try await table.test.real(access) == "100")
        // Up by 10.00, which lessens what is missing, and down by 10.00, which is there now.
        try await table.settle((Place(1), "VOID"))
        #expect(try await table.test.real(access) == "100")
        try await table.settle((Place(1), "LOST"))
        #expect(try await table.lastMoves() == ["real → house 10.00"])
        #expect(try await table.test.real(access) == "90")
    }

    @Test func throughAllCorrectionsItNeverPaysTwice() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        for round in 0..<4 {
            try await table.settle((Place(1), "WON"))
            #expect(try await table.bet(access, bet)["betNetReturns"] == .number("18.5"))
            let real = try await table.balances(access).real
            if real >= "0.35" {
                _ = try await table.bet(access, table.slip(real.text, Place(2), at: "2"))
            }
            try await table.settle((Place(1), "LOST"))
            #expect(try await table.balances(access).real == .zero, "round \(round)")
        }
        #expect(try await table.balances(access) == Balances(escrow: "18.50"))
        #expect(try await table.platform.checkLedger().isOK)
    }

    @Test func betThatWasCashedOutInFullStays() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, double())
        try await table.sell(access, .init(bet: bet))
        let before = try await table.platform.checkLedger()
        try await table.settle((Place(1), "LOST"), (Place(2), "WON"))
        try await table.settle((Place(1), "WON"))
        #expect(try await table.status(access, bet) == "CASHED_OUT")
        #expect(try await table.platform.checkLedger() == before)
    }

    @Test func correctionCountsOnTheRemainingStakeAlone() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access)
        try await table.sell(access, .init(bet: bet, type: "PARTIAL", partialStake: "4"))
        #expect(try await table.lastMoves() == ["escrow → real 3.80", "escrow → house 0.20"])
        try await table.settle((Place(1), "WON"))
        #expect(try await table.lastMoves() == ["escrow → real 6.00", "house → real 5.10"])
        try await table.settle((Place(1), "LOST"))
        #expect(try await table.lastMoves() == ["real → house 11.10"])
        let lost = try await table.bet(access, bet)
        #expect(lost["betNetReturns"] == .number("3.8"))
        #expect(lost["overallCashoutAmount"] == .number("3.8"))
    }
}
