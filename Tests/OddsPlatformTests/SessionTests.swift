import Testing

@testable import OddsPlatform

/// Platform contract, sections 8 and 8.1.
@Suite struct SessionTests {
    @Test func absentSessionIs401AndUnknownOneIs403WithoutCode() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        #expect(
            try await code {
                _ = try await test.platform.balance(Access(session: nil, player: player.id))
            } == "401 -")
        #expect(
            try await refusal {
                _ = try await test.platform.balance(Access(session: "no", player: player.id))
            } == .forbidden)
    }

    @Test func sessionOfAnotherPlayerIsRefused() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let other = try await test.makePlayer(balance: "5.00")
        #expect(
            try await code {
                _ = try await test.platform.balance(
                    Access(session: access.session, player: other.id))
            } == "403 GmErr_INVALID_USER_ID")
    }

    @Test func sessionLivesFromItsLastUse() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        for _ in 0..<3 {
            test.pass(minutes: 29)
            try await test.platform.check(access)
        }
        test.pass(minutes: 30)
        #expect(try await refusal { try await test.platform.check(access) } == .forbidden)
    }

    @Test func loginEndsNoOtherSession() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let (first, second) = (
            try await test.access(of: player), try await test.access(of: player)
        )
        #expect(first.session != second.session)
        try await test.platform.check(first)
        try await test.platform.logout(second)
        try await test.platform.check(first)
        #expect(try await refusal { try await test.platform.check(second) } == .forbidden)
    }

    @Test func unknownNameAndWrongPasswordAreAnsweredAlike() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let wrong = try await refusal {
            _ = try await test.platform.login(username: player.username, password: "wrong")
        }
        let unknown = try await refusal {
            _ = try await test.platform.login(username: "nobody", password: player.password)
        }
        #expect(wrong?.code == "GmErr_USER_AUTH_FAILED")
        #expect(wrong == unknown)
    }

    @Test func fiveWrongPasswordsInARowLockForFiveMinutes() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        func fail() async throws -> String {
            try await code {
                _ = try await test.platform.login(username: player.username, password: "wrong")
            }
        }
        for _ in 0..<4 { #expect(try await fail() == "403 GmErr_USER_AUTH_FAILED") }
        // A right one begins the row anew.
        _ = try await test.access(of: player)
        for _ in 0..<4 { #expect(try await fail() == "403 GmErr_USER_AUTH_FAILED") }
        let locked = "403 GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS"
        #expect(try await fail() == locked)
        #expect(try await code { _ = try await test.access(of: player) } == locked)
        test.pass(minutes: 5)
        _ = try await test.access(of: player)
    }

    @Test func controlExpiresOneOrAll() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let (one, other) = (try await test.access(of: player), try await test.makeAccess())
        _ = try await test.platform.expireSessions(reader(#"{"userId":"\#(player.id)"}"#))
        #expect(try await refusal { try await test.platform.check(one) } == .forbidden)
        try await test.platform.check(other)
        #expect(
            try await test.platform.expireSessions(reader("{}"))["expired"] == .number(1))
        #expect(try await refusal { try await test.platform.check(other) } == .forbidden)
    }

    @Test func loginAfterAnExpiryCountsAsRefresh() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        _ = try await test.access(of: player)
        #expect(test.platform.metrics.refreshCount == 0)
        _ = try await test.platform.expireSessions(reader("{}"))
        _ = try await test.access(of: player)
        #expect(test.platform.metrics.loginCount == 2)
        #expect(test.platform.metrics.refreshCount == 1)
    }

    @Test func requiredConsentIsABlockerUntilItIsGiven() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let access = try await test.access(of: player)
        _ = try await test.platform.setConsents(
            access, reader(#"{"consentedVersions":[12],"unConsentedVersions":[11]}"#))
        let login = try await test.platform.login(
            username: player.username, password: player.password)
        #expect(login["sessionBlockers"] == ["has-to-set-consents"])
        let refused = try await refusal { _ = try await test.cashier(access, "Deposit") }
        #expect(refused?.code == "SESSION_BLOCKED")
        // Reading needs no consents.
        _ = try await test.platform.balance(access)
        _ = try await test.platform.setConsents(access, reader(#"{"consentedVersions":[11]}"#))
        _ = try await test.cashier(access, "Deposit")
        #expect(
            try await test.platform.consents(access)["userConsents"] == [
                ["versionId": 11, "status": "CONSENTED"], ["versionId": 12, "status": "CONSENTED"],
            ])
    }

    @Test func unknownConsentChangesNothing() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let before = try await test.platform.consents(access)
        #expect(
            try await code {
                _ = try await test.platform.setConsents(
                    access, reader(#"{"consentedVersions":[12,99]}"#))
            } == "400 -")
        #expect(try await test.platform.consents(access) == before)
    }

    @Test func profileChangesInPartAndAnswersTheWhole() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let before = try await test.platform.details(access)
        let after = try await test.platform.changeDetails(
            access, parse(#"{"firstName":"Ana \"Bé\"","email":"ana@example.org"}"#))
        #expect(after["firstName"] == #"Ana "Bé""#)
        #expect(after["userName"] == before["userName"])
        #expect(try await test.platform.details(access) == after)
        // The whole of an answer can be sent back.
        #expect(try await test.platform.changeDetails(access, after) == after)
        for wrong in [#"{"currency":"USD"}"#, #"{"nope":1}"#, #"{"birthDate":"01.04.1990"}"#, "[]"]
        {
            #expect(
                try await code {
                    _ = try await test.platform.changeDetails(access, parse(wrong))
                } == "400 -")
        }
        #expect(try await test.platform.details(access) == after)
    }
}
