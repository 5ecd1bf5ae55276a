import Foundation

/// The errors of EveryMatrix' servers, by status and code.
struct EveryMatrixErrorTable: ResponseErrorTable {
    /// What a request is about.
    enum Area: Sendable {
        case account, betting, cashout
    }

    var area = Area.account

    /// What an answer's body says, in any of its three shapes.
    struct Body: Decodable {
        struct ThirdParty: Decodable {
            let errorCode: Code?
            let message: String?
        }

        struct Response: Decodable {
            let errorCode: Code?
            let errorMessage: String?
        }

        struct Limit: Decodable {
            let type: String?
            let period: String?
        }

        /// What stands beside a code, which keeps its meaning where that cannot be read.
        struct Lenient<Value: Decodable>: Decodable {
            let value: Value?

            init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
        }

        /// An integer or text.
        struct Code: Decodable {
            let text: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int.self) {
                    text = String(number)
                } else {
                    text = try container.decode(String.self)
                }
            }
        }

        let error: String?
        let message: String?
        let errorCode: Code?
        let thirdPartyResponse: ThirdParty?
        let response: Response?
        let sessionBlockers: Lenient<[String]>?
        let maintenance: Bool?
        let limit: Lenient<Limit>?

        /// The code; `nil` if there is none.
        var code: String? {
            if let code = thirdPartyResponse?.errorCode ?? response?.errorCode { return code.text }
            guard let code = errorCode?.text, code != "0" else { return nil }
            return code
        }

        var text: String {
            thirdPartyResponse?.message ?? response?.errorMessage ?? message ?? error ?? ""
        }
    }

    func failure(of response: HTTPTransportResponse) -> ResponseFailure {
        let body = try? JSONDecoder().decode(Body.self, from: Data(response.body))
        let code = body?.code.flatMap { error(ofCode: $0, body, response.body) }
        switch response.status {
        case 401: return ResponseFailure(error: .unauthorized, isSessionRefused: true)
        case 403:
            // A code of its own is no expired session.
            if let code, code != .unauthorized {
                return ResponseFailure(error: code, isSessionRefused: false)
            }
            return ResponseFailure(error: code ?? .forbidden, isSessionRefused: true)
        default:
            return ResponseFailure(
                error: error(ofStatus: response.status, code, body), isSessionRefused: false)
        }
    }

    private func error(
        ofStatus status: Int, _ code: ServiceProviderError?, _ body: Body?
    ) -> ServiceProviderError {
        switch status {
        case 400: code ?? .badRequest
        case 404: missing(code, body)
        case 409: code ?? .conflict(key: "409", message: body?.text ?? "")
        case 410: .resourceUnavailableOrDeleted
        case 422: .conflict(key: "920", message: body?.text ?? "")
        case 424: .errorDetailedMessage(key: "424", message: body?.error ?? "")
        case 429: .rateLimitExceeded
        case 503 where body?.maintenance == true:
            .maintenanceMode(message: body?.text ?? "")
        case 500, 502...504: code ?? .internalServerError
        default: .unknown
        }
    }

    /// What a 404 means.
    private func missing(_ code: ServiceProviderError?, _ body: Body?) -> ServiceProviderError {
        if area == .cashout { return code ?? .cashout(.noCurrentOdds) }
        return body?.code == "903" ? .resourceUnavailableOrDeleted : .notFound
    }

    /// What a code means, whatever the status.
    ///
    /// - Parameter bytes: The body as it came, for what few codes have beside them.
    private func error(
        ofCode code: String, _ body: Body?, _ bytes: [UInt8]
    ) -> ServiceProviderError {
        if area == .cashout, let refusal = Self.cashoutRefusals[code] { return .cashout(refusal) }
        return switch code {
        case "GmErr_USER_AUTH_FAILED", "GmErr_UNREGISTERED_USER": .invalidEmailPassword
        case "GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS": .failedTempLock(date: "")
        case "GmErr_USERNAME_ALREADY_EXISTS", "GmErr_USERNAME_REQUIRED": .invalidSignUpUsername
        case "GmErr_INVALID_CODE", "GmErr_CODE_MISSING": .invalidMobileVerifyCode
        case "GmErr_EXPIRED_TOKEN", "GmErr_TOKEN_NOT_FOUND", "Unauthorized": .unauthorized
        case "SESSION_BLOCKED":
            .sessionBlocked((body?.sessionBlockers?.value ?? []).map(SessionBlocker.init))
        case "106": .insufficientFunds
        case "121":
            .limitExceeded(
                LimitKind(
                    subject: body?.limit?.value?.type
                        .flatMap(EveryMatrixModelMapper.limitSubject),
                    period: body?.limit?.value?.period
                        .flatMap(EveryMatrixModelMapper.limitPeriod)))
        case "901", "902": .badRequest
        case "903": .resourceUnavailableOrDeleted
        case "904", "905": .notPlacedBet(message: code)
        case "906": .oddsChanged(Self.changes(bytes))
        case "907", "908": Self.stakeOutOfRange(bytes)
        case "920": .conflict(key: "920", message: body?.text ?? "")
        default: .errorDetailedMessage(key: code, message: body?.text ?? "")
        }
    }

    private static let cashoutRefusals: [String: CashoutRefusal] = [
        "103": .noCurrentOdds, "122": .invalid, "139": .outOfThreshold,
    ]

    private static func changes(_ bytes: [UInt8]) -> [OddsChange] {
        (try? WireDecoder.decode(EveryMatrix.OddsChangesBody.self, from: bytes))
            .map(EveryMatrixModelMapper.oddsChanges) ?? []
    }

    private static func stakeOutOfRange(_ bytes: [UInt8]) -> ServiceProviderError {
        let range = try? WireDecoder.decode(EveryMatrix.StakeRangeBody.self, from: bytes)
        return .stakeOutOfRange(min: range?.min, max: range?.max)
    }
}
