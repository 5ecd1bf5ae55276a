import Foundation

// Limits, documents and consents.
extension SportRadarModelMapper {
    /// The name of a limit: its type and its period. There is one of each.
    struct LimitName: Hashable, Sendable {
        let subject: LimitKind.Subject
        let period: LimitKind.Period

        /// All names.
        static let all = LimitKind.Subject.allCases.flatMap { subject in
            LimitKind.Period.allCases.map { LimitName(subject: subject, period: $0) }
        }

        init(subject: LimitKind.Subject, period: LimitKind.Period) {
            self.subject = subject
            self.period = period
        }

        var type: String {
            switch subject {
            case .deposit: "DEPOSIT_LIMIT"
            case .wagering: "WAGER_LIMIT"
            case .loss: "LOSS_LIMIT"
            }
        }

        var periodType: String { period.rawValue.uppercased() }
        var id: String { "\(type)/\(periodType)" }
        var kind: LimitKind { LimitKind(subject: subject, period: period) }
    }

    /// The limits of deposits.
    static func depositLimits(from response: SportRadar.DepositLimitsResponse) -> [UserLimit] {
        let amounts: [(LimitKind.Period, SportRadar.Amount?)] = [
            (.daily, response.dailyLimit), (.weekly, response.weeklyLimit),
            (.monthly, response.monthlyLimit),
        ]
        return amounts.compactMap { period, amount in
            let isPending = period == .weekly && response.hasPendingWeeklyLimit == "true"
            return limit(
                LimitName(subject: .deposit, period: period), amount, response.currency,
                isPending
                    ? SportRadar.PendingLimit(
                        effectiveDate: response.pendingWeeklyLimitEffectiveDate,
                        limit: response.pendingWeeklyLimit) : nil)
        }
    }

    /// The weekly limits of stakes and losses.
    static func wagerLimits(from response: SportRadar.WagerLimitsResponse) -> [UserLimit] {
        [
            limit(
                LimitName(subject: .wagering, period: .weekly), response.wagerLimit,
                response.currency, response.pendingWagerLimit),
            limit(
                LimitName(subject: .loss, period: .weekly), response.lossLimit,
                response.currency, nil),
        ].compactMap(\.self)
    }

    /// One limit; `nil` if it is not set.
    static func gamingLimit(
        from response: SportRadar.GamingLimitResponse, _ name: LimitName
    ) -> UserLimit? {
        limit(name, response.limit, response.currency, response.pendingLimit)
    }

    private static func limit(
        _ name: LimitName, _ amount: SportRadar.Amount?, _ currency: String,
        _ pending: SportRadar.PendingLimit?
    ) -> UserLimit? {
        guard let amount else { return nil }
        return UserLimit(
            id: name.id, kind: name.kind, amount: amount.value, currency: currency,
            schedules: pending.map {
                [
                    UserLimit.Schedule(
                        amount: $0.limit?.value,
                        effectiveDate: $0.effectiveDate.flatMap(SportRadarTime.date))
                ]
            } ?? [])
    }

    /// The limit that a refusal names: `Deposit`, `Daily`.
    static func limitKind(from limit: SportRadar.AccountStatus.Limit?) -> LimitKind {
        LimitKind(
            subject: limit?.type.flatMap { LimitKind.Subject(rawValue: $0.lowercased()) },
            period: limit?.period.flatMap { LimitKind.Period(rawValue: $0.lowercased()) })
    }

    static func lockItems(from period: TimeOutPeriod) -> SportRadarAccountAPI.Items {
        let unit =
            switch period {
            case .day: "DAY"
            case .week: "WEEK"
            case .month: "MONTH"
            }
        return lock(unit, 1)
    }

    /// - Throws: `invalidRequestFormat` for a date that is not to come.
    static func lockItems(
        until date: Date, now: Date
    ) throws(ServiceProviderError) -> SportRadarAccountAPI.Items {
        guard date > now else { throw .invalidRequestFormat }
        guard date < .distantFuture else { return lock("YEAR", 1, isPermanent: true) }
        let secondsADay = 24.0 * 60 * 60
        return lock("DAY", Int((date.timeIntervalSince(now) / secondsADay).rounded(.up)))
    }

    private static func lock(
        _ unit: String, _ count: Int, isPermanent: Bool = false
    ) -> SportRadarAccountAPI.Items {
        [
            ("lockType", "TIMEOUT"), ("isPermanent", "\(isPermanent)"),
            ("lockPeriodUnit", unit), ("lockPeriod", "\(count)"),
        ]
    }

    // MARK: Documents

    static func documentTypes(from response: SportRadar.DocumentTypesResponse) -> [DocumentType] {
        response.documentTypes.elements.map {
            DocumentType(
                name: $0.documentType, needsMultipleFiles: $0.multipleFileRequired ?? false,
                needsExpiryDate: $0.expiryDateRequired ?? false)
        }
    }

    static func userDocuments(from response: SportRadar.UserDocumentsResponse) -> [UserDocument] {
        response.userDocuments.elements.enumerated().map { index, document in
            let files = document.userDocumentFiles?.elements.map(\.fileName) ?? []
            return UserDocument(
                // The server has no ids of documents. It adds new ones at the end.
                id: "\(document.documentType)-\(index)", type: document.documentType,
                status: verificationStatus(document.status),
                fileNames: files.isEmpty ? document.fileName.map { [$0] } ?? [] : files)
        }
    }

    // MARK: Consents

    static func consents(from response: SportRadar.ConsentsResponse) -> [ConsentText] {
        response.consents.elements.map {
            ConsentText(
                id: $0.id, key: $0.key, versionID: $0.consentVersionId, name: $0.name,
                isRequired: $0.isMandatory ?? false)
        }
    }

    static func userConsents(from response: SportRadar.UserConsentsResponse) -> [UserConsent] {
        response.userConsents.elements.map {
            UserConsent(
                versionID: $0.consent.consentVersionId,
                isGiven: $0.consentStatus.uppercased() == "CONSENTED")
        }
    }
}
