import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OddsJSON
import OddsMeasurement
import OddsPlatform

/// What a route's handler gets: a request, and what it carries.
struct PlatformRequest: Sendable {
    private let request: Request
    private let parameters: Parameters
    private let deadlines: BodyDeadlines
    let bodyTimeLimit: Duration

    init(
        _ request: Request, _ context: PlatformContext, _ deadlines: BodyDeadlines,
        bodyTimeLimit: Duration
    ) {
        self.request = request
        self.deadlines = deadlines
        self.bodyTimeLimit = bodyTimeLimit
        parameters = context.parameters
    }

    /// The path, without the query.
    var path: String { request.uri.path }

    /// - Throws: 400 if U+0000 is in the path or the query: the database would take it for a
    ///   text's end. It can only stand there by its code, as HTTP has no such character.
    func refuseZero() throws(Refusal) {
        guard !request.uri.string.contains("%00") else {
            throw Refusal(400, nil, "the path or the query has U+0000, which no text may have")
        }
    }

    /// A part of the path.
    func parameter(_ name: String) -> Substring { parameters.get(name).map { $0[...] } ?? "" }

    /// A header field.
    func header(_ name: HTTPField.Name) -> String? { request.headers[name] }

    /// A query item; `nil` if it is absent.
    func query(_ name: String) -> String? {
        request.uri.queryParameters[name[...]].map(String.init)
    }

    /// All query items of a name, in their order.
    func queries(_ name: String) -> [String] {
        request.uri.queryParameters[values: name[...]].map(String.init)
    }

    /// The query as it is written, without the items of one name.
    func queryText(without name: String) -> String {
        (request.uri.query ?? "").split(separator: "&")
            .filter { $0.prefix { $0 != "=" } != name }.joined(separator: "&")
    }

    /// A query item.
    ///
    /// - Throws: 400 if it is absent or empty.
    func required(_ name: String) throws(Refusal) -> String {
        guard let text = query(name), !text.isEmpty else {
            throw Refusal(400, nil, "the query item \(name) is missing")
        }
        return text
    }

    /// A query item that is `true` or `false`; `false` if it is absent.
    func flag(_ name: String) throws(Refusal) -> Bool {
        switch query(name) {
        case nil, "false": return false
        case "true": return true
        default: throw Refusal(400, nil, "the query item \(name): expected true or false")
        }
    }

    /// A query item that is a time.
    func time(_ name: String) throws(Refusal) -> Int64? {
        guard let text = query(name) else { return nil }
        guard let time = WireDate.milliseconds(text) else {
            throw Refusal(
                400, nil, "the query item \(name): expected a time such as 2026-10-02T16:12:15Z")
        }
        return time
    }

    /// The session and the player of an account's path.
    var access: Access {
        Access(session: header(.session), player: parameter("player"))
    }

    /// The same for payments, where a bearer token counts as well.
    var paymentAccess: Access {
        var session = header(.session)
        if session == nil, let text = header(.authorization) {
            let words = text.split(separator: " ", maxSplits: 1)
            if words.count == 2, words[0].lowercased() == "bearer" { session = String(words[1]) }
        }
        return Access(session: session, player: parameter("player"))
    }

    /// The session that it carries, in whichever family's field.
    var anySession: String? {
        paymentAccess.session ?? header(.sessionOfLists) ?? query(Self.sessionItem)
    }

    /// The query item that has the session at the second provider's account API.
    static let sessionItem = "sessionKey"

    /// The launch token that a request for bets of the second provider carries.
    var launchToken: String? {
        path.hasPrefix("/api/") ? header(.authorization) : nil
    }

    /// The key under which a request may be repeated.
    func idempotencyKey(_ body: [UInt8]) throws(Refusal) -> IdempotencyKey? {
        guard let key = header(.idempotencyKey) else { return nil }
        return try IdempotencyKey(
            key, path: path, digest: SHA256Digest(of: body).bytes)
    }

    // MARK: Bodies

    /// The bytes of the body.
    ///
    /// - Throws: 413 if it is too large, 408 if it takes too long.
    func bytes() async throws(Refusal) -> [UInt8] {
        let limit = PlatformConfiguration.bodyBytesMax
        if let length = header(.contentLength).flatMap({ Int($0) }), length > limit {
            throw .tooLarge(limit)
        }
        return try await readBody(within: bodyTimeLimit) { body in
            do {
                return Array(buffer: try await body.collect(upTo: limit))
            } catch is NIOTooManyBytesError {
                throw Refusal.tooLarge(limit)
            }
        }
    }

    /// Reads the body as it comes, for a limited time.
    ///
    /// - Throws: What `read` throws; 408 if it takes too long; 400 for an error that is no
    ///   refusal.
    func readBody<Value: Sendable>(
        within limit: Duration, _ read: @escaping @Sendable (RequestBody) async throws -> Value
    ) async throws(Refusal) -> Value {
        try await deadlines.read(within: limit) { [body = request.body] in try await read(body) }
    }

    /// The body as JSON.
    func json() async throws(Refusal) -> JSONValue { try parse(try await bytes()) }

    /// The body as a JSON object.
    func object() async throws(Refusal) -> JSONReader { try JSONReader(try await json()) }

    /// - Throws: 415 unless the body says of itself that it is JSON.
    func requireJSON() throws(Refusal) {
        let field = header(.contentType) ?? ""
        guard field != "application/json" else { return }
        let type = field.prefix { $0 != ";" }
            .trimmingCharacters(in: .whitespaces).lowercased()
        guard type == "application/json" else {
            throw Refusal(415, nil, "expected Content-Type: application/json")
        }
    }

    /// Parses a body that says of itself that it is JSON.
    func parse(_ bytes: [UInt8]) throws(Refusal) -> JSONValue {
        try requireJSON()
        do {
            return try bytes.withUnsafeBytes {
                try JSONValue(json: $0, levelsMax: PlatformConfiguration.bodyLevelsMax)
            }
        } catch let error as JSONSyntaxError {
            throw Refusal(400, nil, "byte \(error.offset): \(error.what)")
        } catch {
            throw Refusal(400, nil, "\(error)")
        }
    }
}

extension HTTPField.Name {
    static let session = known("X-SessionId")
    static let sessionOfLists = known("X-Session-Id")
    static let idempotencyKey = known("Idempotency-Key")

    static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no token") }
        return name
    }
}

extension Refusal {
    static func tooLarge(_ byteCount: Int) -> Refusal {
        Refusal(413, nil, "the body has more than \(byteCount) bytes")
    }
}
