import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection on which an exchange takes too long, from the head of the request to
/// the last byte of the answer: a client that sends its body byte by byte, or does not read.
/// One whose request is answered before it has come whole is closed too, and the answer says
/// so: a client that keeps connections would send its next request on this one otherwise.
final class ExchangeDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private var timer: Scheduled<Void>?
    private var unansweredCount = 0
    private var isReceiving = false
    /// Whether the answer that is being written ends the connection.
    private var isLast = false

    init(limit: TimeAmount) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isReceiving = true
            unansweredCount += 1
            if timer == nil { begin(context) }
        case .body: break
        case .end: isReceiving = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            guard isReceiving, unansweredCount == 1 else { break }
            isLast = true
            head.headerFields[.connection] = "close"
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: break
        case .end: return writeEnd(data, promise, context)
        }
        context.write(data, promise: promise)
    }

    private func writeEnd(
        _ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        let promise = promise ?? context.eventLoop.makePromise()
        let channel = context.channel
        promise.futureResult.assumeIsolated().whenComplete { [self] _ in
            unansweredCount -= 1
            timer?.cancel()
            timer = nil
            if isLast {
                channel.closeSoon()
            } else if unansweredCount > 0 {
                begin(context)
            }
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }
}
