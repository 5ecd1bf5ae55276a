import Foundation
import OddsBetting
import PlatformFixture
import Testing

@testable import ServicesProvider

/// The history against the real service: platform contract, section 8.7.
@Suite(.timeLimit(.minutes(5))) struct BetHistoryTests {
    private func placeMany(
        _ count: Int, _ bets: any BettingProvider, on event: Int = 0
    ) async throws -> [String] {
        try await bets.placeBets(
            betTickets: Array(repeating: .single("1", on: event), count: count),
            useFreebetBalance: false, options: PlaceBetsOptions()
        ).bets.map(\.betID)
    }

    /// All pages of a list.
    private func all(
        _ page: (Int) async throws -> BetsPage
    ) async throws -> [Bet] {
        var bets: [Bet] = []
        var index = 0
        while true {
            let shown = try await page(index)
            bets += shown.bets
            #expect(shown.droppedCount == 0)
            guard shown.hasNextPage else { return bets }
            index += 1
        }
    }

    @Test(arguments: Form.allCases)
    func eachOldBetIsSeenOnceWhileNewOnesArePlaced(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withBettor(form, balance: "200.00") { bets, _ in
                let old = try await placeMany(60, bets)
                #expect(old.count == 60)
                for read in [
                    { try await bets.getBetHistory(pageIndex: $0) },
                    {
                        try await bets.getOpenBetsHistory(
                            pageIndex: $0, startDate: nil, endDate: nil)
                    },
                ] as [@Sendable (Int) async throws -> BetsPage] {
                    var pages: [BetsPage] = []
                    let known = Set(try await all(read).map(\.id))
                    for index in 0..<10 {
                        let page = try await read(index)
                        pages.append(page)
                        _ = try await placeMany(5, bets)
                        guard page.hasNextPage else { break }
                    }
                    let seen = pages.flatMap(\.bets)
                    #expect(Set(seen.map(\.id)) == known && seen.count == known.count)
                    #expect(known.isSuperset(of: old))
                    #expect(pages.dropLast().allSatisfy { $0.bets.count == 20 })
                    let dates = seen.map(\.placedDate)
                    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 > $1 })
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func listsAreOfTheirStatus(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 4)) { running in
            try await running.withBettor(form) { bets, _ in
                var ids: [String] = []
                for event in 0..<4 { ids += try await placeMany(1, bets, on: event) }
                try await running.settle([.init(0): .won, .init(1): .lost])
                let value = try await bets.calculateCashout(betId: ids[2], stakeValue: nil)
                _ = try await bets.executeCashout(request: .init(betID: ids[2], value: value))
                let open = try await bets.getOpenBetsHistory(
                    pageIndex: 0, startDate: nil, endDate: nil)
                #expect(open.bets.map(\.id) == [ids[3]] && !open.hasNextPage)
                let settled = try await bets.getResolvedBetsHistory(
                    pageIndex: 0, startDate: nil, endDate: nil)
                #expect(settled.bets.map(\.id) == [ids[2], ids[1], ids[0]])
                #expect(settled.bets.map(\.status) == [.cashedOut, .lost, .won])
                #expect(settled.bets.allSatisfy { $0.settledDate != nil })
                let won = try await bets.getWonBetsHistory(
                    pageIndex: 0, startDate: nil, endDate: nil)
                #expect(won.bets.map(\.id) == [ids[0]] && won.bets.first?.netReturns == 2)
                let cashed = try await bets.getCashedOutBetsHistory(
                    pageIndex: 0, startDate: nil, endDate: nil)
                #expect(cashed.bets.map(\.id) == [ids[2]])
                #expect(cashed.bets.first?.cashedOutAmount == value)
                let all = try await bets.getBetHistory(pageIndex: 0)
                #expect(all.bets.map(\.id) == ids.reversed())
                #expect(all.bets.map(\.status) == [.opened, .cashedOut, .lost, .won])
                for identifier in ["b-99", "../open-bets", ""] {
                    let error = try await failure {
                        _ = try await bets.getBetDetails(identifier: identifier)
                    }
                    #expect(error == .notFound, "\(identifier)")
                }
                let negative = try await failure {
                    _ = try await bets.getBetHistory(pageIndex: -1)
                }
                #expect(negative == .invalidRequestFormat)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func datesBoundTheLists(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withBettor(form, balance: "100.00") { bets, _ in
                _ = try await placeMany(50, bets)
                let dates = try await all { try await bets.getBetHistory(pageIndex: $0) }
                    .map(\.placedDate)
                let (start, end) = (dates[44], dates[3])
                let some = try await all {
                    try await bets.getOpenBetsHistory(
                        pageIndex: $0, startDate: start, endDate: end)
                }
                #expect(some.map(\.placedDate) == Array(dates[4...44]))
            }
        }
    }

    @Test(arguments: Form.allCases)
    func mergedPagesHaveEachBetOnceThroughSettlements(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 3)) { running in
            try await running.withBettor(form, balance: "100.00") { bets, _ in
                var ids: Set<String> = []
                for number in 0..<45 {
                    ids.formUnion(try await placeMany(1, bets, on: number % 3))
                }
                try await running.settle([.init(0): .won])
                var seen: [Bet] = []
                for index in 0..<3 {
                    seen += try await bets.getBetHistory(pageIndex: index).bets
                    if index == 0 { try await running.settle([.init(1): .lost]) }
                }
                #expect(seen.count == 45 && Set(seen.map(\.id)) == ids)
                #expect(seen.count { $0.status == .won } == 15)
            }
        }
    }

    @Test func betThatIsSettledBetweenTheListsIsShownOnceAndSettled() async throws {
        let transport = HoldingTransport("/open-bets?limit=20")
        try await withPlatform(world: ScriptedWorld(events: 2)) { running in
            try await running.withLogin({ $0.httpTransport = { transport } }) { client, _ in
                let ids = try await placeMany(1, client) + placeMany(1, client, on: 1)
                let asked = Task { try await client.getBetHistory(pageIndex: 0) }
                await transport.gate.arrivals(1)
                try await running.settle([.init(0): .won])
                transport.gate.open()
                let page = try await asked.value
                #expect(page.bets.map(\.id) == ids.reversed())
                #expect(page.bets.map(\.status) == [.opened, .won])
            }
        }
    }

    @Test(arguments: Form.allCases)
    func whatBetsMovedIsListed(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 2)) { running in
            try await running.withPlayer(form) { accounts, player in
                let client = ServicesProviderClient(
                    providerType: .everymatrix, configuration: try running.configuration())
                client.connect()
                defer { client.disconnect() }
                _ = try await client.login(username: player.username, password: player.password)
                _ = try await placeMany(21, client)
                try await running.settle([.init(0): .won])
                var query = TransactionsQuery()
                query.kinds = [.withdraw]
                var found: [WageringTransaction] = []
                repeat {
                    let page = try await accounts.getWageringTransactionsHistory(query)
                    #expect(page.droppedCount == 0)
                    found += page.transactions
                    query.page = page.next
                } while query.page != nil
                #expect(found.count == 42 && Set(found.map(\.id)).count == 42)
                #expect(found.prefix(21).allSatisfy { $0.kind == .win && $0.realAmount == 2 })
                #expect(found.suffix(21).allSatisfy { $0.kind == .bet && $0.realAmount == 1 })
                #expect(found.first?.balance == 71 && found.last?.balance == 49)
                #expect(found.allSatisfy { $0.currency == "EUR" && $0.bonusAmount == 0 })
            }
        }
    }
}
