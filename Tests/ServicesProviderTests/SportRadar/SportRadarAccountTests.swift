import Foundation
import PlatformFixture
import Testing

@testable import ServicesProvider

/// Accounts of the second provider against the real service: contract of the second provider,
/// section 8.
@Suite(.timeLimit(.minutes(5))) struct SportRadarAccountTests {
    private static let form = SignUpForm(
        mobilePrefix: "+351", mobile: "912345678", password: "s3cret-password",
        acceptsTerms: true, firstName: "Ana", lastName: "Bo", birthDate: "1990-04-01",
        username: "ana.bo", email: "ana@example.org", countryCode: "PT")

    // MARK: Profiles

    @Test func profileIsReadAndChanged() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, player in
                let profile = try await client.getUserProfile(withKycExpire: true)
                #expect(profile.userID == player.id && profile.username == player.username)
                #expect(profile.currency == "EUR" && profile.kycExpiryDate == nil)
                var form = ProfileForm()
                form.firstName = "Ana & \"Bo\"+"
                form.birthDate = "1990-04-01"
                form.mobilePhone = "912345678"
                let changed = try await client.updateUserProfile(form: form)
                #expect(changed.firstName == form.firstName)
                #expect(changed.birthDate == form.birthDate)
                #expect(changed.mobilePhone == form.mobilePhone)
                #expect(try client.userProfiles.latest == changed)
                form.birthDate = "01.04.1990"
                #expect(
                    try await failure { _ = try await client.updateUserProfile(form: form) }
                        == .invalidRequestFormat)
                var wrong = ProfileForm()
                wrong.email = "none"
                #expect(
                    try await failure { _ = try await client.updateUserProfile(form: wrong) }
                        == .invalidSignUpEmail)
            }
        }
    }

    // MARK: Registration

    @Test func playerSignsUpAndLogsIn() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarClient { client in
                #expect(try await !client.checkEmailRegistered("ana@example.org"))
                #expect(try await client.validateUsername("ana.bo"))
                #expect(try await client.getUsernameSuggestions("ana.bo") == [])
                let user = try await client.signUp(with: Self.form).userID
                #expect(try await client.checkEmailRegistered("ana@example.org"))
                #expect(try await !client.validateUsername("ana.bo"))
                let free = try await client.getUsernameSuggestions("ana.bo")
                #expect(free.count == 3 && free.allSatisfy { $0.hasPrefix("ana.bo") })
                let profile = try await client.login(
                    username: "ana.bo", password: "s3cret-password")
                #expect(profile.userID == user && profile.birthDate == "1990-04-01")
                #expect(profile.email == "ana@example.org" && profile.countryCode == "PT")
            }
        }
    }

    @Test func wrongFieldsOfASignUpHaveTheirErrors() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarClient { client in
                _ = try await client.signUp(with: Self.form)
                var other = Self.form
                other.username = "ana.bo.2"
                let signUp = { (form: SignUpForm) in
                    try await failure { _ = try await client.signUp(with: form) }
                }
                #expect(try await signUp(other) == .invalidSignUpEmail)
                other.email = "bo@example.org"
                other.username = "ana.bo"
                #expect(try await signUp(other) == .invalidSignUpUsername)
                other.username = "ana.bo.2"
                other.password = "x"
                #expect(try await signUp(other) == .invalidSignUpPassword)
                other.password = "s3cret-password"
                other.birthDate = "2020-01-01"
                #expect(
                    try await signUp(other)
                        == .errorDetailedMessage(key: "birthDate", message: "UNDERAGE"))
                other.email = nil
                #expect(try await signUp(other) == .invalidSignUpEmail)
                other.username = nil
                #expect(try await signUp(other) == .invalidSignUpUsername)
            }
        }
    }

    @Test func quickSignUpIsConfirmed() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarClient { client in
                var form = Self.form
                (form.firstName, form.lastName, form.countryCode) = ("", "", nil)
                _ = try await client.quickSignUp(with: form)
                let login = {
                    try await failure {
                        _ = try await client.login(
                            username: "ana.bo", password: "s3cret-password")
                    }
                }
                #expect(try await login() == .quickSignUpIncomplete)
                try await client.resendVerificationCode(email: "ana@example.org")
                let error = try await failure {
                    try await client.confirmSignUp(email: "ana@example.org", code: "no")
                }
                guard case .errorDetailedMessage("FAIL_INVALID_CODE", _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                let mail = try await running.platform.validationCode(of: "ana@example.org")
                guard case .string(let code) = mail["code"] else { return }
                try await client.confirmSignUp(email: "ana@example.org", code: code)
                #expect(try await login() == nil)
            }
        }
    }

    @Test func forgottenPasswordIsReplacedByMail() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarClient { client in
                _ = try await client.signUp(with: Self.form)
                try await client.forgotPassword(email: "nobody@example.org")
                try await client.forgotPassword(email: "ana@example.org")
                let mail = try await running.platform.validationCode(of: "ana@example.org")
                guard case .string(let password) = mail["code"] else { return }
                _ = try await client.login(username: "ana.bo", password: password)
            }
        }
    }

    // MARK: Wallet and payments

    @Test func walletIsThatOfTheFirstProvider() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, player in
                let wallet = try await client.getUserBalance()
                #expect(wallet.currency == "EUR" && wallet.real == 50 && wallet.bonus == 12.5)
                #expect(wallet.freeBet == 5 && wallet.total == 62.5 && wallet.withdrawable == 50)
                #expect(wallet.sequence == nil)
                try await running.withClient { first in
                    _ = try await first.login(
                        username: player.username, password: player.password)
                    var same = try await first.getUserBalance()
                    same.sequence = nil
                    #expect(same == wallet)
                }
            }
        }
    }

    @Test func depositIsFollowedToItsEnd() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, _ in
                let method = try #require(try await client.getDepositMethods().first)
                #expect(method.code == "CARD" && method.options.first?.brands == ["visa", "mc"])
                var request = PaymentRequest(
                    methodCode: method.code, amount: decimal("25.10"), idempotencyKey: "k")
                let deposit = try await client.processDeposit(request)
                #expect(deposit.pageURL?.hasPrefix(running.sportRadarURL + "/cashier/") == true)
                // The same call is the same payment.
                #expect(
                    try await client.processDeposit(request).transactionID
                        == deposit.transactionID)
                #expect(
                    try await client.getPaymentStatus(transactionId: deposit.transactionID)
                        == PaymentStatusResponse(
                            status: .pending, transactionId: deposit.transactionID,
                            amount: decimal("25.10"), currency: "EUR"))
                _ = try await running.platform.endPayment(
                    deposit.transactionID, running.reader(#"{"status":"Completed"}"#))
                #expect(
                    try await client.getPaymentStatus(transactionId: deposit.transactionID).status
                        == .completed)
                #expect(try await client.getUserBalance().real == decimal("75.10"))
                let page = try await client.getBankingTransactionsHistory(TransactionsQuery())
                #expect(page.transactions.map(\.kind) == [.deposit])
                #expect(page.transactions.map(\.amount) == [decimal("25.10")])
                #expect(page.transactions.map(\.status) == [.completed] && page.next == nil)
                let cancel = {
                    try await failure {
                        _ = try await client.cancelDeposit(transactionId: deposit.transactionID)
                    }
                }
                guard case .conflict = try await cancel() else {
                    Issue.record("a deposit that has ended was cancelled")
                    return
                }
                request.amount = decimal("1.005")
                #expect(
                    try await failure { _ = try await client.processDeposit(request) }
                        == .invalidRequestFormat)
                #expect(
                    try await failure {
                        _ = try await client.getPaymentStatus(transactionId: "tx-99")
                    } == .notFound)
            }
        }
    }

    @Test func depositIsCancelled() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, _ in
                let deposit = try await client.processDeposit(
                    PaymentRequest(methodCode: "CARD", amount: 10))
                let end = try await client.cancelDeposit(transactionId: deposit.transactionID)
                #expect(end.status == .cancelled && end.amount == 10)
                #expect(try await client.getUserBalance().real == 50)
            }
        }
    }

    @Test func withdrawalIsPreparedMadeListedAndCancelled() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, player in
                let method = try #require(try await client.getWithdrawalMethods().last).code
                var request = PaymentRequest(methodCode: method, amount: 20)
                let refusal = try await failure {
                    _ = try await client.prepareWithdrawal(methodCode: method)
                }
                guard case .errorDetailedMessage("FAIL_KYC_REQUIRED", _) = refusal else {
                    Issue.record("a withdrawal without documents")
                    return
                }
                try await running.verify(player.id)
                #expect(try await client.checkDocumentationData().status == .approved)
                request.conversionID = try await client.prepareWithdrawal(methodCode: method)
                let begun = try await client.processWithdrawal(request)
                #expect(begun.status == .pending && begun.amount == 20)
                #expect(try await client.getUserBalance().real == 30)
                let pending = try await client.getPendingWithdrawals()
                #expect(pending.map(\.transactionID) == [begun.transactionId])
                #expect(pending.first?.amount == 20 && pending.first?.methodCode == method)
                #expect(pending.first?.created != nil)
                let history = try await client.getBankingTransactionsHistory(TransactionsQuery())
                #expect(history.transactions.map(\.status) == [.pending])
                // Another client knows of it from the list.
                try await running.withSportRadarClient { other in
                    _ = try await other.login(
                        username: player.username, password: player.password)
                    #expect(
                        try await other.getPaymentStatus(transactionId: begun.transactionId)
                            == begun)
                }
                let end = try await client.cancelWithdrawal(transactionId: begun.transactionId)
                #expect(end.status == .cancelled)
                #expect(try await client.getUserBalance().real == 50)
                var query = TransactionsQuery()
                query.states = [.cancelled]
                let cancelled = try await client.getBankingTransactionsHistory(query)
                #expect(Set(cancelled.transactions.map(\.id)) == [begun.transactionId])
                request.conversionID = nil
                request.amount = decimal("50.01")
                #expect(
                    try await failure { _ = try await client.processWithdrawal(request) }
                        == .insufficientFunds)
            }
        }
    }

    // MARK: Limits, documents, consents

    @Test func limitsAreSetAndChanged() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, _ in
                #expect(try await client.getUserLimits() == [])
                for subject in LimitKind.Subject.allCases {
                    for period in LimitKind.Period.allCases {
                        let limit = try await client.setUserLimit(subject, period, amount: 30)
                        #expect(limit.kind == LimitKind(subject: subject, period: period))
                        #expect(limit.amount == 30 && limit.currency == "EUR")
                        let again = try await failure {
                            _ = try await client.setUserLimit(subject, period, amount: 20)
                        }
                        guard case .conflict = again else {
                            Issue.record("\(limit.id) was set twice")
                            return
                        }
                        let lower = try await client.updateUserLimit(
                            limit, amount: 25, skipCoolOff: false)
                        #expect(lower.amount == 25 && lower.schedules.isEmpty)
                        let higher = try await client.updateUserLimit(
                            limit, amount: 40, skipCoolOff: false)
                        #expect(higher.amount == 25)
                        // The server says what comes later of some alone.
                        if (subject, period) == (.deposit, .weekly) || subject == .wagering {
                            #expect(higher.schedules.map(\.amount) == [40])
                            #expect(higher.schedules.first?.effectiveDate != nil)
                        }
                    }
                }
                let limits = try await client.getUserLimits()
                #expect(limits.count == 9 && Set(limits.map(\.id)).count == 9)
                #expect(limits.allSatisfy { $0.amount == 25 })
                #expect(
                    try await failure {
                        _ = try await client.processDeposit(
                            PaymentRequest(methodCode: "CARD", amount: 26))
                    } == .limitExceeded(LimitKind(subject: .deposit, period: .daily)))
            }
        }
    }

    @Test(arguments: [false, true]) func exclusionEndsSessions(_ isForGood: Bool) async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, player in
                let past = try await failure {
                    try await client.setSelfExclusion(until: Date(), reason: "")
                }
                #expect(past == .invalidRequestFormat)
                let end = isForGood ? Date.distantFuture : Date(timeIntervalSinceNow: 150_000)
                try await client.setSelfExclusion(until: end, reason: "")
                let refusal = try await failure {
                    _ = try await client.login(
                        username: player.username, password: player.password)
                }
                guard case .failedTempLock(let text) = refusal else {
                    Issue.record("a login of an excluded player")
                    return
                }
                // 150,000 seconds are two days, rounded up.
                let days = SportRadarTime.date(text).map { $0.timeIntervalSinceNow / 86_400 } ?? 0
                #expect(isForGood ? days > 3_600 : 1.9...2.1 ~= days)
            }
        }
    }

    @Test func documentsAreUploadedAndListed() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, _ in
                let types = try await client.getDocumentTypes()
                #expect(types.contains { $0.name == "PASSPORT" && !$0.needsMultipleFiles })
                #expect(try await client.checkDocumentationData().status == .none)
                let pdf = Array("%PDF-1.4".utf8)
                let one = try await client.uploadUserDocument(
                    documentType: "PASSPORT", file: pdf, fileName: "passport.pdf")
                #expect(one.type == "PASSPORT" && one.fileNames == ["passport.pdf"])
                #expect(one.status == .pending)
                let two = try await client.uploadMultipleUserDocuments(
                    documentType: "IDENTITY_CARD",
                    files: ["front.pdf", "back.pdf"].map {
                        DocumentUpload(fileName: $0, content: pdf)
                    })
                #expect(two.fileNames == ["front.pdf", "back.pdf"])
                #expect(try await client.getUserDocuments() == [one, two])
            }
        }
    }

    @Test func consentsAreGivenAndWithdrawn() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, _ in
                let texts = try await client.getAllConsents()
                let optional = try #require(texts.first { !$0.isRequired })
                let given = try await client.setUserConsents(
                    consentVersionIds: [optional.versionID], unconsentVersionIds: [])
                #expect(given.contains { $0.versionID == optional.versionID && $0.isGiven })
                let withdrawn = try await client.setUserConsents(
                    consentVersionIds: [], unconsentVersionIds: texts.map(\.versionID))
                #expect(withdrawn.allSatisfy { !$0.isGiven } && withdrawn.count == texts.count)
                #expect(try await client.getUserConsents() == withdrawn)
                #expect(
                    try await failure {
                        _ = try await client.processDeposit(
                            PaymentRequest(methodCode: "CARD", amount: 10))
                    } == .sessionBlocked([.consents]))
            }
        }
    }
}
