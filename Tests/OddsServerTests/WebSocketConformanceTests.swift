import OddsServer
import Testing

extension ServerTests {
    /// RFC 6455, §5 to §8, as conformance suites test it: bytes against an echo,
    /// and the frames that must come back. Every case is sent at once, and again
    /// byte by byte.
    @Suite struct WebSocketConformanceTests {
        struct Case: Sendable {
            let name: String
            let bytes: [UInt8]
            let answers: [TestSocket.Frame]

            init(_ name: String, _ frames: [[UInt8]], _ answers: [TestSocket.Frame]) {
                self.name = name
                bytes = Array(frames.joined())
                self.answers = answers
            }
        }

        /// Frames of a client.
        private static func text(_ text: String, isFinal: Bool = true) -> [UInt8] {
            TestSocket.frame(1, Array(text.utf8), isFinal: isFinal)
        }

        private static func rest(_ text: String, isFinal: Bool = true) -> [UInt8] {
            TestSocket.frame(0, Array(text.utf8), isFinal: isFinal)
        }

        private static func ping(_ text: String = "p") -> [UInt8] {
            TestSocket.frame(9, Array(text.utf8))
        }

        private static func close(_ code: Int, _ reason: [UInt8] = []) -> [UInt8] {
            TestSocket.frame(8, [UInt8(code >> 8 & 255), UInt8(code & 255)] + reason)
        }

        /// Frames of the server.
        private static func echo(_ text: String) -> TestSocket.Frame {
            TestSocket.Frame(opcode: 1, data: Array(text.utf8))
        }

        private static func pong(_ text: String = "p") -> TestSocket.Frame {
            TestSocket.Frame(opcode: 10, data: Array(text.utf8))
        }

        private static func closed(_ code: Int) -> TestSocket.Frame {
            TestSocket.Frame(opcode: 8, data: [UInt8(code >> 8), UInt8(code & 255)])
        }

        private func check(_ cases: [Case], byteByByte: Bool = true) async throws {
            var configuration = ServerConfiguration()
            configuration.echoPath = "/echo"
            try await withServer(configuration) { server in
                for single in cases {
                    try await check(single, server, chunk: single.bytes.count)
                    if byteByByte { try await check(single, server, chunk: 1) }
                }
            }
        }

        private func check(_ single: Case, _ server: EMServer, chunk: Int) async throws {
            let socket = try await TestSocket(port: server.port)
            _ = try await socket.upgrade(path: "/echo", headers: [])
            var rest = single.bytes[...]
            while !rest.isEmpty {
                // A server that has closed need not read what else there is.
                do { try await socket.write(Array(rest.prefix(chunk))) } catch { break }
                rest = rest.dropFirst(chunk)
            }
            for answer in single.answers {
                var frame = try await socket.readFrame()
                // What a close says in words is the server's own affair.
                if frame.opcode == 8 { frame.data = Array(frame.data.prefix(2)) }
                #expect(frame == answer, "\(single.name)")
            }
            if single.answers.last?.opcode == 8 {
                #expect(await socket.readAll().isEmpty, "\(single.name)")
            } else {
                try await socket.write(Self.ping("end"))
                #expect(try await socket.readFrame() == Self.pong("end"), "\(single.name)")
            }
        }

        @Test("Frames: lengths, and masks (§5.2, §5.3)")
        func framing() async throws {
            let lengths = [0, 1, 125, 126, 127, 128].map { count in
                let text = String(repeating: "*", count: count)
                return Case("\(count) bytes", [Self.text(text)], [Self.echo(text)])
            }
            let data = Array("mask".utf8)
            let masks = [[0, 0, 0, 0], [255, 255, 255, 255], [1, 2, 3, 4]].map { key in
                Case("mask \(key)", [TestSocket.frame(1, data, key: key)], [Self.echo("mask")])
            }
            let unmasked = [0, 1, 2, 8, 9, 10].map { opcode in
                Case("unmasked \(opcode)", [
                    Self.text("a"), TestSocket.frame(opcode, [], isMasked: false),
                ], [Self.echo("a"), Self.closed(1_002)])
            }
            try await check(lengths + masks + unmasked)
        }

        @Test("Pings and pongs (§5.5.2, §5.5.3)")
        func pings() async throws {
            let long = String(repeating: "x", count: 125)
            let bytes: [UInt8] = [0, 0xFF, 0xFE, 0x80]
            try await check([
                Case("empty", [Self.ping("")], [Self.pong("")]),
                Case("125 bytes", [Self.ping(long)], [Self.pong(long)]),
                Case("binary", [TestSocket.frame(9, bytes)], [.init(opcode: 10, data: bytes)]),
                Case("ten", (0..<10).map { Self.ping("\($0)") },
                    (0..<10).map { Self.pong("\($0)") }),
                Case("126 bytes", [Self.ping(long + "x")], [Self.closed(1_002)]),
                Case("a pong unasked", [TestSocket.frame(10, []), Self.ping()], [Self.pong()]),
                Case("a long pong", [TestSocket.frame(10, Array((long + "x").utf8))],
                    [Self.closed(1_002)]),
            ])
        }

        @Test("Reserved bits, of every kind of frame (§5.2)")
        func reservedBits() async throws {
            try await check((1...7).flatMap { bits in
                ([1, 2, 8, 9, 10] as [UInt8]).map { opcode in
                    Case("bits \(bits) of \(opcode)", [
                        Self.text("a"),
                        TestSocket.frame(opcode, [3, 0xE8], reserved: UInt8(bits << 4)),
                        Self.ping(),
                    ], [Self.echo("a"), Self.closed(1_002)])
                }
            })
        }

        @Test("Reserved opcodes (§5.2)")
        func reservedOpcodes() async throws {
            try await check((Array(3...7) + Array(11...15)).flatMap { opcode in
                [[], Array("data".utf8)].map { data in
                    Case("opcode \(opcode)", [
                        Self.text("a"), TestSocket.frame(opcode, data), Self.ping(),
                    ], [Self.echo("a"), Self.closed(1_002)])
                }
            })
        }

        @Test("Fragments, with control frames between them (§5.4)")
        func fragmentation() async throws {
            let violated = [Self.closed(1_002)]
            try await check([
                Case("two", [Self.text("ab", isFinal: false), Self.rest("cd")],
                    [Self.echo("abcd")]),
                Case("empty ones",
                    [Self.text("", isFinal: false), Self.rest("", isFinal: false), Self.rest("")],
                    [Self.echo("")]),
                Case("a ping between", [
                    Self.text("ab", isFinal: false), Self.ping(), Self.rest("cd"),
                ], [Self.pong(), Self.echo("abcd")]),
                Case("pings between many", [
                    Self.text("1", isFinal: false), Self.rest("2", isFinal: false),
                    Self.ping("x"), Self.rest("3", isFinal: false), Self.ping("y"),
                    Self.rest("4"),
                ], [Self.pong("x"), Self.pong("y"), Self.echo("1234")]),
                Case("masks of their own", [
                    Self.text("ab", isFinal: false),
                    TestSocket.frame(0, Array("cd".utf8), key: [9, 8, 7, 6]),
                ], [Self.echo("abcd")]),
                Case("a fragmented ping", [TestSocket.frame(9, [], isFinal: false)], violated),
                Case("a fragmented pong", [TestSocket.frame(10, [], isFinal: false)], violated),
                Case("a fragmented close", [TestSocket.frame(8, [], isFinal: false)], violated),
                Case("a last fragment of nothing", [Self.rest("a"), Self.text("b")], violated),
                Case("a fragment of nothing", [Self.rest("a", isFinal: false)], violated),
                Case("a fragment behind the last", [
                    Self.text("a", isFinal: false), Self.rest("b"), Self.rest("c"),
                ], [Self.echo("ab")] + violated),
                Case("text in text", [Self.text("a", isFinal: false), Self.text("b")], violated),
                Case("binary in text", [
                    Self.text("a", isFinal: false), TestSocket.frame(2, []),
                ], violated),
            ])
        }

        @Test("UTF-8: whole, cut at every byte, and broken (§8.1)")
        func utf8() async throws {
            // U+0, ends of ranges, noncharacters, the last code point.
            let good: [[UInt8]] = [
                Array("κόσμε".utf8), Array("Hello-µ@ßöäüàá-UTF-8!!".utf8), [0], [0x7F],
                [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF],
                [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBD], [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF],
                [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
            ]
            // Stray bytes, cut sequences, overlong ones, surrogates, beyond the
            // last code point, forms of five and six bytes.
            let bad: [[UInt8]] = [
                [0x80], [0xBF], [0x80, 0xBF], [0xC2], [0xE0, 0xA0], [0xF0, 0x90, 0x80],
                [0xC2, 0x20], [0xE2, 0x82, 0x20], [0xFE], [0xFF], [0xC0, 0xAF], [0xC1, 0xBF],
                [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0xAF],
                [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
                [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], [0xF4, 0x90, 0x80, 0x80],
                [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
                [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], Array("eight by".utf8) + [0x80],
                Array("κόσμε".utf8) + [0xED, 0xA0, 0x80] + Array("edited".utf8),
            ]
            var cases: [Case] = []
            for (text, isGood) in good.map({ ($0, true) }) + bad.map({ ($0, false) }) {
                let answer =
                    isGood ? TestSocket.Frame(opcode: 1, data: text) : Self.closed(1_007)
                cases.append(Case("\(text)", [TestSocket.frame(1, text)], [answer]))
                let pieces = text.enumerated().map { index, byte in
                    TestSocket.frame(index == 0 ? 1 : 0, [byte], isFinal: false)
                }
                cases.append(
                    Case("\(text) in pieces", pieces + [TestSocket.frame(0, [])], [answer]))
                cases.append(
                    Case("\(text) as a reason", [Self.close(1_000, text)],
                        [Self.closed(isGood ? 1_000 : 1_007)]))
            }
            // Binary messages may hold anything.
            cases.append(
                Case("binary", [TestSocket.frame(2, [0xFF])], [.init(opcode: 2, data: [0xFF])]))
            try await check(cases, byteByByte: false)
        }

        @Test("Closing: codes, reasons, and what comes behind it (§5.5.1, §7.4)")
        func closing() async throws {
            let legal = [
                1_000, 1_001, 1_002, 1_003, 1_007, 1_008, 1_009, 1_010, 1_011, 1_012, 1_013,
                1_014, 3_000, 3_999, 4_000, 4_999,
            ]
            let illegal = [
                0, 1, 999, 1_004, 1_005, 1_006, 1_015, 1_016, 1_100, 2_000, 2_999, 5_000, 65_535,
            ]
            let longest = [UInt8](repeating: 0x61, count: 123)
            try await check(
                legal.map { Case("\($0)", [Self.close($0)], [Self.closed($0)]) }
                    + illegal.map { Case("\($0)", [Self.close($0)], [Self.closed(1_002)]) } + [
                        Case("without a code", [TestSocket.frame(8, [])],
                            [.init(opcode: 8, data: [])]),
                        Case("half a code", [TestSocket.frame(8, [3])], [Self.closed(1_002)]),
                        Case("the longest reason", [Self.close(1_000, longest)],
                            [Self.closed(1_000)]),
                        Case("a longer reason", [Self.close(1_000, longest + [0x61])],
                            [Self.closed(1_002)]),
                        Case("twice", [Self.close(1_000), Self.close(1_000)],
                            [Self.closed(1_000)]),
                        Case("a ping behind it", [Self.close(1_000), Self.ping()],
                            [Self.closed(1_000)]),
                        Case("text behind it", [Self.close(1_001), Self.text("a")],
                            [Self.closed(1_001)]),
                        Case("in the middle of a message", [
                            Self.text("a", isFinal: false), Self.close(1_000), Self.rest("b"),
                        ], [Self.closed(1_000)]),
                    ])
        }
    }
}
