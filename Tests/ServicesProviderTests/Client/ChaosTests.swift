import Foundation
import OddsSimulator
import PlatformFixture
import SeededRandom
import Testing

@testable import ServicesProvider

/// Players who log in, pay and follow their wallets through all kinds of fault.
/// `ODDSBENCH_CHAOS_SECONDS` says for how long; without it each of them does twenty things.
@Suite(.timeLimit(.minutes(60))) struct ChaosTests {
    private static let playerCount = 50
    private static let seconds = ProcessInfo.processInfo.environment["ODDSBENCH_CHAOS_SECONDS"]
        .flatMap { Double($0) }

    /// One player: what was done and answered.
    private struct Record: Sendable {
        var deposited = Decimal(0)
        var actions = 0
        var secrets: Set<String> = []
    }

    @Test func nothingIsLostOrTold() async throws {
        let seed: UInt64 = 1_814
        let (clientLog, serverLog) = (LogFile("clients"), LogFile("server"))
        defer {
            clientLog.remove()
            serverLog.remove()
        }
        var secrets: Set<String> = []
        try await withPlatform({ _ in }, logger: serverLog.logger) { running in
            let players = try await running.makePlayers(Self.playerCount, balance: "50.00")
            for player in players { try await running.verify(player.id) }
            let plan = try #require(FaultPresets.named("chaos"))
            running.faults.set(FaultPlan(seed: seed, rules: plan.rules))
            let end = Self.seconds.map { Date().addingTimeInterval($0) }
            let records = try await withThrowingTaskGroup(of: (Int, Record).self) { group in
                for (number, player) in players.enumerated() {
                    group.addTask {
                        (
                            number,
                            try await Self.play(
                                running, player, SplitMix64(seed: seed &+ UInt64(number)),
                                clientLog, until: end)
                        )
                    }
                }
                return try await group.reduce(into: [Int: Record]()) { $0[$1.0] = $1.1 }
            }
            running.faults.set(FaultPlan())
            for (number, player) in players.enumerated() {
                let record = try #require(records[number])
                secrets.formUnion(record.secrets)
                try await Self.check(running, player, record)
            }
            let check = try await running.platform.checkLedger()
            #expect(check.isOK && check.sum.minorUnits == 0)
            let struck = FaultKind.allCases.filter { running.metrics.value(of: $0) > 0 }
            print(
                "seed \(seed), \(records.values.map(\.actions).reduce(0, +)) actions, faults:",
                struck.map { "\($0) \(running.metrics.value(of: $0))" }.joined(separator: ", "))
        }
        #expect(secrets.count > Self.playerCount)
        for log in [clientLog, serverLog] {
            let (lineCount, found) = try log.lines(with: secrets)
            #expect(lineCount > 0 && found.isEmpty, "\(found.count) of \(lineCount) lines")
            print("\(log.name): \(lineCount) lines, \(found.count) with a secret")
        }
    }

    /// Lets a player act until the end, whatever happens.
    private static func play(
        _ running: RunningPlatform, _ player: RunningPlatform.Player, _ random: SplitMix64,
        _ log: LogFile, until end: Date?
    ) async throws -> Record {
        var random = random
        var record = Record(secrets: [player.password])
        let store = MemoryTokenStore()
        try await running.withClient({
            $0.log = log.logger
            $0.tokenStore = store
        }) { client in
            let wallets = Task {
                while !Task.isCancelled {
                    do {
                        for try await _ in try client.subscribeUserWallet() {}
                    } catch {
                        // The session has ended: it is followed again with the next one.
                    }
                    await Task.yield()
                }
            }
            defer { wallets.cancel() }
            while end.map({ Date() < $0 }) ?? (record.actions < 20) {
                record.actions += 1
                do throws(ServiceProviderError) {
                    if store.load() == nil {
                        _ = try await client.login(
                            username: player.username, password: player.password)
                    }
                    if let session = store.load() { record.secrets.insert(session.token) }
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: _ = try await client.getUserProfile(withKycExpire: true)
                    case 1: _ = try await client.getBankingTransactionsHistory(TransactionsQuery())
                    case 2: _ = try await client.getUserLimits()
                    case 3 where record.actions.isMultiple(of: 5): try await client.logout()
                    case 4, 5:
                        var parameters = CashierParameters(
                            kind: .deposit, successURL: "s", cancelURL: "c", failURL: "f")
                        parameters.idempotencyKey = "k-\(record.actions)"
                        let page = try await client.getBankingWebView(parameters: parameters).url
                        record.secrets.insert(String(page.suffix(32)))
                        try await pay(page)
                        record.deposited += 1
                    default: _ = try await client.getUserBalance()
                    }
                } catch {
                    // Whatever it was: the next action shows whether it has passed.
                }
            }
        }
        return record
    }

    /// Pays 1.00 on the page, until that is answered.
    private static func pay(_ page: String) async throws(ServiceProviderError) {
        let transport = AsyncHTTPTransport()
        let request = HTTPTransportRequest(
            method: .post, url: page, headers: [("Content-Type", "application/json")],
            body: Array(#"{"amount":"1.00","outcome":"complete"}"#.utf8), timeLimit: .seconds(120))
        while !Task.isCancelled {
            if let answer = try? await transport.send(request), answer.status == 200 { break }
        }
        await transport.shutDown()
    }

    private static func check(
        _ running: RunningPlatform, _ player: RunningPlatform.Player, _ record: Record
    ) async throws {
        try await running.withClient { client in
            _ = try await client.login(username: player.username, password: player.password)
            let balance = try await client.getUserBalance()
            #expect(balance.real == 50 + record.deposited)
            for try await change in try client.subscribeUserWallet() {
                guard case .contentUpdate(let wallet) = change else { continue }
                #expect(wallet == balance)
                break
            }
        }
    }
}
