import OddsClient
import OddsClientTesting
import OddsLive
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConnectOnceTests {
    /// The clock stands still, so that no second attempt and no time limit comes.
    @Test("A port without a server is answered at the first attempt")
    func refused() async throws {
        var configuration = ClientConfiguration(url: "ws://127.0.0.1:9/v2")
        configuration.clock = ManualClock()
        let client = try EMWebSocketClient(configuration)
        await #expect(
            throws: ClientError.unreachable("connection refused (127.0.0.1, port 9)")
        ) { try await client.connectOnce() }
        var states = await client.states().makeAsyncIterator()
        #expect(await states.next() == .disconnected(nil))
    }

    @Test("A server that is there is connected to")
    func accepted() async throws {
        let client = ScriptedWebSocketClient()
        try await client.connectOnce()
        var states = await client.states().makeAsyncIterator()
        guard case .connected = await states.next() else {
            Issue.record("not connected")
            return
        }
    }
}
