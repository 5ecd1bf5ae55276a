import Testing

@testable import GameServer

extension GameTests {
    /// The rights of requests to worlds.
    @Suite struct WorldAccessTests {
        private static let query = "?world=\(RunningGame.id)"

        /// The status of an answer to a request by hand, without the field of programs.
        private func status(
            _ port: Int, _ request: String, _ fields: [String]
        ) async throws -> String {
            let socket = try await PageSocket(port: port)
            let length = request.hasPrefix("POST") ? ["Content-Length: 2", "", "[]"] : ["", ""]
            try await socket.write(
                (["\(request) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
                    + fields + length).joined(separator: "\r\n"))
            return String(await socket.readAll().dropFirst("HTTP/1.1 ".count).prefix(3))
        }

        private let reads = ["GET /matches\(query)", "GET /odds\(query)", "HEAD /odds\(query)"]
        private let writes = ["seed", "reset"].map { "POST /worlds/\(RunningGame.id)/\($0)" }

        @Test("What names a world is refused to other sites, whatever else it says", arguments: [
            "cross-site", "same-site", "other", "",
        ])
        func otherSites(site: String) async throws {
            try await withGame { game in
                let fields = ["Sec-Fetch-Site: \(site)", "X-Game: 1"]
                // A world that is there does not help.
                _ = try await game.get("/matches\(Self.query)")
                for request in reads + writes {
                    #expect(try await status(game.port, request, fields) == "403", "\(request)")
                }
                let socket = try await PageSocket(port: game.port)
                let head = try await socket.upgrade("/live\(Self.query)", fields)
                #expect(head.hasPrefix("HTTP/1.1 403 "))
                let control = "/control/\(RunningGame.id)"
                for request in ["GET \(control)", "POST \(control)", "POST \(control)/update"] {
                    #expect(try await status(game.controlPort, request, fields) == "403")
                }
                // The page itself may be linked to.
                #expect(try await status(game.port, "GET /", fields) == "200")
            }
        }

        @Test("The page makes its world, and so does a program, by a field of its own", arguments: [
            ["Sec-Fetch-Site: same-origin"], ["Sec-Fetch-Site: none"], ["X-Game: 1"],
            ["Origin: http://127.0.0.1:PORT"],
        ])
        func own(fields: [String]) async throws {
            for request in reads + writes {
                try await withGame { game in
                    let own = fields.map { field in field.replacing("PORT", with: "\(game.port)") }
                    let expected = request.hasPrefix("POST") ? "204" : "200"
                    let answered = try await status(game.port, request, own)
                    #expect(answered == expected, "\(request)")
                    let metrics = try await game.metrics()
                    #expect(metrics.contains("game_worlds_made_total 1"))
                }
            }
        }

        @Test("What a page of others embeds makes no world, and is told what is missing")
        func embedded() async throws {
            try await withGame { game in
                for request in reads + writes {
                    #expect(try await status(game.port, request, []) == "403", "\(request)")
                }
                let live = "GET /live\(Self.query)"
                let handshake = [
                    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                ]
                #expect(try await status(game.port, live, handshake) == "403")
                #expect(try await game.metrics().contains("game_worlds_made_total 0"))
                let socket = try await PageSocket(port: game.port)
                try await socket.request([
                    "GET /matches\(Self.query) HTTP/1.1", "Host: 127.0.0.1:\(game.port)",
                ])
                #expect(try await socket.readAnswer().contains("with the field X-Game: 1"))
                // One that is there may be read without it.
                _ = try await game.get("/matches\(Self.query)")
                #expect(try await status(game.port, "GET /odds\(Self.query)", []) == "200")
            }
        }
    }
}
