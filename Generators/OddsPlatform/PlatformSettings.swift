/// The settings of a platform.
package struct PlatformSettings: Sendable {
    /// How long a session lives from its last use.
    package var sessionLifeMilliseconds: Int64 = 30 * 60_000
    /// The cost of password hashes. With one that differs from before, names of before can be
    /// told apart from others by how long a login takes.
    package var passwordCost = PasswordHash.Cost.standard
    /// After which time documents are approved; by control only if it is absent.
    package var verificationMilliseconds: Int64?
    /// Whether a request may bring a higher limit into force at once.
    package var allowsSkippingCoolOff = false
    /// The currency of new players.
    package var currency = Currency("EUR")!
    /// A name of the world that is served beside the platform. A state in a file can only be
    /// used with the world that it was made with; with any world if the name is absent.
    package var world: String?
    /// The file that keeps the state; memory if it is absent.
    package var path: String?

    /// Whether a request is answered only once the disk has what it changed.
    package var waitsForDisk = false
    /// How long a ticket with a live offer is held before it is placed.
    package var liveDelayMilliseconds: Int64 = 0
    /// The most bets that are settled in one transaction, so that others need not wait for long.
    package var settledBetsPerTransaction = 200

    /// The defaults above.
    package init() {}
}
