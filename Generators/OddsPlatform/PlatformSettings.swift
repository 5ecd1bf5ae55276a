/// The settings of a platform.
package struct PlatformSettings: Sendable {
    /// How long a session lives from its last use.
    package var sessionLifeMilliseconds: Int64 = 30 * 60_000
    /// The cost of the password hashes of players whom control makes. Those who
    /// register have the standard cost.
    package var passwordCost = PasswordHash.Cost.standard
    /// After which time documents are approved; by control only if it is absent.
    package var verificationMilliseconds: Int64?
    /// Whether a request may bring a higher limit into force at once.
    package var allowsSkippingCoolOff = false
    /// The currency of new players.
    package var currency = Currency("EUR")!
    /// What tells the world beside which it is served from others. A state in a file belongs
    /// to one world; any one will do if it is absent.
    package var world: String?
    /// The file that keeps the state; memory if it is absent.
    package var path: String?

    /// The defaults above.
    package init() {}
}
