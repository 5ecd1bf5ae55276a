import Foundation

extension SportRadar {
    /// What each answer of accounts has, beside what was asked for.
    struct AccountStatus: Decodable, Sendable {
        struct FieldError: Decodable, Sendable {
            let field: String
            let error: String
        }

        struct Limit: Decodable, Sendable {
            let type: String?
            let period: String?
        }

        let status: String?
        let message: String?
        let errors: LossyList<FieldError>?
        let lockUntilDateFormatted: String?
        let sessionBlockers: [String]?
        let limit: Lenient<Limit>?
    }

    /// What stands under a name that other answers have for something else.
    struct Lenient<Value: Decodable & Sendable>: Decodable, Sendable {
        let value: Value?

        init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
    }

    struct LoginResponse: Decodable, Sendable {
        let partyId: String
        let sessionKey: String
    }

    struct GameSessionResponse: Decodable, Sendable {
        let launchToken: String
    }

    struct PlayerInfoResponse: Decodable, Sendable {
        let partyId: String
        let userId: String
        let email: String?
        let firstName: String?
        let lastName: String?
        let birthDateFormatted: String?
        let currency: String
        let country: String?
        let kycStatus: String?
        let emailVerificationStatus: String?
        let lockedStatus: String?
        let extraInfo: LossyList<Pair>?
    }

    /// A fact of a list of facts.
    struct Pair: Decodable, Sendable {
        let key: String
        let value: String
    }

    struct InformationResponse: Decodable, Sendable {
        let additionalInfo: LossyList<Pair>
    }

    struct SignUpResponse: Decodable, Sendable {
        let partyId: String
    }
}
