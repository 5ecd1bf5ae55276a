import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection on which an exchange takes too long, from the head of the request to
/// the last byte of the answer: a client that sends its body byte by byte, or does not read.
package final class ExchangeDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private var timer: Scheduled<Void>?
    private var unansweredCount = 0

    /// - Parameter limit: How long it may take.
    package init(limit: TimeAmount) { self.limit = limit }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) {
            unansweredCount += 1
            if timer == nil { begin(context) }
        }
        context.fireChannelRead(data)
    }

    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        guard case .end = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        let promise = promise ?? context.eventLoop.makePromise()
        promise.futureResult.assumeIsolated().whenComplete { [self] _ in
            unansweredCount -= 1
            timer?.cancel()
            timer = nil
            if unansweredCount > 0 { begin(context) }
        }
        context.write(data, promise: promise)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }
}
