/// The server's side of one WAMP session: what each message of the client
/// means, and what to answer. Free of I/O: a transition returns what to do
/// next, and the caller does it, in that order.
///
/// It is as lenient as the real EM router: a client may REGISTER without having
/// announced that it is a callee, number its requests as it likes, and put
/// anything into a YIELD.
public struct RouterSession: Sendable {
    public enum Action: Equatable, Sendable {
        case send(WAMPMessage)
        /// To be answered by `accept` or `refuse`.
        case register(request: WAMPID, procedure: String)
        /// Already answered.
        case unregister(registration: WAMPID)
        /// To be answered by a RESULT, or by `refuse`.
        case call(request: WAMPID, procedure: String, keywords: JSONObjectText)
        /// The client took an invocation.
        case yielded
        /// The transport is to be closed, after all that was sent before.
        case close
    }

    public enum Phase: Equatable, Sendable {
        case awaitingHello
        /// CHALLENGE was sent.
        case challenged
        case established
        /// This side said GOODBYE and waits for the reply.
        case leaving
        case closed
    }

    public private(set) var phase = Phase.awaitingHello
    /// What this session registered, by registration.
    public private(set) var registrations: [WAMPID: String] = [:]

    private let id: WAMPID
    private let realm: String?
    private let ticket: String?
    private let registrationsMax: Int
    private var subscriptions: Set<WAMPID> = []
    private var pendingRegistrations: [WAMPID: String] = [:]
    private let ids: WAMPIDSource
    private var lastInvocation: WAMPID = 0

    /// - Parameters:
    ///   - id: the session's, unique among all of a router.
    ///   - realm: the only one that is served; `nil` for any.
    ///   - ticket: what the client has to answer a CHALLENGE with; `nil` if
    ///     anybody may have a session.
    ///   - registrationsMax: registrations and subscriptions, each.
    ///   - ids: the router's, from which registrations get theirs.
    public init(
        id: WAMPID, realm: String? = nil, ticket: String? = nil, registrationsMax: Int,
        ids: WAMPIDSource = WAMPIDSource()
    ) {
        self.id = id
        self.realm = realm
        self.ticket = ticket
        self.registrationsMax = registrationsMax
        self.ids = ids
    }

    /// Takes a message of the client.
    public mutating func receive(_ message: WAMPMessage) -> [Action] {
        switch (phase, message) {
        case (.awaitingHello, .hello(let wanted, _)): return open(wanted)
        case (.awaitingHello, .abort): return close()
        case (.awaitingHello, _): return violation("the first message must be HELLO")
        case (.challenged, .authenticate(let signature, _)): return authenticate(signature)
        case (.challenged, .abort): return close()
        case (.challenged, _): return violation("CHALLENGE is answered by AUTHENTICATE")
        case (.established, _): return receiveEstablished(message)
        case (.leaving, .goodbye), (.leaving, .abort): return close()
        case (.leaving, _), (.closed, _): return []
        }
    }

    private mutating func open(_ wanted: String) -> [Action] {
        if let realm, !realm.utf8.elementsEqual(wanted.utf8) {
            phase = .closed
            let details = JSONObjectText(["message": "no realm \(wanted)"])
            return [.send(.abort(details: details, reason: WAMPReason.noSuchRealm)), .close]
        }
        if ticket != nil {
            phase = .challenged
            return [.send(.challenge(method: "ticket", extra: .empty))]
        }
        return welcome()
    }

    private mutating func authenticate(_ signature: String) -> [Action] {
        guard let ticket, ticket.utf8.elementsEqual(signature.utf8) else {
            return abortSession(
                WAMPReason.authenticationFailed, JSONObjectText(["message": "another ticket"]))
        }
        return welcome()
    }

    private mutating func welcome() -> [Action] {
        phase = .established
        return [.send(.welcome(session: id, details: Self.welcomeDetails))]
    }

    /// Known role names alone: others crash clients.
    private static let welcomeDetails = JSONObjectText(
        unchecked: Array(#"{"agent":"OddsBench","roles":{"broker":{},"dealer":{}}}"#.utf8))

    private mutating func receiveEstablished(_ message: WAMPMessage) -> [Action] {
        switch message {
        case .goodbye(_, let reason):
            phase = .closed
            let reply = WAMPReason.reply(to: reason)
            return [.send(.goodbye(details: .empty, reason: reply)), .close]
        case .abort: return close()
        case .subscribe(let request, _, let topic): return subscribe(request, topic)
        case .unsubscribe(let request, let subscription):
            guard subscriptions.remove(subscription) != nil else {
                return [
                    refuse(
                        .unsubscribe, request, WAMPReason.noSuchSubscription,
                        "there is no subscription \(subscription)")
                ]
            }
            return [.send(.unsubscribed(request: request))]
        case .register(let request, _, let procedure): return register(request, procedure)
        case .unregister(let request, let registration):
            guard registrations.removeValue(forKey: registration) != nil else {
                return [
                    refuse(
                        .unregister, request, WAMPReason.noSuchRegistration,
                        "there is no registration \(registration)")
                ]
            }
            return [.send(.unregistered(request: request)), .unregister(registration: registration)]
        case .call(let request, _, let procedure, let payload):
            let keywords = payload.keywords ?? .empty
            return [.call(request: request, procedure: procedure, keywords: keywords)]
        // An invocation that the client failed at is one that it took.
        case .yield, .error: return [.yielded]
        case .hello: return violation("HELLO in a session")
        default: return violation("message type \(message.type.rawValue) is not a client's")
        }
    }

    /// Succeeds for any topic; nothing is ever published.
    private mutating func subscribe(_ request: WAMPID, _ topic: String) -> [Action] {
        guard subscriptions.count < registrationsMax else {
            return [refuseMore(.subscribe, request, "subscriptions")]
        }
        let subscription = ids.next()
        subscriptions.insert(subscription)
        return [.send(.subscribed(request: request, subscription: subscription))]
    }

    private mutating func register(_ request: WAMPID, _ procedure: String) -> [Action] {
        guard registrations.count + pendingRegistrations.count < registrationsMax else {
            return [refuseMore(.register, request, "registrations")]
        }
        guard pendingRegistrations[request] == nil else {
            return violation("request \(request) is open already")
        }
        pendingRegistrations[request] = procedure
        return [.register(request: request, procedure: procedure)]
    }

    private mutating func refuseMore(
        _ type: WAMPMessageType, _ request: WAMPID, _ what: String
    ) -> Action {
        refuse(
            type, request, "em.error.too_many_\(what)",
            "a session may have \(registrationsMax) \(what)")
    }

    private mutating func close() -> [Action] {
        phase = .closed
        return [.close]
    }

    /// Ends the session for a breach of the protocol: ABORT, then close.
    public mutating func violation(_ what: String) -> [Action] {
        abortSession(WAMPReason.protocolViolation, JSONObjectText(["message": what]))
    }
}

// What the router decides.
extension RouterSession {
    /// Answers a REGISTER with REGISTERED; `nil` if the request is not open.
    public mutating func accept(
        register request: WAMPID
    ) -> (registration: WAMPID, message: WAMPMessage)? {
        guard let procedure = pendingRegistrations.removeValue(forKey: request),
            phase == .established
        else { return nil }
        let registration = ids.next()
        registrations[registration] = procedure
        return (registration, .registered(request: request, registration: registration))
    }

    /// Forgets a REGISTER that is never to be answered.
    public mutating func ignore(register request: WAMPID) {
        pendingRegistrations[request] = nil
    }

    /// The ERROR for a request.
    public mutating func refuse(
        _ type: WAMPMessageType, _ request: WAMPID, _ error: String, _ description: String = ""
    ) -> Action {
        if type == .register { pendingRegistrations[request] = nil }
        let keywords = description.isEmpty ? nil : JSONObjectText(["desc": description])
        return .send(
            .error(
                type: type.rawValue, request: request, details: .empty, error: error,
                payload: WAMPPayload(keywords: keywords)))
    }

    /// The id of the next INVOCATION.
    public mutating func nextInvocation() -> WAMPID {
        lastInvocation += 1
        return lastInvocation
    }

    /// Says GOODBYE; the transport closes when the client has replied.
    public mutating func leave(reason: String) -> [Action] {
        guard phase == .established else { return close() }
        phase = .leaving
        return [.send(.goodbye(details: .empty, reason: reason))]
    }

    /// Ends the session at once.
    public mutating func abortSession(
        _ reason: String, _ details: JSONObjectText = .empty
    ) -> [Action] {
        guard phase != .closed else { return [] }
        phase = .closed
        return [.send(.abort(details: details, reason: reason)), .close]
    }
}
