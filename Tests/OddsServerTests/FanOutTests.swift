import OddsSimulator
import OddsTraffic
import Testing

@testable import OddsServer

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

        @Test("A thread with more to send than it can answers requests all the same")
        func reading() async throws {
            var configuration = ServerConfiguration()
            configuration.threads = 1
            configuration.queueBytesMax = 1 << 30
            configuration.drainMilliseconds = 100
            try await withServer(configuration) { server in
                var crowd: [TestSocket] = []
                for _ in 0..<Self.connectionCount {
                    let socket = try await TestSocket.session(port: server.port)
                    _ = try await socket.register(liveTopic)
                    try await socket.channel.setOption(.autoRead, value: false).get()
                    crowd.append(socket)
                }
                let other = try await TestSocket.session(port: server.port)
                try await server.change(scenario: nil, rate: 50_000)
                while server.metrics.value(of: .feedStalls) == 0 { await Task.yield() }
                try await other.send(#"[48,1,{},"/sports#operatorInfo"]"#)
                #expect(try await other.readMessage().type == .result)
                try await server.change(scenario: nil, rate: 1)
            }
        }

        @Test("Frames join those that wait for a thread, until it takes them")
        func batch() {
            func frame(_ version: UInt64) -> SharedFrame {
                SharedFrame(
                    topic: TopicNumber(1), bytes: [1], recordCount: 1,
                    intendedNanoseconds: version)
            }
            let batch = FrameBatch([frame(1)], byteCount: 10)
            #expect(batch.append([frame(2), frame(3)], byteCount: 20))
            let (frames, byteCount) = batch.take()
            #expect(frames.map(\.intendedNanoseconds) == [1, 2, 3] && byteCount == 30)
            #expect(!batch.append([frame(4)], byteCount: 10))
            #expect(batch.take().frames.isEmpty)
        }
    }
}
