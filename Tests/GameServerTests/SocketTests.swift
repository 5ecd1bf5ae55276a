import NIOCore
import OddsServer
import Testing

@testable import GameServer

extension GameTests {
    /// Sockets of pages.
    @Suite struct SocketTests {
        private let path = "/live?world=\(RunningGame.id)"

        private func connect(
            _ game: RunningGame, _ more: String = "", _ headers: [String] = []
        ) async throws -> PageSocket {
            let socket = try await PageSocket(port: game.port)
            let head = try await socket.upgrade(path + more, headers)
            #expect(head.hasPrefix("HTTP/1.1 101 "))
            #expect(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
            return socket
        }

        @Test("Page, requests and stream share one port")
        func stream() async throws {
            try await withGame { game in
                let socket = try await connect(game, "&rate=1000", ["Origin: \(game.page)"])
                let hello = try await socket.readText()
                #expect(hello["hello"]?["seq"] == 100)
                try await socket.send(1, Array(#"{"ping":1}"#.utf8))
                var seqs: [Double] = []
                var pongs = 0
                while seqs.count < 500 || pongs < 1 {
                    let text = try await socket.readText()
                    if text["pong"] == 1 { pongs += 1 }
                    seqs += text["updates"]?.elements.compactMap { $0.elements[3].number } ?? []
                }
                #expect(seqs == (0..<seqs.count).map { 101 + Double($0) })
                try await socket.send(8, [0x03, 0xE8])
                #expect(try await socket.readClose() == 1_000)
                try await game.waitUntil {
                    $0["openSockets"] == 0 && $0["closes"]?.elements.map { $0["code"] } == [1_000]
                }
                let state = try await game.control().json()
                let matches = state["matches"]?.elements ?? []
                #expect(state["requests"]?["live"] == 1 && matches.count == 100)
            }
        }

        @Test("What a page sends right behind its handshake is not lost")
        func early() async throws {
            try await withGame { game in
                let socket = try await PageSocket(port: game.port)
                var bytes = ByteBuffer()
                let lines = PageSocket.handshake(path, port: game.port) + ["", ""]
                bytes.writeString(lines.joined(separator: "\r\n"))
                bytes.writeBytes(PageSocket.frame(1, Array(#"{"ping":7}"#.utf8)))
                try await socket.channel.writeAndFlush(bytes)
                _ = try await socket.readHead()
                #expect(try await socket.readText()["hello"] != nil)
                #expect(try await socket.readText()["pong"] == 7)
            }
        }

        @Test("A page whose network ends without a word is gone at once")
        func endOfInput() async throws {
            try await withGame { game in
                let socket = try await connect(game)
                _ = try await socket.readText()
                try await socket.channel.close(mode: .output)
                // The page's silence would end it later, and with another code.
                try await game.waitUntil { $0["closes"]?.elements.count == 1 }
                let state = try await game.control().json()
                #expect(state["closes"]?.elements.map { $0["code"] } == [1_006])
                #expect(state["openSockets"] == 0)
            }
        }

        @Test("A handshake that is refused is answered in words and counted")
        func refusals() async throws {
            try await withGame { game in
                func answer(
                    _ path: String, _ headers: [String] = []
                ) async throws -> String {
                    let socket = try await PageSocket(port: game.port)
                    try await socket.request(
                        PageSocket.handshake(path, port: game.port, headers))
                    return try await socket.readAnswer()
                }
                for (path, headers, status, words) in [
                    (path, ["Origin: http://evil.example"], "403", "evil.example"),
                    ("/live", [], "400", "world"), (path + "&rate=0", [], "400", "rate"),
                    (path, ["Sec-WebSocket-Key: AAAA"], "426", "handshake"),
                    ("/odds", [], "400", "world"), ("/nothing", [], "404", "there is no"),
                ] as [(String, [String], String, String)] {
                    let answer = try await answer(path, headers)
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
                    #expect(answer.contains(words), "\(answer)")
                    #expect(answer.contains("\r\nUpgrade: websocket\r\n") == (status == "426"))
                }
                _ = try await game.control("", #"{"refuseSockets":true}"#)
                let before = try await game.control().json()["requests"]?["live"]?.number ?? 0
                for _ in 0..<2 { #expect(try await answer(path).hasPrefix("HTTP/1.1 503 ")) }
                _ = try await game.control("", #"{"refuseSockets":false,"fail":{"live":1}}"#)
                #expect(try await answer(path).hasPrefix("HTTP/1.1 500 "))
                #expect(try await game.control().json()["requests"]?["live"]?.number == before + 3)
                _ = try await connect(game)
            }
        }

        @Test("A request to upgrade to something else is an ordinary one")
        func otherUpgrade() async throws {
            try await withGame { game in
                let answer = try await game.get(
                    "/", headers: [("Connection", "Upgrade, HTTP2-Settings"), ("Upgrade", "h2c")])
                #expect(answer.status == 200)
            }
        }

        @Test("Control drops sockets as a network does")
        func drops() async throws {
            try await withGame { game in
                let socket = try await connect(game)
                _ = try await socket.readText()
                _ = try await game.control("", #"{"dropSockets":true,"stream":"pause"}"#)
                while let frame = try? await socket.readFrame() { #expect(frame.opcode != 8) }
                try await game.waitUntil { $0["closes"]?.elements.map { $0["code"] } == [1_006] }
                let again = try await connect(game)
                #expect(try await again.readText()["hello"] != nil, "once")
            }
        }

        @Test("A page that never reads is closed, and holds little memory until then")
        func neverReads() async throws {
            try await withGame { game in
                let socket = try await PageSocket(port: game.port, reads: false)
                try await socket.request(PageSocket.handshake(path, port: game.port))
                let reader = try await connect(game)
                _ = try await reader.readText()
                _ = try await game.control("", #"{"stream":"pause"}"#)
                let state = try await game.control("?messages=0").json()
                let match = try #require(state["matches"]?.elements.first?["matchID"]?.number)
                let odds = #"{"matchID":\#(Int(match)),"teamAOdds":9.99,"teamBOdds":9.98}"#
                let many = Array(repeating: odds, count: 1_000).joined(separator: ",")
                // More than two mebibytes, of which a page that reads has read each piece before
                // the next.
                for _ in 0..<30 {
                    #expect(try await game.control("/update", "[\(many)]").status == 204)
                    for _ in 0..<1_000 { _ = try await reader.readMessage() }
                }
                try await game.waitUntil { $0["closes"]?.elements.map { $0["code"] } == [1_013] }
                let metrics = try await game.metrics()
                #expect(metrics.contains(#"game_socket_closes_total{code="1013"} 1"#))
                #expect(metrics.contains("game_sockets 1"), "the other page goes on")
                // What was held for it: its queue, and the kernel's buffers.
                try await socket.channel.setOption(.autoRead, value: true).get()
                #expect(await socket.readAll().utf8.count < 2 * LiveSocket.queueBytesMax)
            }
        }

        @Test("Pages are told when the server stops")
        func stops() async throws {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            try await withGame { game in
                let socket = try await connect(game)
                let idle = try await PageSocket(port: game.port)
                Task {
                    continuation.yield((try? await socket.readClose()) ?? 0)
                    try? await socket.send(8, [0x03, 0xE9])
                    try? await socket.channel.close()
                    _ = await idle.readAll()
                    continuation.finish()
                }
            }
            var codes: [Int] = []
            for await code in stream { codes.append(code) }
            #expect(codes == [1_001])
        }

        @Test("A port that is taken is named")
        func taken() async throws {
            try await withGame { game in
                for (page, control, name) in [
                    (game.port, 0, "the page"), (0, game.port, "control"),
                ] {
                    do {
                        try await withGame {
                            $0.port = page
                            $0.controlPort = control
                        } _: { _ in }
                        Issue.record("two servers on one port")
                    } catch let error as ListeningError {
                        #expect(
                            error.description == """
                                cannot serve \(name) on 127.0.0.1:\(game.port): the port is in \
                                use: choose another, or 0 for any that is free
                                """)
                    }
                }
            }
        }
    }
}
