import OddsJSON

/// The `status` of an answer of the account API.
package enum PAMStatus {
    /// Beside it is all that was asked for.
    package static let success = "SUCCESS"
    /// The session is missing, unknown or expired.
    package static let notLoggedIn = "NOT_LOGGED_IN_ERROR"
    /// An argument is missing, or not what the request takes.
    package static let wrongArgument = "FAIL_INVALID_ARGUMENT"
    /// There is no such thing, or it is another player's.
    package static let notFound = "FAIL_NOT_FOUND"
    /// It contradicts the state of things.
    package static let conflict = "FAIL_CONFLICT"
    /// Name or password is wrong.
    static let wrongPassword = "FAIL_UN_PW"
    /// The registration has to be completed before.
    static let incomplete = "FAIL_QUICK_OPEN_STATUS"
    /// The account is locked for a time.
    static let locked = "FAIL_TEMP_LOCK"
    /// Some of the fields that were entered cannot be taken: `errors` has which.
    static let wrongFields = "FAIL_VALIDATION"
    /// A code is wrong, used or too old.
    static let wrongCode = "FAIL_INVALID_CODE"

    /// The status for one of the platform's codes; the code itself where there is none, as
    /// those of this API's own refusals are statuses.
    package static func status(of code: String) -> String {
        switch code {
        case "GmErr_USER_AUTH_FAILED": wrongPassword
        case "GmErr_USER_NOT_ACTIVATED": incomplete
        case "GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS", "GmErr_USER_ACCOUNT_BLOCKED": locked
        case "901", "902": wrongArgument
        case "106": "FAIL_INSUFFICIENT_FUNDS"
        case "121": "FAIL_LIMIT_EXCEEDED"
        case "KYC_REQUIRED": "FAIL_KYC_REQUIRED"
        default: code
        }
    }

    /// The code of a refusal that has none of its own; `nil` where the HTTP status says all.
    package static func code(ofStatus status: Int) -> String? {
        switch status {
        case 400: wrongArgument
        case 401, 403: notLoggedIn
        case 404: notFound
        case 409: conflict
        default: nil
        }
    }
}

extension Refusal {
    /// A refusal of the account API.
    static func pam(
        _ status: String, _ message: String, members: [JSONMember] = []
    ) -> Refusal {
        Refusal(400, status, message, members: members)
    }

    /// Some of the fields that were entered cannot be taken.
    static func wrongFields(_ errors: [(field: String, error: String)]) -> Refusal {
        let list = errors.map { error -> JSONValue in
            ["field": .string(error.field), "error": .string(error.error)]
        }
        return .pam(
            PAMStatus.wrongFields, "some fields cannot be taken",
            members: [JSONMember("errors", .array(list))])
    }
}
