import NIOCore
import NIOWebSocket
import OddsJSON
import OddsWebSocket

/// The socket of a page: answers its pings, and closes it if it does not read.
final class LiveSocket: ChannelInboundHandler, @unchecked Sendable {
    // Unchecked: everything is only used on the channel's event loop, which is that of the
    // worlds.
    typealias InboundIn = WebSocketMessage

    /// The most bytes that wait for a page.
    static let queueBytesMax = 1 << 20
    /// How long a page may read nothing: the longest time without an answer to a ping.
    static let silenceMax = TimeAmount.seconds(10)
    /// The largest message of a page, which sends nothing but pings.
    static let messageBytesMax = 1 << 10
    /// The code of a page that is too slow: try again later.
    static let tooSlow = WebSocketErrorCode(codeNumber: 1_013)

    let query: WorldQuery
    private let worlds: GameWorlds
    private let messages: WebSocketMessageHandler
    private var context: ChannelHandlerContext?
    private var heartbeat: RepeatedTask?
    /// When the ping was sent that has no answer yet.
    private var unanswered: NIODeadline?
    /// Whether the connection ends: nothing is sent any more.
    private var isEnding = false

    init(_ query: WorldQuery, worlds: GameWorlds, messages: WebSocketMessageHandler) {
        self.query = query
        self.worlds = worlds
        self.messages = messages
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let period = TimeAmount.nanoseconds(Self.silenceMax.nanoseconds / 2)
        heartbeat = context.eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) {
            // A beat may be due in the same turn of the loop in which the channel is closed: no
            // cancellation takes that back.
            [weak self] _ in self?.beat()
        }
        worlds.assumeIsolated { $0.open(self) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        heartbeat?.cancel()
        heartbeat = nil
        self.context = nil
        leave(1_006)
    }

    /// The world has the socket no more, which is closed once the page has answered, if it does.
    private func leave(_ code: Int) {
        guard !isEnding else { return }
        isEnding = true
        worlds.assumeIsolated { $0.didClose(self, code: code) }
    }

    private func leave(_ code: WebSocketErrorCode) { leave(Int(UInt16(webSocketErrorCode: code))) }

    /// Sends a text.
    ///
    /// - Returns: Whether the page gets it; one that is too far behind is closed instead.
    func send(_ text: [UInt8]) -> Bool {
        guard let context, !isEnding else { return false }
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        guard waiting + text.count <= Self.queueBytesMax else {
            end(.tooSlow, "more than \(Self.queueBytesMax) bytes behind")
            return false
        }
        var buffer = WebSocketMessageHandler.payloadBuffer(
            capacity: text.count, context.channel.allocator)
        buffer.writeBytes(text)
        messages.write(text: buffer)
        messages.flush()
        return true
    }

    /// Ends the connection as a network would, without a close frame.
    func drop() {
        context?.channel.close(promise: nil)
    }

    private func beat() {
        guard let context, !isEnding else { return }
        if let unanswered {
            guard unanswered + Self.silenceMax <= worlds.loop.now else { return }
            end(.tooSlow, "nothing read for \(Self.silenceMax.nanoseconds / 1_000_000_000) s")
        } else {
            unanswered = worlds.loop.now
            context.triggerUserOutboundEvent(WebSocketCommand.ping(ByteBuffer()), promise: nil)
        }
    }

    private func end(_ code: WebSocketErrorCode, _ reason: String) {
        guard let context, !isEnding else { return }
        leave(code)
        context.triggerUserOutboundEvent(
            WebSocketCommand.close(code, reason: reason), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        guard case .text(let text) = unwrapInboundIn(data), let number = Self.ping(text) else {
            worlds.assumeIsolated { $0.metrics.strayMessages += 1 }
            return end(.policyViolation, "expected {\"ping\":NUMBER}")
        }
        worlds.assumeIsolated { $0.send(LiveMessages.pong(number, now: $0.clock.now), to: self) }
    }

    /// The number of a ping, as it is written.
    private static func ping(_ text: ByteBuffer) -> String? {
        let json = text.withUnsafeReadableBytes { bytes in try? JSONValue(json: bytes) }
        guard case .number(let number) = json?["ping"] else { return nil }
        return number
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case WebSocketEvent.pong: unanswered = nil
        case WebSocketEvent.closing(let code, _):
            if let code { leave(code) } else { leave(1_005) }
        case WebSocketEvent.violation(let code, _):
            leave(code)
            worlds.assumeIsolated { $0.metrics.strayMessages += 1 }
        case is ChannelShouldQuiesceEvent: end(.goingAway, "the server stops")
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension WebSocketErrorCode {
    fileprivate static var tooSlow: WebSocketErrorCode { LiveSocket.tooSlow }
}
