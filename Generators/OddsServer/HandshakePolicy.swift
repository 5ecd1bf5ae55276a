import Foundation
import NIOHTTP1
import OddsTopics

/// Which WebSocket handshakes are accepted, and what the others are told.
struct HandshakePolicy: Sendable {
    /// The reason for a refusal.
    struct Refusal: Error {
        let status: HTTPResponseStatus
        /// For the client.
        let reason: String
    }

    private let echoPath: String?
    private let allowedOrigins: [String]

    init(_ configuration: ServerConfiguration) {
        echoPath = configuration.echoPath
        allowedOrigins = configuration.allowedOrigins.map { $0.lowercased() }
    }

    /// The headers of the response.
    ///
    /// - Throws: `Refusal`.
    func accept(_ head: HTTPRequestHead) throws(Refusal) -> HTTPHeaders {
        let isFeed = head.uri.hasPath(EMFeed.path)
        guard isFeed || echoPath.map({ head.uri.hasPath($0) }) ?? false else {
            let paths = ([EMFeed.path] + (echoPath.map { [$0] } ?? [])).joined(separator: ", ")
            throw Refusal(
                status: .notFound, reason: "\(head.uri) not found: WebSockets are at \(paths)")
        }
        guard head.isWebSocketHandshake else {
            throw Refusal(
                status: .upgradeRequired,
                reason:
                    "\(head.uri) is a WebSocket endpoint: connect with a WebSocket handshake")
        }
        if let origin = head.headers.first(name: "Origin"), !allows(origin) {
            throw Refusal(
                status: .forbidden,
                reason: "web pages of \(origin) may not connect: see --allow-origin")
        }
        guard isFeed else { return [:] }
        let offered = head.headers[canonicalForm: "Sec-WebSocket-Protocol"]
        guard offered.contains(where: { $0 == EMFeed.subprotocol }) else {
            throw Refusal(
                status: .badRequest,
                reason: "the handshake does not offer the subprotocol \(EMFeed.subprotocol): send "
                    + "Sec-WebSocket-Protocol: \(EMFeed.subprotocol)")
        }
        return ["Sec-WebSocket-Protocol": EMFeed.subprotocol]
    }

    private func allows(_ origin: String) -> Bool {
        allowedOrigins.isEmpty || allowedOrigins.contains(origin.lowercased())
    }
}

extension HTTPRequestHead {
    /// Whether the request is a handshake by RFC 6455, §4.2.1. NIOWebSocket
    /// checks only the upgrade, the version and that there is one key.
    package var isWebSocketHandshake: Bool {
        guard method == .GET, version == .http1_1, headers.contains(name: "Host"),
            headers[canonicalForm: "Upgrade"].contains(where: { $0.lowercased() == "websocket" }),
            headers[canonicalForm: "Connection"].contains(where: { $0.lowercased() == "upgrade" }),
            headers[canonicalForm: "Sec-WebSocket-Version"] == ["13"],
            headers["Sec-WebSocket-Key"].count == 1,
            let key = headers.first(name: "Sec-WebSocket-Key").flatMap({ Data(base64Encoded: $0) })
        else { return false }
        return key.count == 16
    }
}

extension String {
    /// Whether this request target has the given path, with or without a query.
    func hasPath(_ path: String) -> Bool { prefix { $0 != "?" }.elementsEqual(path) }
}
