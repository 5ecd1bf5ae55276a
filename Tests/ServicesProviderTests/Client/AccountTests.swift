import Foundation
import PlatformFixture
import ServicesProvider
import Testing

/// The functions of accounts against the real service.
@Suite(.timeLimit(.minutes(5))) struct AccountTests {
    @Test(arguments: Form.allCases)
    func loginReadsTheProfileAndTellsTheState(_ form: Form) async throws {
        try await withPlatform { running in
            let player = try #require(try await running.makePlayers(1).first)
            try await running.withAccounts(form) { client in
                var states = client.userSessionStates.makeAsyncIterator()
                #expect(await states.next() == .anonymous)
                let profile = try await client.login(
                    username: player.username, password: player.password)
                #expect(profile.userID == player.id && profile.username == player.username)
                #expect(await states.next() == .logged(userID: player.id))
                #expect(await client.userProfiles.wait(for: profile))
                await client.logout()
                #expect(await states.next() == .anonymous)
                #expect(await client.userProfiles.wait(for: nil))
                #expect(
                    try await failure { _ = try await client.getUserBalance() }
                        == .userSessionNotFound)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func wrongPasswordAndLockAreErrorsOfTheirOwn(_ form: Form) async throws {
        try await withPlatform { running in
            let player = try #require(try await running.makePlayers(1).first)
            try await running.withAccounts(form) { client in
                for expected: ServiceProviderError in [
                    .invalidEmailPassword, .invalidEmailPassword, .invalidEmailPassword,
                    .invalidEmailPassword, .failedTempLock(date: ""), .failedTempLock(date: ""),
                ] {
                    let error = try await failure {
                        _ = try await client.login(username: player.username, password: "\"wrong\\")
                    }
                    #expect(error == expected)
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func profileIsChangedAndRead(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, player in
                var form = ProfileForm()
                form.firstName = #"Ana "Bé" \ 漢"#
                form.birthDate = "1990-04-01"
                let changed = try await client.updateUserProfile(form: form)
                #expect(changed.firstName == form.firstName)
                #expect(try await client.getUserProfile(withKycExpire: true) == changed)
                #expect(await client.userProfiles.wait(for: changed))
                form.birthDate = "no date"
                let error = try await failure { _ = try await client.updateUserProfile(form: form) }
                #expect(error == .badRequest)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func newPlayerSignsUpAndLogsIn(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withAccounts(form) { client in
                let config = try await client.getRegistrationConfig()
                #expect(config.fields.map(\.name).contains("BirthDate"))
                var form = SignUpForm(
                    registrationID: config.registrationID, mobilePrefix: "+351",
                    mobile: "912345678", password: "a \"good\" one", acceptsTerms: true,
                    firstName: "Ana", lastName: "Silva", birthDate: "1990-04-01")
                let made = try await client.signUp(with: form)
                #expect(try await client.signUp(with: form) == made)
                let profile = try await client.login(
                    username: "+351912345678", password: form.password)
                #expect(profile.userID == made.userID && profile.lastName == "Silva")
                form.registrationID = nil
                let taken = try await failure { _ = try await client.signUp(with: form) }
                #expect(taken == .invalidSignUpUsername)
                form.mobile = "912345679"
                form.birthDate = "2020-01-01"
                let young = try await failure { _ = try await client.signUp(with: form) }
                guard case .errorDetailedMessage("GmErr_REGISTER_UNDERAGE", _) = young else {
                    Issue.record("\(String(describing: young))")
                    return
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func forgottenPasswordIsReplaced(_ form: Form) async throws {
        try await withPlatform { running in
            let player = try #require(try await running.makePlayers(1).first)
            try await running.withAccounts(form) { client in
                let token = try await client.forgotPassword(
                    mobilePrefix: "+351", mobile: String(player.username.dropFirst(4)))
                let wrong = try await failure {
                    _ = try await client.validateResetCode(token: token, code: "1 2")
                }
                #expect(wrong == .invalidMobileVerifyCode)
                guard
                    case .string(let code) = try await running.platform.validationCode(of: token)[
                        "code"]
                else { return }
                let key = try await client.validateResetCode(token: token, code: code)
                try await client.resetPassword(key: key, newPassword: "another one")
                _ = try await client.login(username: player.username, password: "another one")
            }
        }
    }

    @Test(arguments: Form.allCases)
    func limitsAreSetChangedAndDeleted(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, player in
                let made = try await client.setUserLimit(.deposit, .daily, amount: 100)
                #expect(made.kind == LimitKind(subject: .deposit, period: .daily))
                let lower = try await client.updateUserLimit(made, amount: 80.5, skipCoolOff: false)
                #expect(lower.amount == 80.5 && lower.schedules.isEmpty)
                let higher = try await client.updateUserLimit(
                    lower, amount: 200, skipCoolOff: false)
                #expect(higher.amount == 80.5 && higher.schedules.map(\.amount) == [200])
                try await client.deleteUserLimit(higher, skipCoolOff: true)
                let limits = try await client.getUserLimits()
                #expect(limits.map(\.schedules).first?.map(\.amount) == [nil])
                let second = try await failure {
                    _ = try await client.setUserLimit(.deposit, .daily, amount: 1)
                }
                guard case .conflict = second else {
                    Issue.record("\(String(describing: second))")
                    return
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func pauseEndsTheSession(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, player in
                try await client.setTimeOut(.day, reason: "\"enough\"")
                let error = try await failure { _ = try await client.getUserBalance() }
                #expect(error == .unauthorized)
                for await state in client.userSessionStates {
                    guard case .expired(let end) = state else { continue }
                    guard case .credentialsRefused(let reason) = end,
                        case .errorDetailedMessage("GmErr_USER_ACCOUNT_BLOCKED", _) = reason
                    else {
                        Issue.record("\(end)")
                        return
                    }
                    break
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func exclusionUntilADateEndsTheSession(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, player in
                try await client.setSelfExclusion(
                    until: Date().addingTimeInterval(86_400), reason: "r")
                let error = try await failure {
                    _ = try await client.login(username: player.username, password: player.password)
                }
                guard case .errorDetailedMessage("GmErr_USER_ACCOUNT_BLOCKED", _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    @Test(arguments: Form.allCases)
    func documentsAreUploadedAndVerified(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, player in
                let types = try await client.getDocumentTypes()
                #expect(types.contains { $0.name == "IDENTITY_CARD" && $0.needsMultipleFiles })
                let pdf = Array("%PDF-1.7 \r\n--form-".utf8)
                let document = try await client.uploadMultipleUserDocuments(
                    documentType: "IDENTITY_CARD",
                    files: [
                        DocumentUpload(fileName: "front \"é\".pdf", content: pdf),
                        DocumentUpload(fileName: "back.pdf", content: pdf),
                    ])
                #expect(document.fileNames == ["front %22é%22.pdf", "back.pdf"])
                #expect(try await client.getUserDocuments() == [document])
                #expect(try await client.checkDocumentationData().status == .pending)
                _ = try await running.platform.verify(
                    player.id, running.reader(#"{"status":"REJECTED","reason":"blurred"}"#))
                let data = try await client.checkDocumentationData()
                #expect(data.status == .rejected && data.reason == "blurred")
                let html = try await failure {
                    _ = try await client.uploadUserDocument(
                        documentType: "PASSPORT", file: Array("<html>".utf8), fileName: "x")
                }
                #expect(html == .unknown)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func consentsBlockAndUnblock(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withPlayer(form) { client, player in
                let texts = try await client.getAllConsents()
                let required = texts.filter(\.isRequired).map(\.versionID)
                #expect(
                    try await client.getUserConsents().filter(\.isGiven).map(\.versionID)
                        == required)
                _ = try await client.setUserConsents(
                    consentVersionIds: [], unconsentVersionIds: required)
                let parameters = CashierParameters(
                    kind: .deposit, successURL: "s", cancelURL: "c", failURL: "f")
                let blocked = try await failure {
                    _ = try await client.getBankingWebView(parameters: parameters)
                }
                #expect(blocked == .sessionBlocked([.consents]))
                let given = try await client.setUserConsents(
                    consentVersionIds: required, unconsentVersionIds: [])
                #expect(given.filter(\.isGiven).map(\.versionID) == required)
                _ = try await client.getBankingWebView(parameters: parameters)
            }
        }
    }
}
