import OddsBetting
import PlatformFixture
import Testing

@testable import OddsPlatform

/// Results come first, and bets are settled in transactions of their own after it. Others run
/// in between.
@Suite(.timeLimit(.minutes(5))) struct SettlementStepTests {
    private static let countMax = 3
    private static let double = BettingTable.Slip(
        type: "MULTIPLE", selections: [Place(1).selection("1.85"), Place(2).selection("2")])

    private static func settings(_ settings: PlatformSettings) -> PlatformSettings {
        var settings = settings
        settings.settledBetsPerTransaction = countMax
        return settings
    }

    private func table(
        _ settings: PlatformSettings = TestPlatform.settings, world: ScriptedWorld = ScriptedWorld()
    ) async throws -> BettingTable {
        world.set(Place(1), odds: 185)
        world.set(Place(2), odds: 200)
        return try await BettingTable(Self.settings(settings), world: world)
    }

    /// Singles of 10.00 on the first event.
    private func bets(_ table: BettingTable, _ access: Access, _ count: Int) async throws
        -> [String]
    {
        var bets: [String] = []
        for _ in 0..<count { bets.append(try await table.bet(access)) }
        return bets
    }

    /// The first step of a settlement: no bet is settled yet.
    private func keep(_ table: BettingTable, _ result: OutcomeResult) async throws {
        try await table.platform.state.transact {
            try $0.keepResults([(outcome: Int64(Place(1).outcomeID), result: result)])
        }
    }

    private func settle(_ table: BettingTable, count: Int) async throws {
        _ = try await table.platform.state.transact { try $0.settleBets(max: count) }
    }

    private func statuses(_ table: BettingTable, _ access: Access) async throws -> [String] {
        var query = BetQuery(isOpen: false)
        try query.setLimit("100")
        guard case .array(let bets) = try await table.platform.bets(access, query) else {
            return []
        }
        return try bets.map { try $0.text("status") }
    }

    @Test(arguments: [(1, 1), (3, 2), (4, 2), (10, 4)])
    func eachTransactionSettlesAFew(_ count: Int, _ transactions: Int) async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "100.00")
        _ = try await bets(table, access, count)
        let before = table.platform.metrics.commits.transactionCount
        try await table.settle((Place(1), "LOST"))
        // One more keeps the result.
        #expect(
            table.platform.metrics.commits.transactionCount == before + 1 + transactions)
        #expect(try await statuses(table, access).count == count)
    }

    @Test func bettingGoesOnBetweenTheSteps() async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "200.00")
        let singles = try await bets(table, access, 5)
        let double = try await table.bet(access, Self.double)
        try await keep(table, .won)
        try await settle(table, count: 2)
        #expect(try await statuses(table, access) == ["WON", "WON"])
        #expect(try await table.platform.checkLedger().isOK)
        // The outcome takes no bets any more, another one does.
        #expect(try await table.code(access, .init()) == "409 904")
        _ = try await table.bet(access, table.slip("20.00", Place(2), at: "2"))
        // Bets that have won are not for sale, whether they are paid or not.
        for single in singles {
            #expect(try await table.saleCode(access, .init(bet: single)) == "404 -")
            #expect(try await table.value(access, single) == nil)
        }
        // 10 · 1.85 · 2 / 2 · 0.95.
        let sold = try await table.sell(access, .init(bet: double))
        #expect(sold["cashoutValue"] == .number("17.57"))
        try await table.platform.settleBets()
        #expect(try await statuses(table, access).count { $0 == "WON" } == 5)
        // 200 − 60 − 20 + 17.57 + 5 · 18.50.
        #expect(
            try await table.balances(access) == Balances(real: "230.07", escrow: "20.00"))
        #expect(try await table.platform.checkLedger().isOK)
    }

    @Test func betThatHasWonBetweenValueAndSaleIsNotSold() async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "10.00")
        let bet = try await table.bet(access)
        table.world.interruptNextReading { try await keep(table, .won) }
        #expect(try await table.saleCode(access, .init(bet: bet)) == "404 -")
        try await table.platform.settleBets()
        #expect(try await table.test.real(access) == "18.5")
    }

    @Test(arguments: OutcomeResult.allCases, OutcomeResult.allCases)
    func correctionBetweenTheStepsHoldsForAll(
        _ first: OutcomeResult, _ second: OutcomeResult
    ) async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "100.00")
        _ = try await bets(table, access, 8)
        try await keep(table, first)
        try await settle(table, count: 4)
        try await table.settle((Place(1), second.rawValue))
        let real: Money =
            switch second {
            case .won: "168.00"
            case .lost: "20.00"
            case .void: "100.00"
            case .halfWon: "134.00"
            case .halfLost: "60.00"
            }
        #expect(try await table.balances(access) == Balances(real: real))
        #expect(Set(try await statuses(table, access)).count == 1)
        #expect(try await table.platform.checkLedger().isOK)
    }

    /// Nobody has seen the first result's effect.
    @Test func betThatWasLostForAMomentIsForSaleAgain() async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "10.00")
        let double = try await table.bet(access, Self.double)
        let before = try await table.platform.checkLedger()
        try await keep(table, .lost)
        #expect(try await table.saleCode(access, .init(bet: double)) == "404 -")
        try await table.settle((Place(1), "VOID"))
        #expect(try await table.platform.checkLedger() == before)
        #expect(try await table.sell(access, .init(bet: double))["cashoutValue"] == .number("9.5"))
    }

    @Test(arguments: 0...8)
    func restartSettlesTheRest(_ count: Int) async throws {
        try await withStateFile { settings in
            let world = ScriptedWorld()
            var table = try await table(settings, world: world)
            let access = try await table.test.makeAccess(balance: "100.00")
            _ = try await bets(table, access, 8)
            try await keep(table, .won)
            try await settle(table, count: count)
            #expect(try await statuses(table, access).count == count)
            table = try await self.table(settings, world: world)
            #expect(try await statuses(table, access).count == 8)
            #expect(try await table.balances(access) == Balances(real: "168.00"))
            let check = try await table.platform.checkLedger()
            #expect(check.isOK && check.postings == 1 + 8 + 8)
            // What the world says again changes nothing.
            try await table.platform.take(ScriptedWorld.end([Place(1)], winner: nil))
            #expect(try await table.platform.checkLedger() == check)
        }
    }

    enum Retry: CaseIterable { case news, control, due, otherNews }

    @Test(arguments: Retry.allCases)
    func whatAFailureLeavesIsSettledLater(_ retry: Retry) async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "100.00")
        _ = try await bets(table, access, 8)
        let state = table.platform.state
        try await state.transact {
            try $0.run(
                """
                CREATE TRIGGER fifth BEFORE UPDATE ON bet WHEN NEW.id = 5 BEGIN
                    SELECT RAISE(ABORT, 'the fifth');
                END
                """)
        }
        let news = ScriptedWorld.end([Place(1)], winner: 0)
        let refused = try await refusal { try await table.platform.take(news) }
        #expect(refused?.status == 500)
        // The fourth shares a transaction with the fifth.
        #expect(try await statuses(table, access) == ["WON", "WON", "WON"])
        #expect(try await table.platform.checkLedger().isOK)
        try await state.transact { try $0.run("DROP TRIGGER fifth") }
        switch retry {
        case .news: try await table.platform.take(news)
        case .control: try await table.settle((Place(1), "WON"))
        case .otherNews: try await table.platform.take(ScriptedWorld.end([Place(2)], winner: 0))
        case .due: for _ in 0..<2 { try await table.platform.doWhatIsDue() }
        }
        #expect(try await statuses(table, access).count == 8)
        #expect(try await table.balances(access) == Balances(real: "168.00"))
        let check = try await table.platform.checkLedger()
        #expect(check.isOK && check.postings == 1 + 8 + 8)
    }

    /// Placings, cashouts, a settlement and its correction, all at once. The settlement and some
    /// of the cashouts begin once a bet has been sold.
    @Test func eachBetIsPaidOnce() async throws {
        let table = try await table()
        var players: [(access: Access, bets: [String])] = []
        for _ in 0..<4 {
            let access = try await table.test.makeAccess(balance: "500.00")
            players.append((access, try await bets(table, access, 20)))
        }
        @Sendable func waitForASale() async {
            while table.platform.metrics.bets.cashoutCount == 0 { await Task.yield() }
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for (access, bets) in players {
                for (index, bet) in bets.enumerated() {
                    tasks.addTask {
                        if index >= 5 { await waitForASale() }
                        if index < 15 { _ = try await table.saleCode(access, .init(bet: bet)) }
                    }
                    tasks.addTask {
                        _ = try await table.bet(access, table.slip("1.00", Place(2), at: "2"))
                    }
                }
            }
            for result in ["WON", "HALF_LOST"] {
                tasks.addTask {
                    await waitForASale()
                    try await table.settle((Place(1), result))
                }
            }
            try await tasks.waitForAll()
        }
        for (access, bets) in players {
            var returned: Money = .zero
            for name in bets {
                let bet = try await table.bet(access, name)
                let result = try bet.list("selections")[0].text("status")
                let due: Money =
                    if try bet.text("status") == "CASHED_OUT" {
                        "9.50"
                    } else {
                        result == "WON" ? "18.50" : "5.00"
                    }
                #expect(bet["betNetReturns"] == due.json, "\(name)")
                returned = returned + due
            }
            #expect(
                try await table.balances(access)
                    == Balances(real: "280.00" + returned, escrow: "20.00"))
        }
        #expect(try await table.platform.checkLedger().isOK)
    }
}
