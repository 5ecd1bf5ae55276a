import OddsServer
import OddsTraffic
import Testing

extension ServerTests {
    @Suite struct FanOutTests {
        /// More than have their turn at once.
        private static let connectionCount = 300

        /// They register while others are served.
        @Test("In a crowd everyone gets each frame once, in order, around its own dump")
        func crowd() async throws {
            var configuration = ServerConfiguration()
            configuration.threads = 1
            var world = TrafficConfiguration.small
            world.rate = 20
            try await withServer(configuration, world: world) { server in
                let (following, follows) = AsyncStream.makeStream(of: Void.self)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    let truth = Task {
                        for await _ in following.prefix(Self.connectionCount) {}
                        _ = try await server.pause()
                        return try await OddsServerTests.truth(server, liveTopic)
                    }
                    for _ in 0..<Self.connectionCount {
                        group.addTask {
                            // Without this one the others would wait in vain.
                            defer { follows.yield() }
                            let socket = try await TestSocket.session(port: server.port)
                            var follower = try await Follower(liveTopic, on: socket)
                            while follower.invocationCount < 5 { try await follower.step() }
                            follows.yield()
                            let (state, version) = try await truth.value
                            try await follower.follow(toVersion: version)
                            #expect(follower.state == state && follower.redumpCount == 0)
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(server.metrics.value(of: .slowConsumersDisconnected) == 0)
            }
        }
    }
}
