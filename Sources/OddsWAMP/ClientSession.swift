import OddsJSON

/// The client's side of one WAMP session: numbers requests, matches answers to
/// them, and tells what became of each. Free of I/O and of time: the caller
/// sends what it is given, and calls `expire` when it has waited long enough
/// for an answer.
public struct ClientSession: Sendable {
    public enum Event: Equatable, Sendable {
        /// A message that the session itself has to send.
        case send(WAMPMessage)
        /// The session stands; requests may be made.
        case established(session: WAMPID)
        /// To be answered by `authenticate`.
        case challenged(method: String, extra: JSONObjectText)
        case registered(request: WAMPID, registration: WAMPID)
        case unregistered(request: WAMPID)
        case subscribed(request: WAMPID, subscription: WAMPID)
        case unsubscribed(request: WAMPID)
        case result(request: WAMPID, payload: WAMPPayload)
        case invoked(request: WAMPID, registration: WAMPID, payload: WAMPPayload)
        /// A request failed.
        case failed(request: WAMPID, WAMPRequestError)
        /// The session is over, and with it the transport. Requests that were
        /// open have failed before.
        case closed(WAMPSessionEnd)
    }

    public enum Phase: Equatable, Sendable {
        case idle
        case opening
        case established
        case leaving
        case closed
    }

    public private(set) var phase = Phase.idle
    private var pending: [WAMPID: WAMPMessageType] = [:]
    private var lastRequest: WAMPID = 0

    public init() {}

    /// Requests that wait for their answers.
    public var pendingRequestCount: Int { pending.count }

    // Requests

    /// The first message. It announces the roles that the feed needs.
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

    public func authenticate(
        signature: String, extra: JSONObjectText = .empty
    ) -> WAMPMessage {
        .authenticate(signature: signature, extra: extra)
    }

    /// - Throws: `WAMPRequestError.notConnected`, `.tooManyRequests`.
    public mutating func register(_ procedure: String) throws(WAMPRequestError) -> WAMPRequest {
        let id = try nextRequest(.register)
        return WAMPRequest(
            id: id, message: .register(request: id, options: .empty, procedure: procedure))
    }

    /// - Throws: as `register`.
    public mutating func unregister(
        _ registration: WAMPID
    ) throws(WAMPRequestError) -> WAMPRequest {
        let id = try nextRequest(.unregister)
        return WAMPRequest(id: id, message: .unregister(request: id, registration: registration))
    }

    /// - Throws: as `register`.
    public mutating func subscribe(_ topic: String) throws(WAMPRequestError) -> WAMPRequest {
        let id = try nextRequest(.subscribe)
        return WAMPRequest(
            id: id, message: .subscribe(request: id, options: .empty, topic: topic))
    }

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

    /// Gives a request up; a late answer is then ignored. `false` if it was
    /// answered already.
    public mutating func expire(_ request: WAMPID) -> Bool {
        pending.removeValue(forKey: request) != nil
    }

    /// Says GOODBYE; `nil` if there is no session to leave.
    public mutating func leave(reason: String = WAMPReason.closeRealm) -> WAMPMessage? {
        guard phase == .established else { return nil }
        phase = .leaving
        return .goodbye(details: .empty, reason: reason)
    }

    /// The transport is gone. Open requests fail.
    public mutating func transportClosed() -> [Event] {
        phase == .closed ? [] : end(.transportClosed)
    }
}

extension ClientSession {
    /// Takes a message of the server.
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
        case .unregistered(let request):
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

    /// An answer to no open request is ignored: the request may have expired.
    private mutating func answer(
        _ request: WAMPID, _ type: WAMPMessageType?, _ event: Event
    ) -> [Event] {
        guard let type, pending[request] == type else { return [] }
        pending[request] = nil
        return [event]
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
