import NIOCore
import OddsServer
import OddsSimulator
import OddsWAMP
import Testing

extension ServerTests {
    /// Peers that are silent, slow or greedy below the level of WAMP: bounded in
    /// time and memory, counted, and of no harm to others.
    @Suite struct PeerTests {
        private func expectService(of server: EMServer) async throws {
            let socket = try await TestSocket.session(port: server.port)
            var follower = try await Follower(liveTopic, on: socket)
            while follower.invocationCount < 5 { try await follower.step() }
        }

        @Test("A peer that is silent is pinged, and closed if it stays so")
        func halfOpenPeer() async throws {
            var configuration = ServerConfiguration()
            configuration.idleMillisecondsMax = 100
            try await withServer(configuration) { server in
                let alive = try await TestSocket.session(port: server.port)
                let dead = try await TestSocket.session(port: server.port)
                for _ in 0..<4 {
                    #expect(try await alive.readFrame().opcode == 9)
                    try await alive.write(TestSocket.frame(10, []))
                }
                #expect(try await dead.readFrame().opcode == 9)
                #expect(await dead.readAll().isEmpty)
                #expect(server.metrics.value(of: .idleConnectionsClosed) == 1)
                try await alive.send(#"[48,1,{},"/sports#operatorInfo"]"#)
                #expect(try await alive.readMessage().type == .result)
            }
        }

        @Test("Who does not finish the handshake is closed", arguments: ["", "GET /v2 HTTP/1.1\r\n"])
        func slowHandshake(text: String) async throws {
            var configuration = ServerConfiguration()
            configuration.handshakeMillisecondsMax = 100
            try await withServer(configuration) { server in
                let socket = try await TestSocket(port: server.port)
                try await socket.write(Array(text.utf8))
                #expect(await socket.readAll().isEmpty)
                #expect(server.metrics.value(of: .handshakesTimedOut) == 1)
                // Whoever has finished it stays.
                try await expectService(of: server)
            }
        }

        @Test("Headers without end are refused")
        func endlessHeaders() async throws {
            try await withServer { server in
                let socket = try await TestSocket(port: server.port)
                try await socket.write(Array("GET /v2 HTTP/1.1\r\nHost: a\r\n".utf8))
                let header = Array("X: \(String(repeating: "x", count: 1_000))\r\n".utf8)
                var isRefused = false
                for _ in 0..<10_000 where !isRefused {
                    do { try await socket.write(header) } catch { isRefused = true }
                }
                #expect(isRefused)
                try await expectService(of: server)
            }
        }

        @Test("Of pings without a reader only the last is answered")
        func pingFlood() async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(
                    port: server.port, receiveBytes: 64 << 10)
                try await socket.channel.setOption(.autoRead, value: false).get()
                let payload = [UInt8](repeating: 0x70, count: 121)
                let count = 100_000
                for chunk in 0..<100 {
                    var bytes: [UInt8] = []
                    for index in 0..<1_000 {
                        let number = UInt32(chunk * 1_000 + index)
                        bytes += TestSocket.frame(
                            9, withUnsafeBytes(of: number.bigEndian, Array.init) + payload)
                    }
                    try await socket.write(bytes)
                }
                try await expectService(of: server)
                try await socket.channel.setOption(.autoRead, value: true).get()
                var pongCount = 0
                var last = 0
                while last < count - 1 {
                    let pong = try await socket.readFrame()
                    #expect(pong.opcode == 10)
                    let number = pong.data.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                    #expect(number >= last)
                    last = number
                    pongCount += 1
                }
                #expect(pongCount < count)
            }
        }

        @Test("Who asks for dumps and does not read them is disconnected, by either policy",
            arguments: SlowConsumerPolicy.allCases)
        func dumpFlood(policy: SlowConsumerPolicy) async throws {
            var configuration = ServerConfiguration()
            configuration.slowConsumerPolicy = policy
            configuration.queueBytesMax = 256 << 10
            try await withServer(configuration) { server in
                let greedy = try await TestSocket.session(
                    port: server.port, receiveBytes: 64 << 10)
                try await greedy.channel.setOption(.autoRead, value: false).get()
                var id = 0
                while server.metrics.value(of: .slowConsumersDisconnected) == 0 {
                    var bytes: [UInt8] = []
                    for _ in 0..<50 {
                        id += 1
                        let call =
                            #"[48,\#(id),{},"/sports#initialDump",[],{"topic":"\#(liveTopic)"}]"#
                        bytes += TestSocket.frame(1, Array(call.utf8))
                    }
                    do { try await greedy.write(bytes) } catch { break }
                    try await expectService(of: server)
                }
                #expect(server.metrics.value(of: .slowConsumersDisconnected) == 1)
                // A dump more than may wait, and one on its way.
                #expect(server.metrics.value(of: .queuedBytesMax) < 2 << 20)
            }
        }

        @Test("Who asks for more than the feed can answer at once is answered in turn")
        func requestFlood() async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                var bytes: [UInt8] = []
                for id in 1...500 {
                    let call = "[48,\(id),{},\"/sports#operatorInfo\"]"
                    bytes += TestSocket.frame(1, Array(call.utf8))
                }
                try await socket.write(bytes)
                for id in 1...500 {
                    guard case .result(WAMPID(id), _, _) = try await socket.readMessage() else {
                        Issue.record("answer \(id)")
                        return
                    }
                }
                // It is read from again.
                try await socket.send("[48,501,{},\"/sports#operatorInfo\"]")
                #expect(try await socket.readMessage().type == .result)
            }
        }
    }
}
