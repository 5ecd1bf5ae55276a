import OddsBetting
import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.4.
@Suite struct SettlementTests {
    private static let odds = [200, 300, 400, 500]

    private func table() async throws -> (BettingTable, Access) {
        let table = try await BettingTable()
        for (index, odds) in Self.odds.enumerated() { table.world.set(Place(index), odds: odds) }
        return (table, try await table.test.makeAccess(balance: "100.00"))
    }

    /// A ticket of 12.00 on the first events, at 2, 3, 4 and 5; the first ones are bankers.
    private func slip(
        _ type: String, _ count: Int, system: String? = nil, bankers: Int = 0
    ) -> BettingTable.Slip {
        .init(
            type: type, system: system, amount: #""12.00""#,
            selections: (0..<count).map {
                Place($0).selection(
                    "\(Self.odds[$0] / 100)", $0 < bankers ? #","banker":true"# : "")
            })
    }

    /// Results: `W`, `L`, `V`, half won `w`, half lost `l`.
    private func name(_ result: Character) -> String {
        ["W": "WON", "L": "LOST", "V": "VOID", "w": "HALF_WON", "l": "HALF_LOST"][result] ?? ""
    }

    @Test(arguments: [
        ("SINGLE", nil, 0, "W", "WON", "24.00"), ("SINGLE", nil, 0, "L", "LOST", "0.00"),
        ("SINGLE", nil, 0, "V", "VOID", "12.00"), ("SINGLE", nil, 0, "w", "WON", "18.00"),
        ("SINGLE", nil, 0, "l", "WON", "6.00"),
        ("MULTIPLE", nil, 0, "WW", "WON", "72.00"), ("MULTIPLE", nil, 0, "WV", "WON", "24.00"),
        ("MULTIPLE", nil, 0, "VV", "VOID", "12.00"), ("MULTIPLE", nil, 0, "wl", "WON", "9.00"),
        ("MULTIPLE", nil, 0, "VL", "LOST", "0.00"),
        // 4.00 on each pair: 6 + 8 + 12.
        ("SYSTEM", "2/3", 0, "WWW", "WON", "104.00"), ("SYSTEM", "2/3", 0, "WWL", "WON", "24.00"),
        ("SYSTEM", "2/3", 0, "WLL", "LOST", "0.00"), ("SYSTEM", "2/3", 0, "WWV", "WON", "44.00"),
        ("SYSTEM", "2/3", 0, "VVV", "VOID", "12.00"), ("SYSTEM", "2/3", 0, "VVL", "WON", "4.00"),
        // The banker at 2, and 6.00 on each of 3 and 4.
        ("SYSTEM", "1/2", 1, "WWL", "WON", "36.00"), ("SYSTEM", "1/2", 1, "VWL", "WON", "18.00"),
        ("SYSTEM", "1/2", 1, "LWW", "LOST", "0.00"),
        // 3.00 on each of four lines.
        ("TRIXIE", nil, 0, "WWL", "WON", "18.00"), ("TRIXIE", nil, 0, "WLL", "LOST", "0.00"),
        ("TRIXIE", nil, 1, "WWWL", "WON", "72.00"),
        // 12.00 / 7 on each line, cut once: 12 · 2 / 7 = 3.428…
        ("PATENT", nil, 0, "WLL", "WON", "3.42"), ("PATENT", nil, 0, "LLL", "LOST", "0.00"),
        // 12.00 / 11 on each line: 6 + 8 + 12 + 24 = 50.
        ("YANKEE", nil, 0, "WWWL", "WON", "54.54"),
        // 12.00 / 15 on each line: 5 + 0.5 + 2.5.
        ("LUCKY15", nil, 0, "lLLW", "WON", "6.40"),
    ] as [(String, String?, Int, String, String, String)])
    func returnIsThatOfTheResults(
        _ type: String, _ system: String?, _ bankers: Int, _ results: String, _ status: String,
        _ returned: String
    ) async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(
            access, slip(type, results.count, system: system, bankers: bankers))
        for (index, result) in results.enumerated() {
            try await table.settle((Place(index), name(result)))
        }
        #expect(try await table.status(access, bet) == status)
        let paid = try #require(Money(returned))
        #expect(
            try await table.balances(access) == Balances(real: "88.00" + paid, escrow: .zero))
        #expect(try await table.bet(access, bet)["betNetReturns"] == paid.json)
        #expect(try await table.platform.checkLedger().isOK)
    }

    @Test func allResultsAtOnceMakeOnePosting() async throws {
        let (table, access) = try await table()
        _ = try await table.bet(access, slip("MULTIPLE", 2))
        let before = try await table.platform.checkLedger().postings
        try await table.settle((Place(0), "WON"), (Place(1), "WON"))
        #expect(try await table.platform.checkLedger().postings == before + 1)
        #expect(try await table.lastMoves() == ["escrow → real 12.00", "house → real 60.00"])
    }

    /// Before each result: whether the bet is open.
    @Test(arguments: [
        ("MULTIPLE", nil, 0, "WWL", [true, true, true]),
        ("MULTIPLE", nil, 0, "LWW", [true, false]),
        ("SYSTEM", "2/3", 0, "LWW", [true, true, true]),
        ("SYSTEM", "2/3", 0, "LLW", [true, true, false]),
        ("SYSTEM", "1/2", 1, "LWW", [true, false]),
        ("SYSTEM", "1/2", 1, "WLL", [true, true, true]),
        ("TRIXIE", nil, 0, "LLW", [true, true, false]),
        ("PATENT", nil, 0, "LLL", [true, true, true]),
        ("YANKEE", nil, 0, "LLLW", [true, true, true, false]),
    ] as [(String, String?, Int, String, [Bool])])
    func betSettlesOnceItsReturnNoLongerDependsOnWhatIsOpen(
        _ type: String, _ system: String?, _ bankers: Int, _ results: String, _ isOpen: [Bool]
    ) async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(
            access, slip(type, results.count, system: system, bankers: bankers))
        for (index, result) in results.enumerated() where index < isOpen.count {
            let status = try await table.status(access, bet)
            #expect((status == "OPEN") == isOpen[index], "\(index)")
            try await table.settle((Place(index), name(result)))
        }
        #expect(try await table.status(access, bet) != "OPEN")
    }

    @Test func laterResultsOfALostBetChangeNothing() async throws {
        let (table, access) = try await table()
        let id = try await table.bet(access, slip("MULTIPLE", 2))
        try await table.settle((Place(0), "LOST"))
        let bet = try await table.bet(access, id)
        let before = try await table.platform.checkLedger()
        table.test.pass(milliseconds: 1_000)
        try await table.settle((Place(1), "WON"))
        let after = try await table.bet(access, id)
        #expect(after["settledDate"] == bet["settledDate"])
        #expect(after["betNetReturns"] == 0)
        #expect(try await table.platform.checkLedger() == before)
    }

    /// The ledger's rows for a return v of the stake s.
    @Test(arguments: [
        ("WON", ["escrow → real 12.00", "house → real 12.00"]),
        ("LOST", ["escrow → house 12.00"]), ("VOID", ["escrow → real 12.00"]),
        ("HALF_WON", ["escrow → real 12.00", "house → real 6.00"]),
        ("HALF_LOST", ["escrow → real 6.00", "escrow → house 6.00"]),
    ]) func returnIsMovedAsTheLedgersTableSays(_ result: String, _ moves: [String]) async throws {
        let (table, access) = try await table()
        _ = try await table.bet(access, slip("SINGLE", 1))
        try await table.settle((Place(0), result))
        #expect(try await table.lastMoves() == moves)
    }

    // MARK: Whose results

    @Test func worldSettlesOneWinnerAMarket() async throws {
        let (table, access) = try await table()
        let outcomes = [Place(0, 0, 0), Place(0, 0, 1), Place(0, 0, 2)]
        table.world.set(outcomes[1], odds: 300)
        let won = try await table.bet(access, table.slip("10.00", outcomes[0], at: "2"))
        let lost = try await table.bet(access, table.slip("10.00", outcomes[1], at: "3"))
        try await table.platform.take(ScriptedWorld.end(outcomes, winner: 0))
        #expect(try await table.status(access, won) == "WON")
        #expect(try await table.status(access, lost) == "LOST")
        // Once: what the world says again, or otherwise, after a restart changes nothing.
        let before = try await table.platform.checkLedger()
        try await table.platform.take(ScriptedWorld.end(outcomes, winner: 1))
        #expect(try await table.platform.checkLedger() == before)
        #expect(try await table.status(access, lost) == "LOST")
    }

    @Test func marketThatTheWorldTookOutIsVoid() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, slip("SINGLE", 1))
        // That its offer is gone alone settles nothing.
        table.world.remove(Place(0))
        #expect(try await table.status(access, bet) == "OPEN")
        try await table.platform.take(ScriptedWorld.end([Place(0)], winner: nil))
        #expect(try await table.status(access, bet) == "VOID")
        #expect(try await table.test.real(access) == "100")
    }

    @Test func whatControlHasSettledTheWorldLeaves() async throws {
        let (table, access) = try await table()
        let outcomes = [Place(0, 0, 0), Place(0, 0, 1)]
        table.world.set(outcomes[1], odds: 300)
        let bets = [
            try await table.bet(access, table.slip("10.00", outcomes[0], at: "2")),
            try await table.bet(access, table.slip("10.00", outcomes[1], at: "3")),
        ]
        try await table.settle((outcomes[1], "WON"))
        try await table.platform.take(ScriptedWorld.end(outcomes, winner: 0))
        // No second winner.
        #expect(try await table.status(access, bets[0]) == "LOST")
        #expect(try await table.status(access, bets[1]) == "WON")
    }

    @Test func marketWhoseDrawnWinnerControlHasMadeLoseHasAnother() async throws {
        let (table, access) = try await table()
        let outcomes = [Place(0, 0, 0), Place(0, 0, 1)]
        table.world.set(outcomes[1], odds: 300)
        let bet = try await table.bet(access, table.slip("10.00", outcomes[1], at: "3"))
        try await table.settle((outcomes[0], "LOST"))
        try await table.platform.take(ScriptedWorld.end(outcomes, winner: 0))
        #expect(try await table.status(access, bet) == "WON")
    }

    @Test func newWorldOpensOutcomesWithoutBets() async throws {
        let (table, access) = try await table()
        _ = try await table.bet(access, slip("SINGLE", 1))
        try await table.platform.take(ScriptedWorld.end([Place(0)], winner: 0))
        try await table.platform.take(ScriptedWorld.end([Place(1)], winner: 0))
        try await table.platform.take(.restarted)
        #expect(try await table.code(access, slip("SINGLE", 1)) == "409 904")
        #expect(try await table.code(access, table.slip("5.00", Place(1), at: "3")) == "200")
        #expect(try await table.status(access, "b-1") == "WON")
    }

    // MARK: Control

    @Test func unknownOutcomeIs404AndNothingIsDone() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, slip("SINGLE", 1))
        for other in ["99999", "x", "0", "-70000", "99999999999999999999"] {
            let body = try reader(#"{"outcomes":{"70000":"WON","\#(other)":"LOST"}}"#)
            #expect(try await code { _ = try await table.platform.settle(body) } == "404 -")
        }
        #expect(try await table.status(access, bet) == "OPEN")
        let odd = try reader(#"{"outcomes":{"70000":"DRAWN"}}"#)
        #expect(try await code { _ = try await table.platform.settle(odd) } == "400 -")
        #expect(try await table.status(access, bet) == "OPEN")
    }

    @Test func outcomeThatTheWorldHasNoMoreIsKnownByItsBetsAndItsResult() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, slip("SINGLE", 1))
        table.world.remove(Place(0))
        try await table.settle((Place(0), "WON"))
        #expect(try await table.status(access, bet) == "WON")
        try await table.platform.take(ScriptedWorld.end([Place(1)], winner: 0))
        table.world.remove(Place(1))
        try await table.settle((Place(1), "LOST"))
    }
}
