import Foundation
import PlatformFixture
import Testing

@testable import ServicesProvider

/// Platform contract, section 2, and contract of the second provider, section 10: what the
/// second provider does not offer throws at once, without a request.
@Suite(.timeLimit(.minutes(5))) struct SportRadarCapabilityTests {
    private static let accounts:
        [(capability: Capability, call: @Sendable (ServicesProviderClient) async throws -> Void)] =
            [
                (.registrationForm, { _ = try await $0.getRegistrationConfig() }),
                (
                    .passwordReset,
                    {
                        _ = try await $0.forgotPassword(mobilePrefix: "+351", mobile: "9")
                    }
                ),
                (.passwordReset, { _ = try await $0.validateResetCode(token: "t", code: "c") }),
                (.passwordReset, { try await $0.resetPassword(key: "k", newPassword: "p") }),
                (.walletUpdates, { _ = try $0.subscribeUserWallet() }),
                (
                    .cashierPage,
                    {
                        _ = try await $0.getBankingWebView(
                            parameters: CashierParameters(
                                kind: .deposit, successURL: "s", cancelURL: "c", failURL: "f"))
                    }
                ),
                (
                    .limitDeletion,
                    {
                        try await $0.deleteUserLimit(
                            UserLimit(
                                id: "l", kind: LimitKind(subject: .loss, period: .daily), amount: 1,
                                currency: "EUR", schedules: []), skipCoolOff: false)
                    }
                ),
                (.matchFilters, { _ = try $0.subscribeToFilteredLiveMatches(filters: .init()) }),
                (.matchFilters, { _ = try $0.subscribeToFilteredPreLiveMatches(filters: .init()) }),
                (.wallet, { _ = try await $0.getUserBalance() }),
                (.userProfile, { _ = try await $0.getUserProfile(withKycExpire: false) }),
                (
                    .registration,
                    {
                        _ = try await $0.signUp(
                            with: SignUpForm(
                                mobilePrefix: "", mobile: "", password: "", acceptsTerms: true,
                                firstName: "", lastName: "", birthDate: ""))
                    }
                ),
                (.emailConfirmation, { try await $0.resendVerificationCode(email: "a@b") }),
                (.emailCheck, { _ = try await $0.checkEmailRegistered("a@b") }),
                (.usernameCheck, { _ = try await $0.validateUsername("ana") }),
                (.passwordResetByEmail, { try await $0.forgotPassword(email: "a@b") }),
                (
                    .passwordChange,
                    {
                        try await $0.updatePassword(oldPassword: "old", newPassword: "new")
                    }
                ),
                (
                    .payments,
                    {
                        _ = try await $0.getBankingTransactionsHistory(TransactionsQuery())
                    }
                ),
                (.deposits, { _ = try await $0.getDepositMethods() }),
                (.withdrawals, { _ = try await $0.getPendingWithdrawals() }),
                (.limits, { _ = try await $0.getUserLimits() }),
                (.documents, { _ = try await $0.getDocumentTypes() }),
                (.consents, { _ = try await $0.getAllConsents() }),
                (.session, { _ = try $0.userSessionStates }),
            ]

    @Test func capabilitiesAndBehaviourAreEqual() async throws {
        try await withSportRadarBettor { client, _, _ in
            for function in Self.accounts
                + bettingFunctions.map({ function in
                    (function.capability, { @Sendable in try await function.call($0) })
                })
            {
                let error = try await failure { try await function.call(client) }
                let isOffered = error != .notSupportedForProvider
                #expect(
                    isOffered == client.capabilities.contains(function.capability),
                    "\(function.capability): \(String(describing: error))")
            }
        }
    }

    @Test func nothingIsSentForWhatIsNotOffered() async throws {
        try await withScriptedSportRadar { _ throws(HTTPTransportError) in
            .json(500)
        } _: {
            client, transport in
            for function in Self.accounts
            where !client.capabilities.contains(function.capability) {
                let error = try await failure { try await function.call(client) }
                #expect(error == .notSupportedForProvider)
            }
            #expect(transport.requests.isEmpty)
        }
    }

    /// What this provider alone offers, in both forms.
    @Test(arguments: Form.allCases) func itsOwnFunctionsHavePublishers(
        _ form: Form
    ) async throws {
        try await withSportRadarBettor { client, running, _ in
            let (accounts, bets) = (try form.accounts(client), form.betting(client))
            #expect(try await !accounts.checkEmailRegistered("nobody@example.org"))
            #expect(try await accounts.getUsernameSuggestions("nobody") == [])
            try await accounts.forgotPassword(email: "nobody@example.org")
            try await accounts.resendVerificationCode(email: "nobody@example.org")
            let sign = SignUpForm(
                mobilePrefix: "", mobile: "", password: "s3cret-password", acceptsTerms: true,
                firstName: "", lastName: "", birthDate: "1990-04-01", username: "ana.bo",
                email: "ana@example.org")
            _ = try await accounts.quickSignUp(with: sign)
            let wrong = try await failure {
                try await accounts.confirmSignUp(email: "ana@example.org", code: "no")
            }
            guard case .errorDetailedMessage = wrong else {
                Issue.record("\(String(describing: wrong))")
                return
            }
            let method = try #require(try await accounts.getDepositMethods().first).code
            #expect(try await accounts.getWithdrawalMethods().first?.code == method)
            let deposit = try await accounts.processDeposit(
                PaymentRequest(methodCode: method, amount: 10))
            let end = try await accounts.cancelDeposit(transactionId: deposit.transactionID)
            #expect(end.status == .cancelled)
            #expect(try await accounts.getPendingWithdrawals() == [])
            let unverified = try await failure {
                _ = try await accounts.prepareWithdrawal(methodCode: method)
            }
            #expect(unverified != nil && unverified != .notSupportedForProvider)
            let unknown = try await failure {
                _ = try await accounts.cancelWithdrawal(transactionId: "tx-99")
            }
            #expect(unknown == .notFound)
            let kyc = try await failure {
                _ = try await accounts.processWithdrawal(
                    PaymentRequest(methodCode: method, amount: 10))
            }
            #expect(kyc != nil && kyc != .notSupportedForProvider)

            #expect(try await bets.getFreebetBalance() == 5)
            let settings = OddsChangeSettings(inRunning: .higher, beforeMatch: .none)
            #expect(try await bets.updateOddsChangeSettings(settings) == settings)
            #expect(try await bets.getOddsChangeSettings() == settings)
            for answer in [
                try await failure { _ = try await bets.confirmBet(.none) },
                try await failure { try await bets.rejectBet(.none) },
            ] {
                #expect(answer == .notFound)
            }
        }
    }
}
