import OddsClient
import OddsServer
import OddsSimulator
import Testing

extension ClientServerTests {
    /// The client against the simulator: what connections and faults do to contents.
    @Suite struct ContentSessionTests {
        @Test("S4: contents that come late, among changes, are the server's at rest")
        func lateRefresh() async throws {
            try await ContentScene.run({
                $0.faults = FaultPlan(rules: [
                    FaultRule(.lateRefresh, probability: 0.7, milliseconds: 100),
                    FaultRule(.jitter, milliseconds: 5, provider: .sportRadar),
                ])
            }) { scene in
                try await withStores(scene) { _, stores in
                    try await scene.expectTruth(stores)
                    var early = 0
                    for store in stores {
                        early += await store.contentCounters?.changesBeforeRefreshed ?? 0
                    }
                    #expect(early > 0)
                    #expect(scene.server.metrics.value(of: FaultKind.lateRefresh) > 0)
                }
            }
        }

        @Test("S7: the same id after a drop, and a new one after the world has begun anew")
        func sameAndNewSubscriber() async throws {
            try await ContentScene.run { scene in
                try await withStores(scene) { provider, stores in
                    let client = provider.client
                    let id = await client.subscriberID
                    try await struck(scene, FaultRule(.sameSubscriberAgain, everySeconds: 0.01))
                    try await scene.expectTruth(stores)
                    #expect(await client.subscriberID == id)
                    #expect(await client.counters.sessions > 1)
                    #expect(scene.server.metrics.value(of: .subscribersBack) > 0)
                    try await scene.server.restart()
                    try await scene.expectTruth(stores)
                    #expect(await client.subscriberID != id)
                    #expect(await client.counters.errors["SUBSCRIBER_NOT_FOUND"] == 1)
                }
            }
        }

        @Test("S7: an id that the server forgets, between socket and request and at once")
        func forgottenSubscriber() async throws {
            try await ContentScene.run { scene in
                try await withStores(scene) { provider, stores in
                    let client = provider.client
                    let id = await client.subscriberID
                    // The socket stays for so long that only a request can meet it.
                    try await struck(
                        scene,
                        FaultRule(.forgetSubscriber, everySeconds: 0.01, milliseconds: 3_000_000))
                    let more = await provider.subscribe(
                        to: SportRadarContent(.boNavigationList, id: "web/11.1"))
                    try await scene.expectTruth(stores + [more.store])
                    let second = await client.subscriberID
                    #expect(second != id)
                    #expect(await client.counters.errors.isEmpty)
                    try await struck(
                        scene, FaultRule(.forgetSubscriber, everySeconds: 0.01, milliseconds: 0))
                    try await eventually(scene.clock) { await client.counters.sessions > 2 }
                    try await scene.expectTruth(stores)
                    #expect(await client.subscriberID != second)
                    #expect(await client.counters.errors["SUBSCRIBER_NOT_FOUND"] == 1)
                }
            }
        }

        @Test("§7.4: a content that fails, or does not come, is asked for again", arguments: [
            FaultKind.subscribeFails, .noRefresh,
        ])
        func missing(kind: FaultKind) async throws {
            try await ContentScene.run({
                $0.faults = FaultPlan(rules: [FaultRule(kind)])
            }) { scene in
                try await scene.withProvider {
                    $0.dumpTimeLimit = .milliseconds(500)
                    $0.requestAttemptsMax = .max
                } _: { provider in
                    let subscriptions = try await subscriptions(scene, provider)
                    try await eventually(scene.clock) { scene.server.metrics.value(of: kind) > 0 }
                    try await scene.expectTruth(subscriptions.map(\.store))
                    let count = subscriptions.count + scene.server.metrics.value(of: kind)
                    #expect(await provider.client.counters.subscribes >= count)
                }
            }
        }

        @Test("§11: elements that are said twice, in other words, or mean nothing change nothing",
            arguments: [
                FaultKind.duplicateChange, .unknownPath, .numberIds, .upperLowerCase, .repeat,
            ])
        func otherWords(kind: FaultKind) async throws {
            try await ContentScene.run(events: 30) {
                $0.faults = FaultPlan(rules: [FaultRule(kind, probability: 0.5)])
            } _: { scene in
                try await withStores(scene) { provider, stores in
                    try await eventually(scene.clock) {
                        scene.server.metrics.value(of: kind) > 20
                    }
                    try await scene.expectTruth(stores)
                    let counters = await provider.client.counters
                    #expect(counters.framesRejected == 0 && counters.elementsRejected == 0)
                    #expect(counters.sessions == 1)
                    var ignored = 0
                    for store in stores {
                        ignored += await store.contentCounters?.changesIgnored ?? 0
                    }
                    #expect((ignored > 0) == (kind == .unknownPath))
                }
            }
        }

        @Test("Damaged frames are made good for")
        func damage() async throws {
            try await ContentScene.run({
                $0.faults = FaultPlan(rules: [
                    FaultRule(.truncate, probability: 0.02), FaultRule(.malform, probability: 0.02),
                ])
            }) { scene in
                // What was damaged may have been a content as a whole.
                try await withStores(scene, { $0.dumpTimeLimit = .milliseconds(500) }) {
                    provider, stores in
                    try await eventually(scene.clock) {
                        await provider.client.counters.framesRejected > 3
                    }
                    try await scene.expectTruth(stores)
                }
            }
        }

        // MARK: Scenes

        /// Runs a provider whose contents are all current.
        private func withStores(
            _ scene: ContentScene, _ edit: (inout SportRadarConfiguration) -> Void = { _ in },
            _ body: (SportRadarProvider, [ChannelDataStore]) async throws -> Void
        ) async throws {
            try await scene.withProvider(edit) { provider in
                let subscriptions = try await subscriptions(scene, provider)
                for subscription in subscriptions {
                    try await eventually(scene.clock) {
                        await subscription.store.state == .active
                    }
                }
                try await body(provider, subscriptions.map(\.store))
                withExtendedLifetime(subscriptions) {}
            }
        }

        private func subscriptions(
            _ scene: ContentScene, _ provider: SportRadarProvider
        ) async throws -> [FeedSubscription] {
            var subscriptions: [FeedSubscription] = []
            for content in try await scene.contents() {
                subscriptions.append(await provider.subscribe(to: content))
            }
            return subscriptions
        }

        /// Waits until a fault has struck, and ends it.
        private func struck(_ scene: ContentScene, _ rule: FaultRule) async throws {
            let before = scene.server.metrics.value(of: rule.fault)
            try await scene.running.setFaults(FaultPlan(rules: [rule]))
            try await eventually { scene.server.metrics.value(of: rule.fault) > before }
            try await scene.running.setFaults(FaultPlan())
        }
    }
}
