/// A message of WAMP version 2 (wamp-proto.org), as far as the EM feed's
/// clients and servers exchange them.
///
/// Dictionaries and payloads stay JSON text, checked but not read: a server
/// passes on a frame that was encoded once, and a client hands it to the
/// frame parser as it came.
public enum WAMPMessage: Equatable, Sendable {
    case hello(realm: String, details: JSONObjectText)
    case welcome(session: WAMPID, details: JSONObjectText)
    case abort(details: JSONObjectText, reason: String)
    case challenge(method: String, extra: JSONObjectText)
    case authenticate(signature: String, extra: JSONObjectText)
    case goodbye(details: JSONObjectText, reason: String)
    /// The answer to a request of kind `type` that failed.
    case error(
        type: Int, request: WAMPID, details: JSONObjectText, error: String, payload: WAMPPayload)
    case subscribe(request: WAMPID, options: JSONObjectText, topic: String)
    case subscribed(request: WAMPID, subscription: WAMPID)
    case unsubscribe(request: WAMPID, subscription: WAMPID)
    case unsubscribed(request: WAMPID)
    case call(request: WAMPID, options: JSONObjectText, procedure: String, payload: WAMPPayload)
    case result(request: WAMPID, details: JSONObjectText, payload: WAMPPayload)
    case register(request: WAMPID, options: JSONObjectText, procedure: String)
    case registered(request: WAMPID, registration: WAMPID)
    case unregister(request: WAMPID, registration: WAMPID)
    case unregistered(request: WAMPID)
    case invocation(
        request: WAMPID, registration: WAMPID, details: JSONObjectText, payload: WAMPPayload)
    case yield(request: WAMPID, options: JSONObjectText, payload: WAMPPayload)
}

/// An id of a session, a request, a subscription or a registration: 0 up to
/// 2⁵³, which all JSON readers can tell apart.
public typealias WAMPID = UInt64

/// The first element of a message.
public enum WAMPMessageType: Int, CaseIterable, Sendable {
    case hello = 1
    case welcome = 2
    case abort = 3
    case challenge = 4
    case authenticate = 5
    case goodbye = 6
    case error = 8
    case subscribe = 32
    case subscribed = 33
    case unsubscribe = 34
    case unsubscribed = 35
    case call = 48
    case result = 50
    case register = 64
    case registered = 65
    case unregister = 66
    case unregistered = 67
    case invocation = 68
    case yield = 70
}

extension WAMPMessage {
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
    /// A JSON array; `nil` if the message ends before it.
    public var arguments: [UInt8]?
    /// Keyword arguments; `nil` if the message ends before them.
    public var keywords: JSONObjectText?

    /// No arguments, no keywords.
    public static let none = WAMPPayload()

    /// - Parameter arguments: a legal JSON array.
    public init(arguments: [UInt8]? = nil, keywords: JSONObjectText? = nil) {
        self.arguments = arguments
        self.keywords = keywords
    }
}
