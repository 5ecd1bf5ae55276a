import Foundation

/// Maps what SportRadar's servers send to domain models, and what apps ask for to what the
/// servers take.
enum SportRadarModelMapper {
    // MARK: Profiles

    static func userProfile(from info: SportRadar.PlayerInfoResponse) -> UserProfile {
        let extra = Dictionary(
            (info.extraInfo?.elements ?? []).map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        return UserProfile(
            userID: info.partyId, username: info.userId, currency: info.currency,
            email: said(info.email), firstName: said(info.firstName),
            lastName: said(info.lastName),
            birthDate: info.birthDateFormatted.flatMap(SportRadarTime.yearFirst),
            countryCode: said(info.country), mobilePhonePrefix: said(extra[mobilePrefix]),
            mobilePhone: said(extra[mobileNumber]), language: said(extra[language]),
            isEmailVerified: info.emailVerificationStatus.map { $0 == "VERIFIED" },
            status: info.lockedStatus)
    }

    /// The server has an empty text where nothing is known.
    private static func said(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }

    private static let mobilePrefix = "mobilePrefix"
    private static let mobileNumber = "mobileNumber"
    private static let language = "language"

    /// - Throws: `invalidRequestFormat` for a date of birth that is no date.
    static func profileItems(
        from form: ProfileForm
    ) throws(ServiceProviderError) -> SportRadarAccountAPI.Items {
        items([
            ("email", form.email), ("firstName", form.firstName), ("lastName", form.lastName),
            ("birthDate", try form.birthDate.map(date)), ("country", form.countryCode),
            (mobilePrefix, form.mobilePhonePrefix), (mobileNumber, form.mobilePhone),
            (language, form.language),
        ])
    }

    /// Those that have a value.
    static func items(_ items: [(name: String, value: String?)]) -> SportRadarAccountAPI.Items {
        items.compactMap { item in item.value.map { (item.name, $0) } }
    }

    private static func date(_ text: String) throws(ServiceProviderError) -> String {
        guard let date = SportRadarTime.dayFirst(text) else { throw .invalidRequestFormat }
        return date
    }

    /// How far the verification of a player is.
    static func documentationData(from info: SportRadar.PlayerInfoResponse) -> DocumentationData {
        DocumentationData(
            status: verificationStatus(info.kycStatus ?? ""), reason: nil, expiryDate: nil)
    }

    static func verificationStatus(_ text: String) -> VerificationStatus {
        switch text.uppercased() {
        case "NONE", "": .none
        case "PENDING": .pending
        case "APPROVED": .approved
        case "REJECTED": .rejected
        default: .undefined(text)
        }
    }

    // MARK: Registration

    /// - Throws: `invalidSignUpUsername`, `invalidSignUpEmail` if the form has none, which no
    ///   server has to say; `invalidRequestFormat` for a date of birth that is no date.
    static func signUpItems(
        from form: SignUpForm, language: String, currency: String
    ) throws(ServiceProviderError) -> SportRadarAccountAPI.Items {
        guard let username = form.username else { throw .invalidSignUpUsername }
        guard let email = form.email else { throw .invalidSignUpEmail }
        return items([
            ("username", username), ("email", email), ("password", form.password),
            ("birthDate", try date(form.birthDate)), ("firstName", said(form.firstName)),
            ("lastName", said(form.lastName)), ("country", form.countryCode),
            (mobilePrefix, said(form.mobilePrefix)), (mobileNumber, said(form.mobile)),
            (self.language, language), ("currency", currency),
        ])
    }

    static func signUpResponse(from response: SportRadar.SignUpResponse) -> SignUpResponse {
        SignUpResponse(userID: response.partyId)
    }

    /// Whether what was asked about is in use.
    ///
    /// - Throws: `invalidResponse` if the answer does not say it.
    static func exists(
        from response: SportRadar.InformationResponse
    ) throws(ServiceProviderError) -> Bool {
        switch response.additionalInfo.elements.first(where: { $0.key == "exists" })?.value {
        case "true": return true
        case "false": return false
        default: throw .invalidResponse
        }
    }

    static func suggestions(from response: SportRadar.InformationResponse) -> [String] {
        response.additionalInfo.elements.filter { $0.key == "suggestion" }.map(\.value)
    }
}
