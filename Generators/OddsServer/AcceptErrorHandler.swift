import Logging
import NIOCore
import OddsSimulator

/// Pauses a listening socket for a second when it cannot accept connections, as
/// for lack of file descriptors, and counts and logs that; in the log at most once
/// in ten seconds. It is the first handler of the socket's channel.
///
/// NIO's `AcceptBackoffHandler` only delays reads that are asked for afterwards,
/// and the read that failed goes on: the loop would be busy with it.
final class AcceptErrorHandler: ChannelInboundHandler, @unchecked Sendable {
    // Unchecked: mutable state is only used on the channel's event loop.
    typealias InboundIn = any Channel

    private let name: String
    private let metrics: ServerMetrics
    private let logger: Logger
    private var nextLine = NIODeadline.distantPast

    private static let pause = TimeAmount.seconds(1)
    private static let silence = TimeAmount.seconds(10)

    /// - Parameter name: What the socket is for.
    init(_ name: String, _ metrics: ServerMetrics, _ logger: Logger) {
        self.name = name
        self.metrics = metrics
        self.logger = logger
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        metrics.add(.acceptsFailed)
        let now = NIODeadline.now()
        if now >= nextLine {
            nextLine = now + Self.silence
            logger.error(
                "\(name): no connection can be accepted, trying again each second: \(error)")
        }
        let channel = context.channel
        channel.setOption(.autoRead, value: false).whenFailure { _ in }
        channel.eventLoop.scheduleTask(in: Self.pause) {
            channel.setOption(.autoRead, value: true).whenFailure { _ in }
        }
        context.fireErrorCaught(error)
    }
}
