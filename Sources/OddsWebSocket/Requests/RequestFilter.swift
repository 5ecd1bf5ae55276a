import NIOCore
import NIOHTTP1

/// Looks at the requests of a server's connection before anything else does.
///
/// One that says more than once where it goes or comes from is answered with 400, after those
/// before it, and ends the connection: of two `Host` or `Origin` fields a check would read one
/// and what is behind it the other (RFC 9112, §3.2, and RFC 6454, §7.3).
///
/// One that is answered before it has come whole ends the connection too, and the answer says
/// so: its body may have no end, and a client that keeps connections would send its next
/// request on this one.
///
/// One that asks for an upgrade that it does not get becomes an ordinary request, so that it is
/// answered: NIO's upgrade handler loses the head of a request that it refuses.
package final class RequestFilter: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    /// The content of a refusal, and its type.
    package struct Content {
        let type: String
        let bytes: [UInt8]

        /// Bytes of that type.
        package init(type: String, bytes: [UInt8]) {
            self.type = type
            self.bytes = bytes
        }
    }

    /// Notes how many more bytes of bodies are held, or fewer, and returns whether there is room
    /// for them.
    package typealias Memory = @Sendable (_ change: Int) -> Bool

    /// Fields that a request may have once.
    private static let singleFields = ["Host", "Origin", "Sec-Fetch-Site"]

    private let accepts: (HTTPRequestHead) -> Bool
    private let content: (_ words: String, _ path: String) -> Content
    private let memory: Memory
    /// The bytes of bodies whose requests have not been answered.
    private var bodyByteCount = 0
    private var hasAccepted = false
    /// `true` once a handshake has come whole: what follows is not HTTP.
    private var isDone = false
    private var unansweredCount = 0
    private var isReceiving = false
    /// `true` while the last answer of the connection is written.
    private var isLast = false
    /// The answer to the request that ends the connection.
    private var refusal: Content?

    /// - Parameters:
    ///   - accepts: Whether a request that asks for an upgrade is a handshake that is accepted.
    ///   - memory: Ends the connection where it has no room for a body.
    ///   - content: A refusal of the request for a path, in the words of this server.
    package init(
        accepts: @escaping (HTTPRequestHead) -> Bool = { _ in false },
        memory: @escaping Memory = { _ in true },
        content: @escaping (_ words: String, _ path: String) -> Content = { words, _ in
            Content(type: "text/plain", bytes: Array((words + "\n").utf8))
        }
    ) {
        self.accepts = accepts
        self.memory = memory
        self.content = content
    }

    /// Passes it on, perhaps without its wish for an upgrade, unless it is refused.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return context.fireChannelRead(data) }
        guard refusal == nil else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if let name = Self.singleFields.first(where: { head.headers[$0].count > 1 }) {
                return refuse(head, name, context)
            }
            unansweredCount += 1
            isReceiving = true
            return context.fireChannelRead(wrapInboundOut(.head(filtered(head))))
        case .body(let bytes):
            bodyByteCount += bytes.readableBytes
            guard memory(bytes.readableBytes) else { return context.close(promise: nil) }
        case .end:
            isReceiving = false
            isDone = hasAccepted
        }
        context.fireChannelRead(data)
    }

    private func filtered(_ head: HTTPRequestHead) -> HTTPRequestHead {
        guard head.headers.contains(name: "Upgrade") else { return head }
        hasAccepted = accepts(head)
        guard !hasAccepted else { return head }
        var head = head
        head.headers.remove(name: "Upgrade")
        return head
    }

    /// Gives back what its bodies took.
    package func channelInactive(context: ChannelHandlerContext) {
        releaseBodies()
        context.fireChannelInactive()
    }

    /// Gives back what its bodies took.
    package func handlerRemoved(context: ChannelHandlerContext) { releaseBodies() }

    private func releaseBodies() {
        guard bodyByteCount > 0 else { return }
        _ = memory(-bodyByteCount)
        bodyByteCount = 0
    }

    /// Passes an answer on, which may be the last one.
    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        // Behind the answer to a handshake are bytes of no answers.
        guard !hasAccepted else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head) where isReceiving && unansweredCount == 1:
            isLast = true
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body: context.write(data, promise: promise)
        case .end: writeEnd(data, promise, context)
        }
    }

    private func writeEnd(
        _ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        unansweredCount -= 1
        if unansweredCount == 0 { releaseBodies() }
        guard isLast else {
            context.write(data, promise: promise)
            if let refusal, unansweredCount == 0 { answer(refusal, context) }
            return
        }
        let promise = promise ?? context.eventLoop.makePromise()
        let channel = context.channel
        promise.futureResult.whenComplete { _ in channel.closeSoon() }
        context.write(data, promise: promise)
    }

    private func refuse(_ head: HTTPRequestHead, _ name: String, _ context: ChannelHandlerContext) {
        let refusal = content(
            "the request has more than one field \(name): send one",
            String(head.uri.prefix { $0 != "?" }))
        self.refusal = refusal
        if unansweredCount == 0 { answer(refusal, context) }
    }

    private func answer(_ refusal: Content, _ context: ChannelHandlerContext) {
        let head = HTTPResponseHead(
            version: .http1_1, status: .badRequest,
            headers: [
                "Content-Type": refusal.type, "Content-Length": "\(refusal.bytes.count)",
                "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
                "Connection": "close",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(
            wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: refusal.bytes)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            channel.closeSoon()
        }
    }
}

extension ChannelPipeline.SynchronousOperations {
    /// Adds a filter right behind the decoder of requests.
    ///
    /// - Throws: If the channel is not one of HTTP/1, or closed.
    package func addRequestFilter(_ filter: RequestFilter) throws {
        let decoder = try handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try addHandler(filter, position: .after(decoder))
    }
}
