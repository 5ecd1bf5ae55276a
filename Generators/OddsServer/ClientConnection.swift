import NIOCore
import NIOWebSocket
import OddsCapture
import OddsSimulator
import OddsWebSocket

/// The WebSocket of a client, whatever it speaks: its send queue, the limits of slow and of
/// silent clients, and its faults. A subclass for each protocol has what clients say and what
/// they are told. Confined to its shard's event loop.
class ClientConnection: ChannelInboundHandler {
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    let shard: Shard
    /// Unique among the connections of a server.
    let number: UInt64
    /// The handler before this one, through which frames go.
    let messages: WebSocketMessageHandler
    private(set) var context: ChannelHandlerContext?
    /// The channel's, kept because all connections are asked for one several times a
    /// second.
    private(set) var options: (any NIOSynchronousChannelOptions)?
    var queue = SendQueue()
    /// Whether frames are compressed once for all connections that do so.
    var sharesDeflatedFrames = false
    private(set) var isEnded = false
    var drainTimer: Scheduled<Void>?
    var closesWhenDrained = false
    var closeCode = WebSocketErrorCode.normalClosure
    /// Whether the server stops, and the client was told so.
    var isLeaving = false
    private var wasPinged = false
    /// The message that has not come whole, and when it was first seen.
    private var slowMessage: (number: Int, since: NIODeadline)?

    // Faults
    var faults: FaultDraw?
    /// Nothing is sent before this time, in nanoseconds.
    var stalledUntil: UInt64 = 0
    /// Whether the connection has stopped reading and writing.
    var isHalfOpen = false

    /// Whether it waits in the fan-out.
    var isInFanOut = false

    init(shard: Shard, number: UInt64, messages: WebSocketMessageHandler) {
        self.shard = shard
        self.number = number
        self.messages = messages
    }

    // MARK: The protocol

    /// Which provider's wire it is.
    var provider: FeedProvider { preconditionFailure("a protocol says whose it is") }

    /// Takes a message, whose bytes are valid during the call.
    func process(_ bytes: UnsafeRawBufferPointer) {
        preconditionFailure("a protocol reads its own messages")
    }

    /// Writes an entry as a message to `messages`.
    func write(_ entry: SendQueue.Entry, _ context: ChannelHandlerContext) {
        preconditionFailure("a protocol writes its own messages")
    }

    /// Whether a frame is not to be queued, because the client gets a whole state first.
    func isAwaitingState(_ entry: SendQueue.Entry) -> Bool { false }

    /// The frames of the queue were dropped: once the client has read the rest, it needs a
    /// whole state of all that it follows.
    func didDropFrames() {}

    /// The queue is empty, and the client reads.
    func didDrain() {}

    /// Puts what the end of the server means to the protocol into the queue.
    func sayGoodbye() {}

    /// Whether the client has answered `sayGoodbye`.
    var hasAnsweredGoodbye: Bool { false }

    /// The faults in force are others now.
    func didDrawFaults() {}

    /// Injects a timed fault that only the protocol can have.
    func inject(_ rule: FaultRule) {}

    /// The bytes of messages that wait to be processed.
    var waitingByteCount: Int { 0 }

    /// The connection has ended; `releasing` says whether what it followed is still there.
    func didEnd(releasing: Bool) {}

    // MARK: The channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        options = context.channel.syncOptions
        messages.receiveText = { [self] in receive($0) }
        shard.add(self)
        drawFaults()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(releasing: true)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(releasing: true)
        // The context retains its handler: this breaks the reference cycle.
        self.context = nil
        options = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).data.withUnsafeReadableBytes { receive($0) }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !isHalfOpen else { return }
        wasPinged = false
        process(bytes)
    }

    func setReading(_ isReading: Bool) {
        context?.channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        drain()
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is IdleStateHandler.IdleStateEvent:
            guard !isHalfOpen else { return }
            if wasPinged {
                shard.metrics.add(.idleConnectionsClosed)
                return drop()
            }
            wasPinged = true
            context.triggerUserOutboundEvent(WebSocketCommand.ping(ByteBuffer()), promise: nil)
        case WebSocketEvent.pong: wasPinged = false
        case WebSocketEvent.closing: end(releasing: true)
        case WebSocketEvent.violation(_, let what):
            shard.logger.debug("connection \(number): \(what)")
            shard.metrics.add(.webSocketViolations)
            end(releasing: true)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        shard.logger.debug("connection \(number): \(error)")
        context.close(promise: nil)
    }

    /// Ends the session of a client that takes too long to send a message.
    func endSlowMessage(_ now: NIODeadline) {
        guard !isEnded, !isHalfOpen, let unfinished = messages.unfinished else {
            return slowMessage = nil
        }
        guard let slowMessage, slowMessage.number == unfinished.number else {
            return slowMessage = (unfinished.number, now)
        }
        let limit = shard.configuration.messageMillisecondsMax
        guard now - slowMessage.since >= .milliseconds(limit) else { return }
        shard.metrics.add(.messagesTimedOut)
        end(releasing: true)
        context?.triggerUserOutboundEvent(
            WebSocketCommand.close(
                .policyViolation, reason: "a message took longer than \(limit) ms"), promise: nil)
    }

    /// Closes the connection at once, without a word or a WebSocket close frame.
    func drop(releasing: Bool = true) {
        end(releasing: releasing)
        context?.close(promise: nil)
    }

    /// Ends the session and discards everything queued.
    private func end(releasing: Bool) {
        guard !isEnded else { return }
        isEnded = true
        if isLeaving {
            let isTaken = hasAnsweredGoodbye || hasReachedClient
            shard.metrics.add(isTaken ? .goodbyesTaken : .goodbyesCut)
        }
        didEnd(releasing: releasing)
        shard.metrics.addDropped(records: queue.recordCount, .disconnected)
        queue = SendQueue()
        drainTimer?.cancel()
        shard.remove(self)
    }
}
