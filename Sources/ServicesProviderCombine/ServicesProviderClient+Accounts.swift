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
        oneShot(login, username, password)
    }

    /// As `logout()`.
    public func logoutPublisher() -> AnyPublisher<Void, ServiceProviderError> {
        oneShot(logout)
    }

    // MARK: User management

    /// As `getUserProfile(withKycExpire:)`.
    public func getUserProfilePublisher(
        withKycExpire kycExpire: Bool
    ) -> AnyPublisher<UserProfile, ServiceProviderError> {
        oneShot(getUserProfile, kycExpire)
    }

    /// As `getUserProfile(withKycExpire:)` with a text.
    public func getUserProfilePublisher(
        withKycExpire kycExpire: String?
    ) -> AnyPublisher<UserProfile, ServiceProviderError> {
        oneShot(getUserProfile, kycExpire)
    }

    /// As `updateUserProfile(form:)`.
    public func updateUserProfilePublisher(
        form: ProfileForm
    ) -> AnyPublisher<UserProfile, ServiceProviderError> {
        oneShot(updateUserProfile, form)
    }

    /// As `signUp(with:)`.
    public func signUpPublisher(
        with form: SignUpForm
    ) -> AnyPublisher<SignUpResponse, ServiceProviderError> {
        oneShot(signUp, form)
    }

    /// As `quickSignUp(with:)`.
    public func quickSignUpPublisher(
        with form: SignUpForm
    ) -> AnyPublisher<SignUpResponse, ServiceProviderError> {
        oneShot(quickSignUp, form)
    }

    /// As `confirmSignUp(email:code:)`.
    public func confirmSignUpPublisher(
        email: String, code: String
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot(confirmSignUp, email, code)
    }

    /// As `resendVerificationCode(email:)`.
    public func resendVerificationCodePublisher(
        email: String
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot(resendVerificationCode, email)
    }

    /// As `getRegistrationConfig()`.
    public func getRegistrationConfigPublisher()
        -> AnyPublisher<RegistrationConfig, ServiceProviderError>
    {
        oneShot(getRegistrationConfig)
    }

    /// As `checkEmailRegistered(_:)`.
    public func checkEmailRegisteredPublisher(
        _ email: String
    ) -> AnyPublisher<Bool, ServiceProviderError> {
        oneShot(checkEmailRegistered, email)
    }

    /// As `validateUsername(_:)`.
    public func validateUsernamePublisher(
        _ username: String
    ) -> AnyPublisher<Bool, ServiceProviderError> {
        oneShot(validateUsername, username)
    }

    /// As `getUsernameSuggestions(_:)`.
    public func getUsernameSuggestionsPublisher(
        _ username: String
    ) -> AnyPublisher<[String], ServiceProviderError> {
        oneShot(getUsernameSuggestions, username)
    }

    /// As `forgotPassword(email:)`.
    public func forgotPasswordPublisher(email: String) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot(forgotPassword(email:), email)
    }

    /// As `forgotPassword(mobilePrefix:mobile:)`.
    public func forgotPasswordPublisher(
        mobilePrefix: String, mobile: String
    ) -> AnyPublisher<String, ServiceProviderError> {
        oneShot(forgotPassword, mobilePrefix, mobile)
    }

    /// As `validateResetCode(token:code:)`.
    public func validateResetCodePublisher(
        token: String, code: String
    ) -> AnyPublisher<String, ServiceProviderError> {
        oneShot(validateResetCode, token, code)
    }

    /// As `resetPassword(key:newPassword:)`.
    public func resetPasswordPublisher(
        key: String, newPassword: String
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot(resetPassword, key, newPassword)
    }

    /// As `updatePassword(oldPassword:newPassword:)`.
    public func updatePasswordPublisher(
        oldPassword: String, newPassword: String
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot(updatePassword, oldPassword, newPassword)
    }

    // MARK: Payment

    /// As `getUserBalance()`.
    public func getUserBalancePublisher() -> AnyPublisher<UserWallet, ServiceProviderError> {
        oneShot(getUserBalance)
    }

    /// As `subscribeUserWallet()`.
    public func subscribeUserWalletPublisher()
        -> AnyPublisher<SubscribableContent<UserWallet>, ServiceProviderError>
    {
        subscribing(subscribeUserWallet)
    }

    /// As `getBankingWebView(parameters:)`.
    public func getBankingWebViewPublisher(
        parameters: CashierParameters
    ) -> AnyPublisher<CashierWebView, ServiceProviderError> {
        oneShot(getBankingWebView, parameters)
    }

    /// As `getDepositMethods()`.
    public func getDepositMethodsPublisher()
        -> AnyPublisher<[PaymentMethod], ServiceProviderError>
    {
        oneShot(getDepositMethods)
    }

    /// As `processDeposit(_:)`.
    public func processDepositPublisher(
        _ request: PaymentRequest
    ) -> AnyPublisher<Deposit, ServiceProviderError> {
        oneShot(processDeposit, request)
    }

    /// As `cancelDeposit(transactionId:)`.
    public func cancelDepositPublisher(
        transactionId: String
    ) -> AnyPublisher<PaymentStatusResponse, ServiceProviderError> {
        oneShot(cancelDeposit, transactionId)
    }

    /// As `getWithdrawalMethods()`.
    public func getWithdrawalMethodsPublisher()
        -> AnyPublisher<[PaymentMethod], ServiceProviderError>
    {
        oneShot(getWithdrawalMethods)
    }

    /// As `prepareWithdrawal(methodCode:)`.
    public func prepareWithdrawalPublisher(
        methodCode: String
    ) -> AnyPublisher<String, ServiceProviderError> {
        oneShot(prepareWithdrawal, methodCode)
    }

    /// As `processWithdrawal(_:)`.
    public func processWithdrawalPublisher(
        _ request: PaymentRequest
    ) -> AnyPublisher<PaymentStatusResponse, ServiceProviderError> {
        oneShot(processWithdrawal, request)
    }

    /// As `getPendingWithdrawals()`.
    public func getPendingWithdrawalsPublisher()
        -> AnyPublisher<[PendingWithdrawal], ServiceProviderError>
    {
        oneShot(getPendingWithdrawals)
    }

    /// As `cancelWithdrawal(transactionId:)`.
    public func cancelWithdrawalPublisher(
        transactionId: String
    ) -> AnyPublisher<PaymentStatusResponse, ServiceProviderError> {
        oneShot(cancelWithdrawal, transactionId)
    }

    /// As `getPaymentStatus(transactionId:)`.
    public func getPaymentStatusPublisher(
        transactionId: String
    ) -> AnyPublisher<PaymentStatusResponse, ServiceProviderError> {
        oneShot(getPaymentStatus, transactionId)
    }

    /// As `paymentStatusUpdates(transactionId:)`.
    public func paymentStatusUpdatesPublisher(
        transactionId: String
    ) -> AnyPublisher<PaymentStatusResponse, ServiceProviderError> {
        subscribing(paymentStatusUpdates, transactionId)
    }

    /// As `getBankingTransactionsHistory(_:)`.
    public func getBankingTransactionsHistoryPublisher(
        _ query: TransactionsQuery
    ) -> AnyPublisher<TransactionsPage<BankingTransaction>, ServiceProviderError> {
        oneShot(getBankingTransactionsHistory, query)
    }

    /// As `getWageringTransactionsHistory(_:)`.
    public func getWageringTransactionsHistoryPublisher(
        _ query: TransactionsQuery
    ) -> AnyPublisher<TransactionsPage<WageringTransaction>, ServiceProviderError> {
        oneShot(getWageringTransactionsHistory, query)
    }

    // MARK: Limits

    /// As `getUserLimits()`.
    public func getUserLimitsPublisher() -> AnyPublisher<[UserLimit], ServiceProviderError> {
        oneShot(getUserLimits)
    }

    /// As `setUserLimit(_:_:amount:)`.
    public func setUserLimitPublisher(
        _ subject: LimitKind.Subject, _ period: LimitKind.Period, amount: Decimal
    ) -> AnyPublisher<UserLimit, ServiceProviderError> {
        oneShot(setUserLimit, subject, period, amount)
    }

    /// As `updateUserLimit(_:amount:skipCoolOff:)`.
    public func updateUserLimitPublisher(
        _ limit: UserLimit, amount: Decimal, skipCoolOff: Bool
    ) -> AnyPublisher<UserLimit, ServiceProviderError> {
        oneShot(updateUserLimit, limit, amount, skipCoolOff)
    }

    /// As `deleteUserLimit(_:skipCoolOff:)`.
    public func deleteUserLimitPublisher(
        _ limit: UserLimit, skipCoolOff: Bool
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot(deleteUserLimit, limit, skipCoolOff)
    }

    /// As `setTimeOut(_:reason:)`.
    public func setTimeOutPublisher(
        _ period: TimeOutPeriod, reason: String
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot(setTimeOut, period, reason)
    }

    /// As `setSelfExclusion(until:reason:)`.
    public func setSelfExclusionPublisher(
        until date: Date, reason: String
    ) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot(setSelfExclusion, date, reason)
    }

    // MARK: Document verification

    /// As `getDocumentTypes()`.
    public func getDocumentTypesPublisher() -> AnyPublisher<[DocumentType], ServiceProviderError> {
        oneShot(getDocumentTypes)
    }

    /// As `getUserDocuments()`.
    public func getUserDocumentsPublisher() -> AnyPublisher<[UserDocument], ServiceProviderError> {
        oneShot(getUserDocuments)
    }

    /// As `uploadUserDocument(documentType:file:fileName:)`.
    public func uploadUserDocumentPublisher(
        documentType: String, file: [UInt8], fileName: String
    ) -> AnyPublisher<UserDocument, ServiceProviderError> {
        oneShot(uploadUserDocument, documentType, file, fileName)
    }

    /// As `uploadMultipleUserDocuments(documentType:files:)`.
    public func uploadMultipleUserDocumentsPublisher(
        documentType: String, files: [DocumentUpload]
    ) -> AnyPublisher<UserDocument, ServiceProviderError> {
        oneShot(uploadMultipleUserDocuments, documentType, files)
    }

    /// As `checkDocumentationData()`.
    public func checkDocumentationDataPublisher()
        -> AnyPublisher<DocumentationData, ServiceProviderError>
    {
        oneShot(checkDocumentationData)
    }

    // MARK: Consent

    /// As `getAllConsents()`.
    public func getAllConsentsPublisher() -> AnyPublisher<[ConsentText], ServiceProviderError> {
        oneShot(getAllConsents)
    }

    /// As `getUserConsents()`.
    public func getUserConsentsPublisher() -> AnyPublisher<[UserConsent], ServiceProviderError> {
        oneShot(getUserConsents)
    }

    /// As `setUserConsents(consentVersionIds:unconsentVersionIds:)`.
    public func setUserConsentsPublisher(
        consentVersionIds: [Int], unconsentVersionIds: [Int]
    ) -> AnyPublisher<[UserConsent], ServiceProviderError> {
        oneShot(setUserConsents, consentVersionIds, unconsentVersionIds)
    }
}
