/// The form of a registration.
public struct RegistrationConfig: Hashable, Sendable {
    /// One field of the form.
    public struct Field: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Whether it must be filled.
        public let isMandatory: Bool
        /// The regular expression that its text must match.
        public let pattern: String?
    }

    /// The registration that the form begins.
    public let registrationID: String
    /// The name of the step.
    public let step: String
    /// The fields, in their order.
    public let fields: [Field]
}

/// What a new player enters.
public struct SignUpForm: Hashable, Sendable {
    /// The registration, of `RegistrationConfig`; `nil` to begin one.
    public var registrationID: String?
    /// The prefix of the mobile phone's number, with its plus.
    public var mobilePrefix: String
    /// The mobile phone's number.
    public var mobile: String
    /// The password: a secret.
    public var password: String
    /// Whether the terms are accepted.
    public var acceptsTerms: Bool
    /// The first name, as on documents.
    public var firstName: String
    /// The last name, as on documents.
    public var lastName: String
    /// The date of birth, `YYYY-MM-DD`.
    public var birthDate: String
    /// The name to log in with, where that is not the phone's number.
    public var username: String?
    /// The e-mail address, where one is wanted.
    public var email: String?
    /// The country, by ISO 3166, where it is wanted.
    public var countryCode: String?

    /// A form.
    public init(
        registrationID: String? = nil, mobilePrefix: String, mobile: String, password: String,
        acceptsTerms: Bool, firstName: String, lastName: String, birthDate: String,
        username: String? = nil, email: String? = nil, countryCode: String? = nil
    ) {
        self.registrationID = registrationID
        self.mobilePrefix = mobilePrefix
        self.mobile = mobile
        self.password = password
        self.acceptsTerms = acceptsTerms
        self.firstName = firstName
        self.lastName = lastName
        self.birthDate = birthDate
        self.username = username
        self.email = email
        self.countryCode = countryCode
    }
}

extension SignUpForm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// No more than that there is one.
    public var description: String { "SignUpForm" }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A new player.
public struct SignUpResponse: Hashable, Sendable {
    /// The player's number.
    public let userID: String
}
