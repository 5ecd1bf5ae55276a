import OddsClientTesting
import OddsServer
import OddsWebSocket
import Testing

@testable import OddsClient

extension ClientServerTests {
    /// A stream against the server's echo, and against one that is told what to say.
    @Suite struct WebSocketClientStreamTests {
        typealias Message = WebSocketClientStream.Message

        let clock = ManualClock()

        private func configuration(_ url: String) -> SocketConfiguration {
            var configuration = SocketConfiguration(url: url)
            configuration.clock = clock
            return configuration
        }

        /// Runs a server that sends back what it gets.
        private func withEcho(_ body: (EMServer, _ url: String) async throws -> Void) async throws {
            var configuration = ServerConfiguration()
            configuration.echoPath = "/echo"
            try await withServer(configuration) { server in
                try await body(server, server.url.replacing("/v2", with: "/echo"))
            }
        }

        @Test("Text and binary of all sizes arrive as they were sent, in order", arguments: [
            nil, .takeover, .noTakeover,
        ] as [WebSocketCompression?])
        func echo(compression: WebSocketCompression?) async throws {
            try await withEcho { server, url in
                var configuration = configuration(url)
                configuration.compression = compression
                let stream = try WebSocketClientStream(configuration)
                try await stream.connect()
                try await stream.connect()
                var messages: [Message] = [
                    .text(""), .binary([]), .text("Zürich – €"), .binary([0]),
                ]
                for size in [1, 125, 126, 65_535, 65_536, 300_000] {
                    messages.append(.text(String(repeating: "a", count: size)))
                    messages.append(.binary((0..<size).map { UInt8(truncatingIfNeeded: $0) }))
                }
                let sent = messages
                let sending = Task { for message in sent { try await stream.send(message) } }
                var received = stream.makeAsyncIterator()
                for message in messages {
                    // Not in the expectation, which would print it all.
                    let isSame = try await received.next() == message
                    #expect(isSame)
                }
                try await sending.value
                await stream.close()
                #expect(try await received.next() == nil)
                try await eventually { server.metrics.value(of: .connections) == 0 }
            }
        }

        @Test("A reader that is slow makes the server wait, and misses nothing")
        func slowReader() async throws {
            try await withEcho { _, url in
                let bytesMax = 64 << 10
                let stream = try WebSocketClientStream(
                    configuration(url), bufferBytesMax: bytesMax)
                try await stream.connect()
                let count = 1_500
                let filler = String(repeating: "-", count: 4_000)
                // More than the sockets' buffers hold.
                let sending = Task {
                    for number in 0..<count { try await stream.send(.text("\(number)\(filler)")) }
                }
                try await eventually { await stream.session.buffer.isFull }
                var received = stream.makeAsyncIterator()
                for number in 0..<count {
                    // A read of the socket may come on top.
                    #expect(await stream.session.buffer.byteCount < bytesMax + (2 << 20))
                    guard case .text(let text) = try await received.next() else {
                        Issue.record("no text \(number)")
                        break
                    }
                    #expect(text.prefix { $0 != "-" } == "\(number)")
                }
                try await sending.value
                await stream.close()
            }
        }

        @Test("What a reader did not take before it had to wait is no silence")
        func fullIsNotSilent() async throws {
            try await withEcho { _, url in
                var configuration = configuration(url)
                configuration.heartbeatInterval = .seconds(1)
                configuration.idleTimeLimit = .seconds(2)
                let stream = try WebSocketClientStream(configuration, bufferBytesMax: 1)
                try await stream.connect()
                try await stream.send(.text("a"))
                try await eventually { await stream.session.buffer.isFull }
                for _ in 0..<10 {
                    try await eventually { clock.sleeperCount > 0 }
                    clock.advance(by: .seconds(1))
                }
                var received = stream.makeAsyncIterator()
                #expect(try await received.next() == .text("a"))
                try await stream.send(.text("b"))
                #expect(try await received.next() == .text("b"))
                await stream.close()
            }
        }

        /// A close frame with a code and a reason.
        private static func closeFrame(_ code: UInt16, _ reason: String) -> [UInt8] {
            let data = [UInt8(code >> 8), UInt8(code & 0xff)] + Array(reason.utf8)
            return [0x88, UInt8(data.count)] + data
        }

        @Test("When the server closes, the reader gets what came before, then why, then the end")
        func serverCloses() async throws {
            let answer = ScriptedServer.frame("one") + ScriptedServer.frame("two")
                + Self.closeFrame(1_001, "good night")
            try await ScriptedServer.run(.webSocket([answer])) { url in
                let stream = try WebSocketClientStream(configuration(url))
                for _ in 0..<2 {
                    try await stream.connect()
                    try await stream.send(.text("?"))
                    var received = stream.makeAsyncIterator()
                    #expect(try await received.next() == .text("one"))
                    #expect(try await received.next() == .text("two"))
                    let error = await #expect(throws: ClientError.self) {
                        try await received.next()
                    }
                    #expect("\(error!)".hasSuffix(": good night"))
                    #expect(try await received.next() == nil)
                    await #expect(throws: ClientError.notConnected) {
                        try await stream.send(.text("!"))
                    }
                }
            }
        }

        @Test("An attempt that fails ends both the call and the reading, and is the only one")
        func refusal() async throws {
            try await withServer { server in
                let stream = try WebSocketClientStream(
                    configuration(server.url.replacing("/v2", with: "/none")))
                let reading = Task { try await stream.reduce(0) { count, _ in count + 1 } }
                try await eventually { await stream.session.readers.count == 1 }
                let refusal = ClientError.handshakeRefused(status: 404, reason: "Not Found")
                await #expect(throws: refusal) { try await stream.connect() }
                await #expect(throws: refusal) { try await reading.value }
                try await eventually { clock.sleeperCount == 0 }
            }
        }

        @Test("A server that is silent, pongs included, is given up")
        func silence() async throws {
            try await ScriptedServer.run(.webSocket([])) { url in
                var configuration = configuration(url)
                configuration.heartbeatInterval = .seconds(1)
                configuration.idleTimeLimit = .seconds(3)
                let stream = try WebSocketClientStream(configuration)
                try await stream.connect()
                try await withTimePassing(clock) {
                    await #expect(throws: ClientError.idle(.seconds(3))) {
                        for try await _ in stream {}
                    }
                }
            }
        }

        @Test("A cancelled reader gets the end, and another one goes on")
        func cancellation() async throws {
            try await withEcho { _, url in
                let stream = try WebSocketClientStream(configuration(url))
                try await stream.connect()
                let reading = Task { try await stream.reduce(0) { count, _ in count + 1 } }
                try await eventually { await stream.session.readers.count == 1 }
                reading.cancel()
                #expect(try await reading.value == 0)
                try await stream.send(.text("a"))
                var received = stream.makeAsyncIterator()
                #expect(try await received.next() == .text("a"))
                await stream.close()
            }
        }

        @Test("Closing ends who waits, before a connection too; a released stream is closed")
        func ending() async throws {
            try await withEcho { server, url in
                let unused = try WebSocketClientStream(configuration(url))
                let reading = Task { try await unused.reduce(0) { count, _ in count + 1 } }
                try await eventually { await unused.session.readers.count == 1 }
                await unused.close()
                #expect(try await reading.value == 0)
                do {
                    let stream = try WebSocketClientStream(configuration(url))
                    try await stream.connect()
                    try await eventually { server.metrics.value(of: .connections) == 1 }
                }
                try await eventually { server.metrics.value(of: .connections) == 0 }
            }
        }
    }
}
