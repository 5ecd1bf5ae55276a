import Testing

@testable import OddsPlatform

// The steps of a login and of a reset, in whatever order a test wants them.
extension TestPlatform {
    func begin(_ name: String) async throws -> LoginAttempt {
        try await platform.state.transact { try $0.beginLogin(name) }
    }

    func fail(_ name: String) async throws -> Refusal {
        try await platform.state.transact { try $0.failLogin(name) }
    }

    func finish(_ account: (id: Int64, hash: PasswordHash)) async throws -> BegunSession {
        try await platform.state.transact { try $0.finishLogin(of: account.id, hash: account.hash) }
    }

    /// Registers a player with the password `password`, and returns the name.
    func register(mobile: String, birthDate: String = "1990-04-01") async throws -> String {
        let form = platform.registrationForm()["content"] ?? .null
        let id = try form.text("registrationID")
        _ = try await platform.register(
            reader(
                """
                {"Step":"Step1","RegistrationId":"\(id)","RegisterUserDto":{\
                "Mobile":"\(mobile)","MobilePrefix":"+351","Password":"password",\
                "TermsAndConditions":true,"BirthDate":"\(birthDate)"}}
                """))
        _ = try await platform.finishRegistration(reader(#"{"registrationId":"\#(id)"}"#))
        return "+351\(mobile)"
    }

    /// The token of a new reset.
    func resetToken(_ number: String) async throws -> String {
        try await platform.resetPassword(
            mobilePrefix: "+351", mobile: String(number.dropFirst(4))
        ).text("tokenId")
    }

    func sentCode(_ token: String) async throws -> String {
        try await platform.validationCode(of: token).text("code")
    }

    /// What allows one new password.
    func resetKey(_ token: String) async throws -> String {
        try await platform.validate(token: token, code: sentCode(token)).text("hashKey")
    }

    func setPassword(_ key: String, _ password: String = "new password") async throws {
        _ = try await platform.setPassword(
            reader(#"{"hashKey":"\#(key)","plainTextPassword":"\#(password)"}"#))
    }

    /// Sets a new password by the number that is the player's name.
    func reset(_ number: String, to password: String) async throws {
        try await setPassword(resetKey(resetToken(number)), password)
    }
}
