import OddsSimulator
import PlatformFixture
import SeededRandom
import Testing

/// What a hostile client sends: the status of the table, and nothing changes.
@Suite(.timeLimit(.minutes(5))) struct HostileClientTests {
    private static let login = "/v1/player/legislation/login"

    @Test(arguments: [
        ("", 400), ("{", 400), ("[]", 400), ("null", 400), (#"{"username":1,"password":"x"}"#, 400),
        (#"{"username":"x"}"#, 400), (#"{"username":"x","username":"y","password":"z"}"#, 400),
        (#"{"username":"x","password":"\uD800"}"#, 403), ("{\"username\":\"\u{1}\"}", 400),
        (String(repeating: "[", count: 40_000), 400),
        (#"{"username":""# + String(repeating: "x", count: 2_000) + #"","password":"x"}"#, 400),
        (String(repeating: " ", count: 65_537), 413),
    ]) func garbageHasAStatusOfItsOwn(_ body: String, _ status: Int) async throws {
        try await withPlatform { running in
            let answer = try await running.ask("POST", Self.login, body)
            #expect(answer.status == status)
            #expect(try await running.requestCount("POST", Self.login, status) == 1)
        }
    }

    @Test func otherContentTypeIs415() async throws {
        try await withPlatform { running in
            for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
                let answer = try await running.ask("POST", Self.login, "{}", type: type)
                #expect(answer.status == 415)
            }
            let answer = try await running.ask(
                "POST", Self.login, #"{"username":"x","password":"y"}"#,
                type: "Application/JSON; charset=utf-8")
            #expect(answer.status == 403)
        }
    }

    @Test func bodyWithoutALengthIsMeasuredAsItComes() async throws {
        try await withPlatform { running in
            let chunk = String(repeating: "x", count: 0x8000)
            let statuses = try await RawConnection.statuses(
                port: running.port,
                [
                    "POST \(Self.login) HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                        + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                ] + Array(repeating: "8000\r\n\(chunk)\r\n", count: 3) + ["0\r\n\r\n"])
            #expect(statuses == [413])
        }
    }

    @Test(arguments: ["Host: h", "Host: x", "Origin: http://a"])
    func twoFieldsOfAKindAre400(_ field: String) async throws {
        try await withSportRadar { running in
            for (port, path) in [
                (running.port, Self.login), (running.oddsPort, "/place-bet/1/placeBet"),
                (running.sportRadarPort, "/ps/ips/login"),
                (running.sportRadarPort, "/notification/listen/websocket"),
            ] {
                let answer = try await RawConnection(port: port).exchange([
                    "GET \(path) HTTP/1.1\r\nHost: h\r\nOrigin: http://a\r\n\(field)\r\n"
                        + "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        + "Sec-WebSocket-Version: 13\r\n\r\n"
                ])
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(path): \(answer)")
                #expect(answer.contains("more than one field \(field.prefix { $0 != ":" })"))
            }
        }
    }

    @Test func bodyWithoutAnEndEndsTheConnection() async throws {
        try await withSportRadar { running in
            let chunk = "10000\r\n\(String(repeating: " ", count: 1 << 16))\r\n"
            for (port, path) in [
                (running.port, Self.login), (running.port, "/nothing"),
                (running.oddsPort, "/nothing"), (running.sportRadarPort, "/ps/ips/login"),
            ] {
                let statuses = try await RawConnection.statuses(
                    port: port,
                    [
                        "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n"
                    ] + Array(repeating: chunk, count: 100))
                #expect(statuses.count == 1 && statuses[0] >= 400, "\(path): \(statuses)")
            }
        }
    }

    @Test func slowBodyIs408() async throws {
        try await withPlatform {
            $0.bodyTimeLimit = .milliseconds(50)
        } _: { running in
            let statuses = try await RawConnection.statuses(
                port: running.port,
                [
                    "POST \(Self.login) HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                        + "Connection: close\r\nContent-Length: 100\r\n\r\n{"
                ])
            #expect(statuses == [408])
        }
    }

    /// A shutdown waits for requests that have begun.
    @Test func slowBodyIs408WhileTheServerShutsDown() async throws {
        var statuses: Task<[Int], any Error>?
        try await withPlatform {
            $0.bodyTimeLimit = .milliseconds(500)
        } _: { running in
            running.faults.set(FaultPlan(rules: [FaultRule(.httpDelay, milliseconds: 0)]))
            let port = running.port
            statuses = Task {
                try await RawConnection.statuses(
                    port: port,
                    [
                        "POST \(Self.login) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
                            + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
                    ])
            }
            while running.metrics.value(of: .httpDelay) == 0 { await Task.yield() }
        }
        #expect(try await statuses?.value == [408])
    }

    @Test func slowHeadIsCutOff() async throws {
        try await withPlatform {
            $0.headTimeLimit = .milliseconds(50)
        } _: { running in
            let statuses = try await RawConnection.statuses(
                port: running.port, ["GET / HTTP/1.1\r\nHost: h\r\nX-"])
            #expect(statuses == [])
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "x", count: 20_000) + "\r\n\r\n"),
        ("GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "X: y\r\n", count: 200) + "\r\n"),
        ("GET /" + String(repeating: "x", count: 100_000) + " HTTP/1.1\r\nHost: h\r\n\r\n"),
        "NONSENSE\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\nHost: h\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{0}",
    ]) func headBeyondTheLimitsEndsTheConnection(_ head: String) async throws {
        try await withPlatform {
            $0.headTimeLimit = .milliseconds(500)
        } _: { running in
            let statuses = try await RawConnection.statuses(port: running.port, [head])
            #expect(statuses.allSatisfy { 400..<500 ~= $0 })
            // The server goes on.
            #expect(try await running.ask("GET", "/v1/player/consents").status == 200)
        }
    }

    @Test func idsInPathsAreNoWayOut() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            for id in ["%00", "..%2f..", "70501%20", "0x1", "١", "' OR 1=1 --", "%F0%28"] {
                let status = try await running.ask(
                    "GET", "/v2/player/\(id.replacing(" ", with: "%20"))/balance", session: session
                ).status
                #expect([400, 403, 404].contains(status), "\(id): \(status)")
            }
            for id in ["tx-%27", "tx-99999999999999999999", "%2e%2e"] {
                let status = try await running.ask(
                    "GET", "/v1/player/\(player.id)/payment/\(id)/status", session: session
                ).status
                #expect(status == 404, "\(id): \(status)")
            }
        }
    }

    /// Random bytes in place of bodies, with a printed seed.
    @Test func randomBodiesAreAnsweredAndChangeNothing() async throws {
        let seed: UInt64 = 1_812
        var random = SplitMix64(seed: seed)
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let paths = [
                ("POST", Self.login), ("PUT", "/v1/player/\(player.id)/details"),
                ("POST", "/v1/player/\(player.id)/payment/GetPaymentSession"),
                ("POST", "/v1/player/\(player.id)/limits/monetary"),
                ("PUT", "/v1/player/\(player.id)/limits/session"),
                ("PUT", "/v1/player/\(player.id)/consents"),
                ("POST", "/v1/player/legislation/registration/step"),
            ]
            let pieces = [
                "{", "}", "[", "]", ":", ",", "\"", "null", "true", "-1e9", "\\u0000", "amount",
                "\"coolOff\"", "\"period\"", "\u{FFFF}", " ",
            ]
            for round in 0..<300 {
                let (method, path) = paths.randomElement(using: &random)!
                let body = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    pieces.randomElement(using: &random)!
                }.joined()
                let status = try await running.ask(method, path, body, session: session).status
                #expect(
                    400..<500 ~= status || body == "{}", "seed \(seed), round \(round): \(body)")
            }
            let check = try await running.platform.checkLedger()
            #expect(check.isOK && check.postings == 1 && check.players == 1)
            #expect(
                try await running.ask(
                    "GET", "/v2/player/\(player.id)/balance", session: session
                ).status == 200)
        }
    }
}
