/// A message of WAMP version 2 (wamp-proto.org), of the kinds that clients and
/// servers of the EM feed exchange.
///
/// Dictionaries and payloads stay JSON text, which is checked but not parsed: a
/// server passes on a frame that was encoded once, and a client hands it to the
/// frame parser as it came.
public enum WAMPMessage: Equatable, Sendable {
    /// From the client: opens a session.
    case hello(realm: String, details: JSONObjectText)
    /// From the server: the session is open.
    case welcome(session: WAMPID, details: JSONObjectText)
    /// From either side: ends the session at once.
    case abort(details: JSONObjectText, reason: String)
    /// From the server: asks for credentials.
    case challenge(method: String, extra: JSONObjectText)
    /// From the client: answers CHALLENGE.
    case authenticate(signature: String, extra: JSONObjectText)
    /// From either side: ends the session; answered by GOODBYE.
    case goodbye(details: JSONObjectText, reason: String)
    /// From the server: a request of the kind `type` failed.
    case error(
        type: Int, request: WAMPID, details: JSONObjectText, error: String, payload: WAMPPayload)
    /// From the client: asks for the events of a topic.
    case subscribe(request: WAMPID, options: JSONObjectText, topic: String)
    /// Answers SUBSCRIBE.
    case subscribed(request: WAMPID, subscription: WAMPID)
    /// From the client: ends a subscription.
    case unsubscribe(request: WAMPID, subscription: WAMPID)
    /// Answers UNSUBSCRIBE.
    case unsubscribed(request: WAMPID)
    /// From the client: calls a procedure of the server.
    case call(request: WAMPID, options: JSONObjectText, procedure: String, payload: WAMPPayload)
    /// Answers CALL.
    case result(request: WAMPID, details: JSONObjectText, payload: WAMPPayload)
    /// From the client: offers a procedure, which the server then calls. The
    /// EM feed sends each frame of a topic as such a call.
    case register(request: WAMPID, options: JSONObjectText, procedure: String)
    /// Answers REGISTER.
    case registered(request: WAMPID, registration: WAMPID)
    /// From the client: withdraws a procedure.
    case unregister(request: WAMPID, registration: WAMPID)
    /// Answers UNREGISTER; or, with the request 0, tells that the server has ended the
    /// registration that `details` names.
    case unregistered(request: WAMPID, details: JSONObjectText? = nil)
    /// From the server: calls a registered procedure.
    case invocation(
        request: WAMPID, registration: WAMPID, details: JSONObjectText, payload: WAMPPayload)
    /// Answers INVOCATION.
    case yield(request: WAMPID, options: JSONObjectText, payload: WAMPPayload)
}

/// The id of a session, a request, a subscription or a registration: 0 to 2⁵³,
/// the range that every JSON reader represents exactly.
public typealias WAMPID = UInt64

/// The kind of a message, whose number is the first element of the text.
/// `WAMPMessage` says what each kind means.
public enum WAMPMessageType: Int, CaseIterable, Sendable {
    /// HELLO.
    case hello = 1
    /// WELCOME.
    case welcome = 2
    /// ABORT.
    case abort = 3
    /// CHALLENGE.
    case challenge = 4
    /// AUTHENTICATE.
    case authenticate = 5
    /// GOODBYE.
    case goodbye = 6
    /// ERROR.
    case error = 8
    /// SUBSCRIBE.
    case subscribe = 32
    /// SUBSCRIBED.
    case subscribed = 33
    /// UNSUBSCRIBE.
    case unsubscribe = 34
    /// UNSUBSCRIBED.
    case unsubscribed = 35
    /// CALL.
    case call = 48
    /// RESULT.
    case result = 50
    /// REGISTER.
    case register = 64
    /// REGISTERED.
    case registered = 65
    /// UNREGISTER.
    case unregister = 66
    /// UNREGISTERED.
    case unregistered = 67
    /// INVOCATION.
    case invocation = 68
    /// YIELD.
    case yield = 70
}

extension WAMPMessage {
    /// The message's kind.
    public var type: WAMPMessageType {
        switch self {
        case .hello: .hello
        case .welcome: .welcome
        case .abort: .abort
        case .challenge: .challenge
        case .authenticate: .authenticate
        case .goodbye: .goodbye
        case .error: .error
        case .subscribe: .subscribe
        case .subscribed: .subscribed
        case .unsubscribe: .unsubscribe
        case .unsubscribed: .unsubscribed
        case .call: .call
        case .result: .result
        case .register: .register
        case .registered: .registered
        case .unregister: .unregister
        case .unregistered: .unregistered
        case .invocation: .invocation
        case .yield: .yield
        }
    }
}

/// The arguments of a call, a result, an error or an invocation, as JSON text.
public struct WAMPPayload: Equatable, Sendable {
    /// The arguments, a JSON array in UTF-8; `nil` if the message ends before
    /// them.
    public var arguments: [UInt8]?
    /// The keyword arguments; `nil` if the message ends before them.
    public var keywords: JSONObjectText?

    /// Neither arguments nor keyword arguments.
    public static let none = WAMPPayload()

    /// Makes a payload.
    ///
    /// - Parameters:
    ///   - arguments: a legal JSON array, in UTF-8.
    ///   - keywords: the keyword arguments. Without arguments, an empty array
    ///     is written before them.
    public init(arguments: [UInt8]? = nil, keywords: JSONObjectText? = nil) {
        self.arguments = arguments
        self.keywords = keywords
    }
}
