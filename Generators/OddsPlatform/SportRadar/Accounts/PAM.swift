/// The account API of the second provider ("PAM"), on the platform's players, wallets and
/// limits: a player may be logged in at both providers, and has one balance.
///
/// Answers are what the wire has beside `status`. A refusal's code is a status of the wire, or
/// one of the platform's codes, for which `PAMStatus` has the status.
package struct PAM: Sendable {
    let platform: Platform

    /// The account API of a platform.
    package init(_ platform: Platform) { self.platform = platform }

    /// Whether the session is one, before a large body is read.
    package func check(_ access: Access) async throws(Refusal) {
        try await platform.check(access)
    }
}
