import Foundation
import NIOConcurrencyHelpers
import OddsClientTesting
import OddsSimulator
import PlatformFixture
import ServicesProvider
import Testing

/// Wallet and payments against the real service: platform contract, sections 8.2 and 8.3.
@Suite(.timeLimit(.minutes(5))) struct PaymentTests {
    private let deposit = CashierParameters(
        kind: .deposit, successURL: "https://app.example/s", cancelURL: "https://app.example/c",
        failURL: "https://app.example/f")

    @Test(arguments: Form.allCases)
    func walletIsRead(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, _ in
                let wallet = try await client.getUserBalance()
                #expect(wallet.currency == "EUR" && wallet.real == 50 && wallet.bonus == 12.5)
                #expect(wallet.freeBet == 5 && wallet.total == 62.5 && wallet.withdrawable == 50)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func depositIsFollowedToItsEnd(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, _ in
                let view = try await client.getBankingWebView(parameters: deposit)
                let payment = try await pay(view, "25.10", "hold")
                #expect(
                    try await client.getPaymentStatus(transactionId: payment)
                        == PaymentStatusResponse(
                            status: .pending, transactionId: payment,
                            amount: Decimal(string: "25.10")!, currency: "EUR"))
                _ = try await running.platform.endPayment(
                    payment, running.reader(#"{"status":"Completed"}"#))
                #expect(
                    try await client.getPaymentStatus(transactionId: payment).status == .completed)
                #expect(try await client.getUserBalance().real == Decimal(string: "75.10")!)
                let page = try await client.getBankingTransactionsHistory(TransactionsQuery())
                #expect(page.transactions.map(\.status) == [.completed])
                #expect(page.droppedCount == 0 && page.next == nil)
                for id in ["tx-99", "../balance", ""] {
                    let error = try await failure {
                        _ = try await client.getPaymentStatus(transactionId: id)
                    }
                    #expect(error == .notFound, "\(id)")
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func statusUpdatesTellChangesAndEnd(_ form: Form) async throws {
        let clock = ManualClock()
        try await withPlatform { running in
            try await running.withPlayer(form, { $0.clock = clock }) { client, _ in
                let view = try await client.getBankingWebView(parameters: deposit)
                let payment = try await pay(view, "25.00", "hold")
                let updates = try client.paymentStatusUpdates(transactionId: payment)
                let seen = Task {
                    var seen: [PaymentStatus] = []
                    for try await update in updates {
                        seen.append(update.status)
                        if seen == [.pending] {
                            _ = try await running.platform.endPayment(
                                payment, running.reader(#"{"status":"Failed"}"#))
                        }
                    }
                    return seen
                }
                let time = Task {
                    while !Task.isCancelled {
                        if clock.sleeperCount > 0 { clock.advance(by: .milliseconds(100)) }
                        await Task.yield()
                    }
                }
                #expect(try await seen.value == [.pending, .failed])
                time.cancel()
            }
        }
    }

    @Test(arguments: Form.allCases)
    func statusUpdatesEndAfterFiveMinutes(_ form: Form) async throws {
        let clock = ManualClock()
        try await withPlatform { running in
            try await running.withPlayer(form, { $0.clock = clock }) { client, _ in
                let payment = try await pay(
                    client.getBankingWebView(parameters: deposit), "25.00", "hold")
                let updates = try client.paymentStatusUpdates(transactionId: payment)
                let end = Task { () -> ServiceProviderError? in
                    do throws(ServiceProviderError) {
                        for try await _ in updates {}
                        return nil
                    } catch { return error }
                }
                let time = Task {
                    while !Task.isCancelled {
                        if clock.sleeperCount > 0 { clock.advance(by: .seconds(1)) }
                        await Task.yield()
                    }
                }
                #expect(await end.value == .timedOut)
                time.cancel()
                // After 1, 2, 4, 8 and then each 8 s: 40 times in five minutes.
                let route = "/v1/player/{player}/payment/{transaction}/status"
                #expect(try await running.requestCount("GET", route, 200) >= 40)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func answerThatWasLostIsFoundByTheSameKey(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, _ in
                var parameters = deposit
                parameters.idempotencyKey = "k-1"
                running.faults.set(
                    FaultPlan(rules: [FaultRule(.httpCut, probability: 0.5, route: "/v1/player")]))
                var addresses: Set<String> = []
                for _ in 0..<20 {
                    do {
                        addresses.insert(
                            try await client.getBankingWebView(parameters: parameters).url)
                    } catch ServiceProviderError.noNetworkConnection {}
                }
                #expect(addresses.count == 1)
            }
        }
    }

    // MARK: The stream

    @Test(arguments: Form.allCases)
    func walletStreamFollowsEachPosting(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, _ in
                var wallets = try client.subscribeUserWallet().makeAsyncIterator()
                guard case .connected = try await wallets.next(),
                    case .contentUpdate(let first) = try await wallets.next()
                else {
                    Issue.record("no wallet")
                    return
                }
                #expect(first.real == 50)
                _ = try await pay(
                    client.getBankingWebView(parameters: deposit), "25.00", "complete")
                guard case .contentUpdate(let second) = try await wallets.next() else {
                    Issue.record("no change")
                    return
                }
                #expect(second.real == 75 && second.bonus == 12.5 && second.withdrawable == 75)
                #expect(second == (try await client.getUserBalance()))
            }
        }
    }

    /// P11.
    @Test(arguments: Form.allCases)
    func walletStreamThroughFiftyClosingsEndsAtTheServersBalance(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, player in
                try await running.verify(player.id)
                running.faults.set(FaultPlan(rules: [FaultRule(.sseClose, everySeconds: 0.02)]))
                let seen = NIOLockedValueBox((closings: 0, sequences: [Int]()))
                let wallets = try client.subscribeUserWallet()
                let reader = Task {
                    for try await change in wallets {
                        seen.withLockedValue { seen in
                            switch change {
                            case .disconnected: seen.closings += 1
                            case .contentUpdate(let wallet):
                                seen.sequences.append(wallet.sequence ?? -1)
                            case .connected: break
                            }
                        }
                    }
                }
                while seen.withLockedValue({ $0.closings }) < 50 {
                    _ = try await pay(
                        client.getBankingWebView(parameters: deposit), "1.00", "complete")
                }
                running.faults.set(FaultPlan())
                let last = try await client.getUserBalance().sequence
                while seen.withLockedValue({ $0.sequences.last }) != last { await Task.yield() }
                reader.cancel()
                _ = try? await reader.value
                // No posting counts twice, and none takes the wallet back.
                let sequences = seen.withLockedValue { $0.sequences }
                #expect(zip(sequences, sequences.dropFirst()).allSatisfy { $0 <= $1 })
            }
        }
    }

    @Test(arguments: Form.allCases)
    func walletStreamEndsWithTheSession(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, player in
                let wallets = try client.subscribeUserWallet()
                let reader = Task { () -> (disconnections: Int, error: (any Error)?) in
                    var count = 0
                    do {
                        for try await change in wallets {
                            if case .disconnected = change { count += 1 }
                        }
                        return (count, nil)
                    } catch { return (count, error) }
                }
                while running.platform.streamCount == 0 { await Task.yield() }
                await client.logout()
                let end = await reader.value
                #expect(end.disconnections == 1)
                // Ended by the player: no error, or that there is no session.
                #expect(
                    end.error == nil
                        || end.error as? ServiceProviderError == .userSessionNotFound)
                let nobody = try client.subscribeUserWallet()
                await #expect(throws: ServiceProviderError.userSessionNotFound) {
                    for try await _ in nobody {}
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func droppedSubscriptionClosesItsStream(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, _ in
                var wallets: Subscription<UserWallet>? = try client.subscribeUserWallet()
                while running.platform.streamCount == 0 { await Task.yield() }
                _ = wallets
                wallets = nil
                while running.platform.streamCount > 0 {
                    // The server notices when it writes: a posting is something to write.
                    _ = try await pay(
                        client.getBankingWebView(parameters: deposit), "0.01", "complete")
                }
            }
        }
    }
}
