import Foundation
import OddsServer
import OddsSimulator
import OddsTraffic
import PlatformFixture
import Testing

@testable import ServicesProvider

/// Players who log in, pay, bet, cash out and follow their wallets through all kinds of fault,
/// of the feed as well. `ODDSBENCH_CHAOS_SECONDS` says for how long; without it each of them
/// does twenty things.
@Suite(.timeLimit(.minutes(60))) struct ChaosTests {
    private static let playerCount = 50
    private static let seed: UInt64 = 1_814
    private static let seconds = ProcessInfo.processInfo.environment["ODDSBENCH_CHAOS_SECONDS"]
        .flatMap { Double($0) }

    @Test func nothingIsLostOrTold() async throws {
        let (clientLog, serverLog) = (LogFile("clients"), LogFile("server"))
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            .path(percentEncoded: false)
        defer {
            clientLog.remove()
            serverLog.remove()
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + end)
            }
        }
        let plan = try #require(FaultPresets.named("chaos"))
        let faults = FaultPlan(seed: Self.seed, rules: plan.rules)
        var secrets: Set<String> = []
        try await withPlatform(
            beside: Self.traffic, faults: faults, { $0.settings.path = path },
            logger: serverLog.logger
        ) { running, feed in
            running.faults.set(faults)
            let clients = try await ChaosClients(
                Self.playerCount, of: running, feed: feed, log: clientLog.logger, seed: Self.seed)
            let players = try await clients.play(until: Self.seconds.map(Date().addingTimeInterval))
            running.faults.set(FaultPlan())
            try await feed.setFaults(FaultPlan())
            _ = try await feed.pause()
            for player in players { try await clients.check(player, in: running) }
            clients.stop()
            let check = try await running.platform.checkLedger()
            #expect(check.isOK && check.sum.minorUnits == 0)
            secrets = players.reduce(into: []) { $0.formUnion($1.record.secrets) }
            Self.report(players, running, feed)
        }
        #expect(secrets.count > Self.playerCount)
        for log in [clientLog, serverLog] {
            let (lineCount, found) = try log.lines(with: secrets)
            #expect(lineCount > 0 && found.isEmpty, "\(found.count) of \(lineCount) lines")
            print("\(log.name): \(lineCount) lines, \(found.count) with a secret")
        }
    }

    /// Matches end within seconds, so that bets are paid all the time.
    private static var traffic: TrafficConfiguration {
        var traffic = TrafficConfiguration()
        (traffic.events, traffic.markets, traffic.rate) = (10, 5, 200)
        traffic.lifeCycleMilliseconds = 30_000
        return traffic
    }

    private static func report(
        _ players: [ChaosPlayer], _ running: RunningPlatform, _ feed: EMServer
    ) {
        let sum = { (count: (ChaosRecord) -> Int) in players.reduce(0) { $0 + count($1.record) } }
        let struck = FaultKind.allCases.filter { running.metrics.value(of: $0) > 0 }
        let ofFeed = FaultKind.allCases.filter { feed.metrics.value(of: $0) > 0 }
        print(
            "seed \(seed), \(sum(\.actions)) actions, \(sum(\.stakes.count)) bets,",
            "\(sum(\.cashouts.count)) cashed out, \(sum(\.refusals)) refused, faults:",
            struck.map { "\($0) \(running.metrics.value(of: $0))" }.joined(separator: ", "),
            "of the feed:",
            ofFeed.map { "\($0) \(feed.metrics.value(of: $0))" }.joined(separator: ", "))
    }
}
