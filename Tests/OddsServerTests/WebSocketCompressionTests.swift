import NIOCore
import OddsServer
import OddsWebSocket
import Testing

extension ServerTests {
    /// permessage-deflate (RFC 7692) against a server on a real socket.
    @Suite struct WebSocketCompressionTests {
        private func withEcho(
            _ compression: WebSocketCompression? = .takeover, offer: String = "permessage-deflate",
            _ body: (TestSocket, String) async throws -> Void
        ) async throws {
            var configuration = ServerConfiguration()
            configuration.echoPath = "/echo"
            configuration.messageBytesMax = 1 << 20
            configuration.compression = compression
            try await withServer(configuration) { server in
                let socket = try await TestSocket(port: server.port)
                let head = try await socket.upgrade(
                    path: "/echo", headers: ["Sec-WebSocket-Extensions: \(offer)"])
                try await body(socket, head.lowercased())
            }
        }

        private func expectClose(
            _ code: Int, _ compression: WebSocketCompression? = .takeover, after bytes: [UInt8]
        ) async throws {
            try await withEcho(compression) { socket, _ in
                try await socket.write(bytes)
                #expect(try await socket.readFrame().closeCode == code)
                #expect(await socket.isClosed())
            }
        }

        private static func deflate(_ message: [UInt8]) -> [UInt8] {
            var output = ByteBuffer()
            message.withUnsafeBytes {
                MessageDeflater().deflate($0, keepsContext: false, into: &output)
            }
            return Array(output.readableBytesView)
        }

        /// "Hello", RFC 7692, §7.2.3.1.
        private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

        @Test("The server answers an offer, and by default does not")
        func answer() async throws {
            try await withEcho(offer: "permessage-deflate; server_max_window_bits=10") { _, head in
                #expect(
                    head.contains(
                        "sec-websocket-extensions: permessage-deflate; server_max_window_bits=10"))
            }
            try await withEcho(.noTakeover) { _, head in
                #expect(head.contains("server_no_context_takeover; client_no_context_takeover"))
            }
            try await withEcho(nil) { _, head in
                #expect(!head.contains("sec-websocket-extensions"))
            }
        }

        @Test("Compressed messages come back, whole and in fragments; long ones compressed")
        func echo() async throws {
            try await withEcho { socket, _ in
                try await socket.write(TestSocket.frame(1, Self.hello, reserved: 0x40))
                #expect(try await socket.readFrame().text == "Hello")
                try await socket.write(
                    TestSocket.frame(1, Array(Self.hello[..<3]), isFinal: false, reserved: 0x40)
                        + TestSocket.frame(9, []) + TestSocket.frame(0, Array(Self.hello[3...])))
                #expect(try await socket.readFrame().opcode == 10)
                #expect(try await socket.readFrame().text == "Hello")
                let long = [UInt8](repeating: 0x61, count: 10_000)
                try await socket.write(TestSocket.frame(2, long))
                let frame = try await socket.readFrame()
                #expect(frame.opcode == 2 && frame.isCompressed && frame.data.count < 100)
            }
        }

        @Test("A bomb, and a message that grows beyond the limit, are closed with 1009")
        func bombs() async throws {
            let zeros = [UInt8](repeating: 0, count: 1 << 20)
            try await expectClose(
                1_009, after: TestSocket.frame(2, Self.deflate(zeros), reserved: 0x40))
            var text = [UInt8](repeating: 0, count: (1 << 20) + 1)
            for index in stride(from: 0, to: text.count, by: 60) {
                text[index] = UInt8.random(in: 0...255)
            }
            let deflated = Self.deflate(text)
            #expect(deflated.count * MessageInflater.expansionMax > text.count)
            try await expectClose(1_009, after: TestSocket.frame(2, deflated, reserved: 0x40))
        }

        @Test("Damaged data, and text that is not UTF-8, are closed with 1007", arguments: [
            [0xFF, 0xFF], [0xF2, 0x48], deflate([0x61, 0xFF]), deflate([0xE2, 0x82]),
        ] as [[UInt8]])
        func damaged(data: [UInt8]) async throws {
            try await expectClose(1_007, after: TestSocket.frame(1, data, reserved: 0x40))
        }

        @Test("The bit of compression is refused where nothing may be compressed")
        func misplacedBit() async throws {
            let frame = TestSocket.frame(1, Self.hello, reserved: 0x40)
            try await expectClose(1_002, nil, after: frame)
            try await expectClose(1_002, after: TestSocket.frame(9, [], reserved: 0x40))
            try await expectClose(
                1_002,
                after: TestSocket.frame(1, Self.hello, isFinal: false, reserved: 0x40)
                    + TestSocket.frame(0, [], reserved: 0x40))
            try await expectClose(1_002, after: TestSocket.frame(1, Self.hello, reserved: 0x60))
        }

        @Test("All clients get the frame that was compressed once, with heads of their own")
        func sharedFrames() async throws {
            var configuration = ServerConfiguration()
            configuration.compression = .noTakeover
            try await withServer(configuration) { server in
                var seen: [[UInt8]: Int] = [:]
                var sockets: [TestSocket] = []
                for request in 1...2 {
                    let socket = try await TestSocket.session(
                        port: server.port,
                        headers: ["Sec-WebSocket-Extensions: permessage-deflate"])
                    _ = try await socket.register(liveTopic, request: request)
                    sockets.append(socket)
                }
                for socket in sockets {
                    for _ in 0..<20 {
                        let frame = try await socket.readFrame()
                        // Begins with a block that is not compressed, that of the head.
                        guard frame.isCompressed, frame.data.first == 0 else { continue }
                        let headCount = Int(frame.data[1]) | Int(frame.data[2]) << 8
                        seen[Array(frame.data[(5 + headCount)...]), default: 0] += 1
                    }
                }
                #expect(seen.values.contains(2))
            }
        }
    }
}
