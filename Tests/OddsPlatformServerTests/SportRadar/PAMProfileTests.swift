import OddsPlatform
import PlatformFixture
import Testing

/// Profiles, registrations and passwords: contract of the second provider, section 8.
@Suite(.timeLimit(.minutes(5))) struct PAMProfileTests {
    @Test func profileChangesInPartAndAnswersTheWhole() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let whole = try await ana.pam(
                "GET", "updatePlayerInfo",
                [
                    ("firstName", "Ana \"Bé\" & +1"), ("birthDate", "01-04-1990"),
                    ("email", "ana@example.org"), ("mobilePrefix", "+351"),
                ])
            #expect(
                whole == [
                    "status": "SUCCESS", "partyId": .string(ana.player.id),
                    "userId": .string(ana.player.username), "email": "ana@example.org",
                    "firstName": "Ana \"Bé\" & +1", "lastName": "",
                    "birthDateFormatted": "01-04-1990 00:00:00", "currency": "EUR",
                    "country": "PT", "kycStatus": "NONE",
                    "emailVerificationStatus": "NOT_VERIFIED", "lockedStatus": "NOT_LOCKED",
                    "extraInfo": [
                        ["key": "mobilePrefix", "value": "+351"],
                        [
                            "key": "mobileNumber",
                            "value": .string(String(ana.player.username.dropFirst(4))),
                        ],
                        ["key": "language", "value": "en"],
                    ],
                ])
            #expect(try await ana.pam("GET", "getPlayerInfo") == whole)
            // The other provider has the same profile.
            let session = try await running.login(ana.player)
            let details = try await running.ask(
                "GET", "/v1/player/\(ana.player.id)/details", session: session)
            #expect(try details.json()["birthDate"] == "1990-04-01")
        }
    }

    @Test func wrongFieldsAreNamedTogetherAndNothingChanges() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let other = try await SportRadarPlayer(running)
            _ = try await other.pam("GET", "updatePlayerInfo", [("email", "bea@example.org")])
            let before = try await ana.pam("GET", "getPlayerInfo")
            let refused = try await ana.pam(
                "GET", "updatePlayerInfo",
                [
                    ("email", "no address"), ("birthDate", "1990-04-01"), ("lastName", "Silva"),
                    ("country", String(repeating: "x", count: 201)),
                ])
            #expect(refused["status"] == "FAIL_VALIDATION")
            #expect(
                refused["errors"] == [
                    ["field": "email", "error": "INVALID_VALUE"],
                    ["field": "birthDate", "error": "INVALID_VALUE"],
                    ["field": "country", "error": "INVALID_VALUE"],
                ])
            let taken = try await ana.pam(
                "GET", "updatePlayerInfo",
                [("lastName", "Silva"), ("email", "BEA@example.org")])
            #expect(taken["errors"] == [["field": "email", "error": "DUPLICATE"]])
            #expect(try await ana.pam("GET", "getPlayerInfo") == before)
        }
    }

    // MARK: Registration

    private static let fields = [
        ("username", "ana.silva"), ("email", "ana@example.org"), ("password", "password"),
        ("birthDate", "01-04-1990"),
    ]
    private static let names = [
        ("firstName", "Ana"), ("lastName", "Silva"), ("country", "PT"), ("currency", "EUR"),
    ]

    @Test func quickSignupHasToBeConfirmedBeforeTheLogin() async throws {
        try await withSportRadar { running in
            let made = try await running.pam("GET", "quickSignup", Self.fields).json()
            #expect(made["status"] == "SUCCESS")
            let login = { try await running.pamLogin("ana.silva", "password") }
            #expect(try await login()["status"] == "FAIL_QUICK_OPEN_STATUS")
            let elsewhere = try await running.ask(
                "POST", "/v1/player/legislation/login",
                #"{"username":"ana.silva","password":"password"}"#)
            #expect(try elsewhere.code() == "GmErr_USER_NOT_ACTIVATED")
            let code = try await running.platform.validationCode(of: "Ana@Example.org")
                .text("code")
            let confirm = { (code: String) in
                try await running.pam(
                    "GET", "signupConfirmation",
                    [("email", "ana@example.org"), ("confirmationCode", code)]
                ).json()["status"]
            }
            #expect(try await confirm("wrong") == "FAIL_INVALID_CODE")
            #expect(try await confirm(code) == "SUCCESS")
            #expect(try await confirm(code) == "FAIL_INVALID_CODE")
            let session = try await login()
            #expect(session["partyId"] == made["partyId"])
            #expect(session["securityVerificationRequiredFields"] == [])
            let profile = try await running.pam(
                "GET", "getPlayerInfo", session: session.text("sessionKey")
            ).json()
            #expect(profile["emailVerificationStatus"] == "VERIFIED")
        }
    }

    @Test func threeWrongCodesEndTheCodeAndAnotherCanBeSent() async throws {
        try await withSportRadar { running in
            _ = try await running.pam("GET", "quickSignup", Self.fields)
            let platform = running.platform
            let address = [("email", "ana@example.org")]
            let first = try await platform.validationCode(of: address[0].1).text("code")
            for _ in 0..<3 {
                _ = try await running.pam(
                    "GET", "signupConfirmation", address + [("confirmationCode", "wrong")])
            }
            let late = try await running.pam(
                "GET", "signupConfirmation", address + [("confirmationCode", first)])
            #expect(try late.json()["status"] == "FAIL_INVALID_CODE")
            await #expect(throws: Refusal.self) {
                _ = try await platform.validationCode(of: address[0].1)
            }
            #expect(
                try await running.pam("GET", "resendVerificationCode", address).json()
                    == ["status": "SUCCESS"])
            let second = try await platform.validationCode(of: address[0].1).text("code")
            let confirmed = try await running.pam(
                "GET", "signupConfirmation", address + [("confirmationCode", second)])
            #expect(try confirmed.json()["status"] == "SUCCESS")
            // Whether an address is known is nobody's business.
            let unknown = try await running.pam(
                "GET", "resendVerificationCode", [("email", "nobody@example.org")])
            #expect(try unknown.json() == ["status": "SUCCESS"])
        }
    }

    @Test func signupMakesAPlayerWhoMayLogInAtBothProviders() async throws {
        try await withSportRadar { running in
            let made = try await running.pamForm("signup", Self.fields + Self.names)
            #expect(try made.json()["status"] == "SUCCESS")
            let login = try await running.pamLogin("ana.silva", "password")
            #expect(login["status"] == "SUCCESS")
            let elsewhere = try await running.ask(
                "POST", "/v1/player/legislation/login",
                #"{"username":"ana.silva","password":"password"}"#)
            #expect(elsewhere.status == 200)
            let again = try await running.pamForm("signup", Self.fields + Self.names)
            #expect(
                try again.json()["errors"] == [
                    ["field": "email", "error": "DUPLICATE"],
                    ["field": "username", "error": "DUPLICATE"],
                ])
            #expect(try await running.platform.checkLedger().players == 1)
        }
    }

    @Test(arguments: [
        ("username", "a b", "INVALID_VALUE"), ("username", "", "INVALID_VALUE"),
        ("email", "ana", "INVALID_VALUE"), ("password", "short", "INVALID_VALUE"),
        ("birthDate", "31-02-1990", "INVALID_VALUE"), ("birthDate", "01-04-2999", "UNDERAGE"),
        ("lastName", "", "INVALID_VALUE"), ("currency", "USD", "INVALID_VALUE"),
    ]) func wrongFieldIsNamed(_ name: String, _ value: String, _ error: String) async throws {
        try await withSportRadar { running in
            let fields = (Self.fields + Self.names).map { $0.0 == name ? (name, value) : $0 }
            let answer = try await running.pamForm("signup", fields).json()
            #expect(answer["status"] == "FAIL_VALIDATION")
            #expect(answer["errors"] == [["field": .string(name), "error": .string(error)]])
        }
    }

    @Test func namesAndAddressesCanBeAskedFor() async throws {
        try await withSportRadar { running in
            _ = try await running.pam("GET", "quickSignup", Self.fields)
            for (field, value, exists) in [
                ("email", "ANA@example.org", true), ("email", "bea@example.org", false),
                ("userId", "ana.silva", true), ("userId", "bea", false),
            ] {
                let answer = try await running.pam(
                    "GET", "checkCredential", [("field", field), ("value", value)]
                ).json()
                #expect(
                    answer["additionalInfo"] == [["key": "exists", "value": .string("\(exists)")]])
            }
            let wrong = try await running.pam(
                "GET", "checkCredential", [("field", "mobile"), ("value", "1")])
            #expect(try wrong.json()["status"] == "FAIL_INVALID_ARGUMENT")
            let taken = try await running.pam(
                "GET", "getUserIdSuggestion", [("userId", "ana.silva")]
            ).json()
            #expect(
                taken["additionalInfo"] == [
                    ["key": "exists", "value": "true"],
                    ["key": "suggestion", "value": "ana.silva1"],
                    ["key": "suggestion", "value": "ana.silva2"],
                    ["key": "suggestion", "value": "ana.silva3"],
                ])
            let free = try await running.pam("GET", "getUserIdSuggestion", [("userId", "bea")])
            #expect(
                try free.json()["additionalInfo"] == [["key": "exists", "value": "false"]])
        }
    }

    // MARK: Passwords

    @Test func newPasswordEndsTheOtherSessions() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let other = try await SportRadarPlayer(running, of: ana.player)
            let update = { (old: String, new: String) in
                try await ana.pam(
                    "GET", "updatePassword", [("oldPassword", old), ("newPassword", new)])
            }
            #expect(try await update("wrong", "new password")["status"] == "FAIL_UN_PW")
            let short = try await update(ana.player.password, "short")
            #expect(short["errors"] == [["field": "newPassword", "error": "INVALID_VALUE"]])
            #expect(try await other.status("GET", "getBalance") == "SUCCESS")
            #expect(try await update(ana.player.password, "new password")["status"] == "SUCCESS")
            #expect(try await ana.status("GET", "getBalance") == "SUCCESS")
            #expect(try await other.status("GET", "getBalance") == "NOT_LOGGED_IN_ERROR")
            #expect(try await running.pamLogin(ana.player)["status"] == "FAIL_UN_PW")
            let login = try await running.pamLogin(ana.player.username, "new password")
            #expect(login["status"] == "SUCCESS")
        }
    }

    @Test func wrongOldPasswordsLockAsAtTheLogin() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            for attempt in 1...6 {
                let answer = try await ana.pam(
                    "GET", "updatePassword",
                    [("oldPassword", "wrong"), ("newPassword", "new password")])
                #expect(answer["status"] == (attempt < 5 ? "FAIL_UN_PW" : "FAIL_TEMP_LOCK"))
                #expect((answer["lockUntilDateFormatted"] != nil) == (attempt >= 5))
            }
        }
    }

    @Test func forgottenPasswordIsReplacedByTheOneThatWasSentOnce() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            _ = try await ana.pam("GET", "updatePlayerInfo", [("email", "ana@example.org")])
            for address in ["ana@example.org", "nobody@example.org"] {
                let answer = try await running.pam(
                    "GET", "forgotPasswordStep1And2", [("email", address)])
                #expect(try answer.json() == ["status": "SUCCESS"])
            }
            // Until it is used, the old one holds.
            #expect(try await running.pamLogin(ana.player)["status"] == "SUCCESS")
            let sent = try await running.platform.validationCode(of: "ana@example.org")
                .text("code")
            let login = try await running.pamLogin(ana.player.username, sent)
            #expect(login["status"] == "SUCCESS")
            #expect(try await ana.status("GET", "getBalance") == "NOT_LOGGED_IN_ERROR")
            #expect(try await running.pamLogin(ana.player)["status"] == "FAIL_UN_PW")
            // It is the password from now on.
            #expect(
                try await running.pamLogin(ana.player.username, sent)["status"] == "SUCCESS")
            await #expect(throws: Refusal.self) {
                _ = try await running.platform.validationCode(of: "ana@example.org")
            }
        }
    }
}
