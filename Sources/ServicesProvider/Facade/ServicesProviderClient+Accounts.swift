import Foundation

// Accounts: the functions of `PrivilegedAccessManager`. All of them throw
// `privilegedAccessManagerNotFound` if the client is not connected.
extension ServicesProviderClient {

    // MARK: Session

    /// Whether a player is logged in.
    public var userSessionStates: StateUpdates<UserSessionState> {
        get throws(ServiceProviderError) { try accounts().userSessionStates }
    }

    /// The profile of the player who is logged in; `nil` while it is not known.
    public var userProfiles: StateUpdates<UserProfile?> {
        get throws(ServiceProviderError) { try accounts().userProfiles }
    }

    /// Logs in. The new session replaces the one before, if there is one; a failed login
    /// changes nothing.
    ///
    /// - Throws: `invalidEmailPassword`, `failedTempLock`; `userSessionNotFound` if a
    ///   logout came before the end.
    public func login(
        username: String, password: String
    ) async throws(ServiceProviderError) -> UserProfile {
        try await accounts().login(username: username, password: password)
    }

    /// Tells the server, and forgets the session whatever comes of that.
    public func logout() async throws(ServiceProviderError) {
        try await accounts().logout()
    }

    // MARK: User management

    /// The profile of the player who is logged in.
    ///
    /// - Parameter kycExpire: Whether to ask until when the documents' approval holds, too.
    public func getUserProfile(
        withKycExpire kycExpire: Bool
    ) async throws(ServiceProviderError) -> UserProfile {
        try await accounts().getUserProfile(withKycExpire: kycExpire)
    }

    /// The profile of the player who is logged in, as apps ask for it that name the check.
    ///
    /// - Parameter kycExpire: Any text but an empty one asks until when the documents'
    ///   approval holds, too.
    public func getUserProfile(
        withKycExpire kycExpire: String?
    ) async throws(ServiceProviderError) -> UserProfile {
        try await accounts().getUserProfile(withKycExpire: kycExpire)
    }

    /// Changes the profile, and returns the whole.
    public func updateUserProfile(
        form: ProfileForm
    ) async throws(ServiceProviderError) -> UserProfile {
        try await accounts().updateUserProfile(form: form)
    }

    /// Registers a new player, who is not logged in thereby.
    ///
    /// - Throws: `invalidSignUpUsername` if the number is taken.
    public func signUp(with form: SignUpForm) async throws(ServiceProviderError) -> SignUpResponse {
        try await accounts().signUp(with: form)
    }

    /// Registers a new player of fewer fields, who may log in once the address is confirmed.
    /// The form needs no names and no country.
    ///
    /// - Throws: `invalidSignUpEmail`, `invalidSignUpUsername`, `invalidSignUpPassword`.
    public func quickSignUp(
        with form: SignUpForm
    ) async throws(ServiceProviderError) -> SignUpResponse {
        try await accounts().quickSignUp(with: form)
    }

    /// Confirms the e-mail address of a player.
    ///
    /// - Throws: `errorDetailedMessage` if the code is wrong, used or too old.
    public func confirmSignUp(email: String, code: String) async throws(ServiceProviderError) {
        try await accounts().confirmSignUp(email: email, code: code)
    }

    /// Sends the code that confirms an address again, where there is one to be confirmed.
    public func resendVerificationCode(email: String) async throws(ServiceProviderError) {
        try await accounts().resendVerificationCode(email: email)
    }

    /// The form of a registration.
    public func getRegistrationConfig() async throws(ServiceProviderError) -> RegistrationConfig {
        try await accounts().getRegistrationConfig()
    }

    /// Whether an e-mail address is registered.
    public func checkEmailRegistered(_ email: String) async throws(ServiceProviderError) -> Bool {
        try await accounts().checkEmailRegistered(email)
    }

    /// Whether a name can be taken.
    public func validateUsername(_ username: String) async throws(ServiceProviderError) -> Bool {
        try await accounts().validateUsername(username)
    }

    /// Free names that are like a name which is in use; none if it is free.
    public func getUsernameSuggestions(
        _ username: String
    ) async throws(ServiceProviderError) -> [String] {
        try await accounts().getUsernameSuggestions(username)
    }

    /// Sends a new password to an address, whether or not it is known.
    public func forgotPassword(email: String) async throws(ServiceProviderError) {
        try await accounts().forgotPassword(email: email)
    }

    /// Sends a code to a phone, whether or not its number is known.
    ///
    /// - Returns: The token that goes with the code: a secret.
    public func forgotPassword(
        mobilePrefix: String, mobile: String
    ) async throws(ServiceProviderError) -> String {
        try await accounts().forgotPassword(mobilePrefix: mobilePrefix, mobile: mobile)
    }

    /// Takes the code.
    ///
    /// - Returns: The key that allows one new password: a secret.
    /// - Throws: `invalidMobileVerifyCode`; three wrong codes end the token.
    public func validateResetCode(
        token: String, code: String
    ) async throws(ServiceProviderError) -> String {
        try await accounts().validateResetCode(token: token, code: code)
    }

    /// Sets a new password.
    public func resetPassword(
        key: String, newPassword: String
    ) async throws(ServiceProviderError) {
        try await accounts().resetPassword(key: key, newPassword: newPassword)
    }

    /// Changes the password.
    public func updatePassword(
        oldPassword: String, newPassword: String
    ) async throws(ServiceProviderError) {
        try await accounts().updatePassword(oldPassword: oldPassword, newPassword: newPassword)
    }

    // MARK: Payment

    /// The wallet.
    public func getUserBalance() async throws(ServiceProviderError) -> UserWallet {
        try await accounts().getUserBalance()
    }

    /// The wallet and its changes, as long as the session lives: it is read again after
    /// each reconnection, and wherever a change was missed.
    public func subscribeUserWallet() throws(ServiceProviderError) -> Subscription<UserWallet> {
        try accounts().subscribeUserWallet()
    }

    /// A page on which the player pays.
    ///
    /// - Throws: `sessionBlocked`.
    public func getBankingWebView(
        parameters: CashierParameters
    ) async throws(ServiceProviderError) -> CashierWebView {
        try await accounts().getBankingWebView(parameters: parameters)
    }

    /// How money can be paid in.
    public func getDepositMethods() async throws(ServiceProviderError) -> [PaymentMethod] {
        try await accounts().getDepositMethods()
    }

    /// Begins a deposit, which the player goes on with at a page.
    ///
    /// - Throws: `sessionBlocked`, `limitExceeded`.
    public func processDeposit(
        _ request: PaymentRequest
    ) async throws(ServiceProviderError) -> Deposit {
        try await accounts().processDeposit(request)
    }

    /// Cancels a deposit that is pending.
    ///
    /// - Throws: `notFound` for an unknown one, or another player's; `conflict` for one that has
    ///   ended.
    public func cancelDeposit(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        try await accounts().cancelDeposit(transactionId: transactionId)
    }

    /// How money can be paid out.
    public func getWithdrawalMethods() async throws(ServiceProviderError) -> [PaymentMethod] {
        try await accounts().getWithdrawalMethods()
    }

    /// Begins a withdrawal.
    ///
    /// - Parameter methodCode: How the money is to be paid out.
    /// - Returns: What makes one withdrawal at most: see `PaymentRequest.conversionID`.
    public func prepareWithdrawal(methodCode: String) async throws(ServiceProviderError) -> String {
        try await accounts().prepareWithdrawal(methodCode: methodCode)
    }

    /// Withdraws: the money is taken at once, and paid out later.
    ///
    /// - Throws: `sessionBlocked`, `insufficientFunds`.
    public func processWithdrawal(
        _ request: PaymentRequest
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        try await accounts().processWithdrawal(request)
    }

    /// The withdrawals that are pending, the oldest first.
    public func getPendingWithdrawals() async throws(ServiceProviderError) -> [PendingWithdrawal] {
        try await accounts().getPendingWithdrawals()
    }

    /// Cancels a withdrawal that is pending: the money is given back.
    ///
    /// - Throws: As `cancelDeposit`.
    public func cancelWithdrawal(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        try await accounts().cancelWithdrawal(transactionId: transactionId)
    }

    /// The status of a payment.
    ///
    /// - Throws: `notFound` for an unknown one, or another player's.
    public func getPaymentStatus(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        try await accounts().getPaymentStatus(transactionId: transactionId)
    }

    /// The changes of a payment's status: asks after 1, 2, 4 and 8 seconds and then every 8,
    /// and ends with a final one. After five minutes without one it throws `timedOut`.
    public func paymentStatusUpdates(
        transactionId: String
    ) throws(ServiceProviderError) -> PaymentStatusUpdates {
        try accounts().paymentStatusUpdates(transactionId: transactionId)
    }

    /// A page of the history of payments.
    public func getBankingTransactionsHistory(
        _ query: TransactionsQuery
    ) async throws(ServiceProviderError) -> TransactionsPage<BankingTransaction> {
        try await accounts().getBankingTransactionsHistory(query)
    }

    /// A page of the history of what bets have moved. Directions and states do not count.
    public func getWageringTransactionsHistory(
        _ query: TransactionsQuery
    ) async throws(ServiceProviderError) -> TransactionsPage<WageringTransaction> {
        try await accounts().getWageringTransactionsHistory(query)
    }

    // MARK: Limits

    /// The limits that the player has set.
    public func getUserLimits() async throws(ServiceProviderError) -> [UserLimit] {
        try await accounts().getUserLimits()
    }

    /// Sets a limit, in the wallet's currency.
    ///
    /// - Throws: `conflict` if there is one of that subject and period.
    public func setUserLimit(
        _ subject: LimitKind.Subject, _ period: LimitKind.Period, amount: Decimal
    ) async throws(ServiceProviderError) -> UserLimit {
        try await accounts().setUserLimit(subject, period, amount: amount)
    }

    /// Changes the amount of a limit: a lower one holds at once, a higher one later.
    ///
    /// - Parameters:
    ///   - limit: The limit.
    ///   - amount: Its new amount, in its currency.
    ///   - skipCoolOff: Asks for a higher one at once, which a server may ignore.
    public func updateUserLimit(
        _ limit: UserLimit, amount: Decimal, skipCoolOff: Bool
    ) async throws(ServiceProviderError) -> UserLimit {
        try await accounts().updateUserLimit(limit, amount: amount, skipCoolOff: skipCoolOff)
    }

    /// Ends a limit, later; see `updateUserLimit`.
    public func deleteUserLimit(
        _ limit: UserLimit, skipCoolOff: Bool
    ) async throws(ServiceProviderError) {
        try await accounts().deleteUserLimit(limit, skipCoolOff: skipCoolOff)
    }

    /// Pauses: ends all sessions, and refuses logins for that time.
    public func setTimeOut(
        _ period: TimeOutPeriod, reason: String
    ) async throws(ServiceProviderError) {
        try await accounts().setTimeOut(period, reason: reason)
    }

    /// Excludes the player until a date, like a pause.
    public func setSelfExclusion(
        until date: Date, reason: String
    ) async throws(ServiceProviderError) {
        try await accounts().setSelfExclusion(until: date, reason: reason)
    }

    // MARK: Document verification

    /// The types of documents that the server takes.
    public func getDocumentTypes() async throws(ServiceProviderError) -> [DocumentType] {
        try await accounts().getDocumentTypes()
    }

    /// The documents of the player.
    public func getUserDocuments() async throws(ServiceProviderError) -> [UserDocument] {
        try await accounts().getUserDocuments()
    }

    /// Uploads a document of one file.
    public func uploadUserDocument(
        documentType: String, file: [UInt8], fileName: String
    ) async throws(ServiceProviderError) -> UserDocument {
        try await accounts().uploadUserDocument(
            documentType: documentType, file: file, fileName: fileName)
    }

    /// Uploads a document of several files.
    public func uploadMultipleUserDocuments(
        documentType: String, files: [DocumentUpload]
    ) async throws(ServiceProviderError) -> UserDocument {
        try await accounts().uploadMultipleUserDocuments(documentType: documentType, files: files)
    }

    /// How far the verification of the player is.
    public func checkDocumentationData() async throws(ServiceProviderError) -> DocumentationData {
        try await accounts().checkDocumentationData()
    }

    // MARK: Consent

    /// The texts that players consent to.
    public func getAllConsents() async throws(ServiceProviderError) -> [ConsentText] {
        try await accounts().getAllConsents()
    }

    /// What the player has said about them.
    public func getUserConsents() async throws(ServiceProviderError) -> [UserConsent] {
        try await accounts().getUserConsents()
    }

    /// Says what the player consents to and what not.
    public func setUserConsents(
        consentVersionIds: [Int], unconsentVersionIds: [Int]
    ) async throws(ServiceProviderError) -> [UserConsent] {
        try await accounts().setUserConsents(
            consentVersionIds: consentVersionIds, unconsentVersionIds: unconsentVersionIds)
    }
}
