import Foundation

// Limits, documents and consents.
extension SportRadarPrivilegedAccessManager {
    private typealias LimitName = SportRadarModelMapper.LimitName

    func getUserLimits() async throws(ServiceProviderError) -> [UserLimit] {
        let deposits: SportRadar.DepositLimitsResponse = try await requestOfUser(
            .getPersonalDepositLimits)
        let wagers: SportRadar.WagerLimitsResponse = try await requestOfUser(.getLimits)
        var limits =
            SportRadarModelMapper.depositLimits(from: deposits)
            + SportRadarModelMapper.wagerLimits(from: wagers)
        // Those that the two answers do not have.
        for name in LimitName.all where name.subject != .deposit && name.period != .weekly {
            if let limit = try await limit(name) { limits.append(limit) }
        }
        return limits
    }

    private func limit(_ name: LimitName) async throws(ServiceProviderError) -> UserLimit? {
        SportRadarModelMapper.gamingLimit(
            from: try await requestOfUser(
                .getResponsibleGamingLimit(type: name.type, period: name.periodType)), name)
    }

    func setUserLimit(
        _ subject: LimitKind.Subject, _ period: LimitKind.Period, amount: Decimal
    ) async throws(ServiceProviderError) -> UserLimit {
        let name = LimitName(subject: subject, period: period)
        let amount = try SportRadarModelMapper.amount(amount)
        // The server would change the one that there is.
        guard try await limit(name) == nil else {
            throw .conflict(key: "409", message: "there is a limit \(name.id)")
        }
        return try await put(name, amount)
    }

    func updateUserLimit(
        _ limit: UserLimit, amount: Decimal, skipCoolOff: Bool
    ) async throws(ServiceProviderError) -> UserLimit {
        guard let subject = limit.kind.subject, let period = limit.kind.period else {
            throw .invalidRequestFormat
        }
        return try await put(
            LimitName(subject: subject, period: period),
            try SportRadarModelMapper.amount(amount))
    }

    private func put(
        _ name: LimitName, _ amount: String
    ) async throws(ServiceProviderError) -> UserLimit {
        let limits: [UserLimit] =
            switch (name.subject, name.period) {
            case (.deposit, .weekly):
                SportRadarModelMapper.depositLimits(
                    from: try await requestOfUser(.setPersonalDepositLimits(weekly: amount)))
            case (.wagering, .weekly):
                SportRadarModelMapper.wagerLimits(
                    from: try await requestOfUser(.updateWagerLimit(limit: amount)))
            default:
                [
                    SportRadarModelMapper.gamingLimit(
                        from: try await requestOfUser(
                            .updateResponsibleGamingLimit(
                                type: name.type, period: name.periodType, limit: amount)), name)
                ].compactMap(\.self)
            }
        guard let limit = limits.first(where: { $0.id == name.id }) else {
            throw .invalidResponse
        }
        return limit
    }

    func deleteUserLimit(
        _ limit: UserLimit, skipCoolOff: Bool
    ) async throws(ServiceProviderError) {
        throw .notSupportedForProvider
    }

    /// The server takes no reason.
    func setTimeOut(
        _ period: TimeOutPeriod, reason: String
    ) async throws(ServiceProviderError) {
        try await performOfUser(.lockPlayer(SportRadarModelMapper.lockItems(from: period)))
    }

    /// In whole days, rounded up; for good until `Date.distantFuture`. The server takes no
    /// reason.
    func setSelfExclusion(
        until date: Date, reason: String
    ) async throws(ServiceProviderError) {
        try await performOfUser(
            .lockPlayer(try SportRadarModelMapper.lockItems(until: date, now: Date())))
    }

    // MARK: Documents

    func getDocumentTypes() async throws(ServiceProviderError) -> [DocumentType] {
        SportRadarModelMapper.documentTypes(from: try await requestOfUser(.getDocumentTypes))
    }

    func getUserDocuments() async throws(ServiceProviderError) -> [UserDocument] {
        SportRadarModelMapper.userDocuments(from: try await requestOfUser(.getUserDocuments))
    }

    func uploadUserDocument(
        documentType: String, file: [UInt8], fileName: String
    ) async throws(ServiceProviderError) -> UserDocument {
        try await upload(
            documentType, [DocumentUpload(fileName: fileName, content: file)],
            hasSeveralFiles: false)
    }

    func uploadMultipleUserDocuments(
        documentType: String, files: [DocumentUpload]
    ) async throws(ServiceProviderError) -> UserDocument {
        try await upload(documentType, files, hasSeveralFiles: true)
    }

    private func upload(
        _ type: String, _ files: [DocumentUpload], hasSeveralFiles: Bool
    ) async throws(ServiceProviderError) -> UserDocument {
        var form = Self.form()
        form.add("documentType", type)
        for file in files { form.add("file", fileName: file.fileName, file.content) }
        try await performOfUser(.uploadDocument(form, hasSeveralFiles: hasSeveralFiles))
        // The answer does not have the document. The newest one is the last.
        let names = files.map(\.fileName)
        let document = try await getUserDocuments().last {
            $0.type == type && $0.fileNames == names
        }
        guard let document else { throw .invalidResponse }
        return document
    }

    func checkDocumentationData() async throws(ServiceProviderError) -> DocumentationData {
        SportRadarModelMapper.documentationData(from: try await requestOfUser(.getPlayerInfo))
    }

    // MARK: Consents

    func getAllConsents() async throws(ServiceProviderError) -> [ConsentText] {
        SportRadarModelMapper.consents(from: try await request(.getConsents))
    }

    func getUserConsents() async throws(ServiceProviderError) -> [UserConsent] {
        SportRadarModelMapper.userConsents(from: try await requestOfUser(.getUserConsents))
    }

    func setUserConsents(
        consentVersionIds: [Int], unconsentVersionIds: [Int]
    ) async throws(ServiceProviderError) -> [UserConsent] {
        SportRadarModelMapper.userConsents(
            from: try await requestOfUser(
                .saveUserConsents(given: consentVersionIds, withdrawn: unconsentVersionIds)))
    }
}
