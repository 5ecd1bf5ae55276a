import HTTPTypes

/// Why a request is refused.
struct Refusal: Error, Sendable {
    /// The kinds that are counted.
    enum Reason: String, CaseIterable, Sendable {
        /// What is not HTTP.
        case notHTTP = "not_http"
        /// A body that is not JSON.
        case notJSON = "not_json"
        /// JSON of another shape.
        case wrongShape = "wrong_shape"
        /// A world's id, or another parameter, that is missing or wrong.
        case wrongParameter = "wrong_parameter"
        /// A body or a head that is too large.
        case tooLarge = "too_large"
        /// A match that is not there.
        case unknownMatch = "unknown_match"
        /// As many worlds as there may be.
        case worldsFull = "worlds_full"
        /// A web page of another origin, or a server's name that is not ours.
        case foreign
        /// A path that is not there, or another method.
        case unknownRequest = "unknown_request"
        /// A handshake that is none.
        case noHandshake = "no_handshake"
        /// The platform has not sent its matches yet.
        case noMatches = "no_matches"
        /// What makes no sense with a provider.
        case conflict
        /// Ordered by control.
        case fault
        /// The server's own error.
        case failure
    }

    let reason: Reason
    let message: String
    /// The status, if it is not that of the reason.
    var ownStatus: HTTPResponse.Status?
    /// The methods that the path takes, if it is the method that is refused.
    var allowedMethods: [String] = []

    init(_ reason: Reason, _ message: String, status: HTTPResponse.Status? = nil) {
        self.reason = reason
        self.message = message
        ownStatus = status
    }

    var status: HTTPResponse.Status {
        if let ownStatus { return ownStatus }
        return switch reason {
        case .notHTTP, .notJSON, .wrongShape, .wrongParameter: .badRequest
        case .tooLarge: .contentTooLarge
        case .unknownMatch, .unknownRequest: .notFound
        case .worldsFull, .noMatches: .serviceUnavailable
        case .foreign: .forbidden
        case .noHandshake: .upgradeRequired
        case .conflict: .conflict
        case .fault, .failure: .internalServerError
        }
    }
}
