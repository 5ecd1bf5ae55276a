import OddsBetting
import PlatformFixture
import SeededRandom
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.6, and P5 and P7 of section 13.
@Suite(.timeLimit(.minutes(5))) struct BettingConcurrencyTests {
    @Test func hundredBetsAtOnceOnAWalletForFive() async throws {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 185)
        let access = try await table.test.makeAccess(balance: "55.00")
        let codes = try await withThrowingTaskGroup(of: String.self) { tasks in
            for _ in 0..<100 { tasks.addTask { try await table.code(access, .init()) } }
            return try await tasks.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(codes == ["200": 5, "409 106": 95])
        #expect(try await table.balances(access) == Balances(real: "5.00", escrow: "50.00"))
        let check = try await table.platform.checkLedger()
        #expect(check.isOK && check.sum == .zero)
    }

    /// What may happen to a bet in one round.
    private enum Act: CaseIterable, Sendable {
        case sale, otherSale, settlement
    }

    @Test func cashoutsAndASettlementOfOneBetAtOncePayOnce() async throws {
        let seed: UInt64 = 2_907
        var random = SplitMix64(seed: seed)
        let table = try await BettingTable()
        let access = try await table.test.makeAccess(balance: "100.00")
        var balance: Money = "100.00"
        var winners: [String: Int] = [:]
        for round in 1...1_000 {
            let place = Place(round)
            table.world.set(place, odds: 185)
            // A cashout pays 0.95, a win 1.85.
            let bet = try await table.bet(access, table.slip("1.00", place))
            let acts = Act.allCases.shuffled(using: &random)
                .map { (act: $0, yields: Int.random(in: 0..<12, using: &random)) }
            let sold = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for (act, yields) in acts {
                    tasks.addTask {
                        for _ in 0..<yields { await Task.yield() }
                        if act == .settlement {
                            try await table.settle((place, "WON"))
                            return 0
                        }
                        return try await table.saleCode(access, .init(bet: bet)) == "200" ? 1 : 0
                    }
                }
                return try await tasks.reduce(0, +)
            }
            let status = try await table.status(access, bet)
            winners[status, default: 0] += 1
            #expect(status == (sold == 1 ? "CASHED_OUT" : "WON"), "seed \(seed), round \(round)")
            balance = balance + (sold == 1 ? "0.95" : "1.85") - "1.00"
            #expect(
                try await table.balances(access) == Balances(real: balance),
                "seed \(seed), round \(round)")
        }
        #expect(winners.keys.sorted() == ["CASHED_OUT", "WON"])
        #expect(try await table.platform.checkLedger().isOK)
    }

    @Test func manyPlayersAtOnceKeepTheirOwnBalances() async throws {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 185)
        var players: [Access] = []
        for _ in 0..<10 { players.append(try await table.test.makeAccess(balance: "30.00")) }
        let accesses = players
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for access in accesses {
                for _ in 0..<5 { tasks.addTask { _ = try await table.code(access, .init()) } }
            }
            try await tasks.waitForAll()
        }
        for access in accesses {
            #expect(try await table.balances(access) == Balances(escrow: "30.00"))
        }
        #expect(try await table.platform.checkLedger().isOK)
    }
}
