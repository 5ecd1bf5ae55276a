/// A player's profile.
public struct UserProfile: Hashable, Sendable {
    /// The player's number.
    public let userID: String
    /// The name to log in with.
    public let username: String
    /// The wallet's currency, by ISO 4217.
    public let currency: String
    /// The e-mail address.
    public let email: String?
    /// The first name.
    public let firstName: String?
    /// The last name.
    public let lastName: String?
    /// The date of birth, `YYYY-MM-DD`.
    public let birthDate: String?
    /// The country, by ISO 3166.
    public let countryCode: String?
    /// The prefix of the mobile phone's number, with its plus.
    public let mobilePhonePrefix: String?
    /// The mobile phone's number.
    public let mobilePhone: String?
    /// The language of messages, by ISO 639.
    public let language: String?
    /// Whether the e-mail address has been verified; `nil` where the server does not say.
    public let isEmailVerified: Bool?
    /// What the server calls the account's state.
    public let status: String?
    /// Until when the documents' approval holds, `YYYY-MM-DD`; only where it was asked for,
    /// and the server has such a date.
    public var kycExpiryDate: String?
}

/// Changes of a profile: what is `nil` stays.
public struct ProfileForm: Hashable, Sendable {
    /// The e-mail address.
    public var email: String?
    /// The first name.
    public var firstName: String?
    /// The last name.
    public var lastName: String?
    /// The date of birth, `YYYY-MM-DD`.
    public var birthDate: String?
    /// The country, by ISO 3166.
    public var countryCode: String?
    /// The prefix of the mobile phone's number, with its plus.
    public var mobilePhonePrefix: String?
    /// The mobile phone's number.
    public var mobilePhone: String?
    /// The language of messages, by ISO 639.
    public var language: String?

    /// No changes.
    public init() {}
}
