import OddsJSON
import OddsPlatform
import PlatformFixture
import Testing

/// What keeps passwords, codes and numbers from being guessed or taken at the second provider's
/// account API: platform contract, sections 8.1 and 14.
@Suite(.timeLimit(.minutes(5))) struct PAMLockTests {
    /// The answers to wrong passwords, but for what the clock says.
    private func fail(
        _ running: RunningPlatform, _ name: String, times: Int
    ) async throws -> [[String]] {
        var answers: [[String]] = []
        for _ in 0..<times {
            let answer = try await running.pamLogin(name, "wrong")
            guard case .object(let members) = answer else { return [] }
            answers.append([try answer.text("status")] + members.map(\.name))
        }
        return answers
    }

    @Test func unknownNamesAreLockedAlike() async throws {
        try await withSportRadar { running in
            let player = try #require(try await running.makePlayers(1).first)
            let known = try await fail(running, player.username, times: 7)
            #expect(
                known.map(\.first) == [
                    "FAIL_UN_PW", "FAIL_UN_PW", "FAIL_UN_PW", "FAIL_UN_PW", "FAIL_TEMP_LOCK",
                    "FAIL_TEMP_LOCK", "FAIL_TEMP_LOCK",
                ])
            #expect(known.last?.last == "lockUntilDateFormatted")
            #expect(try await fail(running, "nobody", times: 7) == known)
            let dates = [
                try await running.pamLogin(player.username, "wrong"),
                try await running.pamLogin("nobody", "wrong"),
            ]
            for date in dates {
                let year = try date.text("lockUntilDateFormatted").split { "- ".contains($0) }[2]
                #expect(Int(year) ?? 0 >= 2026)
            }
        }
    }

    /// The lock is one for both providers, whichever of them has seen the wrong passwords.
    @Test func lockHoldsAtBothProviders() async throws {
        try await withSportRadar { running in
            for name in [try #require(try await running.makePlayers(1).first).username, "nobody"] {
                _ = try await fail(running, name, times: 5)
                let answer = try await running.ask(
                    "POST", "/v1/player/legislation/login",
                    #"{"username":"\#(name)","password":"wrong"}"#)
                #expect(answer.status == 403)
                #expect(try answer.code() == "GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS")
            }
        }
    }

    @Test func nobodyGetsInAfterWrongPasswordsAtOnce() async throws {
        try await withSportRadar { running in
            for _ in 0..<8 {
                let player = try #require(try await running.makePlayers(1).first)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<6 {
                        group.addTask {
                            _ = try await running.pamLogin(player.username, "wrong")
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await running.pamLogin(player)["status"] == "FAIL_TEMP_LOCK")
            }
        }
    }

    /// Nor does a password that was sent, or the right old one, get anybody in or change a lock.
    @Test func sentPasswordWaitsForTheEndOfTheLock() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            _ = try await ana.pam("GET", "updatePlayerInfo", [("email", "ana@example.org")])
            _ = try await running.pam(
                "GET", "forgotPasswordStep1And2", [("email", "ana@example.org")])
            let sent = try await running.platform.validationCode(of: "ana@example.org")
                .text("code")
            _ = try await fail(running, ana.player.username, times: 5)
            for _ in 0..<2 {
                let login = try await running.pamLogin(ana.player.username, sent)
                #expect(login["status"] == "FAIL_TEMP_LOCK")
                let update = try await ana.status(
                    "GET", "updatePassword",
                    [("oldPassword", ana.player.password), ("newPassword", "new password")])
                #expect(update == "FAIL_TEMP_LOCK")
            }
            _ = try await running.platform.advanceClock(running.reader(#"{"advanceSeconds":300}"#))
            let login = try await running.pamLogin(ana.player.username, sent)
            #expect(login["status"] == "SUCCESS")
        }
    }

    /// It is right: four wrong passwords before it do not make it the fifth.
    @Test func sentPasswordIsNoFailure() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            _ = try await ana.pam("GET", "updatePlayerInfo", [("email", "ana@example.org")])
            _ = try await running.pam(
                "GET", "forgotPasswordStep1And2", [("email", "ana@example.org")])
            let sent = try await running.platform.validationCode(of: "ana@example.org")
                .text("code")
            _ = try await fail(running, ana.player.username, times: 4)
            #expect(
                try await running.pamLogin(ana.player.username, sent)["status"] == "SUCCESS")
        }
    }

    @Test func resetOfOneProviderEndsThatOfTheOther() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            _ = try await ana.pam("GET", "updatePlayerInfo", [("email", "ana@example.org")])
            let address = [("email", "ana@example.org")]
            let mobile = String(ana.player.username.dropFirst(4))
            let platform = running.platform
            func token() async throws -> String {
                try await platform.resetPassword(mobilePrefix: "+351", mobile: mobile)
                    .text("tokenId")
            }
            let first = try await token()
            _ = try await running.pam("GET", "forgotPasswordStep1And2", address)
            let sent = try await platform.validationCode(of: "ana@example.org").text("code")
            #expect(try await running.pamLogin(ana.player.username, sent)["status"] == "SUCCESS")
            await #expect(throws: Refusal.self) {
                _ = try await platform.validationCode(of: first)
            }
            _ = try await running.pam("GET", "forgotPasswordStep1And2", address)
            let second = try await token()
            let code = try await platform.validationCode(of: second).text("code")
            let key = try await platform.validate(token: second, code: code).text("hashKey")
            _ = try await platform.setPassword(
                running.reader(#"{"hashKey":"\#(key)","plainTextPassword":"new password"}"#))
            await #expect(throws: Refusal.self) {
                _ = try await platform.validationCode(of: "ana@example.org")
            }
        }
    }

    /// New codes can be asked for, but not new guesses.
    @Test func tenWrongCodesInADayEndAllConfirmations() async throws {
        try await withSportRadar { running in
            let address = [("email", "ana@example.org")]
            _ = try await running.pam(
                "GET", "quickSignup",
                address + [
                    ("username", "ana.silva"), ("password", "password"),
                    ("birthDate", "01-04-1990"),
                ])
            func confirm(_ code: String) async throws -> JSONValue? {
                try await running.pam(
                    "GET", "signupConfirmation", address + [("confirmationCode", code)]
                ).json()["status"]
            }
            for _ in 0..<10 {
                _ = try await running.pam("GET", "resendVerificationCode", address)
                #expect(try await confirm("wrong") == "FAIL_INVALID_CODE")
            }
            let code = try await running.platform.validationCode(of: address[0].1).text("code")
            #expect(try await confirm(code) == "FAIL_INVALID_CODE")
            _ = try await running.platform.advanceClock(
                running.reader(#"{"advanceSeconds":86400}"#))
            _ = try await running.pam("GET", "resendVerificationCode", address)
            let next = try await running.platform.validationCode(of: address[0].1).text("code")
            #expect(try await confirm(next) == "SUCCESS")
        }
    }

    @Test func codeOfAnotherAddressConfirmsNone() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            _ = try await ana.pam("GET", "updatePlayerInfo", [("email", "ana@example.org")])
            _ = try await running.pam(
                "GET", "resendVerificationCode", [("email", "ana@example.org")])
            let code = try await running.platform.validationCode(of: "ana@example.org")
                .text("code")
            _ = try await ana.pam("GET", "updatePlayerInfo", [("email", "bea@example.org")])
            let confirmed = try await running.pam(
                "GET", "signupConfirmation",
                [("email", "bea@example.org"), ("confirmationCode", code)])
            #expect(try confirmed.json()["status"] == "FAIL_INVALID_CODE")
        }
    }

    // MARK: Profiles

    @Test(arguments: [
        ("mobileNumber", "1'; DROP", "INVALID_VALUE"), ("mobileNumber", "12345", "INVALID_VALUE"),
        ("mobilePrefix", "351", "INVALID_VALUE"), ("birthDate", "30-02-1990", "INVALID_VALUE"),
        ("birthDate", "01-04-2020", "UNDERAGE"),
    ]) func profileTakesWhatARegistrationTakes(
        _ name: String, _ value: String, _ error: String
    ) async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let before = try await ana.pam("GET", "getPlayerInfo")
            let errors: JSONValue = [["field": .string(name), "error": .string(error)]]
            let update = try await ana.pam("GET", "updatePlayerInfo", [(name, value)])
            #expect(update["errors"] == errors)
            #expect(try await ana.pam("GET", "getPlayerInfo") == before)
            var fields = [
                ("username", "bea"), ("email", "bea@example.org"), ("password", "password"),
                ("birthDate", "01-04-1990"), ("mobilePrefix", "+351"),
                ("mobileNumber", "912345678"),
            ]
            fields.removeAll { $0.0 == name }
            let signup = try await running.pam("GET", "quickSignup", fields + [(name, value)])
            #expect(try signup.json()["errors"] == errors)
        }
    }

    @Test func numberOfAnotherAccountIsADuplicate() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let other = try #require(try await running.makePlayers(1).first)
            let number = ("mobileNumber", String(other.username.dropFirst(4)))
            let errors: JSONValue = [["field": "mobileNumber", "error": "DUPLICATE"]]
            let update = try await ana.pam("GET", "updatePlayerInfo", [number])
            #expect(update["errors"] == errors)
            let signup = try await running.pam(
                "GET", "quickSignup",
                [
                    ("username", "bea"), ("email", "bea@example.org"), ("password", "password"),
                    ("birthDate", "01-04-1990"), ("mobilePrefix", "+351"), number,
                ])
            #expect(try signup.json()["errors"] == errors)
        }
    }
}
