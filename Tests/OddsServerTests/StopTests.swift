import Logging
import OddsServer
import OddsSimulator
import OddsTraffic
import OddsWAMP
import Testing

extension ServerTests {
    /// What clients get when the server stops.
    @Suite struct StopTests {
        private static let answer = #"[6,{},"wamp.close.goodbye_and_out"]"#

        private func start(drain: Int64) async throws -> EMServer {
            var configuration = ServerConfiguration()
            configuration.drainMilliseconds = drain
            var world = TrafficConfiguration.small
            world.rate = 20_000
            world.recordsPerFrame = 200
            var logger = Logger(label: "test")
            logger.logLevel = .error
            return try await EMServer.start(configuration, logger: logger) { [world] offset in
                try WorldSource(world, versionOffset: offset)
            }
        }

        /// A client for which megabytes are queued.
        private func slowClient(of server: EMServer) async throws -> TestSocket {
            let socket = try await TestSocket.session(port: server.port, receiveBytes: 64 << 10)
            _ = try await socket.register(liveTopic)
            try await socket.channel.setOption(.autoRead, value: false).get()
            while server.metrics.value(of: .queuedBytesMax) < 4 << 20 { await Task.yield() }
            return socket
        }

        private func readGoodbye(_ socket: TestSocket) async throws {
            while true {
                if case .goodbye(_, let reason) = try await socket.readMessage() {
                    #expect(reason == WAMPReason.systemShutdown)
                    return
                }
            }
        }

        @Test("GOODBYE overtakes what is queued, and its answer gets the close frame 1001")
        func backlog() async throws {
            let server = try await start(drain: 60_000)
            let socket = try await slowClient(of: server)
            async let stopped: Void = server.stop()
            while server.metrics.value(of: .framesDropped) == 0 { await Task.yield() }
            let sentCount = server.metrics.value(of: .invocationsSent)
            try await socket.channel.setOption(.autoRead, value: true).get()
            try await readGoodbye(socket)
            #expect(server.metrics.value(of: .invocationsSent) == sentCount)
            try await socket.send(Self.answer)
            #expect(try await socket.readFrame().closeCode == 1_001)
            socket.channel.close(promise: nil)
            try await stopped
            #expect(server.metrics.value(of: .goodbyesTaken) == 1)
            #expect(server.metrics.value(of: .goodbyesCut) == 0)
        }

        @Test("Who reads GOODBYE and does not answer gets the close frame after the drain")
        func unanswered() async throws {
            let server = try await start(drain: 300)
            let socket = try await TestSocket.session(port: server.port)
            async let stopped: Void = server.stop()
            try await readGoodbye(socket)
            #expect(try await socket.readFrame().closeCode == 1_001)
            try await stopped
            #expect(await socket.isClosed())
            #expect(server.metrics.value(of: .goodbyesTaken) == 1)
            #expect(server.metrics.value(of: .goodbyesCut) == 0)
        }

        @Test("Who reads nothing is cut off after the drain, and counted")
        func deaf() async throws {
            let server = try await start(drain: 300)
            let deaf = try await slowClient(of: server)
            try await server.stop()
            #expect(server.metrics.value(of: .goodbyesTaken) == 0)
            #expect(server.metrics.value(of: .goodbyesCut) == 1)
            deaf.channel.close(promise: nil)
        }

        @Test("Who has not said HELLO gets the close frame at once")
        func withoutSession() async throws {
            let server = try await start(drain: 60_000)
            let socket = try await TestSocket(port: server.port)
            _ = try await socket.upgrade()
            async let stopped: Void = server.stop()
            #expect(try await socket.readFrame().closeCode == 1_001)
            socket.channel.close(promise: nil)
            try await stopped
            #expect(server.metrics.value(of: .goodbyesTaken) == 1)
        }
    }
}
