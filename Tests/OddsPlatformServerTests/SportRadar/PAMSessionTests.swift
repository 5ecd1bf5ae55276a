import Foundation
import Logging
import OddsSimulator
import PlatformFixture
import Testing

/// Sessions at the second provider's account API: contract of the second provider, section 8.
@Suite(.timeLimit(.minutes(5))) struct PAMSessionTests {
    @Test func loginAnswersASessionAndWhatAppsNeedFirst() async throws {
        try await withSportRadar { running in
            let player = try #require(try await running.makePlayers(1).first)
            let answer = try await running.pamLogin(player)
            let session = try answer.text("sessionKey")
            #expect(
                answer == [
                    "status": "SUCCESS", "partyId": .string(player.id),
                    "username": .string(player.username), "currency": "EUR", "email": "",
                    "sessionKey": .string(session), "kycStatus": "NONE",
                    "lockStatus": "NOT_LOCKED", "lockUntilDateFormatted": nil,
                    "isFirstLogin": true, "securityVerificationRequiredFields": [],
                ])
            #expect(try await running.pamLogin(player)["isFirstLogin"] == false)
        }
    }

    @Test func wrongNameAndWrongPasswordAreAnsweredAlike() async throws {
        try await withSportRadar { running in
            let player = try #require(try await running.makePlayers(1).first)
            let wrong = try await running.pamLogin(player.username, "wrong")
            #expect(wrong["status"] == "FAIL_UN_PW")
            #expect(try await running.pamLogin("nobody", player.password) == wrong)
        }
    }

    @Test func lockedAccountIsToldUntilWhen() async throws {
        try await withSportRadar { running in
            let player = try #require(try await running.makePlayers(1).first)
            for _ in 0..<4 {
                #expect(
                    try await running.pamLogin(player.username, "wrong")["status"] == "FAIL_UN_PW")
            }
            for password in ["wrong", player.password] {
                let locked = try await running.pamLogin(player.username, password)
                #expect(locked["status"] == "FAIL_TEMP_LOCK")
                let date = try locked.text("lockUntilDateFormatted")
                #expect(date.wholeMatch(of: #/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/#) != nil)
            }
        }
    }

    @Test(arguments: [
        ("username", nil), ("password", nil), ("username", String(repeating: "x", count: 201)),
    ]) func loginNamesTheFieldThatItMisses(_ name: String, _ value: String?) async throws {
        try await withSportRadar { running in
            let fields = [("username", "ana"), ("password", "secret")].compactMap { field in
                field.0 == name ? value.map { (name, $0) } : field
            }
            let answer = try await running.pamForm("login", fields)
            #expect(answer.status == 200)
            #expect(try answer.json()["status"] == "FAIL_INVALID_ARGUMENT")
            #expect(try answer.json().text("message").hasPrefix("\(name): "))
        }
    }

    @Test func gameSessionHasOneLaunchTokenThatEndsWithTheSession() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let again = try await ana.pam("GET", "openGameSession", SportRadarPlayer.game)
            #expect(try again.text("launchToken") == ana.launchToken)
            #expect(ana.launchToken != ana.session)
            let other = try await SportRadarPlayer(running, of: ana.player)
            #expect(other.launchToken != ana.launchToken)
            // It is no session of accounts, and a session no token.
            let swapped = try await running.pam("GET", "getBalance", session: ana.launchToken)
            #expect(try swapped.json()["status"] == "NOT_LOGGED_IN_ERROR")
            for items in [
                [("productCode", "CASINO"), ("gameId", "SPORTSBOOK")],
                [("productCode", "SPORT_RADAR")],
            ] {
                #expect(
                    try await ana.status("GET", "openGameSession", items)
                        == "FAIL_INVALID_ARGUMENT")
            }
        }
    }

    @Test func logoutEndsThisSessionAlone() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let other = try await SportRadarPlayer(running, of: ana.player)
            #expect(try await ana.pam("GET", "logout") == ["status": "SUCCESS"])
            for name in ["getBalance", "openGameSession", "logout"] {
                #expect(
                    try await ana.status("GET", name, SportRadarPlayer.game)
                        == "NOT_LOGGED_IN_ERROR", "\(name)")
            }
            #expect(try await other.status("GET", "getBalance") == "SUCCESS")
        }
    }

    /// Each route with a session.
    static let routes = [
        ("GET", "openGameSession"), ("GET", "logout"), ("GET", "updatePassword"),
        ("GET", "getPlayerInfo"), ("GET", "updatePlayerInfo"), ("GET", "getBalance"),
        ("GET", "getTransactionHistoryByCurrency"), ("GET", "getDepositMethods"),
        ("POST", "processDeposit"), ("POST", "checkPaymentStatus"), ("POST", "cancelDeposit"),
        ("GET", "getWithdrawalMethods"), ("POST", "prepareWithdrawal"),
        ("POST", "processWithdrawal"), ("GET", "getPendingWithdrawals"),
        ("POST", "cancelWithdrawal"), ("GET", "getPersonalDepositLimits"),
        ("GET", "setPersonalDepositLimits"), ("GET", "getLimits"), ("GET", "updateWagerLimit"),
        ("GET", "getResponsibleGamingLimit"), ("GET", "updateResponsibleGamingLimit"),
        ("POST", "lockPlayer"), ("GET", "getDocumentTypes"), ("GET", "getUserDocuments"),
        ("POST", "uploadUserDocument"), ("POST", "uploadMultiUserDocument"),
        ("GET", "user/consents"), ("POST", "user/consents/save"),
    ]

    /// Arguments of whichever route.
    private static let arguments =
        SportRadarPlayer.game + [
            ("oldPassword", "x"), ("newPassword", "x"), ("paymentMethod", "CARD"),
            ("amount", "5.00"), ("paymentId", "tx-1"), ("weeklyLimit", "5.00"), ("limit", "5.00"),
            ("limitType", "WAGER_LIMIT"), ("periodType", "DAILY"), ("lockType", "TIMEOUT"),
            ("isPermanent", "true"),
        ]

    @Test(arguments: routes)
    func missingAndUnknownSessionsAreNotLoggedIn(_ method: String, _ name: String) async throws {
        try await withSportRadar { running in
            // Nor is anything said of arguments, which are missing the second time.
            for items in [Self.arguments, []] {
                for session in [nil, "", "unknown"] {
                    let answer = try await running.pam(method, name, items, session: session)
                    #expect(answer.status == 200)
                    #expect(try answer.json()["status"] == "NOT_LOGGED_IN_ERROR")
                }
            }
            #expect(
                try await running.requestCount(method, "/ps/ips/\(name)", 200) == 6)
        }
    }

    @Test(arguments: routes)
    func expiredSessionIsNotLoggedIn(_ method: String, _ name: String) async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            try await running.expireSessions()
            #expect(
                try await ana.status(method, name, Self.arguments) == "NOT_LOGGED_IN_ERROR")
        }
    }

    @Test func expiryOfAPlanEndsWhatTheRequestCarries() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            running.faults.set(FaultPlan(rules: [FaultRule(.sessionExpiry, route: "/ps/ips/get")]))
            #expect(try await ana.status("GET", "getBalance") == "NOT_LOGGED_IN_ERROR")
            running.faults.set(FaultPlan())
            #expect(try await ana.status("GET", "getBalance") == "NOT_LOGGED_IN_ERROR")
            #expect(running.metrics.value(of: .sessionExpiry) == 1)
        }
    }

    @Test func otherFaultsStrikeAsElsewhere() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            for status in [403, 503] {
                running.faults.set(
                    FaultPlan(rules: [FaultRule(.httpStatus, route: "/ps", status: status)]))
                let answer = try await running.pam("GET", "getBalance", session: ana.session)
                #expect(answer.status == status)
                #expect(try answer.json()["status"] == "ERROR")
            }
            running.faults.set(FaultPlan(rules: [FaultRule(.refuseLogin)]))
            #expect(try await running.pamLogin(ana.player)["status"] == "FAIL_UN_PW")
            running.faults.set(FaultPlan(rules: [FaultRule(.httpGarbage, route: "/ps/ips")]))
            let garbage = try await running.pam("GET", "getBalance", session: ana.session)
            #expect(garbage.status == 200)
            #expect(throws: (any Error).self) { try garbage.json() }
            running.faults.set(FaultPlan(rules: [FaultRule(.httpCut, route: "/ps/ips/logout")]))
            await #expect(throws: (any Error).self) {
                _ = try await running.pam("GET", "logout", session: ana.session)
            }
            running.faults.set(FaultPlan())
            // The answer was lost, not the effect.
            #expect(try await ana.status("GET", "getBalance") == "NOT_LOGGED_IN_ERROR")
        }
    }

    @Test func whatNoRouteTakesHasAnHTTPStatus() async throws {
        try await withSportRadar { running in
            let unknown = try await running.pam("GET", "nothing")
            #expect(unknown.status == 404)
            #expect(try unknown.json()["status"] == "ERROR")
            let method = try await running.pam("POST", "getBalance")
            #expect(method.status == 405)
            #expect(method.headers["allow"] == "GET")
            let url = running.sportRadarURL + "/ps/ips/login"
            let type = try await RunningPlatform.ask("POST", url, Array("{}".utf8), headers: [])
            #expect(type.status == 415)
            let large = try await running.pamForm(
                "login", (0..<33).map { ("f\($0)", "x") })
            #expect(large.status == 200)
            #expect(try large.json()["status"] == "FAIL_INVALID_ARGUMENT")
            let file = "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n"
            let tooLarge = try await RunningPlatform.ask(
                "POST", url, Array((file + String(repeating: "x", count: 65_536)).utf8),
                type: "multipart/form-data; boundary=x", headers: [])
            #expect(tooLarge.status == 413)
        }
    }

    /// A session key and a password stand in no line of the log, whatever its level.
    @Test func secretsStandInNoLog() async throws {
        let (log, lines) = AsyncStream.makeStream(of: String.self)
        var logger = Logger(label: "test") { _ in CollectingLog(lines: lines) }
        logger.logLevel = .trace
        try await withSportRadar(logger: logger) { running in
            let ana = try await SportRadarPlayer(running)
            _ = try await ana.pam("GET", "getBalance")
            _ = try await ana.pam(
                "GET", "updatePassword",
                [("oldPassword", ana.player.password), ("newPassword", "another secret")])
            _ = try await running.pam("GET", "nothing", session: ana.session)
            _ = try await running.pam(
                "GET", "quickSignup", [("password", "another secret")], session: ana.session)
            lines.finish()
            let all = await log.reduce(into: []) { $0.append($1) }
            #expect(!all.isEmpty)
            for secret in [ana.session, ana.launchToken, ana.player.password, "another"] {
                #expect(!all.contains { $0.contains(secret) }, "\(secret)")
            }
        }
    }
}

private struct CollectingLog: LogHandler {
    let lines: AsyncStream<String>.Continuation
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(
        level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String,
        file: String, function: String, line: UInt
    ) {
        let all = self.metadata.merging(metadata ?? [:]) { $1 }
        lines.yield("\(message) \(all)")
    }
}
