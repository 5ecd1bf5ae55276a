/// The requests of SportRadar's accounts.
enum SportRadarAccountAPI: Sendable {
    /// Query items of a request.
    typealias Items = [(name: String, value: String)]

    // Sessions and profiles.
    case login(MultipartBody)
    case openGameSession
    case logout
    case getPlayerInfo
    case updatePlayerInfo(Items)

    // Registration and passwords.
    case checkCredential(field: String, value: String)
    case getUserIdSuggestion(userId: String)
    case quickSignup(Items)
    case signup(MultipartBody)
    case signupConfirmation(email: String, code: String)
    case resendVerificationCode(email: String)
    case forgotPassword(email: String)
    case updatePassword(old: String, new: String)

    // Wallet and payments.
    case getBalance
    case getDepositMethods
    case processDeposit(Items, idempotencyKey: String)
    case checkPaymentStatus(method: String, paymentId: String)
    case cancelDeposit(method: String, paymentId: String)
    case getWithdrawalMethods
    case prepareWithdrawal(method: String)
    case processWithdrawal(Items, idempotencyKey: String)
    case getPendingWithdrawals
    case cancelWithdrawal(paymentId: String)
    case getTransactions(Items)

    // Limits.
    case getPersonalDepositLimits
    case setPersonalDepositLimits(weekly: String)
    case getLimits
    case updateWagerLimit(limit: String)
    case getResponsibleGamingLimit(type: String, period: String)
    case updateResponsibleGamingLimit(type: String, period: String, limit: String)
    case lockPlayer(Items)

    // Documents and consents.
    case getDocumentTypes
    case getUserDocuments
    case uploadDocument(MultipartBody, hasSeveralFiles: Bool)
    case getConsents
    case getUserConsents
    case saveUserConsents(given: [Int], withdrawn: [Int])
}

extension SportRadar {
    /// A request of accounts under a base URL.
    struct AccountEndpoint: Endpoint {
        let url: String
        let api: SportRadarAccountAPI
        /// The player whose request it is.
        var userID: String?
        /// A session that is not, or no longer, the coordinator's.
        var session: String?

        var endpoint: String { "/ps/ips/" + api.name }
        var method: HTTPRequestMethod { api.method }
        var body: RequestBody? { api.form?.requestBody }
        var requireSessionKey: Bool { session == nil && api.requiresSession }
        var isIdempotent: Bool { api.isIdempotent }

        var query: [(name: String, value: String)] {
            api.items + (session.map { [(Self.sessionItem, $0)] } ?? [])
        }

        var headers: [(name: String, value: String)] {
            api.idempotencyKey.map { [("Idempotency-Key", $0)] } ?? []
        }

        func authHeaderKey(for part: AuthenticationPart) -> String? { nil }

        func authQueryKey(for part: AuthenticationPart) -> String? {
            switch part {
            case .sessionId: Self.sessionItem
            case .userId: nil
            }
        }

        private static let sessionItem = "sessionKey"
    }
}

extension SportRadarAccountAPI {
    fileprivate var name: String {
        switch self {
        case .login: "login"
        case .openGameSession: "openGameSession"
        case .logout: "logout"
        case .getPlayerInfo: "getPlayerInfo"
        case .updatePlayerInfo: "updatePlayerInfo"
        case .checkCredential: "checkCredential"
        case .getUserIdSuggestion: "getUserIdSuggestion"
        case .quickSignup: "quickSignup"
        case .signup: "signup"
        case .signupConfirmation: "signupConfirmation"
        case .resendVerificationCode: "resendVerificationCode"
        case .forgotPassword: "forgotPasswordStep1And2"
        case .updatePassword: "updatePassword"
        case .getBalance: "getBalance"
        case .getDepositMethods: "getDepositMethods"
        case .processDeposit: "processDeposit"
        case .checkPaymentStatus: "checkPaymentStatus"
        case .cancelDeposit: "cancelDeposit"
        case .getWithdrawalMethods: "getWithdrawalMethods"
        case .prepareWithdrawal: "prepareWithdrawal"
        case .processWithdrawal: "processWithdrawal"
        case .getPendingWithdrawals: "getPendingWithdrawals"
        case .cancelWithdrawal: "cancelWithdrawal"
        case .getTransactions: "getTransactionHistoryByCurrency"
        case .getPersonalDepositLimits: "getPersonalDepositLimits"
        case .setPersonalDepositLimits: "setPersonalDepositLimits"
        case .getLimits: "getLimits"
        case .updateWagerLimit: "updateWagerLimit"
        case .getResponsibleGamingLimit: "getResponsibleGamingLimit"
        case .updateResponsibleGamingLimit: "updateResponsibleGamingLimit"
        case .lockPlayer: "lockPlayer"
        case .getDocumentTypes: "getDocumentTypes"
        case .getUserDocuments: "getUserDocuments"
        case .uploadDocument(_, let hasSeveralFiles):
            hasSeveralFiles ? "uploadMultiUserDocument" : "uploadUserDocument"
        case .getConsents: "consents"
        case .getUserConsents: "user/consents"
        case .saveUserConsents: "user/consents/save"
        }
    }

    fileprivate var method: HTTPRequestMethod {
        switch self {
        case .login, .signup, .processDeposit, .checkPaymentStatus, .cancelDeposit,
            .prepareWithdrawal, .processWithdrawal, .cancelWithdrawal, .lockPlayer,
            .uploadDocument, .saveUserConsents:
            .post
        default: .get
        }
    }

    /// Whether it may be sent again when its answer is lost. The method does not say it: some
    /// of the GET requests do something, each time.
    fileprivate var isIdempotent: Bool {
        switch self {
        case .login, .signup, .quickSignup, .signupConfirmation, .resendVerificationCode,
            .forgotPassword, .updatePassword, .cancelDeposit, .prepareWithdrawal,
            .cancelWithdrawal, .lockPlayer, .uploadDocument:
            false
        default: true
        }
    }

    fileprivate var requiresSession: Bool {
        switch self {
        case .login, .checkCredential, .getUserIdSuggestion, .quickSignup, .signup,
            .signupConfirmation, .resendVerificationCode, .forgotPassword, .getConsents:
            false
        default: true
        }
    }

    fileprivate var idempotencyKey: String? {
        switch self {
        case .processDeposit(_, let key), .processWithdrawal(_, let key): key
        default: nil
        }
    }

    fileprivate var form: MultipartBody? {
        switch self {
        case .login(let form), .signup(let form), .uploadDocument(let form, _): form
        default: nil
        }
    }

    fileprivate var items: Items {
        switch self {
        case .openGameSession: [("productCode", "SPORT_RADAR"), ("gameId", "SPORTSBOOK")]
        case .updatePlayerInfo(let items), .quickSignup(let items), .processDeposit(let items, _),
            .processWithdrawal(let items, _), .getTransactions(let items),
            .lockPlayer(let items):
            items
        case .checkCredential(let field, let value): [("field", field), ("value", value)]
        case .getUserIdSuggestion(let user): [("userId", user)]
        case .signupConfirmation(let email, let code):
            [("email", email), ("confirmationCode", code)]
        case .resendVerificationCode(let email), .forgotPassword(let email): [("email", email)]
        case .updatePassword(let old, let new): [("oldPassword", old), ("newPassword", new)]
        case .checkPaymentStatus(let method, let payment), .cancelDeposit(let method, let payment):
            [("paymentMethod", method), ("paymentId", payment)]
        case .prepareWithdrawal(let method): [("paymentMethod", method)]
        case .cancelWithdrawal(let payment): [("paymentId", payment)]
        case .setPersonalDepositLimits(let limit): [("weeklyLimit", limit)]
        case .updateWagerLimit(let limit): [("limit", limit)]
        case .getResponsibleGamingLimit(let type, let period):
            [("limitType", type), ("periodType", period)]
        case .updateResponsibleGamingLimit(let type, let period, let limit):
            [("limitType", type), ("periodType", period), ("limit", limit)]
        case .saveUserConsents(let given, let withdrawn):
            given.map { ("consentedVersions", "\($0)") }
                + withdrawn.map { ("unConsentedVersions", "\($0)") }
        default: []
        }
    }
}
