import PlatformFixture
import ServicesProvider
import Testing

/// Platform contract, section 2: what a provider does not offer.
@Suite(.timeLimit(.minutes(5))) struct CapabilityTests {
    /// Those of accounts; the tests of events and bets have the others.
    private static let accounts: [Capability] = [
        .session, .userProfile, .registration, .registrationForm, .emailConfirmation,
        .emailCheck, .usernameCheck, .passwordReset, .passwordResetByEmail, .passwordChange,
        .wallet, .walletUpdates, .cashierPage, .payments, .deposits, .withdrawals, .limits,
        .limitDeletion, .documents, .consents,
    ]

    /// A function of each capability, as an app would call it.
    private func use(
        _ capability: Capability, _ client: ServicesProviderClient
    ) async throws(ServiceProviderError) {
        switch capability {
        case .session: _ = try client.userSessionStates
        case .userProfile: _ = try await client.getUserProfile(withKycExpire: false)
        case .registration:
            _ = try await client.signUp(
                with: SignUpForm(
                    mobilePrefix: "+351", mobile: "912345678", password: "s3cret-password",
                    acceptsTerms: true, firstName: "A", lastName: "B", birthDate: "1990-01-01"))
        case .registrationForm: _ = try await client.getRegistrationConfig()
        case .emailConfirmation: try await client.resendVerificationCode(email: "a@example.org")
        case .emailCheck: _ = try await client.checkEmailRegistered("ana@example.org")
        case .usernameCheck: _ = try await client.validateUsername("ana")
        case .passwordReset:
            _ = try await client.forgotPassword(mobilePrefix: "+351", mobile: "912345678")
        case .passwordResetByEmail: try await client.forgotPassword(email: "ana@example.org")
        case .passwordChange:
            try await client.updatePassword(oldPassword: "old", newPassword: "new")
        case .wallet: _ = try await client.getUserBalance()
        case .walletUpdates: _ = try client.subscribeUserWallet()
        case .cashierPage:
            _ = try await client.getBankingWebView(
                parameters: CashierParameters(
                    kind: .deposit, successURL: "s", cancelURL: "c", failURL: "f"))
        case .payments: _ = try await client.getBankingTransactionsHistory(TransactionsQuery())
        case .deposits: _ = try await client.getDepositMethods()
        case .withdrawals: _ = try await client.getPendingWithdrawals()
        case .limits: _ = try await client.getUserLimits()
        case .limitDeletion:
            let limit = try await client.setUserLimit(.loss, .daily, amount: 10)
            try await client.deleteUserLimit(limit, skipCoolOff: false)
        case .documents: _ = try await client.getDocumentTypes()
        case .consents: _ = try await client.getAllConsents()
        case .sports, .tournaments, .eventDetails, .marketGroups, .liveMatches, .preLiveMatches,
            .competitionMatches, .listUpdates, .search, .matchFilters:
            Issue.record("\(capability) is one of events")
        case .betHistory, .betslip, .bettingOptions, .placing, .betOffers, .oddsChangeSettings,
            .freebetBalance, .cashout, .betBuilder, .bookingCodes:
            Issue.record("\(capability) is one of bets")
        }
    }

    @Test(arguments: accounts) func capabilityAndBehaviourAreEqual(
        _ capability: Capability
    ) async throws {
        try await withPlatform { running in
            try await running.withLogin { client, _ in
                let isOffered: Bool
                do {
                    try await use(capability, client)
                    isOffered = true
                } catch ServiceProviderError.notSupportedForProvider {
                    isOffered = false
                }
                #expect(isOffered == client.capabilities.contains(capability))
            }
        }
    }
}
