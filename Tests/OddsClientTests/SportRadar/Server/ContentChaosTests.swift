import Foundation
import OddsClient
import OddsServer
import OddsSimulator
import OddsTraffic
import PlatformFixture
import Testing

extension ClientServerTests {
    /// S8: three clients follow six contents through all kinds of fault. The environment
    /// variable `ODDSBENCH_CONTENT_CHAOS_SECONDS` says for how long; without it, for a moment
    /// in which faults are as frequent as they can be.
    @Suite struct ContentChaosTests {
        private static let seed: UInt64 = 2_027
        private static let clientCount = 3
        private static let seconds =
            ProcessInfo.processInfo.environment["ODDSBENCH_CONTENT_CHAOS_SECONDS"]
            .flatMap { Double($0) }

        @Test("S8: after all faults every content is the server's, and nobody asked too often")
        func chaos() async throws {
            var world = TrafficConfiguration()
            (world.events, world.markets, world.rate) = (60, 4, 300)
            world.lifeCycleMilliseconds = 20_000
            let plan = try Self.plan()
            try await withContents(of: world) { running in
                try await SportRadarScene.withRequests(to: running.port) { requests in
                    let clients = try (0..<Self.clientCount).map { _ in
                        try SportRadarSocketClient(.hasty(running.port), requests: requests)
                    }
                    let providers = clients.map { SportRadarProvider($0) }
                    for client in clients { await client.startConnecting() }
                    try await running.setFaults(plan)
                    let subscriptions = await Self.subscribe(providers, running)
                    let memory = await Self.live(until: Self.seconds ?? 1.5)
                    for subscriptions in subscriptions {
                        try await Self.expectTruth(running, subscriptions.map(\.store))
                    }
                    let metrics = running.server.metrics
                    let counters = await Self.counters(clients)
                    Self.report(counters, metrics, memory)
                    #expect(counters.reduce(0) { $0 + $1.sessions } > Self.clientCount)
                    Self.expectNoStorm(counters, metrics, contents: subscriptions[0].count)
                    if let memory { #expect(memory.late <= memory.early * 5 / 4) }
                    for client in clients { await client.shutDown() }
                }
            }
        }

        /// The preset, or the same more often.
        private static func plan() throws -> FaultPlan {
            let preset = try #require(FaultPresets.named("chaos"))
            guard seconds == nil else { return FaultPlan(seed: seed, rules: preset.rules) }
            let rules = preset.rules.map { rule in
                var rule = rule
                rule.everySeconds = rule.everySeconds.map { $0 / 60 }
                rule.probability = rule.probability.map { min(0.3, 4 * $0) }
                return rule
            }
            return FaultPlan(seed: seed, rules: rules)
        }

        private static let contents: [SportRadarContent] = [
            .liveEvents(sport: "FBL"), .liveEvents(sport: "FBL", page: 1), .liveSports,
            SportRadarContent(.boNavigationList, id: "web/top"),
            SportRadarContent(.boNavigationList, id: "web/11.1"),
            .events(sport: "FBL", from: "202001010000", to: "203912312359"),
        ]

        private static func subscribe(
            _ providers: [SportRadarProvider], _ running: RunningContents
        ) async -> [[FeedSubscription]] {
            var all: [[FeedSubscription]] = []
            for provider in providers {
                var own: [FeedSubscription] = []
                for content in contents { own.append(await provider.subscribe(to: content)) }
                all.append(own)
            }
            return all
        }

        /// Lets time pass, and returns what was resident at most in its second and its last
        /// quarter.
        private static func live(until seconds: Double) async -> (early: Int, late: Int)? {
            let start = ContinuousClock.now
            var (early, late) = (0, 0)
            while case let passed = (ContinuousClock.now - start) / .seconds(seconds), passed < 1 {
                try? await Task.sleep(for: .milliseconds(50))
                let bytes = residentBytes
                if (0.25..<0.5).contains(passed) { early = max(early, bytes) }
                if passed >= 0.75 { late = max(late, bytes) }
            }
            // Nothing is level within seconds.
            return seconds < 60 || early == 0 ? nil : (early, late)
        }

        /// 0 where the system does not say it.
        private static var residentBytes: Int {
            guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
                return 0
            }
            let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        }

        private static func expectTruth(
            _ running: RunningContents, _ stores: [ChannelDataStore]
        ) async throws {
            try await running.setFaults(FaultPlan())
            _ = try await running.server.pause()
            try await ContentScene.expect(stores, running, clock: nil)
        }

        private static func counters(
            _ clients: [SportRadarSocketClient]
        ) async -> [SportRadarCounters] {
            var counters: [SportRadarCounters] = []
            for client in clients { counters.append(await client.counters) }
            return counters
        }

        /// Two requests for each content and connection; one more for each that a fault of the
        /// server or of HTTP has refused, or whose content did not come whole; and, as any
        /// content may be in it, one for each content and damaged frame.
        private static func expectNoStorm(
            _ counters: [SportRadarCounters], _ metrics: ServerMetrics, contents: Int
        ) {
            let sum = { (kinds: [FaultKind]) in kinds.reduce(0) { $0 + metrics.value(of: $1) } }
            let failed = sum([.subscribeFails, .noRefresh, .httpStatus, .httpCut, .httpGarbage])
            let sessions = counters.reduce(0) { $0 + $1.sessions }
            let damaged = counters.reduce(0) { $0 + $1.framesRejected }
            let bound = contents * (2 * sessions + damaged) + failed
            let subscribes = counters.reduce(0) { $0 + $1.subscribes }
            #expect(subscribes <= bound)
        }

        private static func report(
            _ counters: [SportRadarCounters], _ metrics: ServerMetrics,
            _ memory: (early: Int, late: Int)?
        ) {
            let struck = FaultKind.allCases.filter { metrics.value(of: $0) > 0 }
            print(
                "seed \(seed), \(counters.reduce(0) { $0 + $1.sessions }) sessions,",
                "\(counters.reduce(0) { $0 + $1.subscribes }) requests to subscribe, faults:",
                struck.map { "\($0) \(metrics.value(of: $0))" }.joined(separator: ", "),
                memory.map { "memory \($0.early >> 20) MiB, later \($0.late >> 20) MiB" } ?? "")
        }
    }
}

extension SportRadarConfiguration {
    /// With short time limits and pauses.
    fileprivate static func hasty(_ port: Int) -> SportRadarConfiguration {
        var configuration = SportRadarConfiguration(url: "ws://127.0.0.1:\(port)")
        configuration.connectTimeLimit = .seconds(2)
        configuration.heartbeatInterval = .milliseconds(300)
        configuration.idleTimeLimit = .milliseconds(900)
        configuration.goodbyeTimeLimit = .milliseconds(200)
        configuration.backoff = Backoff(initial: .milliseconds(20), cap: .milliseconds(300))
        configuration.requestTimeLimit = .seconds(2)
        configuration.requestPauses = Backoff(initial: .milliseconds(20), cap: .milliseconds(300))
        configuration.requestAttemptsMax = 8
        configuration.dumpTimeLimit = .milliseconds(1_200)
        configuration.store.backoff = Backoff(initial: .milliseconds(20), cap: .milliseconds(300))
        return configuration
    }
}
