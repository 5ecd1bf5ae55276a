/// A text that players consent to.
public struct ConsentText: Hashable, Sendable {
    /// The text's number.
    public let id: Int
    /// The text's key.
    public let key: String
    /// The number of its current version.
    public let versionID: Int
    /// Its title.
    public let name: String
    /// Whether betting and paying need it.
    public let isRequired: Bool
}

/// What a player has said about a version of a text.
public struct UserConsent: Hashable, Sendable {
    /// The version's number.
    public let versionID: Int
    /// Whether the player consents.
    public let isGiven: Bool
}
