import OddsClient
import OddsClientTesting
import OddsServer
import OddsWebSocket
import Testing

extension ClientServerTests {
    @Suite struct CompressionTests {
        @Test("Compressed, a store shows the server's state", arguments:
            WebSocketCompression.allCases, [nil] + WebSocketCompression.allCases)
        func truth(client: WebSocketCompression, server: WebSocketCompression?) async throws {
            var configuration = ServerConfiguration()
            configuration.compression = server
            try await withServer(configuration) { server in
                let clock = ManualClock()
                var configuration = ClientConfiguration.patient(server, clock)
                configuration.compression = client
                let client = try EMWebSocketClient(configuration)
                try await client.connect()
                let stores = [listTopic, nextTopic].map { ChannelDataStore($0, client: client) }
                for store in stores { await store.subscribe() }
                try await eventually(clock) { await stores[0].updateRecordCount > 200 }
                try await expectTruth(server, stores, clock)
                for store in stores { await store.unsubscribe() }
                await client.disconnect()
            }
        }
    }
}
