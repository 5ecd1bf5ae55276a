import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A client's request for a WebSocket (RFC 6455, over HTTP/1.1).
package struct WebSocketHandshake: Sendable {
    /// The header `Host`: the server's name, and the port unless it is the
    /// scheme's own.
    package var host: String
    /// The path and the query.
    package var path: String
    /// The only subprotocol that is offered, if any.
    package var subprotocol: String?
    /// Further headers, such as `Origin`.
    package var headers: [(name: String, value: String)]
    /// The compression that is offered.
    package var compression: WebSocketCompression?

    package init(
        host: String, path: String, subprotocol: String?,
        headers: [(name: String, value: String)] = [], compression: WebSocketCompression? = nil
    ) {
        self.host = host
        self.path = path
        self.subprotocol = subprotocol
        self.headers = headers
        self.compression = compression
    }
}

/// Why a handshake failed.
package enum WebSocketHandshakeError: Error, Sendable {
    /// The server answered with another HTTP status than 101. `reason` is its
    /// text, and where a redirection leads to.
    case refused(status: Int, reason: String)
    /// The server agreed, but not to this handshake; in words.
    case illegalAnswer(String)
    /// The connection failed before the answer, TLS included.
    case failed(any Error)
}

extension ChannelPipeline.SynchronousOperations {
    /// Makes a new channel the client's end of a WebSocket: sends the handshake
    /// once the channel is active, and then replaces HTTP by a
    /// `WebSocketMessageHandler` and `handler`.
    ///
    /// Call it on the channel's event loop, before the channel is active.
    /// - Parameters:
    ///   - messageBytesMax: the size of the largest message, all its fragments
    ///     together.
    ///   - handler: reads and writes `WebSocketMessage`s. It is added after the
    ///     handshake.
    ///   - failure: called on the event loop when the handshake fails, possibly
    ///     more than once. The channel remains to be closed.
    /// - Throws: what adding a handler to a closed channel throws.
    package func addWebSocketClient(
        _ handshake: WebSocketHandshake, messageBytesMax: Int, handler: any ChannelHandler,
        failure: @escaping (WebSocketHandshakeError) -> Void
    ) throws {
        let request = HandshakeHandler(handshake, failure)
        let bound = NIOLoopBound((request: request, handler: handler), eventLoop: eventLoop)
        let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: messageBytesMax) { channel, head in
            channel.pipeline.syncOperations.removeHandler(bound.value.request).flatMapThrowing {
                try bound.value.request.check(head)
                let deflate = try bound.value.request.agreement(with: head)
                try channel.pipeline.syncOperations.addHandlers(
                    WebSocketMessageHandler(
                        role: .client, messageBytesMax: messageBytesMax, deflate: deflate),
                    bound.value.handler)
            }
        }
        // A server's first frames may come together with its answer.
        try addHTTPClientHandlers(
            leftOverBytesStrategy: .forwardBytes,
            withClientUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
        try addHandler(request)
    }
}

/// Sends the handshake as soon as the channel is active.
private final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let handshake: WebSocketHandshake
    private let failure: (WebSocketHandshakeError) -> Void

    init(
        _ handshake: WebSocketHandshake, _ failure: @escaping (WebSocketHandshakeError) -> Void
    ) {
        self.handshake = handshake
        self.failure = failure
    }

    func channelActive(context: ChannelHandlerContext) {
        var headers: HTTPHeaders = ["Host": handshake.host]
        if let subprotocol = handshake.subprotocol {
            headers.add(name: "Sec-WebSocket-Protocol", value: subprotocol)
        }
        if let compression = handshake.compression {
            headers.add(
                name: WebSocketCompression.headerName, value: DeflateAgreement.offer(compression))
        }
        headers.add(contentsOf: handshake.headers)
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: handshake.path, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    /// Refuses an agreement in another version of HTTP, and to what was not offered
    /// (RFC 6455, section 4.1).
    func check(_ head: HTTPResponseHead) throws {
        guard head.version == .http1_1 else {
            throw refusal("101 in \(head.version)")
        }
        let subprotocols = head.headers[canonicalForm: "Sec-WebSocket-Protocol"]
        guard let first = subprotocols.first else { return }
        guard subprotocols.count == 1, let offer = handshake.subprotocol, first == offer else {
            let names = subprotocols.joined(separator: ", ")
            throw refusal("the subprotocol \(names) was not offered")
        }
    }

    private func refusal(_ what: String) -> WebSocketHandshakeError {
        let error = WebSocketHandshakeError.illegalAnswer(what)
        failure(error)
        return error
    }

    /// How both ends compress. Where the server's answer is not one to the offer,
    /// the handshake fails.
    func agreement(with head: HTTPResponseHead) throws -> DeflateAgreement? {
        do throws(DeflateDisagreement) {
            return try DeflateAgreement.answered(by: head.headers, to: handshake.compression)
        } catch {
            throw refusal(error.description)
        }
    }

    /// Only an answer that refuses the WebSocket arrives here.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        let location = head.headers.first(name: "Location").map { " to \($0)" } ?? ""
        failure(
            .refused(
                status: Int(head.status.code), reason: head.status.reasonPhrase + location))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as NIOHTTPClientUpgradeError where error == .upgraderDeniedUpgrade:
            failure(.illegalAnswer("Sec-WebSocket-Accept is missing or not that of the request"))
        case let error as NIOHTTPClientUpgradeError where error == .responseProtocolNotFound:
            failure(.illegalAnswer("101 without Upgrade: websocket"))
        case let error as HTTPParserError:
            failure(.illegalAnswer("it is not HTTP: \(error)"))
        default: failure(.failed(error))
        }
    }
}
