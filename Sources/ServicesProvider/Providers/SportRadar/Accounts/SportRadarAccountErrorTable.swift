/// The errors of SportRadar's accounts: the HTTP status of a refusal is 200, and its body has
/// a status.
struct SportRadarAccountErrorTable: ResponseErrorTable {
    /// The status where the session is refused: what 401 is elsewhere.
    private static let notLoggedIn = "NOT_LOGGED_IN_ERROR"
    private static let success = "SUCCESS"

    /// Whether an answer is none of the refusals that say so whatever they have beside them.
    /// One with another status counts if all that was asked for is there: see `decode`.
    func isSuccess(_ response: HTTPTransportResponse) -> Bool {
        guard 200...299 ~= response.status else { return false }
        return status(response).map { Self.refusal($0) == nil } ?? true
    }

    func failure(of response: HTTPTransportResponse) -> ResponseFailure {
        guard 200...299 ~= response.status else {
            return PlatformErrorTable.failure(of: response)
        }
        let status = status(response)
        return ResponseFailure(
            error: Self.error(status), isSessionRefused: status?.status == Self.notLoggedIn)
    }

    /// Reads what was asked for out of an answer that is no refusal.
    ///
    /// - Throws: Where it is not there, the error of the answer's status; `decodingError` if
    ///   that is a success.
    func decode<Response: Decodable>(
        _ type: Response.Type, from response: HTTPTransportResponse
    ) throws(ServiceProviderError) -> Response {
        let status = status(response)
        do throws(ServiceProviderError) {
            return try SportRadarWire.decode(type, from: response.body)
        } catch {
            guard let status, status.status != nil, status.status != Self.success else {
                throw error
            }
            throw Self.error(status)
        }
    }

    /// Checks an answer of which nothing was asked for.
    ///
    /// - Throws: The error of a status that is no success.
    func check(_ response: HTTPTransportResponse) throws(ServiceProviderError) {
        let status = status(response)
        guard status?.status == Self.success else { throw Self.error(status) }
    }

    // MARK: Statuses

    private func status(_ response: HTTPTransportResponse) -> SportRadar.AccountStatus? {
        try? SportRadarWire.decode(SportRadar.AccountStatus.self, from: response.body)
    }

    private static func error(_ status: SportRadar.AccountStatus?) -> ServiceProviderError {
        guard let status, let name = status.status else { return .invalidResponse }
        if let error = refusal(status) { return error }
        return switch name {
        // Those that other providers' servers have codes for.
        case "FAIL_NOT_FOUND": .notFound
        case "FAIL_CONFLICT": .conflict(key: name, message: status.message ?? "")
        case "FAIL_INSUFFICIENT_FUNDS": .insufficientFunds
        case "FAIL_LIMIT_EXCEEDED":
            .limitExceeded(SportRadarModelMapper.limitKind(from: status.limit?.value))
        case "SESSION_BLOCKED":
            .sessionBlocked((status.sessionBlockers ?? []).map(SessionBlocker.init))
        default: .errorDetailedMessage(key: name, message: status.message ?? "")
        }
    }

    /// What a refusal means that is one whatever it has beside its status.
    private static func refusal(_ status: SportRadar.AccountStatus) -> ServiceProviderError? {
        switch status.status {
        case success: return nil
        case notLoggedIn: return .unauthorized
        case "FAIL_UN_PW": return .invalidEmailPassword
        case "FAIL_QUICK_OPEN_STATUS": return .quickSignUpIncomplete
        case "FAIL_TEMP_LOCK": return .failedTempLock(date: status.lockUntilDateFormatted ?? "")
        default: break
        }
        guard let first = status.errors?.elements.first else { return nil }
        return switch first.field {
        case "email": .invalidSignUpEmail
        case "username": .invalidSignUpUsername
        case "password": .invalidSignUpPassword
        default: .errorDetailedMessage(key: first.field, message: first.error)
        }
    }
}
