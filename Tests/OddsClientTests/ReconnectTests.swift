import Foundation
import OddsClient
import OddsClientTesting
import OddsModel
import Testing

extension ClientServerTests {
    /// Forced reconnects in a row: a reader of nothing but change sets ends
    /// with the content of the tree.
    @Suite struct ReconnectTests {
        /// A hundred, or what `ODDSBENCH_RECONNECTS` says.
        private static let count =
            ProcessInfo.processInfo.environment["ODDSBENCH_RECONNECTS"].flatMap { Int($0) } ?? 100

        /// The offers as the change sets describe them.
        private actor Mirror {
            private(set) var odds: [EntityName: Double?] = [:]

            func follow(_ store: ChannelDataStore) async {
                for await update in await store.changes() {
                    if update.isIncomplete {
                        odds = await store.odds()
                        continue
                    }
                    var names: [EntityName] = []
                    update.changes.forEach { entry in
                        guard entry.type == .bettingOffer else { return }
                        names.append(update.changes.name(of: entry))
                    }
                    for name in names {
                        let value = await store.value(of: name)
                        odds[name] = value.map { $0.bettingOffer?.odds }
                    }
                }
            }
        }

        @Test("No change is lost over forced reconnects")
        func reconnects() async throws {
            let clock = ManualClock()
            try await withServer(rate: 2_000) { server in
                let client = try EMWebSocketClient(.patient(server, clock))
                try await client.connect()
                let store = ChannelDataStore(listTopic, client: client)
                let mirror = Mirror()
                let following = Task { await mirror.follow(store) }
                await store.subscribe()
                try await eventually(clock) { await store.state == .active }
                for _ in 0..<Self.count {
                    await client.dropConnection()
                    #expect(await store.isStale)
                    try await eventually(clock) { await store.state == .active }
                }
                try await expectTruth(server, [store], clock, resumes: false)
                let expected = await store.odds()
                #expect(!expected.isEmpty)
                try await eventually {
                    let odds = await mirror.odds
                    return expected.allSatisfy { odds[$0.key] == $0.value }
                }
                await store.unsubscribe()
                await following.value
                await client.disconnect()
            }
        }
    }
}

extension ChannelDataStore {
    /// The odds of all offers in the tree.
    fileprivate func odds() -> [EntityName: Double?] {
        var odds: [EntityName: Double?] = [:]
        for offer in events().flatMap(\.markets).flatMap(\.outcomes).flatMap(\.bettingOffers) {
            odds[EntityName(.bettingOffer, offer.id)] = offer.odds
        }
        return odds
    }
}
