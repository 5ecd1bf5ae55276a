import PlatformFixture
import Testing

/// The routes over HTTP: platform contract, sections 5 and 8.
@Suite(.timeLimit(.minutes(5))) struct RouteTests {
    @Test func loginAnswersASession() async throws {
        try await withPlatform { running in
            let player = try #require(try await running.makePlayers(1).first)
            let answer = try await running.ask(
                "POST", "/v1/player/legislation/login",
                #"{"username":"\#(player.username)","password":"\#(player.password)"}"#)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            let json = try answer.json()
            #expect(json["userId"] == .number(player.id))
            #expect(json["sessionBlockers"] == [])
            #expect(json["hasToAcceptTC"] == false && json["hasToSetPass"] == false)
        }
    }

    /// Each request without a session is 401, with an unknown one 403 `Forbidden`, with
    /// that of another player 403 with a code.
    @Test(arguments: [
        ("GET", "/v1/player/P/details"), ("PUT", "/v1/player/P/details"),
        ("POST", "/v1/player/P/logout"), ("GET", "/v2/player/P/balance"),
        ("GET", "/v2/player/P/information/updates"),
        ("POST", "/v1/player/P/payment/GetPaymentSession"),
        ("GET", "/v1/player/P/payment/tx-1/status"), ("GET", "/v1/player/P/transactions/banking"),
        ("GET", "/v1/player/P/limits/monetary"), ("POST", "/v1/player/P/limits/monetary"),
        ("PUT", "/v1/player/P/limits/monetary/l-1"), ("DELETE", "/v1/player/P/limits/monetary/l-1"),
        ("PUT", "/v1/player/P/limits/session"), ("GET", "/v1/player/P/documents"),
        ("POST", "/v1/player/P/documents"), ("GET", "/v1/player/P/verification"),
        ("GET", "/v1/player/P/consents"), ("PUT", "/v1/player/P/consents"),
    ]) func wrongSessionIsRefused(_ method: String, _ path: String) async throws {
        try await withPlatform { running in
            let (player, _) = try await running.makeSession()
            let (_, foreign) = try await running.makeSession()
            let path = path.replacing("/P/", with: "/\(player.id)/")
            let body = method == "GET" || method == "DELETE" ? nil : "{}"
            let absent = try await running.ask(method, path, body)
            #expect(absent.status == 401)
            let unknown = try await running.ask(method, path, body, session: "unknown")
            #expect(unknown.status == 403)
            #expect(try unknown.json() == ["error": "Forbidden"])
            let other = try await running.ask(method, path, body, session: foreign)
            #expect(other.status == 403)
            #expect(try other.code() == "GmErr_INVALID_USER_ID")
        }
    }

    @Test func spellingWithAnotherHyphenIsNoSession() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let path = "/v2/player/\(player.id)/balance"
            #expect(
                try await running.ask("GET", path, headers: [("x-sessionid", session)]).status
                    == 200)
            #expect(
                try await running.ask("GET", path, headers: [("X-Session-Id", session)]).status
                    == 401)
            // A bearer token counts for payments alone.
            let bearer = [("Authorization", "Bearer \(session)")]
            #expect(try await running.ask("GET", path, headers: bearer).status == 401)
            #expect(
                try await running.ask(
                    "GET", "/v1/player/\(player.id)/transactions/banking", headers: bearer
                ).status == 200)
        }
    }

    @Test func unknownPathIs404AndAnotherMethod405() async throws {
        try await withPlatform { running in
            let unknown = try await running.ask("GET", "/v1/players")
            #expect(unknown.status == 404)
            #expect(try unknown.json()["error"] == "no such path /v1/players")
            let method = try await running.ask("DELETE", "/v1/player/legislation/login")
            #expect(method.status == 405)
            #expect(method.headers["allow"] == "POST")
            #expect(try await running.requestCount("DELETE", "other", 405) == 1)
        }
    }

    @Test func requestsAreCountedByRouteAndStatus() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            for _ in 0..<3 {
                _ = try await running.ask(
                    "GET", "/v2/player/\(player.id)/balance", session: session)
            }
            _ = try await running.ask("GET", "/v2/player/\(player.id)/balance")
            let route = "/v2/player/{player}/balance"
            #expect(try await running.requestCount("GET", route, 200) == 3)
            #expect(try await running.requestCount("GET", route, 401) == 1)
            let metrics = try await running.server.openMetrics()
            #expect(metrics.contains("emsim_platform_logins_total 1\n"))
            #expect(metrics.contains("emsim_platform_postings_total 1\n"))
        }
    }

    @Test func uploadedFilesAreDescribed() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let form = """
                --x\r\nContent-Disposition: form-data; name="documentType"\r\n\r\nIDENTITY_CARD\r
                --x\r\nContent-Disposition: form-data; name="file"; filename="front.pdf"\r
                Content-Type: application/pdf\r\n\r\n%PDF-1.7 front\r
                --x\r\nContent-Disposition: form-data; name="file"; filename="back.pdf"\r\n\r
                %PDF-1.7 --x back\r
                --x--\r\n
                """
            let path = "/v1/player/\(player.id)/documents"
            let answer = try await running.ask(
                "POST", path, form, session: session, type: "multipart/form-data; boundary=x")
            #expect(answer.status == 201)
            let files = try answer.json()["userDocumentFiles"]
            #expect(files == [["fileName": "front.pdf"], ["fileName": "back.pdf"]])
            for (body, status) in [
                (form.replacing("%PDF", with: "<htm"), 415), (String(form.dropLast(8)), 400),
                (form.replacing("IDENTITY_CARD", with: "LIBRARY_CARD"), 400),
                (form.replacing("name=\"file\"", with: "name=\"other\""), 201),
                ("", 400),
            ] {
                let answer = try await running.ask(
                    "POST", path, body, session: session, type: "multipart/form-data; boundary=x")
                #expect(answer.status == status)
            }
            #expect(
                try await running.ask("POST", path, "{}", session: session).status == 415)
        }
    }
}
