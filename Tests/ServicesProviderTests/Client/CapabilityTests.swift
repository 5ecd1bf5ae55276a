import PlatformFixture
import ServicesProvider
import Testing

/// Platform contract, section 2: what a provider does not offer.
@Suite(.timeLimit(.minutes(5))) struct CapabilityTests {
    /// Those of accounts; the tests of events and bets have the others.
    private static let accounts: [Capability] = [
        .session, .userProfile, .registration, .emailCheck, .usernameCheck, .passwordReset,
        .passwordChange, .wallet, .payments, .limits, .documents, .consents,
    ]

    /// A function of each capability, as an app would call it.
    private func use(
        _ capability: Capability, _ client: ServicesProviderClient
    ) async throws(ServiceProviderError) {
        switch capability {
        case .session: _ = try client.userSessionStates
        case .userProfile: _ = try await client.getUserProfile(withKycExpire: false)
        case .registration: _ = try await client.getRegistrationConfig()
        case .emailCheck: _ = try await client.checkEmailRegistered("ana@example.org")
        case .usernameCheck: _ = try await client.validateUsername("ana")
        case .passwordReset:
            _ = try await client.forgotPassword(mobilePrefix: "+351", mobile: "912345678")
        case .passwordChange:
            try await client.updatePassword(oldPassword: "old", newPassword: "new")
        case .wallet: _ = try await client.getUserBalance()
        case .payments: _ = try await client.getBankingTransactionsHistory(TransactionsQuery())
        case .limits: _ = try await client.getUserLimits()
        case .documents: _ = try await client.getDocumentTypes()
        case .consents: _ = try await client.getAllConsents()
        case .sports, .tournaments, .eventDetails, .marketGroups, .liveMatches, .preLiveMatches,
            .competitionMatches, .listUpdates, .search, .matchFilters:
            Issue.record("\(capability) is one of events")
        case .betHistory, .betslip, .placing, .cashout, .betBuilder, .bookingCodes:
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
