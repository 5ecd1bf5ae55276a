import OddsServer
import OddsSimulator
import OddsTraffic
import OddsWAMP
import Testing

extension ServerTests {
    /// Slow, silent and greedy clients: counted, bounded, and of no harm to
    /// others.
    @Suite struct PolicyTests {
        /// Waits until a counter has a value.
        private func wait(
            for counter: ServerMetrics.Counter, of server: EMServer, atLeast count: Int
        ) async throws {
            while server.metrics.value(of: counter) < count { await Task.yield() }
        }

        private func slow(_ policy: SlowConsumerPolicy) -> ServerConfiguration {
            var configuration = ServerConfiguration()
            configuration.slowConsumerPolicy = policy
            configuration.queueBytesMax = 256 << 10
            return configuration
        }

        private var busyWorld: TrafficConfiguration {
            var world = TrafficConfiguration.small
            world.rate = 20_000
            world.recordsPerFrame = 200
            return world
        }

        @Test("Who does not read is disconnected; who reads is served meanwhile")
        func disconnect() async throws {
            try await withServer(slow(.disconnect), world: busyWorld) { server in
                let deaf = try await TestSocket.session(port: server.port)
                _ = try await deaf.register(liveTopic)
                try await deaf.channel.setOption(.autoRead, value: false).get()
                let other = try await TestSocket.session(port: server.port)
                try await wait(for: .slowConsumersDisconnected, of: server, atLeast: 1)
                #expect(server.metrics.value(of: .queuedBytesMax) < 2 << 20)
                try await other.send(#"[48,1,{},"/sports#operatorInfo"]"#)
                #expect(try await other.readAnswer().type == .result)
            }
        }

        @Test("Who did not read gets a new dump once he has read, and the truth from then on")
        func resync() async throws {
            try await withServer(slow(.resync), world: busyWorld) { server in
                let socket = try await TestSocket.session(port: server.port)
                var follower = try await Follower(liveTopic, on: socket)
                try await follower.step()
                try await socket.channel.setOption(.autoRead, value: false).get()
                try await wait(for: .slowConsumersResynced, of: server, atLeast: 1)
                try await server.change(scenario: nil, rate: 500)
                try await socket.channel.setOption(.autoRead, value: true).get()
                // The dump of the RESULT, and the one that follows the queue.
                while server.metrics.value(of: .dumpsSent) < 2 { try await follower.step() }
                #expect(try await server.pause())
                let truth = try await truth(server, liveTopic)
                try await follower.follow(toVersion: truth.version)
                #expect(follower.state == truth.state)
                #expect(server.metrics.value(of: .framesDropped) > 0)
            }
        }

        @Test("Beyond the memory of all queues the slowest is closed, and counted")
        func memoryLimit() async throws {
            var configuration = ServerConfiguration()
            configuration.memoryBytesMax = 4 << 20
            try await withServer(configuration, world: busyWorld) { server in
                let deaf = try await TestSocket.session(port: server.port)
                _ = try await deaf.register(liveTopic)
                try await deaf.channel.setOption(.autoRead, value: false).get()
                let reader = try await TestSocket.session(port: server.port)
                var follower = try await Follower(liveTopic, on: reader)
                while server.metrics.value(of: .memoryLimitDisconnects) == 0 {
                    try await follower.step()
                }
                #expect(server.metrics.value(of: .memoryLimitDisconnects) == 1)
                #expect(server.metrics.value(of: .queueMemoryMax) > 4 << 20)
                #expect(server.metrics.value(of: .slowConsumersDisconnected) == 0)
                // What was queued has been given back, and the reader is served.
                while server.metrics.value(of: .queueMemory) > 4 << 20 { try await follower.step() }
                #expect(server.metrics.value(of: .connectionsClosed) == 1)
            }
        }

        /// Sessions of which each has sent half a mebibyte of a message.
        private func hoarders(_ count: Int, _ port: Int) async throws -> [TestSocket] {
            var sockets: [TestSocket] = []
            for index in 0..<count {
                let socket = try await TestSocket.session(port: port)
                let half = [UInt8](repeating: 0x20, count: 1 << 19)
                // The beginning of a frame, or a fragment.
                let bytes =
                    index.isMultiple(of: 2)
                    ? TestSocket.frame(1, half + half).dropLast(half.count)
                    : TestSocket.frame(1, half, isFinal: false)[...]
                try? await socket.write(Array(bytes))
                sockets.append(socket)
            }
            return sockets
        }

        @Test("Unfinished messages count for the memory limit")
        func unfinishedMemory() async throws {
            var configuration = ServerConfiguration()
            configuration.memoryBytesMax = 4 << 20
            try await withServer(configuration) { server in
                let other = try await TestSocket.session(port: server.port)
                let sockets = try await hoarders(12, server.port)
                // Four mebibytes are four of them, as a buffer may take twice its bytes.
                while server.metrics.value(of: .memoryLimitDisconnects) < 8 {
                    try await Task.sleep(for: .milliseconds(10))
                }
                while server.metrics.value(of: .queueMemory) > 4 << 20 {
                    try await Task.sleep(for: .milliseconds(10))
                }
                #expect(server.metrics.value(of: .queueMemoryMax) > 4 << 20)
                _ = try await other.register(liveTopic)
                withExtendedLifetime(sockets) {}
            }
        }

        @Test("Unfinished bodies count for the memory limit")
        func unfinishedBodies() async throws {
            var configuration = ServerConfiguration()
            configuration.memoryBytesMax = 1 << 20
            try await withControl(configuration) { server, port in
                var sockets: [TestSocket] = []
                for _ in 0..<4 {
                    let socket = try await TestSocket(port: port)
                    try await socket.request([
                        "POST /faults HTTP/1.1", "Host: localhost:\(port)",
                        "Content-Type: application/json", "Content-Length: 1000000",
                    ])
                    try? await socket.write([UInt8](repeating: 0x20, count: 500_000))
                    sockets.append(socket)
                }
                while server.metrics.value(of: .memoryLimitDisconnects) < 1 {
                    try await Task.sleep(for: .milliseconds(10))
                }
                // What was closed has been given back, and so is what is answered.
                let answer = try await ask("POST", "/faults", #"{"preset":"none"}"#, port: port)
                #expect(answer.status == 200)
                for socket in sockets { try? await socket.channel.close() }
                while server.metrics.value(of: .queueMemory) > 1 << 19 {
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
        }

        @Test("A message has its time, and a slow one ends its session with 1008", arguments: [
            [0x81, 0xFE, 0x10], [0x81, 0x85, 0, 0, 0, 0, 0x20], [0x01, 0x81, 0, 0, 0, 0, 0x20],
        ] as [[UInt8]])
        func slowMessage(beginning: [UInt8]) async throws {
            var configuration = ServerConfiguration()
            configuration.messageMillisecondsMax = 300
            configuration.idleMillisecondsMax = 3_600_000
            try await withServer(configuration) { server in
                let slow = try await TestSocket.session(port: server.port)
                let other = try await TestSocket.session(port: server.port)
                try await slow.write(beginning)
                // Pings between fragments, and silence, make no difference.
                if beginning[0] == 0x01 { try await slow.write(TestSocket.frame(9, [])) }
                var frame = try await slow.readFrame()
                if frame.opcode == 10 { frame = try await slow.readFrame() }
                #expect(frame.closeCode == 1_008)
                #expect(frame.data.dropFirst(2).elementsEqual(
                    "a message took longer than 300 ms".utf8))
                #expect(server.metrics.value(of: .messagesTimedOut) == 1)
                // One that sends nothing, or whole messages, has no limit.
                _ = try await other.register(liveTopic)
            }
        }

        @Test("Connections and registrations have their limits")
        func limits() async throws {
            var configuration = ServerConfiguration()
            configuration.connectionsMax = 2
            configuration.registrationsMax = 2
            try await withServer(configuration) { server in
                let first = try await TestSocket.session(port: server.port)
                let second = try await TestSocket.session(port: server.port)
                let third = try await TestSocket(port: server.port)
                #expect(await third.isClosed())
                #expect(server.metrics.value(of: .connectionsRefused) == 1)
                for request in 1...2 { _ = try await first.register(liveTopic, request: request) }
                await #expect(throws: TestSocket.Closed.self) {
                    try await first.register(liveTopic, request: 3)
                }
                #expect(server.metrics.value(of: .registrationsRefused) == 1)
                // Others have registrations of their own.
                _ = try await second.register(liveTopic)
                #expect(server.metrics.value(of: .registrationsMade) == 3)
            }
        }

        @Test("Deep and oversized messages end their session alone")
        func hostileMessages() async throws {
            try await withServer { server in
                let other = try await TestSocket.session(port: server.port)
                for depth in [100, 200_000] {
                    let deep = try await TestSocket.session(port: server.port)
                    let brackets = String(repeating: "[", count: depth)
                    try await deep.send("[48,1,{},\"/p\",\(brackets)")
                    #expect(try await deep.readMessage().type == .abort)
                }
                let large = try await TestSocket.session(port: server.port)
                try await large.write([0x81, 0xFF, 0, 0, 0, 0, 0x7F, 0, 0, 0, 1, 2, 3, 4])
                #expect(try await large.readFrame().closeCode == 1_009)
                #expect(server.metrics.value(of: .messagesRejected) == 2)
                #expect(server.metrics.value(of: .webSocketViolations) == 1)
                _ = try await other.register(liveTopic)
            }
        }

        @Test("A flood of requests is answered, one by one")
        func flood() async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                var bytes: [UInt8] = []
                for id in 0..<2_000 {
                    bytes += TestSocket.frame(1, Array("[48,\(id),{},\"/nothing\"]".utf8))
                }
                try await socket.write(bytes)
                for id in 0..<2_000 {
                    guard case .error(48, WAMPID(id), _, _, _) = try await socket.readMessage()
                    else {
                        Issue.record("answer \(id)")
                        return
                    }
                }
            }
        }
    }
}
