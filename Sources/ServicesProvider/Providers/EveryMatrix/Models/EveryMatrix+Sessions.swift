import Foundation

extension EveryMatrix {
    struct LoginRequest: Encodable, Sendable {
        let username: String
        let password: String
    }

    struct LoginResponse: Decodable, Sendable {
        let sessionId: String
        let userId: FlexibleID
        let sessionBlockers: [String]?
        let hasToAcceptTC: Bool?
        let hasToSetPass: Bool?
    }

    struct PlayerDetails: Decodable, Sendable {
        let id: FlexibleID
        let userName: String
        let currency: String
        let email: String?
        let firstName: String?
        let lastName: String?
        let birthDate: String?
        let countryCode: String?
        let mobilePhonePrefix: String?
        let mobilePhone: String?
        let language: String?
        let isEmailVerified: Bool?
        let activeStatus: String?
    }

    struct PlayerDetailsChange: Encodable, Sendable {
        let email: String?
        let firstName: String?
        let lastName: String?
        let birthDate: String?
        let countryCode: String?
        let mobilePhonePrefix: String?
        let mobilePhone: String?
        let language: String?
    }

    /// A number that some answers have as an integer and others as text.
    struct FlexibleID: Decodable, Sendable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int64.self) {
                text = String(number)
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}
