import OddsSimulator
import PlatformFixture
import ServicesProvider
import Testing

/// Secrets are in no log line, no error and no description (P14).
@Suite(.timeLimit(.minutes(5))) struct SecretTests {
    /// What an app might log of a value.
    private func texts(_ value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped]
    }

    @Test func nothingThatIsLoggedOrThrownHasASecret() async throws {
        let (clientLog, serverLog) = (LogCollector(), LogCollector())
        let store = MemoryTokenStore()
        var secrets: Set<String> = []
        var told: [String] = []
        try await withPlatform({ _ in }, logger: serverLog.logger) { running in
            let player = try #require(try await running.makePlayers(1, balance: "50.00").first)
            secrets.insert(player.password)
            try await running.withClient({
                $0.log = clientLog.logger
                $0.tokenStore = store
            }) { client in
                func note(_ body: () async throws -> Any) async {
                    do { told += texts(try await body()) } catch { told += texts(error) }
                    if let session = store.load() {
                        secrets.insert(session.token)
                        told += texts(session) + texts(session.credentials)
                    }
                }
                await note {
                    try await client.login(username: player.username, password: "wr0ng-one")
                }
                await note {
                    try await client.login(username: player.username, password: player.password)
                }
                await note { try await client.getUserBalance() }
                try await running.expireSessions()
                await note { try await client.getUserBalance() }
                running.faults.set(
                    FaultPlan(rules: [
                        FaultRule(.httpGarbage), FaultRule(.httpStatus, probability: 0.3),
                    ]))
                for _ in 0..<5 {
                    await note { try await client.getUserProfile(withKycExpire: true) }
                    await note {
                        try await client.login(username: player.username, password: player.password)
                    }
                }
                running.faults.set(FaultPlan())
                await note {
                    try await client.uploadUserDocument(
                        documentType: "PASSPORT", file: Array("%PDF-s3cret-content".utf8),
                        fileName: "passport.pdf")
                }
                await note {
                    try await client.uploadUserDocument(
                        documentType: "PASSPORT", file: Array("s3cret-content".utf8), fileName: "x")
                }
                told += texts(DocumentUpload(fileName: "f", content: Array("s3cret-content".utf8)))
                var parameters = CashierParameters(
                    kind: .deposit, successURL: "s", cancelURL: "c", failURL: "f")
                parameters.idempotencyKey = "k"
                let view = try await client.getBankingWebView(parameters: parameters)
                let page = try #require(view.url.split(separator: "/").last)
                secrets.insert(String(page))
                let form = SignUpForm(
                    mobilePrefix: "+351", mobile: "912345678", password: "s3cret-password",
                    acceptsTerms: true, firstName: "A", lastName: "B", birthDate: "2020-01-01")
                told += texts(form)
                await note { try await client.signUp(with: form) }
                let token = try await client.forgotPassword(
                    mobilePrefix: "+351", mobile: String(player.username.dropFirst(4)))
                secrets.insert(token)
                await note { try await client.validateResetCode(token: token, code: "987654") }
                guard
                    case .string(let code) = try await running.platform.validationCode(of: token)[
                        "code"]
                else { return }
                let key = try await client.validateResetCode(token: token, code: code)
                secrets.formUnion([code, key])
                try await client.resetPassword(key: key, newPassword: "s3cret-password-2")
                await note { try await client.resetPassword(key: key, newPassword: "x") }
                await note {
                    try await client.login(username: player.username, password: "s3cret-password-2")
                }
            }
        }
        secrets.formUnion([
            "wr0ng-one", "s3cret-content", "s3cret-password", "s3cret-password-2", "987654",
        ])
        #expect(secrets.count >= 12)
        #expect(clientLog.lines.count > 20 && !serverLog.lines.isEmpty)
        for (name, lines) in [
            ("client log", clientLog.lines), ("server log", serverLog.lines), ("told", told),
        ] {
            for line in lines {
                for secret in secrets where line.contains(secret) {
                    // The secret itself stays out of this log as well.
                    let hidden = line.replacing(secret, with: "(a secret)")
                    Issue.record("\(name): \(hidden.prefix(300))")
                }
            }
        }
    }
}
