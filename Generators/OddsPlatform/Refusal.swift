import OddsJSON

/// A request that was refused: nothing has changed.
package struct Refusal: Error, Hashable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// The code of the tables of the platform contract; `nil` where the status says all.
    package let code: String?
    /// The reason, for who reads logs.
    package let message: String
    /// Members of the answer beside code and message.
    package let members: [JSONMember]
    /// When it may be asked for again, in milliseconds since 1970; `nil` where no time helps.
    let until: Int64?

    /// A refusal with that status.
    package init(
        _ status: Int, _ code: String? = nil, _ message: String, members: [JSONMember] = []
    ) {
        self.init(status, code, message, members: members, until: nil)
    }

    /// A refusal that ends at a time.
    init(_ status: Int, _ code: String?, _ message: String, until: Int64) {
        self.init(status, code, message, members: [], until: until)
    }

    private init(
        _ status: Int, _ code: String?, _ message: String, members: [JSONMember], until: Int64?
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.members = members
        self.until = until
    }

    /// The request has no session.
    static let noSession = Refusal(401, "Unauthorized")
    /// The session is unknown or has expired.
    package static let forbidden = Refusal(403, "Forbidden")
    /// There is no such thing, or it is another player's.
    static let notFound = Refusal(404, "Not Found")

    /// The platform stops, and the request has had no effect.
    static let stopping = Refusal(503, "Service Unavailable")

    /// The body, or a query item, is not what the request takes.
    static func badShape(_ message: String) -> Refusal { Refusal(400, message) }

    /// The state could not be read or written.
    static func failed(_ error: any Error) -> Refusal {
        Refusal(500, "GmErr_UNEXPECTED_EXCEPTION", "\(error)")
    }

    /// The state has what this version cannot have written, so that it has been changed by
    /// somebody else.
    static func damagedState(_ what: String) -> Refusal {
        .failed(
            PlatformStateError(
                description: "the state has \(what) that this version cannot have made"))
    }

    private init(_ status: Int, _ message: String) { self.init(status, nil, message) }
}
