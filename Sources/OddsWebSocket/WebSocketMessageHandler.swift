import NIOCore
import NIOWebSocket

/// What a handler of messages may ask of the WebSocket below it, as an outbound
/// event.
public enum WebSocketCommand: Sendable {
    case ping(ByteBuffer)
    /// Begins the closing handshake; what is sent after it is dropped.
    case close(WebSocketErrorCode, reason: String)
}

/// What it is told beside messages, as inbound events.
public enum WebSocketEvent: Equatable, Sendable {
    case pong(ByteBuffer)
    /// The peer closes; the connection ends.
    case closing(code: WebSocketErrorCode?, reason: String)
    /// The peer broke the rules or a limit; the connection ends with this code.
    case violation(WebSocketErrorCode, String)
}

/// Makes messages of frames and frames of messages; answers pings and the
/// closing handshake by itself. Stands behind the frame coders of NIOWebSocket
/// on either end of a connection.
public final class WebSocketMessageHandler: ChannelDuplexHandler {
    public typealias InboundIn = WebSocketFrame
    public typealias InboundOut = WebSocketMessage
    public typealias OutboundIn = WebSocketMessage
    public typealias OutboundOut = WebSocketFrame

    /// Room before the data of an outbound message: with it, a frame's header
    /// needs no buffer of its own.
    public static let headroom = 14

    private let role: WebSocketRole
    private let closeTimeout: TimeAmount
    private var assembler: WebSocketAssembler
    private var hasSentClose = false
    private var hasReceivedClose = false
    /// Of a ping that came while the socket took nothing. Only the last one is
    /// answered (§5.5.3 allows it): who pings and does not read fills no memory.
    private var unansweredPing: ByteBuffer?

    /// - Parameter closeTimeout: how long a peer may take to answer a close.
    public init(
        role: WebSocketRole, messageBytesMax: Int, closeTimeout: TimeAmount = .seconds(5)
    ) {
        self.role = role
        self.closeTimeout = closeTimeout
        assembler = WebSocketAssembler(role: role, messageBytesMax: messageBytesMax)
    }

    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasReceivedClose else { return }
        switch assembler.receive(unwrapInboundIn(data)) {
        case .incomplete: break
        case .message(let message): context.fireChannelRead(wrapInboundOut(message))
        case .ping(let data):
            if context.channel.isWritable {
                send(.pong, data, context)
            } else {
                unansweredPing = data
            }
        case .pong(let data):
            context.fireUserInboundEventTriggered(WebSocketEvent.pong(data))
        case .close(let code, let reason):
            hasReceivedClose = true
            context.fireUserInboundEventTriggered(
                WebSocketEvent.closing(code: code, reason: reason))
            close(code, "", context)
        case .violation(let code, let what): fail(code, what, context)
        }
    }

    public func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, let data = unansweredPing {
            unansweredPing = nil
            send(.pong, data, context)
        }
        context.fireChannelWritabilityChanged()
    }

    /// What the frame decoder refuses.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength:
            fail(.messageTooLarge, "a frame that is too large", context)
        case is NIOWebSocketError: fail(.protocolError, "an illegal control frame", context)
        // A decoder that has failed says so again for all that comes behind.
        default: if !hasReceivedClose { context.close(promise: nil) }
        }
    }

    private func fail(
        _ code: WebSocketErrorCode, _ what: String, _ context: ChannelHandlerContext
    ) {
        guard !hasReceivedClose else { return }
        hasReceivedClose = true
        context.fireUserInboundEventTriggered(WebSocketEvent.violation(code, what))
        close(code, what, context)
    }

    /// Sends a close frame, unless one was sent, and ends the connection once
    /// both sides have closed.
    private func close(
        _ code: WebSocketErrorCode?, _ reason: String, _ context: ChannelHandlerContext
    ) {
        if !hasSentClose {
            var data = context.channel.allocator.buffer(capacity: 2 + reason.utf8.count)
            if let code {
                data.write(webSocketErrorCode: code)
                data.writeString(Self.closeReason(reason))
            }
            send(.connectionClose, data, context)
            hasSentClose = true
        }
        let channel = context.channel
        if hasReceivedClose {
            // The peer may still be sending: it is to get our close frame, not
            // a reset, so only our half is closed, and the rest soon after.
            channel.close(mode: .output, promise: nil)
        }
        context.eventLoop.scheduleTask(in: closeTimeout) { channel.close(promise: nil) }
    }

    /// As much of a text as a control frame has room for, beside the code
    /// (§5.5), cut between two characters.
    static func closeReason(_ text: String) -> String {
        var reason = text.unicodeScalars.prefix(123)
        while String(reason).utf8.count > 123 { reason.removeLast() }
        return String(reason)
    }

    private func send(
        _ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext
    ) {
        guard !hasSentClose else { return }
        context.writeAndFlush(
            wrapOutboundOut(
                WebSocketFrame(fin: true, opcode: opcode, maskKey: maskKey, data: data)),
            promise: nil)
    }

    private var maskKey: WebSocketMaskingKey? { role == .client ? .random() : nil }

    public func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        guard !hasSentClose else {
            promise?.fail(ChannelError.alreadyClosed)
            return
        }
        let (opcode, data): (WebSocketOpcode, ByteBuffer) =
            switch unwrapOutboundIn(data) {
            case .text(let data): (.text, data)
            case .binary(let data): (.binary, data)
            }
        context.write(
            wrapOutboundOut(
                WebSocketFrame(fin: true, opcode: opcode, maskKey: maskKey, data: data)),
            promise: promise)
    }

    public func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard let command = event as? WebSocketCommand else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        switch command {
        case .ping(let data): send(.ping, data, context)
        case .close(let code, let reason): close(code, reason, context)
        }
        promise?.succeed()
    }
}
