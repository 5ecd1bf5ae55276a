import Foundation

extension SportRadar {
    struct DocumentTypesResponse: Decodable, Sendable {
        struct DocumentType: Decodable, Sendable {
            let documentType: String
            let expiryDateRequired: Bool?
            let multipleFileRequired: Bool?
        }

        let documentTypes: LossyList<DocumentType>
    }

    struct UserDocumentsResponse: Decodable, Sendable {
        struct Document: Decodable, Sendable {
            struct File: Decodable, Sendable {
                let fileName: String
            }

            let documentType: String
            let fileName: String?
            let status: String
            let uploadDate: String?
            let userDocumentFiles: LossyList<File>?
        }

        let userDocuments: LossyList<Document>
    }

    struct ConsentText: Decodable, Sendable {
        let id: Int
        let key: String
        let name: String
        let consentVersionId: Int
        let isMandatory: Bool?
    }

    struct ConsentsResponse: Decodable, Sendable {
        let consents: LossyList<ConsentText>
    }

    struct UserConsentsResponse: Decodable, Sendable {
        struct Consent: Decodable, Sendable {
            let consent: ConsentText
            let consentStatus: String
        }

        let userConsents: LossyList<Consent>
    }
}
