import Foundation

/// The methods of requests.
public enum HTTPRequestMethod: String, Hashable, Sendable {
    /// Reads.
    case get = "GET"
    /// Does something, each time.
    case post = "POST"
    /// Sets something; a second time makes no difference.
    case put = "PUT"
    /// Ends something; a second time makes no difference.
    case delete = "DELETE"
}

/// What a request proves its right with.
public enum AuthenticationPart: Hashable, Sendable {
    /// The session's token.
    case sessionId
    /// The player's number.
    case userId
}

/// One request that a server takes: everything about it but the session.
public protocol Endpoint: Sendable {
    /// The base URL, without a slash at its end.
    var url: String { get }
    /// The path, with a slash at its beginning. Parts that come from outside are to be
    /// encoded by percent-encoding.
    var endpoint: String { get }
    /// The query items, which are percent-encoded when the request is sent, `+` too.
    var query: [(name: String, value: String)] { get }
    /// The header fields, beside those of session and body.
    var headers: [(name: String, value: String)] { get }
    /// The method.
    var method: HTTPRequestMethod { get }
    /// The body.
    var body: RequestBody? { get }
    /// The longest time of an exchange; the configuration's if it is `nil`.
    var timeout: Duration? { get }
    /// Whether the request needs a session.
    var requireSessionKey: Bool { get }
    /// The number of the player whose request it is, which is not sent with the session of
    /// another; `nil` for whoever is logged in.
    var userID: String? { get }
    /// The name of the header field for a part; `nil` where the server wants none.
    func authHeaderKey(for part: AuthenticationPart) -> String?
    /// The name of the query item for a part; `nil` where the server wants none.
    func authQueryKey(for part: AuthenticationPart) -> String?
    /// Whether the request may be sent again when its answer is lost.
    var isIdempotent: Bool { get }
}

extension Endpoint {
    /// None.
    public var query: [(name: String, value: String)] { [] }
    /// None.
    public var headers: [(name: String, value: String)] { [] }
    /// None.
    public var body: RequestBody? { nil }
    /// The configuration's.
    public var timeout: Duration? { nil }
    /// Whoever is logged in.
    public var userID: String? { nil }
    /// None.
    public func authQueryKey(for part: AuthenticationPart) -> String? { nil }
    /// Whether the method says so, or the request has an idempotency key.
    public var isIdempotent: Bool {
        method != .post || headers.contains { $0.name.lowercased() == "idempotency-key" }
    }
}

/// The body of a request.
public struct RequestBody: Sendable {
    /// Its Content-Type.
    public let type: String
    /// Its bytes.
    public let bytes: [UInt8]

    /// A body of those bytes.
    public init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }

    /// JSON of a value.
    ///
    /// - Throws: `invalidRequestFormat` if the value cannot be encoded.
    public static func json(
        _ value: some Encodable & Sendable
    ) throws(ServiceProviderError) -> RequestBody {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return RequestBody(
                type: "application/json", bytes: Array(try encoder.encode(value)))
        } catch { throw .invalidRequestFormat }
    }
}

/// Parts of paths and queries, percent-encoded (RFC 3986).
enum PercentEncoding {
    /// Everything but unreserved characters is encoded.
    static func encoded(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension Endpoint {
    /// The whole address, without what proves a right.
    var address: String { address() }

    /// The whole address.
    ///
    /// - Parameter proof: Query items beside those of the endpoint.
    func address(_ proof: [(name: String, value: String)] = []) -> String {
        let query = query + proof
        guard !query.isEmpty else { return url + endpoint }
        let items = query.map {
            PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.value)
        }
        return url + endpoint + "?" + items.joined(separator: "&")
    }
}
