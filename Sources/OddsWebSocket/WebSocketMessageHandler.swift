import NIOCore
import NIOWebSocket

/// What a channel handler can ask of the `WebSocketMessageHandler` before it,
/// as a user outbound event.
public enum WebSocketCommand: Sendable {
    /// Send a ping with up to 125 bytes of data.
    case ping(ByteBuffer)
    /// Start the closing handshake. Messages written later are dropped.
    case close(WebSocketErrorCode, reason: String)
}

/// What a `WebSocketMessageHandler` says beside messages, as user inbound
/// events.
public enum WebSocketEvent: Equatable, Sendable {
    /// A pong with the data of the ping that it answers.
    case pong(ByteBuffer)
    /// The peer has started or answered the closing handshake. The connection
    /// ends.
    case closing(code: WebSocketErrorCode?, reason: String)
    /// The peer broke a rule or a limit. The connection ends with this code.
    case violation(WebSocketErrorCode, String)
}

/// Converts between frames and messages, compresses them if that is agreed on, and
/// answers pings and the closing handshake. It follows the frame coders of
/// NIOWebSocket in the pipeline of either end of a connection, and puts a handler
/// before the decoder that looks at the bytes themselves: text that is not UTF-8
/// ends the connection at its first wrong byte, and text that need not be decoded is
/// received there (`receiveText`).
///
/// Like every channel handler, it belongs to its channel's event loop.
public final class WebSocketMessageHandler: ChannelDuplexHandler {
    /// Frames as received.
    public typealias InboundIn = WebSocketFrame
    /// Whole messages.
    public typealias InboundOut = WebSocketMessage
    /// Whole messages, each of which is sent as one frame.
    public typealias OutboundIn = WebSocketMessage
    /// Bytes of frames, which go past the frame encoder.
    public typealias OutboundOut = ByteBuffer

    /// Bytes to leave free before a text that is written in place, for the frame's
    /// header.
    package static let headroom = 14

    let role: WebSocketRole
    let messageBytesMax: Int
    private let closeTimeout: TimeAmount
    private var assembler: WebSocketAssembler
    /// Compresses what is sent; `nil` if nothing is.
    let compressor: MessageCompressor?
    private(set) var hasSentClose = false
    private var hasReceivedClose = false
    /// The data of a ping that came while the socket was not writable. Only the
    /// last one is answered (§5.5.3 allows it): a peer that pings and does not
    /// read fills no memory.
    private var unansweredPing: ByteBuffer?
    private weak var inspection: FrameInspectionHandler?
    /// Where bytes go to the socket as they are: the place of the frame encoder.
    private(set) var socket: ChannelHandlerContext?
    var maskingKeys = MaskingKeys()
    /// Frames that are not yet passed to the channel.
    var batch = ByteBuffer()
    /// Takes text messages where they lie in the socket's buffer, which holds them
    /// only during the call; those that have to be decoded go to the next handler, as
    /// all do where this is `nil`. Called on the channel's event loop; it may write,
    /// flush and close.
    package var receiveText: ((UnsafeRawBufferPointer) -> Void)?

    /// Makes a handler for one connection.
    ///
    /// - Parameters:
    ///   - role: the end of the connection that this is.
    ///   - messageBytesMax: the size of the largest message, all its fragments
    ///     together. The peer's larger ones end the connection.
    ///   - closeTimeout: how long the peer may take to answer a close.
    public convenience init(
        role: WebSocketRole, messageBytesMax: Int, closeTimeout: TimeAmount = .seconds(5)
    ) {
        self.init(
            role: role, messageBytesMax: messageBytesMax, closeTimeout: closeTimeout, deflate: nil)
    }

    /// Makes a handler that compresses, if `deflate` is an agreement to do so.
    ///
    /// - Parameter sharedDeflater: one of the full window, used instead of one of
    ///   the connection's own where the agreement allows.
    package init(
        role: WebSocketRole, messageBytesMax: Int, closeTimeout: TimeAmount = .seconds(5),
        deflate: DeflateAgreement?, sharedDeflater: MessageDeflater? = nil
    ) {
        self.role = role
        self.messageBytesMax = messageBytesMax
        self.closeTimeout = closeTimeout
        compressor = deflate.map { MessageCompressor($0.sender(role), shared: sharedDeflater) }
        assembler = WebSocketAssembler(
            role: role, messageBytesMax: messageBytesMax,
            peer: deflate?.sender(role == .server ? .client : .server))
    }

    /// See `ChannelHandler`.
    public func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            socket = try pipeline.context(handlerType: WebSocketFrameEncoder.self)
            let decoder = try pipeline.handler(
                type: ByteToMessageHandler<WebSocketFrameDecoder>.self)
            let inspection = FrameInspectionHandler(self)
            self.inspection = inspection
            try pipeline.addHandler(inspection, position: .before(decoder))
        } catch {
            // Nothing would be sent, or nothing received would be checked.
            context.fireErrorCaught(error)
            context.close(promise: nil)
        }
    }

    /// See `ChannelHandler`.
    public func handlerRemoved(context: ChannelHandlerContext) {
        // The context retains its handler, and that its neighbours: this breaks the cycle.
        socket = nil
        receiveText = nil
    }

    /// The message that has not come whole; `nil` between two.
    package var unfinished: UnfinishedMessage? {
        guard var unfinished = inspection?.unfinished else { return nil }
        unfinished.byteCount += assembler.fragmentByteCount
        return unfinished
    }

    /// Whether the next frame can be a message: no fragments wait for others, and
    /// nothing has ended the connection.
    var isBetweenMessages: Bool { !hasReceivedClose && assembler.isBetweenMessages }

    /// See `ChannelInboundHandler`.
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

    /// See `ChannelInboundHandler`.
    public func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, let data = unansweredPing {
            unansweredPing = nil
            send(.pong, data, context)
        }
        context.fireChannelWritabilityChanged()
    }

    /// Ends the connection for what the frame decoder refuses. See
    /// `ChannelInboundHandler`.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength:
            fail(.messageTooLarge, "a frame of more than \(messageBytesMax) bytes", context)
        case NIOWebSocketError.fragmentedControlFrame:
            fail(.protocolError, "a fragmented control frame", context)
        case is NIOWebSocketError:
            fail(.protocolError, "a control frame with more than 125 bytes", context)
        case let violation as FrameInspector.Violation:
            fail(violation.code, violation.what, context)
        // A decoder that has failed repeats its error for all later bytes.
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

    /// Sends a close frame, unless one was sent, and closes the connection once
    /// both sides have sent theirs.
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
        }
        let channel = context.channel
        if hasReceivedClose {
            // The peer may still be sending. To let it receive our close frame
            // instead of a reset, only our half is closed, and the rest later.
            channel.close(mode: .output, promise: nil)
        }
        context.eventLoop.scheduleTask(in: closeTimeout) { channel.close(promise: nil) }
    }

    /// As much of a text as a control frame has room for beside the code
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
        hasSentClose = opcode == .connectionClose
        appendToBatch(frame(opcode, copy(data, context)))
        flush()
    }

    /// A copy of a payload, with room for a frame's header before it.
    private func copy(_ data: ByteBuffer, _ context: ChannelHandlerContext) -> ByteBuffer {
        var copy = Self.payloadBuffer(
            capacity: data.readableBytes, context.channel.allocator)
        copy.writeImmutableBuffer(data)
        return copy
    }

    /// Sends a message as one frame, or fails after a close. See
    /// `ChannelOutboundHandler`.
    ///
    /// - Complexity: O(bytes).
    public func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        // Who hears that the channel is full may write more, which comes first.
        while batch.readableBytes > 0 { passBatch() }
        guard !hasSentClose, let socket else {
            promise?.fail(ChannelError.alreadyClosed)
            return
        }
        let (opcode, data): (WebSocketOpcode, ByteBuffer) =
            switch unwrapOutboundIn(data) {
            case .text(let data): (.text, data)
            case .binary(let data): (.binary, data)
            }
        let deflated = compressor?.deflate(data)
        let frame = frame(
            opcode, deflated ?? copy(data, context), isDeflated: deflated != nil)
        socket.write(wrapOutboundOut(frame), promise: promise)
    }

    /// See `ChannelOutboundHandler`.
    public func flush(context: ChannelHandlerContext) {
        passBatch()
        context.flush()
    }

    /// Takes `WebSocketCommand`s. See `ChannelOutboundHandler`.
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
