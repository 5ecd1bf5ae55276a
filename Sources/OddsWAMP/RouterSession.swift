/// The server's side of one WAMP session.
///
/// A session does no I/O: each transition returns the actions to take, and the
/// caller takes them in that order. A session is a value; one thread at a time
/// may use it.
///
/// It is as lenient as the real EM router: a client may REGISTER without having
/// announced that it is a callee, number its requests as it likes, and put
/// anything into a YIELD.
public struct RouterSession: Sendable {
    /// What the caller has to do.
    public enum Action: Equatable, Sendable {
        /// Send this message.
        case send(WAMPMessage)
        /// Decide about a REGISTER, with `accept`, `refuse` or `ignore`.
        case register(request: WAMPID, procedure: String)
        /// Stop the invocations of a registration. The client has its answer.
        case unregister(registration: WAMPID)
        /// Answer a CALL, with a RESULT or with `refuse`.
        case call(request: WAMPID, procedure: String, keywords: JSONObjectText)
        /// Nothing: the client has answered an invocation.
        case yielded
        /// Close the transport once all earlier messages are sent.
        case close
    }

    /// The stages of a session.
    public enum Phase: Equatable, Sendable {
        /// HELLO has not come.
        case awaitingHello
        /// CHALLENGE was sent.
        case challenged
        /// Requests are served.
        case established
        /// This side said GOODBYE and waits for the reply.
        case leaving
        /// The session has ended.
        case closed
    }

    /// The stage that the session is in.
    public private(set) var phase = Phase.awaitingHello
    /// The procedures that the client has registered, by registration.
    public private(set) var registrations: [WAMPID: String] = [:]

    private let id: WAMPID
    private let realm: String?
    private let ticket: String?
    private let registrationsMax: Int
    private var subscriptions: Set<WAMPID> = []
    private var pendingRegistrations: [WAMPID: String] = [:]
    private let ids: WAMPIDSource
    private var lastInvocation: WAMPID = 0

    /// Makes a session that waits for HELLO.
    ///
    /// - Parameters:
    ///   - id: the session's id, unique among the sessions of a router.
    ///   - realm: the only realm that is served; `nil` for any.
    ///   - ticket: the answer to CHALLENGE that opens the session; `nil` opens
    ///     it without a CHALLENGE.
    ///   - registrationsMax: how many registrations, and how many
    ///     subscriptions, a client may have.
    ///   - ids: the source of registration ids, shared by the sessions of a
    ///     router.
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

    /// Takes a message of the client, and returns what to do about it.
    ///
    /// - Complexity: O(1), expected.
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
        guard let ticket, Secret(ticket).equals(signature) else {
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

    /// Ends the session because the client broke the protocol.
    ///
    /// - Returns: ABORT, and `close`; nothing if the session had ended.
    public mutating func violation(_ what: String) -> [Action] {
        abortSession(WAMPReason.protocolViolation, JSONObjectText(["message": what]))
    }
}

// MARK: - The router's decisions

extension RouterSession {
    /// Accepts a REGISTER.
    ///
    /// - Returns: the new registration and REGISTERED, or `nil` if the request
    ///   is not open.
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

    /// Drops a REGISTER without an answer.
    public mutating func ignore(register request: WAMPID) {
        pendingRegistrations[request] = nil
    }

    /// Refuses a request.
    ///
    /// - Returns: the action that sends ERROR.
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

    /// Returns the id of the next INVOCATION; ids ascend from 1.
    public mutating func nextInvocation() -> WAMPID {
        lastInvocation += 1
        return lastInvocation
    }

    /// Starts to end the session.
    ///
    /// - Returns: GOODBYE, whose reply leads to `close`; only `close` if the
    ///   session is not established.
    public mutating func leave(reason: String) -> [Action] {
        guard phase == .established else { return close() }
        phase = .leaving
        return [.send(.goodbye(details: .empty, reason: reason))]
    }

    /// Ends the session at once.
    ///
    /// - Returns: ABORT, and `close`; nothing if the session had ended.
    public mutating func abortSession(
        _ reason: String, _ details: JSONObjectText = .empty
    ) -> [Action] {
        guard phase != .closed else { return [] }
        phase = .closed
        return [.send(.abort(details: details, reason: reason)), .close]
    }
}
