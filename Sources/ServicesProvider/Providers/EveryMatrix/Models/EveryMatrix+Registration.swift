extension EveryMatrix {
    struct RegistrationConfigResponse: Decodable, Sendable {
        struct Content: Decodable, Sendable {
            let step: String
            let registrationID: String
            let fields: LossyList<Field>
        }

        struct Field: Decodable, Sendable {
            struct Validation: Decodable, Sendable {
                let type: String?
                let custom: String?
            }

            let name: String
            let mandatory: Bool?
            let validate: Validation?
        }

        let type: String?
        let content: Content
    }

    struct RegistrationStepRequest: Encodable, Sendable {
        struct RegisterUser: Encodable, Sendable {
            let Mobile: String
            let MobilePrefix: String
            let Password: String
            let TermsAndConditions: Bool
            let FirstnameOnDocument: String
            let LastNameOnDocument: String
            let BirthDate: String
        }

        let Step: String
        let RegistrationId: String
        let RegisterUserDto: RegisterUser
    }

    struct RegistrationStepResponse: Decodable, Sendable {
        let registrationId: String
    }

    struct RegisterRequest: Encodable, Sendable {
        let registrationId: String
    }

    struct RegisterResponse: Decodable, Sendable {
        let userId: FlexibleID
    }

    struct PasswordResetResponse: Decodable, Sendable {
        let tokenId: String
    }

    struct PasswordCodeResponse: Decodable, Sendable {
        let hashKey: String
    }

    struct NewPasswordRequest: Encodable, Sendable {
        let hashKey: String
        let plainTextPassword: String
        let isUserHash: Bool
    }
}
