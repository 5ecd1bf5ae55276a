extension EveryMatrix {
    struct DocumentTypesResponse: Decodable, Sendable {
        struct DocumentType: Decodable, Sendable {
            let documentType: String
            let multipleFileRequired: Bool?
            let expiryDateRequired: Bool?
        }

        let documentTypes: LossyList<DocumentType>
    }

    struct UserDocument: Decodable, Sendable {
        struct File: Decodable, Sendable {
            let fileName: String
        }

        let id: String
        let documentType: String
        let status: String
        let userDocumentFiles: LossyList<File>?
    }

    struct UserDocumentsResponse: Decodable, Sendable {
        let userDocuments: LossyList<UserDocument>
    }

    struct VerificationResponse: Decodable, Sendable {
        let kycStatus: String
        let reason: String?
        let expiryDate: String?
    }

    struct ConsentsResponse: Decodable, Sendable {
        struct Consent: Decodable, Sendable {
            let id: Int
            let key: String
            let versionId: Int
            let name: String
            let required: Bool
        }

        let consents: LossyList<Consent>
    }

    struct UserConsentsResponse: Decodable, Sendable {
        struct UserConsent: Decodable, Sendable {
            let versionId: Int
            let status: String
        }

        let userConsents: LossyList<UserConsent>
    }

    struct UserConsentsRequest: Encodable, Sendable {
        let consentedVersions: [Int]
        let unConsentedVersions: [Int]
    }
}
