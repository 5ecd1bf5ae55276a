import NIOCore
import NIOEmbedded
import NIOWebSocket
import OddsServer
import OddsSimulator
import OddsWAMP
import Testing

@testable import OddsWebSocket

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
            // Long enough for the peer that is alive to answer on a busy machine.
            configuration.idleMillisecondsMax = 1_500
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

        @Test("A peer that sends anything is not silent")
        func talkingPeer() async throws {
            var configuration = ServerConfiguration()
            configuration.idleMillisecondsMax = 1_500
            try await withServer(configuration) { server in
                let talking = try await TestSocket.session(port: server.port)
                let silent = try await TestSocket.session(port: server.port)
                let end = Task { await silent.readAll() }
                while server.metrics.value(of: .idleConnectionsClosed) == 0 {
                    try await talking.send(#"[48,1,{},"/sports#operatorInfo"]"#)
                    #expect(try await talking.readFrame().opcode == 1, "no ping")
                }
                #expect(await end.value.isEmpty == false, "the ping")
            }
        }

        @Test("Who does not finish the handshake is closed", arguments: [
            "", "GET /v2 HTTP/1.1\r\n",
        ])
        func slowHandshake(text: String) async throws {
            var configuration = ServerConfiguration()
            configuration.handshakeMillisecondsMax = 1_000
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

        @Test("Of pings that come while nothing can be sent only the last is answered")
        func pingFlood() throws {
            let channel = EmbeddedChannel()
            defer { _ = try? channel.finish() }
            let handler = WebSocketMessageHandler(role: .server, messageBytesMax: 1_000)
            try channel.pipeline.syncOperations.addHandlers(
                WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder()), handler)
            channel.isWritable = false
            for number in 0..<10_000 {
                let data = withUnsafeBytes(of: UInt32(number).bigEndian, Array.init)
                try channel.writeInbound(ByteBuffer(bytes: TestSocket.frame(9, data)))
            }
            #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
            channel.isWritable = true
            channel.pipeline.fireChannelWritabilityChanged()
            let pong: [UInt8] = [0x8A, 4] + withUnsafeBytes(of: UInt32(9_999).bigEndian, Array.init)
            #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(bytes: pong))
            #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        }

        @Test("A reason of closing is cut between characters to what a frame may hold")
        func closeReason() throws {
            for text in ["", "short", String(repeating: "é", count: 100), "👩‍👩‍👧"] {
                let reason = WebSocketMessageHandler.closeReason(text)
                #expect(reason.utf8.count <= 123 && text.hasPrefix(reason))
                #expect(reason.utf8.count >= min(text.utf8.count, 120))
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
