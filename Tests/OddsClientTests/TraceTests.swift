import OddsClientTesting
import Testing

@testable import OddsClient

/// The traces of frames that a dump releases.
@Suite(.hangLimit, .ending) struct TraceTests {
    let clock = ManualClock()

    private func trace(
        of store: ChannelDataStore, _ body: () async throws -> Void
    ) async throws -> FrameTrace {
        let changes = await store.changes()
        try await body()
        return try #require(changes.mailbox.take()?.traces.last)
    }

    private func store(_ client: ScriptedWebSocketClient) -> ChannelDataStore {
        var configuration = StoreConfiguration()
        configuration.isTraced = true
        let store = ChannelDataStore("/a", client: client, configuration: configuration)
        EndingTrait.add { await store.unsubscribe() }
        return store
    }

    private static func odds(_ version: Int) -> String {
        update(version, change("BETTING_OFFER", "30", #""odds":\#(version)"#))
    }

    @Test("A dump has its own version, and those of the held frames beside it")
    func heldFrames() async throws {
        let client = ScriptedWebSocketClient(clock: clock)
        try await client.connect()
        let store = store(client)
        await store.subscribe()
        try await eventually { await client.requestedDumps == ["/a"] }
        let trace = try await trace(of: store) {
            await client.send(Self.odds(9), on: "/a")
            await client.send("damaged", on: "/a")
            await client.send(Self.odds(12), on: "/a")
            await client.sendDump(smallWorld(10), of: "/a")
        }
        #expect(trace.isDump && trace.version == 10)
        #expect(trace.releasedVersions == [12])
    }

    @Test("Frames that were applied when they came are not seen again after the dump")
    func keptFrames() async throws {
        let client = ScriptedWebSocketClient(clock: clock)
        await client.setDump(smallWorld(10), of: "/a")
        try await client.connect()
        let store = store(client)
        await store.subscribe()
        try await eventually { await store.state == .active }
        await client.setDump(nil, of: "/a")
        try await eventually(clock, step: .seconds(1)) { clock.sleeperCount == 0 }
        await client.send("damaged", on: "/a")
        #expect(await client.requestedDumps.count == 2)
        await client.send(Self.odds(14), on: "/a")
        // Older than the state, until the dump.
        await client.send(Self.odds(13), on: "/a")
        await client.send(Self.odds(15), on: "/a")
        let trace = try await trace(of: store) {
            await client.sendDump(smallWorld(11), of: "/a")
        }
        #expect(trace.isDump && trace.version == 11)
        #expect(trace.releasedVersions.isEmpty)
    }

    @Test("A frame that was older than the state, and is newer than the dump's, is seen with it")
    func staleFrame() async throws {
        let client = ScriptedWebSocketClient(clock: clock)
        await client.setDump(smallWorld(13), of: "/a")
        try await client.connect()
        let store = store(client)
        await store.subscribe()
        try await eventually { await store.state == .active }
        await client.setDump(nil, of: "/a")
        try await eventually(clock, step: .seconds(1)) { clock.sleeperCount == 0 }
        await client.send("damaged", on: "/a")
        await client.send(Self.odds(12), on: "/a")
        let trace = try await trace(of: store) {
            await client.sendDump(smallWorld(11), of: "/a")
        }
        #expect(trace.version == 11)
        #expect(trace.releasedVersions == [12])
    }
}
