import Foundation
import Testing

@testable import GameServer

extension GameTests {
    /// Requests over HTTP.
    @Suite struct RequestTests {
        private let world = "world=\(RunningGame.id)"

        @Test("A page gets its matches and odds")
        func reads() async throws {
            try await withGame { game in
                let matches = try await game.get("/matches?\(world)&matches=7")
                #expect(matches.status == 200)
                #expect(matches.headers["content-type"] == "application/json")
                #expect(matches.headers["cache-control"] == "no-store")
                #expect(matches.headers["x-content-type-options"] == "nosniff")
                #expect(matches.headers["cross-origin-resource-policy"] == "same-origin")
                #expect(matches.headers["content-security-policy"]?.contains("'none'") == true)
                let odds = try await game.get("/odds?\(world)").json().elements
                let all = try matches.json().elements
                #expect(all.count == 7)
                #expect(all.map { $0["matchID"] } == odds.map { $0["matchID"] })
                let state = try await game.control().json()
                #expect(state["requests"]?["matches"] == 1 && state["requests"]?["odds"] == 1)
                #expect(state["world"] == .string(RunningGame.id))
                for (match, (one, other)) in zip(
                    state["matches"]?.elements ?? [], zip(all, odds))
                {
                    for name in ["matchID", "teamA", "teamB", "startTime"] {
                        #expect(match[name] == one[name])
                    }
                    for name in ["teamAOdds", "teamBOdds", "seq"] {
                        #expect(match[name] == other[name])
                    }
                }
            }
        }

        @Test("A page that comes back seeds its world, and resets it")
        func seedsAndResets() async throws {
            try await withGame { game in
                let start = WireTime.text(seconds: Int64(Date().timeIntervalSince1970) + 3_600)
                let match = #"{"matchID":9,"teamA":"A","teamB":"B","startTime":"\#(start)","#
                    + #""teamAOdds":1.85,"teamBOdds":2.1,"seq":311}"#
                let path = "/worlds/\(RunningGame.id)"
                #expect(try await game.post("\(path)/seed", "[\(match)]").status == 204)
                let odds = try await game.get("/odds?\(world)").json().elements
                #expect(odds.count == 100)
                #expect(odds.contains([
                    "matchID": 9, "teamAOdds": .number("1.85"), "teamBOdds": .number("2.1"),
                    "seq": 311,
                ]))
                #expect(try await game.post("\(path)/reset").status == 204)
                let after = try await game.get("/odds?\(world)").json().elements
                let ids = Set(odds.compactMap { $0["matchID"] })
                #expect(ids.isDisjoint(with: after.compactMap { $0["matchID"] }))
            }
        }

        @Test("What is wrong is refused in words and counted", arguments: [
            ("GET", "/matches", nil, 400, #"the parameter "world" is missing"#),
            ("GET", "/odds?world=xyz", nil, 400, #"the parameter "world" is no id"#),
            ("GET", "/matches?world=\(RunningGame.id)&matches=0", nil, 400, #"the parameter "m"#),
            ("GET", "/matches?world=\(RunningGame.id)&matches=10001", nil, 400, "the param"),
            ("GET", "/live?world=\(RunningGame.id)&rate=20001", nil, 400, "the parameter"),
            ("GET", "/live?world=\(RunningGame.id)", nil, 426, "/live is a WebSocket"),
            ("GET", "/nothing", nil, 404, "there is no GET /nothing: use GET /matches"),
            ("POST", "/worlds/xyz/seed", "[]", 400, "the world of the path is no id"),
            ("POST", "/worlds/\(RunningGame.id)/seed", "[", 400, "the body is not JSON"),
            ("POST", "/worlds/\(RunningGame.id)/seed", "{}", 400, "expected an array"),
            ("POST", "/worlds/\(RunningGame.id)/seed?matches=x", "[]", 400, "the parameter"),
        ] as [(String, String, String?, Int, String)])
        func refusals(
            method: String, path: String, body: String?, status: Int, words: String
        ) async throws {
            try await withGame { game in
                let answer = try await game.get(path, method: method, body: body)
                #expect(answer.status == status)
                #expect(try answer.error().hasPrefix(words), "\(answer.text)")
                #expect(answer.headers["cache-control"] == "no-store")
                let counts = try await game.metrics().filter {
                    $0.hasPrefix("game_refusals_total") && $0.hasSuffix(" 1")
                }
                #expect(counts.count == 1)
            }
        }

        @Test("Another method than a path takes is refused with those that it takes", arguments: [
            ("PUT", "/matches", "GET, HEAD"), ("DELETE", "/", "GET, HEAD"),
            ("POST", "/view/pull.js", "GET, HEAD"), ("OPTIONS", "/live", "GET, HEAD"),
            ("GET", "/worlds/\(RunningGame.id)/reset", "POST"),
            ("DELETE", "control:/control/\(RunningGame.id)", "GET, POST"),
            ("HEAD", "control:/health", "GET"),
            ("GET", "control:/control/\(RunningGame.id)/update", "POST"),
        ])
        func otherMethods(method: String, path: String, allowed: String) async throws {
            try await withGame { game in
                let (base, path) =
                    path.hasPrefix("control:")
                    ? (game.urls.control, String(path.dropFirst(8)))
                    : (game.page, path)
                let answer = try await game.ask(base + path, [], method, nil)
                #expect(answer.status == 405)
                #expect(answer.headers["allow"] == allowed)
                guard method != "HEAD" else { return }
                #expect(try answer.error().hasPrefix("\(path) takes "), "\(answer.text)")
            }
        }

        @Test("A body of more than a mebibyte is refused, and the connection ends")
        func largeBody() async throws {
            try await withGame { game in
                let path = "/worlds/\(RunningGame.id)/seed"
                let full = "[" + String(repeating: " ", count: (1 << 20) - 2) + "]"
                #expect(try await game.post(path, full).status == 204)
                let answer = try await game.post(path, full + " ")
                #expect(answer.status == 413)
                #expect(try answer.error().contains("1048576"))
                // One that goes on sending.
                let socket = try await PageSocket(port: game.port)
                try await socket.request([
                    "POST \(path) HTTP/1.1", "Host: 127.0.0.1:\(game.port)",
                    "Content-Length: 1000000000",
                ])
                let piece = String(repeating: " ", count: 1 << 16)
                for _ in 0..<17 { try await socket.write(piece) }
                #expect(await socket.readAll().hasPrefix("HTTP/1.1 413 "))
            }
        }

        @Test("What is not HTTP, and too large a head, is answered", arguments: [false, true])
        func heads(ofControl: Bool) async throws {
            try await withGame { game in
                let port = ofControl ? game.controlPort : game.port
                let long = String(repeating: "a", count: GameChannel.headBytesMax)
                let fields = (0...GameChannel.headerFieldsMax).map { "X\($0): 1" }
                for (lines, status, words) in [
                    (["nonsense"], "400", "not HTTP"), (["GET /\(long) HTTP/1.1"], "431", "head"),
                    (["GET / HTTP/1.1", "X: \(long)"], "431", "head"),
                    (["GET / HTTP/1.1"] + fields, "431", "head"),
                ] {
                    let socket = try await PageSocket(port: port)
                    try await socket.request(lines)
                    let answer = await socket.readAll()
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
                    #expect(answer.contains(words), "\(answer)")
                }
                let metrics = try await game.metrics()
                #expect(metrics.contains(#"game_refusals_total{reason="not_http"} 1"#))
                #expect(metrics.contains(#"game_refusals_total{reason="too_large"} 3"#))
            }
        }

        @Test("Two fields Host or Origin are refused, in handshakes and at control", arguments: [
            "Host: 127.0.0.1:PORT", "Host: evil.example", "Origin: http://127.0.0.1:PORT",
        ])
        func doubled(field: String) async throws {
            try await withGame { game in
                let origin = "Origin: http://127.0.0.1:PORT"
                func plain(_ path: String) -> [String] {
                    ["GET \(path) HTTP/1.1", "Host: 127.0.0.1:PORT", origin]
                }
                let live = "/live?world=\(RunningGame.id)"
                for (port, lines) in [
                    (game.port, plain("/")), (game.controlPort, plain("/health")),
                    (game.port, PageSocket.handshake(live, port: game.port, [origin])),
                ] {
                    let socket = try await PageSocket(port: port)
                    try await socket.request(
                        (lines + [field]).map { $0.replacing("PORT", with: "\(port)") })
                    let answer = await socket.readAll()
                    #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
                    #expect(answer.contains(#"{"error":"the request has more than one field "#))
                }
                #expect(try await game.metrics().contains(
                    #"game_refusals_total{reason="not_http"} 3"#))
            }
        }

        @Test("Requests by other names, and of pages of others, are refused")
        func foreign() async throws {
            try await withGame { game in
                let path = "/worlds/\(RunningGame.id)/reset"
                let names: [(String, [(String, String)])] = [
                    ("POST", [("Origin", "http://evil.example")]),
                    ("POST", [("Origin", "null")]),
                    ("POST", [("Origin", "http://127.0.0.1:1")]),
                    ("POST", [("Host", "evil.example")]),
                    ("POST", [("Host", "evil.example"), ("Origin", "http://evil.example")]),
                ]
                for (method, headers) in names {
                    let answer = try await game.get(path, headers: headers, method: method)
                    #expect(answer.status == 403, "\(headers)")
                    #expect(try !answer.error().isEmpty)
                }
                let control = try await game.ask(
                    game.urls.control + "/health", [("Origin", game.page)], "GET", nil)
                #expect(control.status == 403, "the page may not use control either")
                let own = try await game.get(
                    path, headers: [("Origin", game.page)], method: "POST")
                #expect(own.status == 204)
                #expect(try await game.get("/", headers: [("Host", "localhost:\(game.port)")])
                    .status == 200)
            }
        }

        @Test("Control makes requests fail, and wait with the answer of when they came")
        func faults() async throws {
            try await withGame { game in
                #expect(try await game.control("", #"{"fail":{"odds":1,"status":503}}"#).status
                    == 204)
                let failed = try await game.get("/odds?\(world)")
                #expect(try failed.status == 503 && failed.error().contains("control"))
                let before = try await game.get("/odds?\(world)").json()
                _ = try await game.control("", #"{"fail":{"odds":1,"status":0}}"#)
                let socket = try await PageSocket(port: game.port)
                try await socket.request([
                    "GET /odds?\(world) HTTP/1.1", "Host: 127.0.0.1:\(game.port)",
                ])
                #expect(await socket.readAll() == "")
                #expect(try await game.metrics().contains(
                    #"game_refusals_total{reason="fault"} 2"#))

                _ = try await game.control("", #"{"delayMs":{"odds":200}}"#)
                async let late = game.get("/odds?\(world)")
                try await game.waitUntil { $0["requests"]?["odds"] == 4 }
                let match = try #require(before.elements.first?["matchID"]?.number)
                let pushed = #"{"matchID":\#(Int(match)),"teamAOdds":9.99,"teamBOdds":9.98}"#
                #expect(try await game.control("/update", pushed).status == 204)
                #expect(try await late.json() == before)
            }
        }

        @Test("An answer waits as control wants, and no longer than the server runs")
        func delays() async throws {
            let (answers, continuation) = AsyncStream.makeStream(of: String.self)
            try await withGame { game in
                _ = try await game.control("", #"{"delayMs":{"odds":30000}}"#)
                Task {
                    defer { continuation.finish() }
                    _ = try await game.get("/odds?\(world)")
                    continuation.yield("odds")
                }
                try await game.waitUntil { $0["requests"]?["odds"] == 1 }
                _ = try await game.get("/matches?\(world)")
                continuation.yield("matches")
            }
            var order: [String] = []
            for await answer in answers { order.append(answer) }
            #expect(order == ["matches", "odds"])
        }

        @Test("Refusals that end with their heads leave the connection to the next answer")
        func refusalsWithoutBody() async throws {
            try await withGame { game in
                let socket = try await PageSocket(port: game.port)
                for path in ["/nothing", "/odds"] {
                    try await socket.request([
                        "HEAD \(path) HTTP/1.1", "Host: 127.0.0.1:\(game.port)",
                    ])
                    #expect(try await socket.readHead().hasPrefix("HTTP/1.1 40"))
                }
                for status in [204, 304, 503] {
                    _ = try await game.control("", #"{"fail":{"odds":1,"status":\#(status)}}"#)
                    try await socket.request([
                        "GET /odds?\(world) HTTP/1.1", "Host: 127.0.0.1:\(game.port)",
                    ])
                    let answer = try await socket.readAnswer()
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
                }
            }
        }

        @Test("Control refuses what it cannot do in words")
        func controlRefusals() async throws {
            try await withGame { game in
                for (path, body, status) in [
                    ("", #"{"speed":1}"#, 400), ("", "no", 400), ("/update", "[]", 204),
                    ("/update", #"{"matchID":1,"teamAOdds":2,"teamBOdds":2}"#, 404),
                    ("/nothing", "{}", 404),
                ] {
                    let answer = try await game.control(path, body)
                    #expect(answer.status == status, "\(body)")
                    if status >= 400 { #expect(try !answer.error().isEmpty) }
                }
                let url = game.urls.control + "/control/xyz"
                #expect(try await game.ask(url, [], "GET", nil).status == 400)
                let health = try await game.ask(game.urls.control + "/health", [], "GET", nil)
                #expect(health.text == #"{"status":"ok"}"#)
                let brief = try await game.control("?messages=0").json()
                #expect(brief["messages"] == nil && brief["requestTimes"] == nil)
                #expect(brief["lateness"] != nil && brief["digest"] != nil)
            }
        }
    }
}
