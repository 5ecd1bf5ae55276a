import Foundation

/// Everything that needs a player: sessions, accounts, payments, limits, documents and
/// consents.
///
/// All functions obey cancellation, and may be called by any number of tasks. Those that
/// need a session throw `userSessionNotFound`, unsent, without one.
public protocol PrivilegedAccessManager: Connector {
    // MARK: Session

    /// Whether a player is logged in.
    var userSessionStates: StateUpdates<UserSessionState> { get }
    /// The profile of the player who is logged in; `nil` while it is not known.
    var userProfiles: StateUpdates<UserProfile?> { get }

    /// Logs in. The new session replaces the one before, if there is one; a failed login
    /// changes nothing.
    ///
    /// - Throws: `invalidEmailPassword`, `failedTempLock`; `userSessionNotFound` if a
    ///   logout came before the end.
    func login(
        username: String, password: String
    ) async throws(ServiceProviderError) -> UserProfile

    /// Tells the server, and forgets the session whatever comes of that.
    func logout() async

    // MARK: User management

    /// The profile of the player who is logged in.
    ///
    /// - Parameter kycExpire: Whether to ask until when the documents' approval holds, too.
    func getUserProfile(
        withKycExpire kycExpire: Bool
    ) async throws(ServiceProviderError) -> UserProfile

    /// Changes the profile, and returns the whole.
    func updateUserProfile(form: ProfileForm) async throws(ServiceProviderError) -> UserProfile

    /// Registers a new player, who is not logged in thereby.
    ///
    /// - Throws: `invalidSignUpUsername` if the number is taken.
    func signUp(with form: SignUpForm) async throws(ServiceProviderError) -> SignUpResponse

    /// Registers a new player of fewer fields, who may log in once the address is confirmed.
    /// The form needs no names and no country.
    ///
    /// - Throws: `invalidSignUpEmail`, `invalidSignUpUsername`, `invalidSignUpPassword`.
    func quickSignUp(with form: SignUpForm) async throws(ServiceProviderError) -> SignUpResponse

    /// Confirms the e-mail address of a player.
    ///
    /// - Throws: `errorDetailedMessage` if the code is wrong, used or too old.
    func confirmSignUp(email: String, code: String) async throws(ServiceProviderError)

    /// Sends the code that confirms an address again, where there is one to be confirmed.
    func resendVerificationCode(email: String) async throws(ServiceProviderError)

    /// The form of a registration.
    func getRegistrationConfig() async throws(ServiceProviderError) -> RegistrationConfig

    /// Whether an e-mail address is registered.
    func checkEmailRegistered(_ email: String) async throws(ServiceProviderError) -> Bool

    /// Whether a name can be taken.
    func validateUsername(_ username: String) async throws(ServiceProviderError) -> Bool

    /// Free names that are like a name which is in use; none if it is free.
    func getUsernameSuggestions(_ username: String) async throws(ServiceProviderError) -> [String]

    /// Sends a new password to an address, whether or not it is known.
    func forgotPassword(email: String) async throws(ServiceProviderError)

    /// Sends a code to a phone, whether or not its number is known.
    ///
    /// - Returns: The token that goes with the code: a secret.
    func forgotPassword(
        mobilePrefix: String, mobile: String
    ) async throws(ServiceProviderError) -> String

    /// Takes the code.
    ///
    /// - Returns: The key that allows one new password: a secret.
    /// - Throws: `invalidMobileVerifyCode`; three wrong codes end the token.
    func validateResetCode(
        token: String, code: String
    ) async throws(ServiceProviderError) -> String

    /// Sets a new password.
    func resetPassword(
        key: String, newPassword: String
    ) async throws(ServiceProviderError)

    /// Changes the password.
    func updatePassword(
        oldPassword: String, newPassword: String
    ) async throws(ServiceProviderError)

    // MARK: Payment

    /// The wallet.
    func getUserBalance() async throws(ServiceProviderError) -> UserWallet

    /// The wallet and its changes, as long as the session lives: it is read again after
    /// each reconnection, and wherever a change was missed.
    func subscribeUserWallet() throws(ServiceProviderError) -> Subscription<UserWallet>

    /// A page on which the player pays.
    ///
    /// - Throws: `sessionBlocked`.
    func getBankingWebView(
        parameters: CashierParameters
    ) async throws(ServiceProviderError) -> CashierWebView

    /// How money can be paid in.
    func getDepositMethods() async throws(ServiceProviderError) -> [PaymentMethod]

    /// Begins a deposit, which the player goes on with at a page.
    ///
    /// - Throws: `sessionBlocked`, `limitExceeded`.
    func processDeposit(_ request: PaymentRequest) async throws(ServiceProviderError) -> Deposit

    /// Cancels a deposit that is pending.
    ///
    /// - Throws: `notFound` for an unknown one, or another player's; `conflict` for one that has
    ///   ended.
    func cancelDeposit(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse

    /// How money can be paid out.
    func getWithdrawalMethods() async throws(ServiceProviderError) -> [PaymentMethod]

    /// Begins a withdrawal.
    ///
    /// - Parameter methodCode: How the money is to be paid out.
    /// - Returns: What makes one withdrawal at most: see `PaymentRequest.conversionID`.
    func prepareWithdrawal(methodCode: String) async throws(ServiceProviderError) -> String

    /// Withdraws: the money is taken at once, and paid out later.
    ///
    /// - Throws: `sessionBlocked`, `insufficientFunds`.
    func processWithdrawal(
        _ request: PaymentRequest
    ) async throws(ServiceProviderError) -> PaymentStatusResponse

    /// The withdrawals that are pending, the oldest first.
    func getPendingWithdrawals() async throws(ServiceProviderError) -> [PendingWithdrawal]

    /// Cancels a withdrawal that is pending: the money is given back.
    ///
    /// - Throws: As `cancelDeposit`.
    func cancelWithdrawal(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse

    /// The status of a payment.
    ///
    /// - Throws: `notFound` for an unknown one, or another player's.
    func getPaymentStatus(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse

    /// The changes of a payment's status: asks after 1, 2, 4 and 8 seconds and then every 8,
    /// and ends with a final one. After five minutes without one it throws `timedOut`.
    func paymentStatusUpdates(
        transactionId: String
    ) throws(ServiceProviderError) -> PaymentStatusUpdates

    /// A page of the history of payments.
    func getBankingTransactionsHistory(
        _ query: TransactionsQuery
    ) async throws(ServiceProviderError) -> TransactionsPage<BankingTransaction>

    /// A page of the history of what bets have moved. Directions and states do not count.
    func getWageringTransactionsHistory(
        _ query: TransactionsQuery
    ) async throws(ServiceProviderError) -> TransactionsPage<WageringTransaction>

    // MARK: Limits

    /// The limits that the player has set.
    func getUserLimits() async throws(ServiceProviderError) -> [UserLimit]

    /// Sets a limit, in the wallet's currency.
    ///
    /// - Throws: `conflict` if there is one of that subject and period.
    func setUserLimit(
        _ subject: LimitKind.Subject, _ period: LimitKind.Period, amount: Decimal
    ) async throws(ServiceProviderError) -> UserLimit

    /// Changes the amount of a limit: a lower one holds at once, a higher one later.
    ///
    /// - Parameters:
    ///   - limit: The limit.
    ///   - amount: Its new amount, in its currency.
    ///   - skipCoolOff: Asks for a higher one at once, which a server may ignore.
    func updateUserLimit(
        _ limit: UserLimit, amount: Decimal, skipCoolOff: Bool
    ) async throws(ServiceProviderError) -> UserLimit

    /// Ends a limit, later; see `updateUserLimit`.
    func deleteUserLimit(
        _ limit: UserLimit, skipCoolOff: Bool
    ) async throws(ServiceProviderError)

    /// Pauses: ends all sessions, and refuses logins for that time.
    func setTimeOut(
        _ period: TimeOutPeriod, reason: String
    ) async throws(ServiceProviderError)

    /// Excludes the player until a date, like a pause.
    func setSelfExclusion(
        until date: Date, reason: String
    ) async throws(ServiceProviderError)

    // MARK: Document verification

    /// The types of documents that the server takes.
    func getDocumentTypes() async throws(ServiceProviderError) -> [DocumentType]

    /// The documents of the player.
    func getUserDocuments() async throws(ServiceProviderError) -> [UserDocument]

    /// Uploads a document of one file.
    func uploadUserDocument(
        documentType: String, file: [UInt8], fileName: String
    ) async throws(ServiceProviderError) -> UserDocument

    /// Uploads a document of several files.
    func uploadMultipleUserDocuments(
        documentType: String, files: [DocumentUpload]
    ) async throws(ServiceProviderError) -> UserDocument

    /// How far the verification of the player is.
    func checkDocumentationData() async throws(ServiceProviderError) -> DocumentationData

    // MARK: Consent

    /// The texts that players consent to.
    func getAllConsents() async throws(ServiceProviderError) -> [ConsentText]

    /// What the player has said about them.
    func getUserConsents() async throws(ServiceProviderError) -> [UserConsent]

    /// Says what the player consents to and what not.
    func setUserConsents(
        consentVersionIds: [Int], unconsentVersionIds: [Int]
    ) async throws(ServiceProviderError) -> [UserConsent]
}

extension PrivilegedAccessManager {
    /// The profile of the player who is logged in, as apps ask for it that name the check.
    ///
    /// - Parameter kycExpire: Any text but an empty one asks until when the documents'
    ///   approval holds, too.
    public func getUserProfile(
        withKycExpire kycExpire: String?
    ) async throws(ServiceProviderError) -> UserProfile {
        try await getUserProfile(withKycExpire: kycExpire?.isEmpty == false)
    }
}
