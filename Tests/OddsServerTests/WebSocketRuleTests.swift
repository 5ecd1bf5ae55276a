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

        @Test("Other paths and subprotocols are refused", arguments: [
            ("/v1", "Sec-WebSocket-Protocol: wamp.2.json", "404"),
            ("/v2", "Sec-WebSocket-Protocol: wamp.2.msgpack", "426"), ("/v2", "X: y", "426"),
            ("/echo", "X: y", "404"),
        ])
        func refusals(path: String, header: String, status: String) async throws {
            try await withServer { server in
                let socket = try await TestSocket(port: server.port)
                let head = try await socket.upgrade(path: path, headers: [header])
                #expect(head.hasPrefix("HTTP/1.1 \(status)"), "\(head)")
                #expect(await socket.isClosed())
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

        @Test("Fragments are put together, with control frames in between")
        func fragments() async throws {
            try await withEcho { socket in
                // A character is cut in two.
                let text = Array("aé".utf8)
                try await socket.write(TestSocket.frame(1, Array(text[..<2]), isFinal: false))
                try await socket.write(masked(9, "now"))
                try await socket.write(TestSocket.frame(0, [], isFinal: false))
                try await socket.write(TestSocket.frame(0, Array(text[2...])))
                #expect(try await socket.readFrame() == .init(opcode: 10, data: Array("now".utf8)))
                #expect(try await socket.readFrame().text == "aé")
            }
        }

        @Test("A pong that nobody asked for is ignored")
        func pong() async throws {
            try await withEcho { socket in
                try await socket.write(masked(10, "x") + masked(1, "y"))
                #expect(try await socket.readFrame().text == "y")
            }
        }

        @Test("Closing is answered with its code", arguments: [1_000, 1_001, 3_000, 4_999])
        func close(code: Int) async throws {
            let data = [UInt8(code >> 8), UInt8(code & 255)] + Array("bye".utf8)
            try await expectClose(code, after: TestSocket.frame(8, data))
        }

        @Test("Closing without a code is answered without one")
        func closeWithoutCode() async throws {
            try await withEcho { socket in
                try await socket.write(TestSocket.frame(8, []))
                #expect(try await socket.readFrame() == .init(opcode: 8, data: []))
                #expect(await socket.isClosed())
            }
        }

        @Test("Breaches of the protocol are closed with 1002")
        func breaches() async throws {
            let frame = TestSocket.frame
            let breaches: [[UInt8]] = [
                frame(1, [0x61], true, false, 0), frame(1, [0x61], true, true, 0x40),
                frame(1, [0x61], true, true, 0x20), frame(1, [0x61], true, true, 0x10),
                frame(3, [], true, true, 0), frame(11, [], true, true, 0),
                frame(9, [], false, true, 0),
                frame(9, [UInt8](repeating: 0, count: 126), true, true, 0),
                frame(0, [0x61], true, true, 0),
                frame(1, [0x61], false, true, 0) + frame(1, [0x62], true, true, 0),
                frame(8, [3], true, true, 0), frame(8, [3, 0xEC], true, true, 0),
                frame(8, [3, 0xED], true, true, 0), frame(8, [0, 0], true, true, 0),
                frame(8, [0xFF, 0xFF], true, true, 0),
            ]
            for breach in breaches { try await expectClose(1_002, after: breach) }
        }

        @Test("Text that is not UTF-8 is closed with 1007", arguments: [
            [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
            Array("eight by".utf8) + [0x80],
        ] as [[UInt8]])
        func invalidText(data: [UInt8]) async throws {
            try await expectClose(1_007, after: TestSocket.frame(1, data))
            try await expectClose(
                1_007,
                after: TestSocket.frame(1, data, isFinal: false) + TestSocket.frame(0, []))
            try await expectClose(1_007, after: TestSocket.frame(8, [3, 0xE8] + data))
        }

        @Test("Messages above the limit are closed with 1009, before they are read whole")
        func tooLarge() async throws {
            // Nothing but the head of the frame.
            try await expectClose(
                1_009, after: [0x81, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4])
            let part = [UInt8](repeating: 0x61, count: 40_000)
            try await expectClose(
                1_009,
                after: TestSocket.frame(1, part, isFinal: false) + TestSocket.frame(0, part))
        }
    }
}
