import GRDB
import PlatformFixture
import Testing

@testable import OddsPlatform

/// Bets in a state that is kept in a file.
@Suite struct BettingStateTests {
    @Test func restartGoesOnWithBetsResultsAndKeys() async throws {
        try await withStateFile { settings in
            let world = ScriptedWorld()
            for event in 1...3 { world.set(Place(event), odds: 200) }
            var table = try await BettingTable(settings, world: world)
            let access = try await table.test.makeAccess(balance: "50.00")
            let multiple = BettingTable.Slip(
                type: "MULTIPLE", selections: [Place(1).selection("2"), Place(2).selection("2")])
            let first = try await table.answer(access, multiple, key: "k")
            let single = try await table.bet(access, table.slip("5.00", Place(3), at: "2"))
            try await table.settle((Place(1), "WON"))
            let bets = try await table.platform.bets(access, BetQuery(isOpen: true))

            table = try await BettingTable(settings, world: world)
            #expect(try await table.platform.bets(access, BetQuery(isOpen: true)) == bets)
            #expect(try await table.answer(access, multiple, key: "k") == first)
            #expect(
                try await code { _ = try await table.answer(access, body: "{}", key: "k") }
                    == "422 920")
            // The result is known, the bet's cashout value counts it, and all goes on.
            #expect(
                try await table.code(access, table.slip("1.00", Place(1), at: "2")) == "409 904")
            #expect(try await table.value(access, "b-1") == 19)
            try await table.settle((Place(2), "WON"))
            try await table.sell(access, .init(bet: single))
            #expect(try await table.balances(access) == Balances(real: "79.75"))
            let id = try await table.bet(access, table.slip("1.00", Place(3), at: "2"))
            #expect(id == "b-3")
            #expect(try await table.platform.checkLedger().isOK)
        }
    }

    @Test func restartGoesOnWhereTheWorldWas() async throws {
        try await withStateFile { settings in
            let world = ScriptedWorld()
            var table = try await BettingTable(settings, world: world)
            #expect(try await table.platform.worldPosition() == .start)
            try await table.platform.take(.reached(4_000_000_000))
            let changes = [
                ScriptedWorld.change(at: 1_000_000_000, "goals", 500),
                ScriptedWorld.change(at: 2_000_000_000, "quiet", 20),
            ]
            for change in changes { try await table.platform.take(.changed(change)) }
            table = try await BettingTable(settings, world: world)
            let position = try await table.platform.worldPosition()
            #expect(position.nanoseconds == 4_000_000_000)
            #expect(position.changes == changes)
            try await table.platform.take(.restarted)
            table = try await BettingTable(settings, world: world)
            #expect(try await table.platform.worldPosition() == .start)
        }
    }

    @Test func stateWithoutBetsBecomesOneWithBets() async throws {
        try await withStateFile { settings in
            let path = try #require(settings.path)
            let old = try DatabaseQueue(path: path)
            try PlatformSchema.migrator.migrate(old, upTo: "1: players, ledger, payments")
            let password = PasswordHash(of: "secret", cost: .lowest).text
            try await old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO player (id, username, password, currency, walletSequence)
                            VALUES (70501, 'ana', '\(password)', 'EUR', 1);
                        INSERT INTO consent (player, version, isGiven) VALUES (70501, 11, 1);
                        INSERT INTO ledgerSum (currency) VALUES ('EUR');
                        """)
                let real = Account(.real, of: 70_501).id
                let currency = try #require(Currency("EUR"))
                let outside = Account(.outside, in: currency).id
                let house = Account(.house, in: currency).id
                for id in real...(real + 3) {
                    try db.execute(
                        sql: "INSERT INTO account (id, currency, isPlayers) VALUES (?, 'EUR', 1)",
                        arguments: [id])
                }
                for id in [outside, house] {
                    try db.execute(
                        sql: "INSERT INTO account (id, currency, isPlayers) VALUES (?, 'EUR', 0)",
                        arguments: [id])
                }
                try db.execute(
                    sql: """
                        INSERT INTO posting (player, kind, reference, time, sequence)
                            VALUES (70501, 'deposit', 'tx-1', 0, 1);
                        INSERT INTO move (posting, source, target, amount)
                            VALUES (1, \(outside), \(real), 5000);
                        """)
            }
            try old.close()

            let world = ScriptedWorld()
            world.set(Place(1), odds: 185)
            let table = try await BettingTable(settings, world: world)
            let access = try await table.test.access(
                of: TestPlayer(id: "70501", username: "ana", password: "secret"))
            #expect(try await table.balances(access) == Balances(real: "50.00"))
            let bet = try await table.bet(access)
            try await table.settle((Place(1), "WON"))
            #expect(try await table.status(access, bet) == "WON")
            #expect(try await table.test.real(access) == "58.5")
            let wagers = try await table.platform.wagers(access, HistoryQuery())
            #expect(try wagers.list("transactions").count == 2)
            let check = try await table.platform.checkLedger()
            #expect(check.isOK && check.postings == 3)
        }
    }
}
