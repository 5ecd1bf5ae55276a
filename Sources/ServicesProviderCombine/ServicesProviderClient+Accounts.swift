#if canImport(Combine)
    public import Combine
#else
    public import OpenCombine
#endif
public import Foundation
public import OddsClient
public import ServicesProvider

// Accounts as publishers. Each one calls, or subscribes, at each subscription.
extension ServicesProviderClient {
    /// The states of the connection of accounts: the current one first.
    public var privilegedAccessManagerConnectionStatePublisher: AnyPublisher<ConnectorState, Never>
    {
        let states = privilegedAccessManagerConnectionStates
        return SequencePublisher { states }.eraseToAnyPublisher()
    }

    /// Whether a player is logged in: the current state first.
    public var userSessionStatePublisher: AnyPublisher<UserSessionState, ServiceProviderError> {
        following { () throws(ServiceProviderError) in try self.userSessionStates }
    }

    /// The profile of the player who is logged in: the current one first.
    public var userProfilePublisher: AnyPublisher<UserProfile?, ServiceProviderError> {
        following { () throws(ServiceProviderError) in try self.userProfiles }
    }

    // MARK: Session

    /// As `login(username:password:)`.
    public func loginPublisher(
        username: String, password: String
    ) -> AnyPublisher<UserProfile, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.login(username: username, password: password)
        }
    }

    /// As `logout()`.
    public func logoutPublisher() -> AnyPublisher<Void, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.logout()
        }
    }

    // MARK: User management

    /// As `getUserProfile(withKycExpire:)`.
    public func getUserProfilePublisher(
        withKycExpire kycExpire: Bool
    ) -> AnyPublisher<UserProfile, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getUserProfile(withKycExpire: kycExpire)
        }
    }

    /// As `updateUserProfile(form:)`.
    public func updateUserProfilePublisher(
        form: ProfileForm
    ) -> AnyPublisher<UserProfile, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.updateUserProfile(form: form)
        }
    }

    /// As `signUp(with:)`.
    public func signUpPublisher(
        with form: SignUpForm
    ) -> AnyPublisher<SignUpResponse, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.signUp(with: form)
        }
    }

    /// As `getRegistrationConfig()`.
    public func getRegistrationConfigPublisher()
        -> AnyPublisher<RegistrationConfig, ServiceProviderError>
    {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getRegistrationConfig()
        }
    }

    /// As `checkEmailRegistered(_:)`.
    public func checkEmailRegisteredPublisher(
        _ email: String
    ) -> AnyPublisher<Bool, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.checkEmailRegistered(email)
        }
    }

    /// As `validateUsername(_:)`.
    public func validateUsernamePublisher(
        _ username: String
    ) -> AnyPublisher<Bool, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.validateUsername(username)
        }
    }

    /// As `forgotPassword(mobilePrefix:mobile:)`.
    public func forgotPasswordPublisher(
        mobilePrefix: String, mobile: String
    ) -> AnyPublisher<String, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.forgotPassword(mobilePrefix: mobilePrefix, mobile: mobile)
        }
    }

    /// As `validateResetCode(token:code:)`.
    public func validateResetCodePublisher(
        token: String, code: String
    ) -> AnyPublisher<String, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.validateResetCode(token: token, code: code)
        }
    }

    /// As `resetPassword(key:newPassword:)`.
    public func resetPasswordPublisher(
        key: String, newPassword: String
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.resetPassword(key: key, newPassword: newPassword)
        }
    }

    /// As `updatePassword(oldPassword:newPassword:)`.
    public func updatePasswordPublisher(
        oldPassword: String, newPassword: String
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.updatePassword(oldPassword: oldPassword, newPassword: newPassword)
        }
    }

    // MARK: Payment

    /// As `getUserBalance()`.
    public func getUserBalancePublisher() -> AnyPublisher<UserWallet, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getUserBalance()
        }
    }

    /// As `subscribeUserWallet()`.
    public func subscribeUserWalletPublisher()
        -> AnyPublisher<SubscribableContent<UserWallet>, ServiceProviderError>
    {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeUserWallet()
        }
    }

    /// As `getBankingWebView(parameters:)`.
    public func getBankingWebViewPublisher(
        parameters: CashierParameters
    ) -> AnyPublisher<CashierWebView, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getBankingWebView(parameters: parameters)
        }
    }

    /// As `getPaymentStatus(transactionId:)`.
    public func getPaymentStatusPublisher(
        transactionId: String
    ) -> AnyPublisher<PaymentStatusResponse, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getPaymentStatus(transactionId: transactionId)
        }
    }

    /// As `paymentStatusUpdates(transactionId:)`.
    public func paymentStatusUpdatesPublisher(
        transactionId: String
    ) -> AnyPublisher<PaymentStatusResponse, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.paymentStatusUpdates(transactionId: transactionId)
        }
    }

    /// As `getBankingTransactionsHistory(_:)`.
    public func getBankingTransactionsHistoryPublisher(
        _ query: TransactionsQuery
    ) -> AnyPublisher<TransactionsPage<BankingTransaction>, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getBankingTransactionsHistory(query)
        }
    }

    /// As `getWageringTransactionsHistory(_:)`.
    public func getWageringTransactionsHistoryPublisher(
        _ query: TransactionsQuery
    ) -> AnyPublisher<TransactionsPage<WageringTransaction>, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getWageringTransactionsHistory(query)
        }
    }

    // MARK: Limits

    /// As `getUserLimits()`.
    public func getUserLimitsPublisher() -> AnyPublisher<[UserLimit], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getUserLimits()
        }
    }

    /// As `setUserLimit(_:_:amount:)`.
    public func setUserLimitPublisher(
        _ subject: LimitKind.Subject, _ period: LimitKind.Period, amount: Decimal
    ) -> AnyPublisher<UserLimit, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.setUserLimit(subject, period, amount: amount)
        }
    }

    /// As `updateUserLimit(_:amount:skipCoolOff:)`.
    public func updateUserLimitPublisher(
        _ limit: UserLimit, amount: Decimal, skipCoolOff: Bool
    ) -> AnyPublisher<UserLimit, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.updateUserLimit(limit, amount: amount, skipCoolOff: skipCoolOff)
        }
    }

    /// As `deleteUserLimit(_:skipCoolOff:)`.
    public func deleteUserLimitPublisher(
        _ limit: UserLimit, skipCoolOff: Bool
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.deleteUserLimit(limit, skipCoolOff: skipCoolOff)
        }
    }

    /// As `setTimeOut(_:reason:)`.
    public func setTimeOutPublisher(
        _ period: TimeOutPeriod, reason: String
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.setTimeOut(period, reason: reason)
        }
    }

    /// As `setSelfExclusion(until:reason:)`.
    public func setSelfExclusionPublisher(
        until date: Date, reason: String
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.setSelfExclusion(until: date, reason: reason)
        }
    }

    // MARK: Document verification

    /// As `getDocumentTypes()`.
    public func getDocumentTypesPublisher() -> AnyPublisher<[DocumentType], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getDocumentTypes()
        }
    }

    /// As `getUserDocuments()`.
    public func getUserDocumentsPublisher() -> AnyPublisher<[UserDocument], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getUserDocuments()
        }
    }

    /// As `uploadUserDocument(documentType:file:fileName:)`.
    public func uploadUserDocumentPublisher(
        documentType: String, file: [UInt8], fileName: String
    ) -> AnyPublisher<UserDocument, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.uploadUserDocument(
                documentType: documentType, file: file, fileName: fileName)
        }
    }

    /// As `uploadMultipleUserDocuments(documentType:files:)`.
    public func uploadMultipleUserDocumentsPublisher(
        documentType: String, files: [DocumentUpload]
    ) -> AnyPublisher<UserDocument, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.uploadMultipleUserDocuments(documentType: documentType, files: files)
        }
    }

    /// As `checkDocumentationData()`.
    public func checkDocumentationDataPublisher()
        -> AnyPublisher<DocumentationData, ServiceProviderError>
    {
        oneShot { () async throws(ServiceProviderError) in
            try await self.checkDocumentationData()
        }
    }

    // MARK: Consent

    /// As `getAllConsents()`.
    public func getAllConsentsPublisher() -> AnyPublisher<[ConsentText], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getAllConsents()
        }
    }

    /// As `getUserConsents()`.
    public func getUserConsentsPublisher() -> AnyPublisher<[UserConsent], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getUserConsents()
        }
    }

    /// As `setUserConsents(consentVersionIds:unconsentVersionIds:)`.
    public func setUserConsentsPublisher(
        consentVersionIds: [Int], unconsentVersionIds: [Int]
    ) -> AnyPublisher<[UserConsent], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.setUserConsents(
                consentVersionIds: consentVersionIds, unconsentVersionIds: unconsentVersionIds)
        }
    }
}
