import OddsJSON

/// The client's side of one WAMP session. It numbers requests and matches
/// answers to them.
///
/// A session does no I/O and knows no clock: the caller sends the messages that
/// the session returns, and calls `expire` when it has waited long enough for
/// an answer. A session is a value; one thread at a time may use it.
public struct ClientSession: Sendable {
    /// What a message of the server means to the caller.
    public enum Event: Equatable, Sendable {
        /// The caller has to send this message.
        case send(WAMPMessage)
        /// The session is open: requests may be made.
        case established(session: WAMPID)
        /// The server asks for credentials; answer with `authenticate`.
        case challenged(method: String, extra: JSONObjectText)
        /// The answer to `register`.
        case registered(request: WAMPID, registration: WAMPID)
        /// The answer to `unregister`.
        case unregistered(request: WAMPID)
        /// The server has ended a registration, for this reason.
        case revoked(registration: WAMPID, reason: String)
        /// The answer to `subscribe`.
        case subscribed(request: WAMPID, subscription: WAMPID)
        /// The answer to UNSUBSCRIBE.
        case unsubscribed(request: WAMPID)
        /// The answer to `call`.
        case result(request: WAMPID, payload: WAMPPayload)
        /// The server calls a registered procedure; answer with YIELD.
        case invoked(request: WAMPID, registration: WAMPID, payload: WAMPPayload)
        /// A request failed.
        case failed(request: WAMPID, WAMPRequestError)
        /// The session has ended; the caller closes the transport. A `failed`
        /// for each open request precedes it.
        case closed(WAMPSessionEnd)
    }

    /// The stages of a session, in order.
    public enum Phase: Equatable, Sendable {
        /// `open` was not called yet.
        case idle
        /// HELLO was made; WELCOME has not come.
        case opening
        /// Requests may be made.
        case established
        /// GOODBYE was made; its answer has not come.
        case leaving
        /// The session has ended.
        case closed
    }

    /// The stage that the session is in.
    public private(set) var phase = Phase.idle
    private var pending: [WAMPID: WAMPMessageType] = [:]
    private var lastRequest: WAMPID = 0

    /// Makes a session that is not open.
    public init() {}

    /// The number of requests without an answer so far.
    public var pendingRequestCount: Int { pending.count }

    // MARK: Requests

    /// Opens the session.
    ///
    /// - Precondition: it is called once.
    /// - Parameters:
    ///   - realm: the realm to join.
    ///   - authenticationID: the name to announce to a server that asks for
    ///     credentials.
    /// - Returns: HELLO, which announces the roles that the feed needs.
    public mutating func open(realm: String, authenticationID: String? = nil) -> WAMPMessage {
        precondition(phase == .idle, "a session is opened once")
        phase = .opening
        var details = Array(
            #"{"roles":{"caller":{},"callee":{},"subscriber":{},"publisher":{}}"#.utf8)
        if let authenticationID {
            details += Array(#","authmethods":["ticket","wampcra"],"authid":"#.utf8)
            details.appendJSONString(authenticationID)
        }
        details.append(UInt8(ascii: "}"))
        return .hello(realm: realm, details: JSONObjectText(unchecked: details))
    }

    /// Answers a challenge.
    ///
    /// - Returns: AUTHENTICATE.
    public func authenticate(
        signature: String, extra: JSONObjectText = .empty
    ) -> WAMPMessage {
        .authenticate(signature: signature, extra: extra)
    }

    /// Makes a REGISTER of a procedure.
    ///
    /// - Throws: `WAMPRequestError.notConnected` unless the session is
    ///   established, `.tooManyRequests` if 65,536 requests are open.
    public mutating func register(_ procedure: String) throws(WAMPRequestError) -> WAMPRequest {
        let id = try nextRequest(.register)
        return WAMPRequest(
            id: id, message: .register(request: id, options: .empty, procedure: procedure))
    }

    /// Makes an UNREGISTER of a registration.
    ///
    /// - Throws: as `register`.
    public mutating func unregister(
        _ registration: WAMPID
    ) throws(WAMPRequestError) -> WAMPRequest {
        let id = try nextRequest(.unregister)
        return WAMPRequest(id: id, message: .unregister(request: id, registration: registration))
    }

    /// Makes a SUBSCRIBE to a topic.
    ///
    /// - Throws: as `register`.
    public mutating func subscribe(_ topic: String) throws(WAMPRequestError) -> WAMPRequest {
        let id = try nextRequest(.subscribe)
        return WAMPRequest(
            id: id, message: .subscribe(request: id, options: .empty, topic: topic))
    }

    /// Makes a CALL of a procedure.
    ///
    /// - Throws: as `register`.
    public mutating func call(
        _ procedure: String, keywords: JSONObjectText = .empty
    ) throws(WAMPRequestError) -> WAMPRequest {
        let id = try nextRequest(.call)
        return WAMPRequest(
            id: id,
            message: .call(
                request: id, options: .empty, procedure: procedure,
                payload: WAMPPayload(keywords: keywords)))
    }

    private mutating func nextRequest(
        _ type: WAMPMessageType
    ) throws(WAMPRequestError) -> WAMPID {
        guard phase == .established else { throw .notConnected }
        guard pending.count < WAMPLimits.pendingRequestsMax else { throw .tooManyRequests }
        lastRequest += 1
        pending[lastRequest] = type
        return lastRequest
    }

    /// Gives a request up. The session ignores an answer that comes later.
    ///
    /// - Returns: whether the request was open.
    public mutating func expire(_ request: WAMPID) -> Bool {
        pending.removeValue(forKey: request) != nil
    }

    /// Starts to leave the session.
    ///
    /// - Returns: GOODBYE, or `nil` if the session is not established.
    public mutating func leave(reason: String = WAMPReason.closeRealm) -> WAMPMessage? {
        guard phase == .established else { return nil }
        phase = .leaving
        return .goodbye(details: .empty, reason: reason)
    }

    /// Ends the session because its transport has gone.
    ///
    /// - Returns: a `failed` for each open request, and `closed`; nothing if
    ///   the session had ended.
    public mutating func transportClosed() -> [Event] {
        phase == .closed ? [] : end(.transportClosed)
    }
}

extension ClientSession {
    /// Takes a message of the server, and returns what it means, in order.
    ///
    /// - Complexity: O(1), and O(open requests) for one that ends the session.
    public mutating func receive(_ message: WAMPMessage) -> [Event] {
        switch phase {
        case .opening: receiveOpening(message)
        case .established: receiveEstablished(message)
        case .leaving: receiveLeaving(message)
        case .idle, .closed: []
        }
    }

    private mutating func receiveOpening(_ message: WAMPMessage) -> [Event] {
        switch message {
        case .welcome(let session, _):
            phase = .established
            return [.established(session: session)]
        case .challenge(let method, let extra):
            return [.challenged(method: method, extra: extra)]
        case .abort(let details, let reason):
            return end(.aborted(reason: reason, message: details.text("message") ?? ""))
        case .goodbye(_, let reason): return end(.left(reason: reason))
        default: return violation(message)
        }
    }

    private mutating func receiveLeaving(_ message: WAMPMessage) -> [Event] {
        switch message {
        case .goodbye(_, let reason): end(.left(reason: reason))
        case .abort(let details, let reason):
            end(.aborted(reason: reason, message: details.text("message") ?? ""))
        default: []
        }
    }

    private mutating func receiveEstablished(_ message: WAMPMessage) -> [Event] {
        switch message {
        case .registered(let request, let registration):
            answer(request, .register, .registered(request: request, registration: registration))
        case .unregistered(0, let details?): revocation(details)
        case .unregistered(let request, _):
            answer(request, .unregister, .unregistered(request: request))
        case .subscribed(let request, let subscription):
            answer(request, .subscribe, .subscribed(request: request, subscription: subscription))
        case .unsubscribed(let request):
            answer(request, .unsubscribe, .unsubscribed(request: request))
        case .result(let request, _, let payload):
            answer(request, .call, .result(request: request, payload: payload))
        case .error(let type, let request, _, let error, let payload):
            answer(
                request, WAMPMessageType(rawValue: type),
                .failed(
                    request: request,
                    .refused(error: error, description: payload.keywords?.text("desc") ?? "")))
        case .invocation(let request, let registration, _, let payload):
            [.invoked(request: request, registration: registration, payload: payload)]
        case .goodbye(_, let reason):
            [.send(.goodbye(details: .empty, reason: WAMPReason.reply(to: reason)))]
                + end(.left(reason: reason))
        case .abort(let details, let reason):
            end(.aborted(reason: reason, message: details.text("message") ?? ""))
        default: violation(message)
        }
    }

    /// Ignores an answer without an open request, which may have expired.
    private mutating func answer(
        _ request: WAMPID, _ type: WAMPMessageType?, _ event: Event
    ) -> [Event] {
        guard let type, pending[request] == type else { return [] }
        pending[request] = nil
        return [event]
    }

    /// The end of the registration that UNREGISTERED names; nothing if it names none.
    private func revocation(_ details: JSONObjectText) -> [Event] {
        let digits = details.value("registration").map { String(decoding: $0, as: UTF8.self) }
        guard let registration = digits.flatMap(WAMPID.init) else { return [] }
        return [.revoked(registration: registration, reason: details.text("reason") ?? "")]
    }

    private mutating func violation(_ message: WAMPMessage) -> [Event] {
        let what = "message type \(message.type.rawValue) was not expected"
        let details = JSONObjectText(["message": what])
        return [.send(.abort(details: details, reason: WAMPReason.protocolViolation))]
            + end(.violation(what))
    }

    private mutating func end(_ end: WAMPSessionEnd) -> [Event] {
        phase = .closed
        defer { pending = [:] }
        return pending.keys.sorted().map { .failed(request: $0, .sessionEnded(end)) }
            + [.closed(end)]
    }
}
