import Foundation

/// The requests of EveryMatrix' accounts.
enum EveryMatrixPlayerAPI: Sendable {
    // Sessions and profiles.
    case login(EveryMatrix.LoginRequest)
    case logout(userId: String)
    case getDetails(userId: String)
    case updateDetails(userId: String, EveryMatrix.PlayerDetailsChange)

    // Registration and passwords.
    case getRegistrationConfig
    case registrationStep(EveryMatrix.RegistrationStepRequest)
    case register(EveryMatrix.RegisterRequest)
    case resetPassword(mobilePrefix: String, mobile: String)
    case validateResetCode(tokenId: String, code: String)
    case setPassword(EveryMatrix.NewPasswordRequest)

    // Wallet and payments.
    case getBalance(userId: String)
    case getUpdates(userId: String)
    case getPaymentSession(
        userId: String, EveryMatrix.PaymentSessionRequest, idempotencyKey: String)
    case getPaymentStatus(userId: String, transactionId: String)
    case getBankingTransactions(userId: String, EveryMatrix.HistoryQuery)
    case getWageringTransactions(userId: String, EveryMatrix.HistoryQuery)

    // Limits.
    case getLimits(userId: String)
    case setLimit(userId: String, EveryMatrix.MonetaryLimitRequest)
    case updateLimit(
        userId: String, limitId: String, EveryMatrix.MonetaryLimitRequest, skipCoolOff: Bool)
    case deleteLimit(userId: String, limitId: String, skipCoolOff: Bool)
    case limitSession(userId: String, EveryMatrix.SessionLimitRequest)

    // Documents and consents.
    case getDocumentTypes
    case getDocuments(userId: String)
    case uploadDocument(userId: String, MultipartBody)
    case getVerification(userId: String)
    case getConsents
    case getUserConsents(userId: String)
    case setUserConsents(userId: String, EveryMatrix.UserConsentsRequest)
}

extension EveryMatrix {
    /// The query of a history.
    struct HistoryQuery: Sendable {
        let startDate: String?
        let endDate: String?
        let page: String?
        let types: String?
        let states: String?
    }

    /// A request of accounts under a base URL.
    struct PlayerEndpoint: Endpoint {
        let url: String
        let api: EveryMatrixPlayerAPI
        let userID: String?
        let body: RequestBody?

        /// - Throws: `invalidRequestFormat` if the body cannot be encoded.
        init(
            url: String, _ api: EveryMatrixPlayerAPI, userID: String? = nil
        ) throws(ServiceProviderError) {
            self.url = url
            self.api = api
            self.userID = userID
            body = try api.body()
        }

        var endpoint: String { api.path }
        var method: HTTPRequestMethod { api.method }
        var query: [(name: String, value: String)] { api.query }
        var requireSessionKey: Bool { api.requiresSession }

        var headers: [(name: String, value: String)] {
            var headers = [("X-Session-Type", "others")]
            if case .getPaymentSession(_, _, let key) = api {
                headers.append(("Idempotency-Key", key))
            }
            return headers
        }

        func authHeaderKey(for part: AuthenticationPart) -> String? {
            switch part {
            case .sessionId: "X-SessionId"
            case .userId: nil
            }
        }
    }
}

extension EveryMatrixPlayerAPI {
    fileprivate var path: String {
        let legislation = "/v1/player/legislation"
        let reset = "/v1/player/resetPasswordByMobilePhone"
        return switch self {
        case .login: legislation + "/login"
        case .logout(let user): Self.path(user, "logout")
        case .getDetails(let user), .updateDetails(let user, _): Self.path(user, "details")
        case .getRegistrationConfig: legislation + "/registration/config"
        case .registrationStep: legislation + "/registration/step"
        case .register: legislation + "/register"
        case .resetPassword: reset
        case .validateResetCode: reset + "/validate"
        case .setPassword: "/v1/player/ResetPasswordByHashKey"
        case .getBalance(let user): Self.path(user, "balance", version: 2)
        case .getUpdates(let user): Self.path(user, "information/updates", version: 2)
        case .getPaymentSession(let user, _, _): Self.path(user, "payment/GetPaymentSession")
        case .getPaymentStatus(let user, let id):
            Self.path(user, "payment/\(PercentEncoding.encoded(id))/status")
        case .getBankingTransactions(let user, _): Self.path(user, "transactions/banking")
        case .getWageringTransactions(let user, _): Self.path(user, "transactions/wagering")
        case .getLimits(let user), .setLimit(let user, _): Self.path(user, "limits/monetary")
        case .updateLimit(let user, let id, _, _), .deleteLimit(let user, let id, _):
            Self.path(user, "limits/monetary/\(PercentEncoding.encoded(id))")
        case .limitSession(let user, _): Self.path(user, "limits/session")
        case .getDocumentTypes: "/v1/player/documents/types"
        case .getDocuments(let user), .uploadDocument(let user, _): Self.path(user, "documents")
        case .getVerification(let user): Self.path(user, "verification")
        case .getConsents: "/v1/player/consents"
        case .getUserConsents(let user), .setUserConsents(let user, _):
            Self.path(user, "consents")
        }
    }

    private static func path(_ user: String, _ rest: String, version: Int = 1) -> String {
        "/v\(version)/player/\(PercentEncoding.encoded(user))/\(rest)"
    }

    fileprivate var method: HTTPRequestMethod {
        switch self {
        case .login, .logout, .registrationStep, .resetPassword, .validateResetCode,
            .setPassword, .getPaymentSession, .setLimit, .uploadDocument:
            .post
        case .updateDetails, .register, .updateLimit, .limitSession, .setUserConsents: .put
        case .deleteLimit: .delete
        case .getDetails, .getRegistrationConfig, .getBalance, .getUpdates, .getPaymentStatus,
            .getBankingTransactions, .getWageringTransactions, .getLimits, .getDocumentTypes,
            .getDocuments, .getVerification, .getConsents, .getUserConsents:
            .get
        }
    }

    fileprivate var query: [(name: String, value: String)] {
        switch self {
        case .resetPassword(let prefix, let mobile):
            [("mobileNumber", mobile), ("mobilePrefix", prefix)]
        case .validateResetCode(let token, let code):
            [("tokenId", token), ("validationCode", code)]
        case .getBankingTransactions(_, let query), .getWageringTransactions(_, let query):
            [
                ("startDate", query.startDate), ("endDate", query.endDate), ("page", query.page),
                ("types", query.types), ("states", query.states),
            ].compactMap { item in item.1.map { (item.0, $0) } }
        case .updateLimit(_, _, _, let skips), .deleteLimit(_, _, let skips):
            [("skipCoolOff", "\(skips)")]
        default: []
        }
    }

    fileprivate func body() throws(ServiceProviderError) -> RequestBody? {
        switch self {
        case .login(let body): try .json(body)
        case .logout: RequestBody(type: "application/json", bytes: Array("{}".utf8))
        case .updateDetails(_, let body): try .json(body)
        case .registrationStep(let body): try .json(body)
        case .register(let body): try .json(body)
        case .setPassword(let body): try .json(body)
        case .getPaymentSession(_, let body, _): try .json(body)
        case .setLimit(_, let body): try .json(body)
        case .updateLimit(_, _, let body, _): try .json(body)
        case .limitSession(_, let body): try .json(body)
        case .setUserConsents(_, let body): try .json(body)
        case .uploadDocument(_, let form): form.requestBody
        default: nil
        }
    }

    fileprivate var requiresSession: Bool {
        switch self {
        case .login, .getRegistrationConfig, .registrationStep, .register, .resetPassword,
            .validateResetCode, .setPassword, .getDocumentTypes, .getConsents:
            false
        default: true
        }
    }
}
