import NIOConcurrencyHelpers

/// Renews the tokens of a coordinator, which is there before the accounts that can do so.
final class SportRadarSessionRenewal: Sendable {
    private struct WeakAccounts {
        weak var accounts: SportRadarPrivilegedAccessManager?
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let accounts = NIOLockedValueBox(WeakAccounts())

    /// The accounts are there.
    func begin(with accounts: SportRadarPrivilegedAccessManager) {
        self.accounts.withLockedValue { $0.accounts = accounts }
    }

    /// What renews the tokens of keys.
    var updaters: [SessionTokenKey: SessionCoordinator.SessionUpdater] {
        [
            SportRadarPrivilegedAccessManager.key: {
                [self] () async throws(ServiceProviderError) in
                try await known().renewSession()
            },
            .launchToken: { [self] () async throws(ServiceProviderError) in
                RenewedSession(token: try await known().renewLaunchToken())
            },
        ]
    }

    private func known() throws(ServiceProviderError) -> SportRadarPrivilegedAccessManager {
        guard let accounts = accounts.withLockedValue({ $0.accounts }) else { throw .cancelled }
        return accounts
    }
}
