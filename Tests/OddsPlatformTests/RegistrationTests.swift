import Testing

@testable import OddsPlatform

/// Platform contract, section 8.1.
@Suite struct RegistrationTests {
    private func step(
        _ id: String, mobile: String = "912345678", birthDate: String = "1990-04-01",
        password: String = "password"
    ) throws -> JSONReader {
        try reader(
            """
            {"Step":"Step1","RegistrationId":"\(id)","RegisterUserDto":{"Mobile":"\(mobile)",\
            "MobilePrefix":"+351","Password":"\(password)","TermsAndConditions":true,\
            "FirstnameOnDocument":"Ana","LastNameOnDocument":"Silva","BirthDate":"\(birthDate)"}}
            """)
    }

    private func newID(_ test: TestPlatform) throws -> String {
        try (test.platform.registrationForm()["content"] ?? .null).text("registrationID")
    }

    @Test func registeringTwiceIsOneAccount() async throws {
        let test = try await TestPlatform()
        let id = try newID(test)
        #expect(try await test.platform.register(step(id)) == ["registrationId": .string(id)])
        let finish = try reader(#"{"registrationId":"\#(id)"}"#)
        let first = try await test.platform.finishRegistration(finish)
        let second = try await test.platform.finishRegistration(finish)
        #expect(first == second)
        #expect(try await test.platform.register(step(id)) == ["registrationId": .string(id)])
        let other = try step(id, mobile: "912345679")
        #expect(try await code { _ = try await test.platform.register(other) } == "409 -")
        #expect(try await test.platform.checkLedger().players == 1)
        let login = try await test.platform.login(username: "+351912345678", password: "password")
        #expect(login["userId"] == first["userId"])
        #expect(login["sessionBlockers"] == [])
    }

    @Test func takenNumberIsRefused() async throws {
        let test = try await TestPlatform()
        let (first, second) = (try newID(test), try newID(test))
        _ = try await test.platform.register(step(first))
        _ = try await test.platform.register(step(second))
        _ = try await test.platform.finishRegistration(reader(#"{"registrationId":"\#(first)"}"#))
        #expect(
            try await code {
                _ = try await test.platform.finishRegistration(
                    reader(#"{"registrationId":"\#(second)"}"#))
            } == "400 GmErr_USERNAME_ALREADY_EXISTS")
        let third = try newID(test)
        #expect(
            try await code { _ = try await test.platform.register(step(third)) }
                == "400 GmErr_USERNAME_ALREADY_EXISTS")
    }

    @Test func wrongFieldsAreRefusedEach() async throws {
        let test = try await TestPlatform()
        let id = try newID(test)
        let refused: [(JSONReader, String)] = [
            (try step(id, birthDate: "2008-10-03"), "400 GmErr_REGISTER_UNDERAGE"),
            (try step(id, birthDate: "yesterday"), "400 -"),
            (try step(id, mobile: "12a456"), "400 GmErr_INVALID_PHONE_NUMBER"),
            (try step(id, mobile: "1"), "400 GmErr_INVALID_PHONE_NUMBER"),
            (try step(id, password: "short"), "400 -"),
            (try step("x-1"), "400 -"),
        ]
        for (body, expected) in refused {
            #expect(try await code { _ = try await test.platform.register(body) } == expected)
        }
        // Eighteen on this very day.
        _ = try await test.platform.register(step(id, birthDate: "2008-10-02"))
    }

    @Test func unfinishedRegistrationEndsAfterAnHour() async throws {
        let test = try await TestPlatform()
        let id = try newID(test)
        _ = try await test.platform.register(step(id))
        test.pass(minutes: 61)
        _ = try await test.platform.register(step(try newID(test), mobile: "912345679"))
        #expect(
            try await code {
                _ = try await test.platform.finishRegistration(
                    reader(#"{"registrationId":"\#(id)"}"#))
            } == "404 -")
    }

    @Test func forgottenPasswordIsSetOnce() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let session = try await test.access(of: player)
        let token = try await test.platform.resetPassword(
            mobilePrefix: "+351", mobile: String(player.username.dropFirst(4))
        ).text("tokenId")
        let sent = try await test.platform.validationCode(of: token).text("code")
        #expect(
            try await code {
                _ = try await test.platform.validate(token: token, code: "000000")
            } == "400 GmErr_INVALID_CODE")
        let key = try await test.platform.validate(token: token, code: sent).text("hashKey")
        let body = try reader(
            #"{"hashKey":"\#(key)","plainTextPassword":"new password","isUserHash":true}"#)
        let answer = try await test.platform.setPassword(body)
        #expect(answer["success"] == 1)
        #expect(
            try await code { _ = try await test.platform.setPassword(body) }
                == "400 GmErr_TOKEN_NOT_FOUND")
        // Sessions of who knew the old one are over.
        #expect(try await refusal { try await test.platform.check(session) } == .forbidden)
        #expect(
            try await code { _ = try await test.access(of: player) }
                == "403 GmErr_USER_AUTH_FAILED")
        _ = try await test.platform.login(username: player.username, password: "new password")
    }

    @Test func threeWrongCodesEndTheToken() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let token = try await test.platform.resetPassword(
            mobilePrefix: "+351", mobile: String(player.username.dropFirst(4))
        ).text("tokenId")
        let sent = try await test.platform.validationCode(of: token).text("code")
        for _ in 0..<3 {
            #expect(
                try await code {
                    _ = try await test.platform.validate(token: token, code: "000000")
                } == "400 GmErr_INVALID_CODE")
        }
        #expect(
            try await code { _ = try await test.platform.validate(token: token, code: sent) }
                == "400 GmErr_TOKEN_NOT_FOUND")
    }

    @Test func unknownNumberGetsATokenThatLeadsNowhere() async throws {
        let test = try await TestPlatform()
        let token = try await test.platform.resetPassword(mobilePrefix: "+351", mobile: "1")
            .text("tokenId")
        let sent = try await test.platform.validationCode(of: token).text("code")
        let key = try await test.platform.validate(token: token, code: sent).text("hashKey")
        #expect(
            try await code {
                _ = try await test.platform.setPassword(
                    reader(#"{"hashKey":"\#(key)","plainTextPassword":"new password"}"#))
            } == "400 GmErr_TOKEN_NOT_FOUND")
    }
}
