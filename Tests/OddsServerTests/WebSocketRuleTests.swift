import OddsServer
import Testing

extension ServerTests {
    /// RFC 6455, byte by byte, against a server on a real socket.
    @Suite struct WebSocketRuleTests {
        private func withEcho(_ body: (TestSocket) async throws -> Void) async throws {
            var configuration = ServerConfiguration()
            configuration.echoPath = "/echo"
            configuration.messageBytesMax = 70_000
            try await withServer(configuration) { server in
                let socket = try await TestSocket(port: server.port)
                _ = try await socket.upgrade(path: "/echo", headers: [])
                try await body(socket)
            }
        }

        @Test("Text is closed with 1007 at its first wrong byte, before its frame is whole")
        func failsFast() async throws {
            let frame = TestSocket.frame(1, Array("κόσμε".utf8) + [0xF4, 0x90, 0x80, 0x80])
            try await expectClose(1_007, after: Array(frame.dropLast(2)))
        }

        @Test("A length that is not in its shortest form is closed with 1002 (§5.2)")
        func longLength() async throws {
            try await expectClose(1_002, after: [0x81, 0xFE, 0, 1])
            try await expectClose(1_002, after: [0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        }

        /// Sends bytes and expects the connection to be closed with a code.
        private func expectClose(_ code: Int, after bytes: [UInt8]) async throws {
            try await withEcho { socket in
                try await socket.write(bytes)
                #expect(try await socket.readFrame().closeCode == code)
                #expect(await socket.isClosed())
            }
        }

        private func masked(_ opcode: UInt8, _ text: String, isFinal: Bool = true) -> [UInt8] {
            TestSocket.frame(opcode, Array(text.utf8), isFinal: isFinal)
        }

        @Test("The handshake answers the key and names the subprotocol", arguments: [
            "/v2", "/v2?cid=abc",
        ])
        func handshake(path: String) async throws {
            try await withServer { server in
                let socket = try await TestSocket(port: server.port)
                let head = try await socket.upgrade(
                    path: path,
                    headers: [
                        "Origin: https://x.com", "User-Agent: app/1.0",
                        "Sec-WebSocket-Protocol: wamp.2.msgpack, wamp.2.json",
                    ])
                let lower = head.lowercased()
                #expect(lower.hasPrefix("http/1.1 101"))
                #expect(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
                #expect(lower.contains("sec-websocket-protocol: wamp.2.json"))
            }
        }

        @Test("Handshakes are read as leniently as §4.2.1 wants; extensions are declined")
        func lenientHandshake() async throws {
            try await withServer { server in
                let socket = try await TestSocket(port: server.port)
                try await socket.request([
                    "GET /v2 HTTP/1.1", "host: localhost", "UPGRADE: WebSocket",
                    "connection: keep-alive, Upgrade", "sec-websocket-version: 13",
                    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
                    "Sec-WebSocket-Protocol: other", "Sec-WebSocket-Protocol: wamp.2.json",
                    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
                ])
                let head = try await socket.readHead().lowercased()
                #expect(head.hasPrefix("http/1.1 101"))
                #expect(!head.contains("sec-websocket-extensions"))
            }
        }

        @Test("What is no handshake of RFC 6455 is refused, and counted", arguments: [
            ["GET /v2 HTTP/1.1", "Host: a"], ["POST /v2 HTTP/1.1"], ["GET /v2 HTTP/1.0"],
        ])
        func noHandshake(lines: [String]) async throws {
            try await withServer { server in
                let socket = try await TestSocket(port: server.port)
                let isPlain = lines.count > 1
                try await socket.request(
                    lines + (isPlain ? [] : TestSocket.handshakeHeaders)
                        + ["Sec-WebSocket-Protocol: wamp.2.json"])
                let head = try await socket.readHead()
                #expect(head.contains(" 426 ") && head.contains("Sec-WebSocket-Version: 13"))
                #expect(await socket.isClosed())
                #expect(server.metrics.value(of: .handshakesRefused) == 1)
                #expect(server.metrics.value(of: .connectionsOpened) == 0)
            }
        }

        @Test("Each header that §4.2.1 asks for is needed", arguments: [
            ("Host: localhost", ""), ("Upgrade: websocket", ""), ("Connection: Upgrade", ""),
            ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", ""),
            ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: c2hvcnQ="),
            ("Sec-WebSocket-Version: 13", ""),
            ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8"),
        ])
        func missingHeader(header: String, instead: String) async throws {
            try await withServer { server in
                let socket = try await TestSocket(port: server.port)
                let headers = TestSocket.handshakeHeaders.map { $0 == header ? instead : $0 }
                try await socket.request(
                    ["GET /v2 HTTP/1.1", "Sec-WebSocket-Protocol: wamp.2.json"]
                        + headers.filter { !$0.isEmpty })
                #expect(try await socket.readHead().contains(" 426 "))
                #expect(await socket.isClosed())
            }
        }

        @Test("Other paths and subprotocols are refused, with what is expected", arguments: [
            ("/v1", "Sec-WebSocket-Protocol: wamp.2.json", "404", "WebSockets are at /v2"),
            (
                "/v2", "Sec-WebSocket-Protocol: wamp.2.msgpack", "400",
                "send Sec-WebSocket-Protocol: wamp.2.json"
            ),
            ("/v2", "X: y", "400", "send Sec-WebSocket-Protocol: wamp.2.json"),
            ("/echo", "X: y", "404", "WebSockets are at /v2"),
        ])
        func refusals(path: String, header: String, status: String, what: String) async throws {
            try await withServer { server in
                let socket = try await TestSocket(port: server.port)
                let head = try await socket.upgrade(path: path, headers: [header])
                #expect(head.hasPrefix("HTTP/1.1 \(status)"), "\(head)")
                let body = String(decoding: await socket.readAll(), as: UTF8.self)
                #expect(body.contains(what), "\(body)")
            }
        }

        @Test("Pages of other origins are refused if some are allowed", arguments: [
            ([], "https://evil.example", 101), (["https://a.example"], "https://A.example", 101),
            (["https://a.example", "null"], "null", 101), (["https://a.example"], nil, 101),
            (["https://a.example"], "https://evil.example", 403),
            (["https://a.example"], "http://a.example", 403),
            (["https://a.example"], "https://a.example:8443", 403),
            (["https://a.example"], "null", 403),
        ] as [([String], String?, Int)])
        func origins(allowed: [String], origin: String?, status: Int) async throws {
            var configuration = ServerConfiguration()
            configuration.allowedOrigins = allowed
            try await withServer(configuration) { server in
                let socket = try await TestSocket(port: server.port)
                let head = try await socket.upgrade(
                    headers: ["Sec-WebSocket-Protocol: wamp.2.json"]
                        + (origin.map { ["Origin: \($0)"] } ?? []))
                #expect(head.hasPrefix("HTTP/1.1 \(status)"), "\(head)")
            }
        }

        @Test("Text and binary of each form of length come back", arguments: [
            0, 1, 125, 126, 127, 65_535, 65_536, 70_000,
        ])
        func lengths(count: Int) async throws {
            try await withEcho { socket in
                for opcode in [1, 2] as [UInt8] {
                    let data = [UInt8](repeating: 0x61, count: count)
                    try await socket.write(TestSocket.frame(opcode, data))
                    let frame = try await socket.readFrame()
                    #expect(frame == TestSocket.Frame(opcode: opcode, data: data))
                }
            }
        }

        @Test("Bytes that come one by one are read like those that come together")
        func dripFed() async throws {
            try await withEcho { socket in
                for byte in masked(1, "drop by drop") { try await socket.write([byte]) }
                #expect(try await socket.readFrame().text == "drop by drop")
                try await socket.write(masked(1, "a") + masked(1, "b") + masked(9, "p"))
                #expect(try await socket.readFrame().text == "a")
                #expect(try await socket.readFrame().text == "b")
                #expect(try await socket.readFrame() == .init(opcode: 10, data: Array("p".utf8)))
            }
        }

        @Test("Messages above the limit are closed with 1009, before they are read whole")
        func tooLarge() async throws {
            // Nothing but the head of the frame.
            try await expectClose(
                1_009, after: [0x81, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4])
            // The first bit of a length of 64 must be 0 (§5.2).
            try await expectClose(1_009, after: [0x82] + [UInt8](repeating: 0xFF, count: 9))
            let part = [UInt8](repeating: 0x61, count: 40_000)
            try await expectClose(
                1_009,
                after: TestSocket.frame(1, part, isFinal: false) + TestSocket.frame(0, part))
        }
    }
}
