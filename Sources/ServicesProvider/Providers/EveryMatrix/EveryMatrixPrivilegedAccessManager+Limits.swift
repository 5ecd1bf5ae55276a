import Foundation

// Limits, documents and consents.
extension EveryMatrixPrivilegedAccessManager {
    func getUserLimits() async throws(ServiceProviderError) -> [UserLimit] {
        let response: EveryMatrix.LimitsResponse = try await requestOfUser {
            .getLimits(userId: $0)
        }
        return EveryMatrixModelMapper.userLimits(from: response)
    }

    func setUserLimit(
        _ subject: LimitKind.Subject, _ period: LimitKind.Period, amount: Decimal
    ) async throws(ServiceProviderError) -> UserLimit {
        let request = EveryMatrixModelMapper.monetaryLimit(
            subject, period, amount, currency: profile.latest?.currency ?? configuration.currency)
        return try Self.one(try await requestOfUser { .setLimit(userId: $0, request) })
    }

    func updateUserLimit(
        _ limit: UserLimit, amount: Decimal, skipCoolOff: Bool
    ) async throws(ServiceProviderError) -> UserLimit {
        guard let subject = limit.kind.subject, let period = limit.kind.period else {
            throw .invalidRequestFormat
        }
        let request = EveryMatrixModelMapper.monetaryLimit(
            subject, period, amount, currency: limit.currency)
        return try Self.one(
            try await requestOfUser {
                .updateLimit(
                    userId: $0, limitId: limit.id, request, skipCoolOff: skipCoolOff)
            })
    }

    func deleteUserLimit(
        _ limit: UserLimit, skipCoolOff: Bool
    ) async throws(ServiceProviderError) {
        try await requestOfUser {
            .deleteLimit(userId: $0, limitId: limit.id, skipCoolOff: skipCoolOff)
        }
    }

    private static func one(
        _ response: EveryMatrix.LimitsResponse
    ) throws(ServiceProviderError) -> UserLimit {
        guard let limit = EveryMatrixModelMapper.userLimits(from: response).first else {
            throw .invalidResponse
        }
        return limit
    }

    func setTimeOut(
        _ period: TimeOutPeriod, reason: String
    ) async throws(ServiceProviderError) {
        let request = EveryMatrixModelMapper.timeOut(period, reason: reason)
        try await requestOfUser { .limitSession(userId: $0, request) }
    }

    func setSelfExclusion(
        until date: Date, reason: String
    ) async throws(ServiceProviderError) {
        let request = EveryMatrixModelMapper.selfExclusion(until: date, reason: reason)
        try await requestOfUser { .limitSession(userId: $0, request) }
    }

    // MARK: Documents

    func getDocumentTypes() async throws(ServiceProviderError) -> [DocumentType] {
        let response: EveryMatrix.DocumentTypesResponse = try await network.request(
            try endpoint(.getDocumentTypes))
        return EveryMatrixModelMapper.documentTypes(from: response)
    }

    func getUserDocuments() async throws(ServiceProviderError) -> [UserDocument] {
        let response: EveryMatrix.UserDocumentsResponse = try await requestOfUser {
            .getDocuments(userId: $0)
        }
        return EveryMatrixModelMapper.userDocuments(from: response)
    }

    func uploadUserDocument(
        documentType: String, file: [UInt8], fileName: String
    ) async throws(ServiceProviderError) -> UserDocument {
        try await uploadMultipleUserDocuments(
            documentType: documentType,
            files: [DocumentUpload(fileName: fileName, content: file)])
    }

    func uploadMultipleUserDocuments(
        documentType: String, files: [DocumentUpload]
    ) async throws(ServiceProviderError) -> UserDocument {
        var form = MultipartBody(boundary: "form-\(UUID().uuidString)")
        form.add("documentType", documentType)
        for file in files { form.add("file", fileName: file.fileName, file.content) }
        let body = form
        let document: EveryMatrix.UserDocument = try await requestOfUser {
            .uploadDocument(userId: $0, body)
        }
        return EveryMatrixModelMapper.userDocument(from: document)
    }

    func checkDocumentationData() async throws(ServiceProviderError) -> DocumentationData {
        let response: EveryMatrix.VerificationResponse = try await requestOfUser {
            .getVerification(userId: $0)
        }
        return EveryMatrixModelMapper.documentationData(from: response)
    }

    // MARK: Consents

    func getAllConsents() async throws(ServiceProviderError) -> [ConsentText] {
        let response: EveryMatrix.ConsentsResponse = try await network.request(
            try endpoint(.getConsents))
        return EveryMatrixModelMapper.consents(from: response)
    }

    func getUserConsents() async throws(ServiceProviderError) -> [UserConsent] {
        let response: EveryMatrix.UserConsentsResponse = try await requestOfUser {
            .getUserConsents(userId: $0)
        }
        return EveryMatrixModelMapper.userConsents(from: response)
    }

    func setUserConsents(
        consentVersionIds: [Int], unconsentVersionIds: [Int]
    ) async throws(ServiceProviderError) -> [UserConsent] {
        let request = EveryMatrixModelMapper.userConsentsRequest(
            given: consentVersionIds, withdrawn: unconsentVersionIds)
        let response: EveryMatrix.UserConsentsResponse = try await requestOfUser {
            .setUserConsents(userId: $0, request)
        }
        return EveryMatrixModelMapper.userConsents(from: response)
    }
}
