import Foundation
import OddsBetting
import OddsSimulator
import PlatformFixture
import Testing

@testable import ServicesProvider

/// Placing against the real service: platform contract, sections 4 and 9.
@Suite(.timeLimit(.minutes(5))) struct PlacingTests {
    @Test(arguments: Form.allCases)
    func ticketsArePlacedInTheirOrder(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 4)) { running in
            try await running.withBettor(form, balance: "100.00") { bets, client in
                let response = try await bets.placeBets(
                    betTickets: [
                        .single("10"), .several(.multiple, "1.50", events: 2),
                        .several(.system(size: 2), "9", events: 3),
                        .several(.named(.lucky15), "15", events: 4),
                    ], useFreebetBalance: false, options: PlaceBetsOptions())
                let placed = try response.results.map { try $0.get() }
                #expect(Set(placed.map(\.betID)).count == 4)
                #expect(placed.map(\.potentialReturn) == [20, 6, 36, 80])
                #expect(placed.map(\.selections.count) == [1, 2, 3, 4])
                #expect(placed.allSatisfy { $0.status == .opened && $0.ticketCode != nil })
                #expect(try await client.getUserBalance().real == decimal("64.5"))
                for (bet, type) in zip(
                    placed,
                    [BetType.single, .multiple, .system(size: 2), .named(.lucky15)])
                {
                    let found = try await bets.getBetDetails(identifier: bet.betID)
                    #expect(found.type == type && found.potentialReturn == bet.potentialReturn)
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func placedAndRefusedOnesStandSideBySide(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 2)) { running in
            try await running.withBettor(form) { bets, _ in
                let response = try await bets.placeBets(
                    betTickets: [.single("0.10"), .single("5"), .single("5", on: 7)],
                    useFreebetBalance: false, options: PlaceBetsOptions())
                #expect(
                    response.results[0]
                        == .failure(.stakeOutOfRange(min: decimal("0.35"), max: 2_500)))
                #expect(try response.results[1].get().potentialReturn == 10)
                #expect(response.results[2] == .failure(.resourceUnavailableOrDeleted))
                #expect(response.bets.count == 1)
                // Where none is placed, it is the first one's error.
                let error = try await failure {
                    _ = try await bets.placeBets(
                        betTickets: [.single("5", on: 7), .single("0.10")],
                        useFreebetBalance: false, options: PlaceBetsOptions())
                }
                #expect(error == .resourceUnavailableOrDeleted)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func walletPaysForFiveOfAHundred(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withBettor(form, balance: "55.00") { bets, client in
                let response = try await bets.placeBets(
                    betTickets: Array(repeating: .single("10"), count: 100),
                    useFreebetBalance: false, options: PlaceBetsOptions())
                #expect(response.bets.count == 5)
                #expect(
                    response.results.count { $0 == .failure(.insufficientFunds) } == 95)
                #expect(try await client.getUserBalance().real == 5)
                #expect(try await running.isLedgerRight())
            }
        }
    }

    @Test(arguments: Form.allCases)
    func freeBetsPayAlone(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withBettor(form) { bets, client in
                let bet = try await bets.place(.single("5"), isFree: true)
                // Less by the stake.
                #expect(bet.potentialReturn == 5)
                #expect(try await bets.getBetDetails(identifier: bet.betID).isFreeBet)
                let wallet = try await client.getUserBalance()
                #expect(wallet.freeBet == 0 && wallet.real == 50)
                let error = try await failure {
                    _ = try await bets.place(.single("5"), isFree: true)
                }
                #expect(error == .insufficientFunds)
            }
        }
    }

    @Test func sessionIsRenewedAndTheTicketPlacedOnce() async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withBettor { bets, client in
                try await running.expireSessions()
                _ = try await bets.place(.single("10"))
                #expect(try await client.getUserBalance().real == 40)
                #expect(running.platform.metrics.refreshCount == 1)
            }
        }
    }

    // MARK: Lost answers

    @Test(arguments: [UInt64(6), 66])
    func lostAnswersPlaceNothingTwice(_ seed: UInt64) async throws {
        let count = 60
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withBettor(balance: "700.00") { bets, client in
                running.faults.set(
                    FaultPlan(
                        seed: seed,
                        rules: [FaultRule(.httpCut, probability: 0.5, route: "/place-bet")]))
                let found = try await withThrowingTaskGroup(of: String.self) { group in
                    for number in 0..<count {
                        group.addTask {
                            while true {
                                do {
                                    return try await bets.place(.single("10"), key: "k-\(number)")
                                        .betID
                                } catch ServiceProviderError.noNetworkConnection {
                                    // Whether it was placed is asked with the same key.
                                }
                            }
                        }
                    }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                running.faults.set(FaultPlan())
                #expect(running.metrics.value(of: .httpCut) > 0)
                #expect(found.count == count)
                var listed: Set<String> = []
                for page in 0..<4 {
                    let shown = try await bets.getBetHistory(pageIndex: page)
                    listed.formUnion(shown.bets.map(\.id))
                }
                #expect(listed == found)
                #expect(try await client.getUserBalance().real == 100)
                #expect(try await running.isLedgerRight())
            }
        }
    }

    @Test func keyFindsTheBetAfterALostAnswerAndIsLogged() async throws {
        let log = LogCollector()
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withLogin({ $0.log = log.logger }) { client, _ in
                for fault in [FaultKind.httpCut, .httpGarbage] {
                    let key = "key-\(fault)"
                    running.faults.set(
                        FaultPlan(rules: [FaultRule(fault, route: "/place-bet")]))
                    let error = try await failure {
                        _ = try await client.place(.single("10"), key: key)
                    }
                    if fault == .httpCut {
                        #expect(error == .noNetworkConnection)
                    } else {
                        guard case .decodingError = error else {
                            Issue.record("\(String(describing: error))")
                            return
                        }
                    }
                    #expect(log.lines.contains { $0.contains("\(key).0") })
                    running.faults.set(FaultPlan())
                    let placed = try await client.getBetHistory(pageIndex: 0).bets
                    let bet = try await client.place(.single("10"), key: key)
                    #expect(bet.betID == placed.first?.id)
                }
                #expect(try await client.getUserBalance().real == 30)
                #expect(try await client.getBetHistory(pageIndex: 0).bets.count == 2)
            }
        }
    }

    /// An app that has been started anew does not know the player's profile yet.
    @Test func keyFindsTheBetOfTheClientBefore() async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            let store = MemoryTokenStore()
            var known: String?
            try await running.withLogin({ $0.tokenStore = store }) { client, _ in
                running.faults.set(
                    FaultPlan(rules: [FaultRule(.httpCut, route: "/place-bet")]))
                let error = try await failure {
                    _ = try await client.place(.single("10"), key: "k")
                }
                #expect(error == .noNetworkConnection)
                running.faults.set(FaultPlan())
                known = try await client.getBetHistory(pageIndex: 0).bets.first?.id
            }
            try await running.withClient({ $0.tokenStore = store }) { client in
                let bet = try await client.place(.single("10"), key: "k")
                #expect(bet.betID == known)
                let bets = try await client.getBetHistory(pageIndex: 0).bets
                #expect(bets.count == 1)
            }
        }
    }

    @Test func attemptsOfATicketAreTheSameBytesUnderOneKey() async throws {
        try await withScriptedBets({ _ throws(HTTPTransportError) in
            throw HTTPTransportError(.broken, "cut")
        }) { bets, transport in
            let error = try await failure {
                _ = try await bets.placeBets(
                    betTickets: [.single(), .single("20")], useFreebetBalance: false,
                    options: PlaceBetsOptions())
            }
            #expect(error == .noNetworkConnection)
            let sent = transport.requests.filter { $0.url.contains("/place-bet/") }
            #expect(sent.count == 6 && sent.allSatisfy { $0.timeLimit == .seconds(30) })
            let keys = Dictionary(grouping: sent) { $0.header("Idempotency-Key") ?? "" }
            #expect(keys.count == 2 && keys.values.allSatisfy { $0.count == 3 })
            #expect(keys.values.allSatisfy { Set($0.map(\.body)).count == 1 })
            let names = Set(keys.keys.map { $0.dropLast(2) })
            #expect(names.count == 1 && Set(keys.keys.map { $0.suffix(2) }) == [".0", ".1"])
            // Each call has a new one.
            _ = try await failure { _ = try await bets.place(.single()) }
            let last = try #require(transport.requests.last?.header("Idempotency-Key"))
            #expect(!names.contains(last.dropLast(2)))
        }
    }

    @Test func keyOfTheCallerIsNumberedAndBounded() async throws {
        try await withScriptedBets({ request throws(HTTPTransportError) in
            .json(200, #"{"success":true,"betId":"b-1","status":"OPEN"}"#)
        }) { bets, transport in
            func keys(_ key: String) async throws -> [String] {
                var options = PlaceBetsOptions()
                options.idempotencyKey = key
                let before = transport.requests.count
                let response = try await bets.placeBets(
                    betTickets: [.single(), .single(), .single()], useFreebetBalance: false,
                    options: options)
                let keys = transport.requests[before...].compactMap {
                    $0.header("Idempotency-Key")
                }
                #expect(
                    Set(keys) == Set((0..<3).map { "\(response.idempotencyKey).\($0)" }))
                return keys.sorted()
            }
            #expect(try await keys("k") == ["k.0", "k.1", "k.2"])
            let longest = String(repeating: "k", count: 60)
            #expect(try await keys(longest).first == longest + ".0")
            let tooLong = try await keys(longest + "k")
            #expect(tooLong.allSatisfy { !$0.contains("kk") && $0.utf8.count <= 64 })
            let before = transport.requests.count
            for key in ["", "a b", "a\r\nX: y", "é"] {
                let error = try await failure { _ = try await bets.place(.single(), key: key) }
                #expect(error == .invalidRequestFormat, "\(key)")
            }
            for count in [0, 1_001] {
                let error = try await failure {
                    _ = try await bets.placeBets(
                        betTickets: Array(repeating: .single(), count: count),
                        useFreebetBalance: false, options: PlaceBetsOptions())
                }
                #expect(error == .invalidRequestFormat)
            }
            #expect(transport.requests.count == before)
        }
    }

    @Test func withoutAPlayerNothingIsSent() async throws {
        try await withScriptedBets(
            { _ throws(HTTPTransportError) in .json(200) },
            { $0.tokenStore = MemoryTokenStore() }
        ) { bets, transport in
            let calls: [(any BettingProvider) async throws -> Void] = [
                { _ = try await $0.place(.single()) },
                { _ = try await $0.getBetHistory(pageIndex: 0) },
                { _ = try await $0.getBetDetails(identifier: "b-1") },
                { _ = try await $0.executeCashout(request: .init(betID: "b-1", value: 1)) },
                { _ = try await $0.allowedCashoutBetIds() },
                { for try await _ in try $0.subscribeToCashoutValue(betId: "b-1") {} },
            ]
            for call in calls {
                let error = try await failure { try await call(bets) }
                #expect(error == .userSessionNotFound)
            }
            #expect(transport.requests.allSatisfy { !$0.url.hasPrefix("http://odds") })
        }
    }
}
