import FuzzFrames
import OddsWAMP

/// Fuzzes WAMP, message by message. Decoding must never trap. A decoded message
/// must be encoded as the same message, the shortcut for heads must agree with
/// the decoder, and no order of messages may make a session of either side
/// break its rules.
public enum WAMPTarget {
    public static func run(_ input: UnsafeRawBufferPointer) {
        var router = RouterPeer()
        var guarded = RouterPeer(ticket: "x")
        var client = ClientPeer()
        for (index, bytes) in FuzzInput(input).frames.enumerated() {
            let difference = withExactBytes(bytes) { json -> String? in
                let message = try? WAMPMessage(json: json)
                if let head = WAMPEnvelopeHead(json) {
                    if let wrong = disagreement(head, with: message, in: json) { return wrong }
                }
                guard let message else { return nil }
                return unwritable(message) ?? router.receive(message)
                    ?? guarded.receive(message) ?? client.receive(message)
            }
            if let difference { FuzzDriver.fail(difference, frame: index, of: bytes) }
        }
    }

    /// Describes how the head disagrees with the message; `nil` if it does not.
    private static func disagreement(
        _ head: WAMPEnvelopeHead, with message: WAMPMessage?, in json: UnsafeRawBufferPointer
    ) -> String? {
        var keywords = UnsafeRawBufferPointer(rebasing: json[head.keywords])[...]
        switch message {
        case .invocation(let request, let registration, _, let payload):
            guard head.type == .invocation, head.request == request,
                head.registration == registration
            else { return "\(head) of \(message!)" }
            return isSame(&keywords, payload) ? nil : "other keywords in \(head)"
        case .result(let request, _, let payload):
            guard head.type == .result, head.request == request else {
                return "\(head) of \(message!)"
            }
            return isSame(&keywords, payload) ? nil : "other keywords in \(head)"
        // The keywords may be a broken frame.
        case nil: return nil
        default: return "\(head) of \(message!)"
        }
    }

    private static let whiteSpace: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    private static func isSame(
        _ keywords: inout Slice<UnsafeRawBufferPointer>, _ payload: WAMPPayload
    ) -> Bool {
        while let last = keywords.last, whiteSpace.contains(last) {
            keywords.removeLast()
        }
        guard let expected = payload.keywords?.utf8, keywords.starts(with: expected) else {
            return false
        }
        // A large object behind them is not told from them.
        let behind = keywords.dropFirst(expected.count).first { !whiteSpace.contains($0) }
        return behind == nil || behind == UInt8(ascii: ",")
    }

    /// Describes what is wrong with an encoded message; `nil` if nothing is.
    /// Texts are compared, because keywords without arguments are encoded after
    /// an empty list of arguments.
    static func unwritable(_ message: WAMPMessage) -> String? {
        let json = message.json
        let again = json.withUnsafeBytes { try? WAMPMessage(json: $0) }
        return again?.json == json ? nil : "written as \(String(decoding: json, as: UTF8.self))"
    }
}

/// A router whose owner accepts, refuses or ignores registrations, depending on
/// the request id.
private struct RouterPeer {
    private static let registrationsMax = 4
    private var session: RouterSession
    private let ticket: String?

    init(ticket: String? = nil) {
        self.ticket = ticket
        session = RouterSession(id: 1, ticket: ticket, registrationsMax: Self.registrationsMax)
    }

    /// Describes what the session did wrong; `nil` if nothing.
    mutating func receive(_ message: WAMPMessage) -> String? {
        let wasEstablished = session.phase == .established
        let wasClosed = session.phase == .closed
        let actions = session.receive(message)
        if wasClosed, !actions.isEmpty { return "a closed session returns \(actions)" }
        if let ticket, session.phase == .established, !wasEstablished {
            guard case .authenticate(ticket, _) = message else {
                return "a session without its ticket, after \(message)"
            }
        }
        for action in actions {
            if let wrong = perform(action) { return wrong }
        }
        guard session.registrations.count <= Self.registrationsMax else {
            return "\(session.registrations.count) registrations"
        }
        return nil
    }

    private mutating func perform(_ action: RouterSession.Action) -> String? {
        switch action {
        case .send(let message): return WAMPTarget.unwritable(message)
        case .register(let request, let procedure):
            switch request % 4 {
            case 0: session.ignore(register: request)
            case 1: return perform(session.refuse(.register, request, "wamp.error.no", "no"))
            default:
                guard let accepted = session.accept(register: request),
                    session.registrations[accepted.registration] == procedure
                else { return "\(procedure) was not registered" }
                return WAMPTarget.unwritable(accepted.message)
            }
            return session.accept(register: request) == nil ? nil : "registered twice"
        case .close:
            return session.phase == .closed ? nil : "closes in phase \(session.phase)"
        case .unregister, .call, .yielded: return nil
        }
    }
}

/// A client that makes every kind of request once its session is established.
private struct ClientPeer {
    private var session = ClientSession()

    init() { _ = session.open(realm: "r", authenticationID: "me") }

    /// Describes what the session did wrong; `nil` if nothing.
    mutating func receive(_ message: WAMPMessage) -> String? {
        let wasClosed = session.phase == .closed
        let events = session.receive(message)
        if wasClosed, !events.isEmpty { return "a closed session returns \(events)" }
        for event in events {
            switch event {
            case .send(let message):
                if let wrong = WAMPTarget.unwritable(message) { return wrong }
            case .established:
                guard let requests = try? [
                    session.register("/t"), session.subscribe("/s"), session.unregister(1),
                    session.call("/p", keywords: JSONObjectText(["topic": "/t"])),
                ] else { return "an established session refuses a request" }
                for request in requests {
                    if let wrong = WAMPTarget.unwritable(request.message) { return wrong }
                }
            default: break
            }
        }
        if session.phase == .closed, session.pendingRequestCount > 0 {
            return "requests are pending in a closed session"
        }
        return nil
    }
}
