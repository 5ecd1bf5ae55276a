import Logging
import NIOEmbedded
import OddsSimulator
import OddsTraffic
import Synchronization
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
            let batch = FrameBatch(.init(frames: [frame(1)], byteCount: 10))
            #expect(batch.append(.init(frames: [frame(2), frame(3)], byteCount: 20)))
            let taken = batch.take()
            #expect(taken.frames.map(\.intendedNanoseconds) == [1, 2, 3] && taken.byteCount == 30)
            #expect(!batch.append(.init(frames: [frame(4)], byteCount: 10)))
            #expect(batch.take().frames.isEmpty)
        }

        /// As a dump is, which must not come after frames that it does not contain.
        @Test("What is done between two frames is done between them")
        func executeClosesBatch() throws {
            let loop = EmbeddedEventLoop()
            let shard = try shard(on: loop)
            // Without registrations a frame is delivered once its turn has come.
            let byteCount = ServerConfiguration.shardBytesMax + 1
            shard.deliver([frame(1)], byteCount: byteCount)
            let wasBehind = Mutex<Bool?>(nil)
            shard.execute { [weak shard] in wasBehind.withLock { $0 = shard?.isBehind } }
            #expect(shard.isBehind)
            loop.run()
            #expect(wasBehind.withLock { $0 } == false, "after the frame before it")

            shard.deliver([frame(2)], byteCount: 1)
            shard.execute { [weak shard] in wasBehind.withLock { $0 = shard?.isBehind } }
            shard.deliver([frame(3)], byteCount: byteCount)
            loop.run()
            #expect(wasBehind.withLock { $0 } == true, "before the frame after it")
            #expect(!shard.isBehind)
        }

        private func frame(_ version: UInt64) -> SharedFrame {
            SharedFrame(
                topic: TopicNumber(1), bytes: [1], recordCount: 1, intendedNanoseconds: version)
        }

        @Test("A topic that is asked for while the server stops is refused")
        func openedAfterTheEnd() throws {
            let loop = EmbeddedEventLoop()
            let (feed, shard) = try feedAndShard(on: loop)
            feed.start(shards: [shard])
            loop.run()
            let list = """
                /sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/\
                default-event-info/100/100
                """
            let answers = Mutex<[Bool]>([])
            let request = FeedRequest<FeedTopic>(client: 1, shard: shard) { answer in
                answers.withLock { $0.append((try? answer.get()) != nil) }
            }
            feed.open(list, request)
            loop.run()
            _ = feed.stopped()
            feed.open(list, request)
            feed.open("/sports/1/en/1/match-odds", request)
            loop.run()
            #expect(answers.withLock { $0 } == [true, false, false])
        }

        private func shard(on loop: EmbeddedEventLoop) throws -> Shard {
            try feedAndShard(on: loop).shard
        }

        private func feedAndShard(
            on loop: EmbeddedEventLoop
        ) throws -> (feed: FeedLoop, shard: Shard) {
            let logger = Logger(label: "test")
            let metrics = ServerMetrics()
            let memory = QueueMemory(bytesMax: 1 << 20, threadCount: 1)
            let feed = try FeedLoop(
                loop: loop, ServerConfiguration(), metrics: metrics, memory: memory,
                logger: logger
            ) { try WorldSource(.small, versionOffset: $0) }
            let shard = Shard(
                index: 0, loop: loop, feed: feed, configuration: ServerConfiguration(),
                metrics: metrics, memory: memory, logger: logger)
            return (feed, shard)
        }
    }
}
