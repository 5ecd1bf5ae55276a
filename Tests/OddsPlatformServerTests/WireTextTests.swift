import PlatformFixture
import Testing

/// Text and times as requests have them, on all routes: platform contract, sections 8 and 14.
@Suite(.timeLimit(.minutes(5))) struct WireTextTests {
    // MARK: U+0000

    /// Bodies, by route, that would do something with the text cut off.
    @Test func bodyWithU0000IsRefusedOnEveryRoute() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let cashier = try await running.cashier(player, session)
            let account = "/v1/player/\(player.id)"
            for (method, path, body) in [
                (
                    "POST", "/v1/player/legislation/login",
                    #"{"username":"\#(player.username)\u0000x","password":"\#(player.password)"}"#
                ),
                ("PUT", account + "/details", #"{"firstName":"Ana\u0000x"}"#),
                ("PUT", account + "/details", #"{"firstName\u0000":"Ana"}"#),
                ("POST", "/v1/player/ResetPasswordByHashKey", #"{"hashKey":"\u0000"}"#),
                (
                    "POST", account + "/payment/GetPaymentSession",
                    #"{"Type":"Deposit","SuccessUrl":"\u0000","CancelUrl":"c","FailUrl":"f"}"#
                ),
                ("POST", cashier, #"{"amount":"5.00","outcome":"hold\u0000"}"#),
                ("POST", cashier, #"{"amount":"5.00","outcome":"hold","more":["\u0000"]}"#),
            ] {
                let answer = try await running.ask(method, path, body, session: session)
                #expect(answer.status == 400, "\(path) \(body)")
                #expect(answer.text.contains("U+0000"), "\(path) \(answer.text)")
            }
            let profile = try await running.ask("GET", account + "/details", session: session)
            #expect(try profile.json()["firstName"] == "")
        }
    }

    @Test func ticketWithU0000IsABadShape() async throws {
        let world = ScriptedWorld()
        let place = ScriptedWorld.Place(1)
        world.set(place, odds: 185)
        try await withSportRadar(world: world) { running in
            let bettor = try await Bettor(running)
            let members = [#","terminalType":"\u0000""#, #","x":{"y":"\u0000"}"#]
            for member in members {
                let answer = try await bettor.ask(
                    "POST", Bettor.placing, Bettor.ticket(place, member))
                #expect(answer.status == 400)
            }
            #expect(try await bettor.openBets() == [])
            let ana = try await SportRadarPlayer(running)
            let slip = SportRadarPlayer.slip(place).replacing(
                #""free""#, with: #""x":"\u0000","free""#)
            #expect(try await ana.ask("POST", SportRadarPlayer.betslip, slip).status == 400)
            #expect(try await ana.history() == [])
        }
    }

    @Test func pathAndQueryWithU0000AreRefusedOnEveryPort() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let urls = [
                running.url
                    + "/v1/player/resetPasswordByMobilePhone?mobileNumber=1%00&mobilePrefix=x",
                running.url + "/cashier/x%00", running.url + "/nothing?x%00=1",
                running.oddsURL + "/v2/sports/bets/book/K7Q2ZM%00",
                running.oddsURL + "/bets-api/v1/7001/open-bets?limit=1%00",
                running.sportRadarURL + "/ps/ips/getBalance?sessionKey=\(ana.session)%00",
                running.sportRadarURL + "/ps/ips/checkCredential?field=userId&value=x%00",
            ]
            for url in urls {
                let isPost = url.contains("resetPassword")
                let answer = try await RunningPlatform.ask(
                    isPost ? "POST" : "GET", url, nil, headers: [])
                #expect(answer.status == 400, "\(url)")
                #expect(answer.text.contains("U+0000"), "\(answer.text)")
            }
            // The same escaped is text.
            let escaped = try await running.pam(
                "GET", "checkCredential", [("field", "userId"), ("value", "x%00")])
            #expect(try escaped.json()["status"] == "SUCCESS")
        }
    }

    @Test func formWithU0000IsRefused() async throws {
        try await withSportRadar { running in
            let player = try #require(try await running.makePlayers(1).first)
            for (name, password) in [
                (player.username + "\0x", player.password),
                (player.username, player.password + "\0"),
            ] {
                let answer = try await running.pamLogin(name, password)
                #expect(answer["status"] == "FAIL_INVALID_ARGUMENT")
            }
            let ana = try await SportRadarPlayer(running, of: player)
            let upload = try await running.pamForm(
                "uploadUserDocument", [("documentType", "PASSPORT")], files: ["a\0.pdf"],
                session: ana.session)
            #expect(try upload.json()["status"] == "FAIL_INVALID_ARGUMENT")
        }
    }

    @Test func headerFieldWithU0000IsNoHeader() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let statuses = try await RawConnection.statuses(
                port: running.port,
                [
                    "GET /v2/player/\(player.id)/balance HTTP/1.1\r\nHost: h\r\n"
                        + "X-SessionId: \(session)\0x\r\nConnection: close\r\n\r\n"
                ])
            #expect(statuses.allSatisfy { $0 == 400 })
        }
    }

    // MARK: Dates

    /// What each route that takes a time is asked with.
    private static let junk = [
        "2026-10-02T16:12:15Zjunk", "2026-02-30T00:00:00Z", "2026-10-02T25:00:00Z",
        "2026-10-02T16:12:15", "2026-02-29", "yesterday",
    ]

    @Test func queriesTakeTimesThatThereAreAndNoOthers() async throws {
        try await withPlatform { running in
            let bettor = try await Bettor(running)
            let path = "/v1/player/\(bettor.player.id)/transactions"
            let accounts = ["banking?startDate=", "banking?endDate=", "wagering?startDate="]
                .map { "\(path)/\($0)" }
            let bets = ["open-bets", "settled-bets"].map { "/bets-api/v1/7001/\($0)?placedBefore=" }
            for text in Self.junk + ["2026-10-02T17:12:15+01:00", "2026-10-02T17:12:15%2B01:00"] {
                let expected = text.hasSuffix("01:00") ? 200 : 400
                for item in accounts {
                    let answer = try await running.ask(
                        "GET", item + text, session: bettor.session)
                    #expect(answer.status == expected, "\(item)\(text)")
                }
                for item in bets {
                    #expect(
                        try await bettor.ask("GET", item + text).status == expected,
                        "\(item)\(text)")
                }
            }
        }
    }

    @Test func exclusionEndsAtATimeThatThereIs() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            func exclude(_ date: String) async throws -> Int {
                try await running.ask(
                    "PUT", "/v1/player/\(player.id)/limits/session",
                    #"{"selfExclusion":{"period":"SelfExclusionUntilSelectedDate","#
                        + #""expiryDate":"\#(date)"}}"#, session: session
                ).status
            }
            for text in Self.junk + ["2999-02-29T00:00:00Z", "2999-01-01T24:00:00Z"] {
                #expect(try await exclude(text) == 400, "\(text)")
            }
            #expect(try await exclude("2999-01-01T00:00:00.5-08:00") == 204)
        }
    }

    @Test func secondProvidersQueriesTakeTimesThatThereAreAndNoOthers() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            for text in [
                "30-02-2026", "29-02-2026 10:00:00", "02-10-2026 25:00:00", "02-10-2026junk",
                "02-10-2026 16:12:15Z", "2026-10-02T16:12:15Z",
            ] {
                for name in ["startDateTime", "endDateTime"] {
                    #expect(
                        try await ana.status(
                            "GET", "getTransactionHistoryByCurrency", [(name, text)])
                            == "FAIL_INVALID_ARGUMENT", "\(text)")
                }
            }
            for text in [
                "2026-02-30", "2026-10-02T25:00:00", "2026-10-02T16:12:15Zjunk", "2026-02-29",
                "02-10-2026",
            ] {
                let answer = try await ana.ask("GET", "/api/betting/fo/bets?from=\(text)")
                #expect(answer.status == 400, "\(text)")
            }
            for text in ["2026-10-02T17:12:15%2B01:00", "2026-10-02%2016:12:15.5", "2024-02-29"] {
                let answer = try await ana.ask("GET", "/api/betting/fo/bets?from=\(text)")
                #expect(answer.status == 200, "\(text)")
            }
        }
    }
}
