import OddsClient
import OddsClientTesting
import Testing

extension ClientServerTests {
    /// An app opens and closes screens all day: what has ended is freed.
    @Suite struct ReleaseTests {
        let clock = ManualClock()

        @Test("A store and its client are freed once they are ended")
        func storeAndClient() async throws {
            weak var store: ChannelDataStore?
            weak var client: EMWebSocketClient?
            try await withServer { server in
                func follow() async throws {
                    let own = try EMWebSocketClient(.patient(server, clock))
                    try await own.connect()
                    let followed = ChannelDataStore(listTopic, client: own)
                    (client, store) = (own, followed)
                    var changes = await followed.changes().makeAsyncIterator()
                    await followed.subscribe()
                    _ = await changes.next()
                    await own.dropConnection()
                    try await eventually(clock) { await followed.isStale }
                    try await eventually(clock) { await followed.state == .active }
                    await followed.unsubscribe()
                    await own.disconnect()
                }
                try await follow()
                try await eventually(clock) { store == nil }
                try await eventually(clock) { client == nil }
            }
        }
    }
}
