import Foundation

/// Maps what EveryMatrix' servers send to domain models, and what apps ask for to what the
/// servers take.
enum EveryMatrixModelMapper {
    static func userProfile(from details: EveryMatrix.PlayerDetails) -> UserProfile {
        UserProfile(
            userID: details.id.text, username: details.userName, currency: details.currency,
            email: details.email, firstName: details.firstName, lastName: details.lastName,
            birthDate: details.birthDate, countryCode: details.countryCode,
            mobilePhonePrefix: details.mobilePhonePrefix, mobilePhone: details.mobilePhone,
            language: details.language, isEmailVerified: details.isEmailVerified,
            status: details.activeStatus)
    }

    static func playerDetailsChange(from form: ProfileForm) -> EveryMatrix.PlayerDetailsChange {
        EveryMatrix.PlayerDetailsChange(
            email: form.email, firstName: form.firstName, lastName: form.lastName,
            birthDate: form.birthDate, countryCode: form.countryCode,
            mobilePhonePrefix: form.mobilePhonePrefix, mobilePhone: form.mobilePhone,
            language: form.language)
    }

    // MARK: Registration

    static func registrationConfig(
        from response: EveryMatrix.RegistrationConfigResponse
    ) -> RegistrationConfig {
        RegistrationConfig(
            registrationID: response.content.registrationID, step: response.content.step,
            fields: response.content.fields.elements.map {
                RegistrationConfig.Field(
                    name: $0.name, isMandatory: $0.mandatory ?? false,
                    pattern: $0.validate?.type == "regex" ? $0.validate?.custom : nil)
            })
    }

    static func registrationStep(
        from form: SignUpForm, registrationID: String, step: String
    ) -> EveryMatrix.RegistrationStepRequest {
        EveryMatrix.RegistrationStepRequest(
            Step: step, RegistrationId: registrationID,
            RegisterUserDto: EveryMatrix.RegistrationStepRequest.RegisterUser(
                Mobile: form.mobile, MobilePrefix: form.mobilePrefix, Password: form.password,
                TermsAndConditions: form.acceptsTerms, FirstnameOnDocument: form.firstName,
                LastNameOnDocument: form.lastName, BirthDate: form.birthDate))
    }

    static func signUpResponse(from response: EveryMatrix.RegisterResponse) -> SignUpResponse {
        SignUpResponse(userID: response.userId.text)
    }

    // MARK: Limits

    /// `Deposit`, `Wagering` or `Loss`.
    static func limitSubject(_ text: String) -> LimitKind.Subject? {
        LimitKind.Subject(rawValue: text.lowercased())
    }

    /// `Daily`, `Weekly` or `Monthly`.
    static func limitPeriod(_ text: String) -> LimitKind.Period? {
        LimitKind.Period(rawValue: text.lowercased())
    }

    static func userLimits(from response: EveryMatrix.LimitsResponse) -> [UserLimit] {
        response.limits.map { limit in
            UserLimit(
                id: limit.id,
                kind: LimitKind(
                    subject: limitSubject(limit.type), period: limitPeriod(limit.period)),
                amount: limit.amount, currency: limit.currency,
                schedules: (limit.schedules?.elements ?? []).map {
                    UserLimit.Schedule(
                        amount: $0.amount, effectiveDate: $0.effectiveDate.flatMap(WireTime.date))
                })
        }
    }

    static func monetaryLimit(
        _ subject: LimitKind.Subject, _ period: LimitKind.Period, _ amount: Decimal,
        currency: String
    ) -> EveryMatrix.MonetaryLimitRequest {
        EveryMatrix.MonetaryLimitRequest(
            amount: amount, currency: currency, period: period.rawValue.capitalized,
            type: subject.rawValue.capitalized, products: ["Sports"], walletTypes: ["Real"])
    }

    static func timeOut(_ period: TimeOutPeriod, reason: String) -> EveryMatrix.SessionLimitRequest
    {
        let name =
            switch period {
            case .day: "CoolOffFor24Hours"
            case .week: "CoolOffFor7Days"
            case .month: "CoolOffFor30Days"
            }
        return EveryMatrix.SessionLimitRequest(
            coolOff: EveryMatrix.SessionLimitRequest.CoolOff(
                period: name, coolOffReason: reason, coolOffDescription: "",
                unsatisfiedReason: "", unsatisfiedDescription: "", sendNotificationEmail: false),
            selfExclusion: nil)
    }

    static func selfExclusion(
        until date: Date, reason: String
    ) -> EveryMatrix.SessionLimitRequest {
        EveryMatrix.SessionLimitRequest(
            coolOff: nil,
            selfExclusion: EveryMatrix.SessionLimitRequest.SelfExclusion(
                period: "SelfExclusionUntilSelectedDate", selfExclusionReason: reason,
                expiryDate: WireTime.text(date), sendNotificationEmail: false))
    }
}
