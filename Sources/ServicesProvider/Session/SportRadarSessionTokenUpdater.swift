/// Renews a key's token: the closure of `SessionCoordinator.registerUpdater(_:forKey:)` as an
/// object.
public protocol SportRadarSessionTokenUpdater: Sendable {
    /// Asks the server for a new token.
    func forceTokenRefresh(
        forKey key: SessionTokenKey
    ) async throws(ServiceProviderError) -> String
}

extension SessionCoordinator {
    /// Registers an object that renews a key's token, in place of the updater before. It is
    /// retained until then.
    public func registerUpdater(
        _ updater: any SportRadarSessionTokenUpdater, forKey key: SessionTokenKey
    ) {
        registerUpdater(
            { () async throws(ServiceProviderError) in
                try await updater.forceTokenRefresh(forKey: key)
            }, forKey: key)
    }
}
