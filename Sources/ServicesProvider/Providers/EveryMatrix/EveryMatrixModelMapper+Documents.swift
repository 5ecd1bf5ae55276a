extension EveryMatrixModelMapper {
    static func documentTypes(from response: EveryMatrix.DocumentTypesResponse) -> [DocumentType] {
        response.documentTypes.elements.map {
            DocumentType(
                name: $0.documentType, needsMultipleFiles: $0.multipleFileRequired ?? false,
                needsExpiryDate: $0.expiryDateRequired ?? false)
        }
    }

    static func userDocuments(from response: EveryMatrix.UserDocumentsResponse) -> [UserDocument] {
        response.userDocuments.elements.map(userDocument)
    }

    static func userDocument(from document: EveryMatrix.UserDocument) -> UserDocument {
        UserDocument(
            id: document.id, type: document.documentType,
            status: verificationStatus(document.status),
            fileNames: (document.userDocumentFiles?.elements ?? []).map(\.fileName))
    }

    static func documentationData(
        from response: EveryMatrix.VerificationResponse
    ) -> DocumentationData {
        DocumentationData(
            status: verificationStatus(response.kycStatus), reason: response.reason,
            expiryDate: response.expiryDate)
    }

    static func verificationStatus(_ text: String) -> VerificationStatus {
        switch text.uppercased() {
        case "NONE": .none
        case "PENDING": .pending
        case "APPROVED": .approved
        case "REJECTED": .rejected
        default: .undefined(text)
        }
    }

    // MARK: Consents

    static func consents(from response: EveryMatrix.ConsentsResponse) -> [ConsentText] {
        response.consents.elements.map {
            ConsentText(
                id: $0.id, key: $0.key, versionID: $0.versionId, name: $0.name,
                isRequired: $0.required)
        }
    }

    static func userConsents(from response: EveryMatrix.UserConsentsResponse) -> [UserConsent] {
        response.userConsents.elements.map {
            UserConsent(versionID: $0.versionId, isGiven: $0.status.uppercased() == "CONSENTED")
        }
    }

    static func userConsentsRequest(
        given: [Int], withdrawn: [Int]
    ) -> EveryMatrix.UserConsentsRequest {
        EveryMatrix.UserConsentsRequest(
            consentedVersions: given, unConsentedVersions: withdrawn)
    }
}
