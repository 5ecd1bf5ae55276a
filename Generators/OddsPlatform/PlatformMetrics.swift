import Synchronization

/// What a platform has done since it was started.
package final class PlatformMetrics: Sendable {
    private let logins = Atomic(0)
    private let refreshes = Atomic(0)

    init() {}

    /// Logins that were answered with a session.
    package var loginCount: Int { logins.load(ordering: .relaxed) }

    /// Those of them whose player's session before had expired.
    package var refreshCount: Int { refreshes.load(ordering: .relaxed) }

    func addLogin(isRefresh: Bool) {
        logins.add(1, ordering: .relaxed)
        if isRefresh { refreshes.add(1, ordering: .relaxed) }
    }
}
