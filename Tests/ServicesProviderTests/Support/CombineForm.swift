import Foundation
import OddsClient
import OpenCombine
import PublisherFixture
import ServicesProviderCombine

@testable import ServicesProvider

/// Accounts of a client, each function through its publisher: the same tests run over it and
/// over the client itself.
struct CombineForm: PrivilegedAccessManager {
    let client: ServicesProviderClient

    var connectionStates: ConnectorStates { client.privilegedAccessManagerConnectionStates }

    var userSessionStates: StateUpdates<UserSessionState> {
        states(of: client.userSessionStatePublisher, first: .anonymous)
    }

    var userProfiles: StateUpdates<UserProfile?> {
        states(of: client.userProfilePublisher, first: nil)
    }

    /// The states of a publisher, whose first one is there at once.
    private func states<State>(
        of publisher: AnyPublisher<State, ServiceProviderError>, first: State
    ) -> StateUpdates<State> {
        let source = StateSource(first)
        let holder = Holder()
        holder.cancellable = publisher.sink(
            receiveCompletion: { _ in
                source.finish()
                holder.cancellable = nil
            }, receiveValue: { source.send($0) })
        return source.updates
    }

    func subscribeUserWallet() throws(ServiceProviderError)
        -> ServicesProvider.Subscription<UserWallet>
    {
        let client = client
        return ServicesProvider.Subscription {
            mailbox async throws(ServiceProviderError) in
            var isConnected = false
            for try await change in Values(client.subscribeUserWalletPublisher()) {
                switch change {
                case .connected: isConnected = true
                case .disconnected: mailbox.disconnect()
                case .contentUpdate(let wallet):
                    if isConnected { mailbox.connect(wallet) } else { mailbox.update(wallet) }
                    isConnected = false
                }
            }
        }
    }

    func paymentStatusUpdates(
        transactionId: String
    ) throws(ServiceProviderError) -> PaymentStatusUpdates {
        try client.paymentStatusUpdates(transactionId: transactionId)
    }

    func login(username: String, password: String) async throws(ServiceProviderError) -> UserProfile
    {
        try await first(client.loginPublisher(username: username, password: password))
    }

    func logout() async { try? await first(client.logoutPublisher()) }

    func getUserProfile(withKycExpire kycExpire: Bool) async throws(ServiceProviderError)
        -> UserProfile
    {
        try await first(client.getUserProfilePublisher(withKycExpire: kycExpire))
    }

    func updateUserProfile(form: ProfileForm) async throws(ServiceProviderError) -> UserProfile {
        try await first(client.updateUserProfilePublisher(form: form))
    }

    func signUp(with form: SignUpForm) async throws(ServiceProviderError) -> SignUpResponse {
        try await first(client.signUpPublisher(with: form))
    }

    func quickSignUp(with form: SignUpForm) async throws(ServiceProviderError) -> SignUpResponse {
        try await first(client.quickSignUpPublisher(with: form))
    }

    func confirmSignUp(email: String, code: String) async throws(ServiceProviderError) {
        try await first(client.confirmSignUpPublisher(email: email, code: code))
    }

    func resendVerificationCode(email: String) async throws(ServiceProviderError) {
        try await first(client.resendVerificationCodePublisher(email: email))
    }

    func getRegistrationConfig() async throws(ServiceProviderError) -> RegistrationConfig {
        try await first(client.getRegistrationConfigPublisher())
    }

    func checkEmailRegistered(_ email: String) async throws(ServiceProviderError) -> Bool {
        try await first(client.checkEmailRegisteredPublisher(email))
    }

    func validateUsername(_ username: String) async throws(ServiceProviderError) -> Bool {
        try await first(client.validateUsernamePublisher(username))
    }

    func getUsernameSuggestions(_ username: String) async throws(ServiceProviderError) -> [String] {
        try await first(client.getUsernameSuggestionsPublisher(username))
    }

    func forgotPassword(email: String) async throws(ServiceProviderError) {
        try await first(client.forgotPasswordPublisher(email: email))
    }

    func forgotPassword(mobilePrefix: String, mobile: String) async throws(ServiceProviderError)
        -> String
    {
        try await first(client.forgotPasswordPublisher(mobilePrefix: mobilePrefix, mobile: mobile))
    }

    func validateResetCode(token: String, code: String) async throws(ServiceProviderError) -> String
    {
        try await first(client.validateResetCodePublisher(token: token, code: code))
    }

    func resetPassword(key: String, newPassword: String) async throws(ServiceProviderError) {
        try await first(client.resetPasswordPublisher(key: key, newPassword: newPassword))
    }

    func updatePassword(oldPassword: String, newPassword: String) async throws(ServiceProviderError)
    {
        try await first(
            client.updatePasswordPublisher(oldPassword: oldPassword, newPassword: newPassword))
    }

    func getUserBalance() async throws(ServiceProviderError) -> UserWallet {
        try await first(client.getUserBalancePublisher())
    }

    func getBankingWebView(parameters: CashierParameters) async throws(ServiceProviderError)
        -> CashierWebView
    {
        try await first(client.getBankingWebViewPublisher(parameters: parameters))
    }

    func getDepositMethods() async throws(ServiceProviderError) -> [PaymentMethod] {
        try await first(client.getDepositMethodsPublisher())
    }

    func processDeposit(_ request: PaymentRequest) async throws(ServiceProviderError) -> Deposit {
        try await first(client.processDepositPublisher(request))
    }

    func cancelDeposit(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        try await first(client.cancelDepositPublisher(transactionId: transactionId))
    }

    func getWithdrawalMethods() async throws(ServiceProviderError) -> [PaymentMethod] {
        try await first(client.getWithdrawalMethodsPublisher())
    }

    func prepareWithdrawal(methodCode: String) async throws(ServiceProviderError) -> String {
        try await first(client.prepareWithdrawalPublisher(methodCode: methodCode))
    }

    func processWithdrawal(
        _ request: PaymentRequest
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        try await first(client.processWithdrawalPublisher(request))
    }

    func getPendingWithdrawals() async throws(ServiceProviderError) -> [PendingWithdrawal] {
        try await first(client.getPendingWithdrawalsPublisher())
    }

    func cancelWithdrawal(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        try await first(client.cancelWithdrawalPublisher(transactionId: transactionId))
    }

    func getPaymentStatus(transactionId: String) async throws(ServiceProviderError)
        -> PaymentStatusResponse
    {
        try await first(client.getPaymentStatusPublisher(transactionId: transactionId))
    }

    func getBankingTransactionsHistory(_ query: TransactionsQuery)
        async throws(ServiceProviderError) -> TransactionsPage<BankingTransaction>
    {
        try await first(client.getBankingTransactionsHistoryPublisher(query))
    }

    func getWageringTransactionsHistory(_ query: TransactionsQuery)
        async throws(ServiceProviderError) -> TransactionsPage<WageringTransaction>
    {
        try await first(client.getWageringTransactionsHistoryPublisher(query))
    }

    func getUserLimits() async throws(ServiceProviderError) -> [UserLimit] {
        try await first(client.getUserLimitsPublisher())
    }

    func setUserLimit(_ subject: LimitKind.Subject, _ period: LimitKind.Period, amount: Decimal)
        async throws(ServiceProviderError) -> UserLimit
    {
        try await first(client.setUserLimitPublisher(subject, period, amount: amount))
    }

    func updateUserLimit(_ limit: UserLimit, amount: Decimal, skipCoolOff: Bool)
        async throws(ServiceProviderError) -> UserLimit
    {
        try await first(
            client.updateUserLimitPublisher(limit, amount: amount, skipCoolOff: skipCoolOff))
    }

    func deleteUserLimit(_ limit: UserLimit, skipCoolOff: Bool) async throws(ServiceProviderError) {
        try await first(client.deleteUserLimitPublisher(limit, skipCoolOff: skipCoolOff))
    }

    func setTimeOut(_ period: TimeOutPeriod, reason: String) async throws(ServiceProviderError) {
        try await first(client.setTimeOutPublisher(period, reason: reason))
    }

    func setSelfExclusion(until date: Date, reason: String) async throws(ServiceProviderError) {
        try await first(client.setSelfExclusionPublisher(until: date, reason: reason))
    }

    func getDocumentTypes() async throws(ServiceProviderError) -> [DocumentType] {
        try await first(client.getDocumentTypesPublisher())
    }

    func getUserDocuments() async throws(ServiceProviderError) -> [UserDocument] {
        try await first(client.getUserDocumentsPublisher())
    }

    func uploadUserDocument(documentType: String, file: [UInt8], fileName: String)
        async throws(ServiceProviderError) -> UserDocument
    {
        try await first(
            client.uploadUserDocumentPublisher(
                documentType: documentType, file: file, fileName: fileName))
    }

    func uploadMultipleUserDocuments(documentType: String, files: [DocumentUpload])
        async throws(ServiceProviderError) -> UserDocument
    {
        try await first(
            client.uploadMultipleUserDocumentsPublisher(documentType: documentType, files: files))
    }

    func checkDocumentationData() async throws(ServiceProviderError) -> DocumentationData {
        try await first(client.checkDocumentationDataPublisher())
    }

    func getAllConsents() async throws(ServiceProviderError) -> [ConsentText] {
        try await first(client.getAllConsentsPublisher())
    }

    func getUserConsents() async throws(ServiceProviderError) -> [UserConsent] {
        try await first(client.getUserConsentsPublisher())
    }

    func setUserConsents(consentVersionIds: [Int], unconsentVersionIds: [Int])
        async throws(ServiceProviderError) -> [UserConsent]
    {
        try await first(
            client.setUserConsentsPublisher(
                consentVersionIds: consentVersionIds, unconsentVersionIds: unconsentVersionIds))
    }
}
