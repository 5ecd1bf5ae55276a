import NIOCore
import NIOWebSocket
import OddsCapture
import OddsJSON
import OddsSimulator
import OddsTraffic
import OddsWebSocket

/// A connection of SportRadar's feed: the socket of a subscriber, once the client has said
/// which one it is.
final class ContentConnection: ClientConnection {
    enum Phase {
        /// The client has not said who it is.
        case silent
        /// The feed looks it up.
        case asking
        case listening(subscriber: String)
        /// The socket is another's, or nobody's, and about to be closed.
        case over
    }

    /// Where subscribers are kept.
    let contents: FeedLoop
    var phase = Phase.silent
    /// What the subscriber has.
    var subscribed: Set<WorldFeed.ContentID> = []
    /// The runs of a step that are due to it. Used while a step is handed out.
    var dueRuns: [Int] = []
    /// Whether frames are dropped until all contents come whole.
    var isResyncing = false
    var isResyncAsked = false
    private var silenceTimer: Scheduled<Void>?

    init(
        shard: Shard, number: UInt64, messages: WebSocketMessageHandler, contents: FeedLoop
    ) {
        self.contents = contents
        super.init(shard: shard, number: number, messages: messages)
    }

    override var provider: FeedProvider { .sportRadar }

    override func handlerAdded(context: ChannelHandlerContext) {
        super.handlerAdded(context: context)
        let limit = shard.configuration.handshakeMillisecondsMax
        silenceTimer = shard.loop.assumeIsolated().scheduleTask(in: .milliseconds(limit)) {
            [weak self] in
            self?.shard.metrics.add(.handshakesTimedOut)
            self?.drop()
        }
    }

    override func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else {
            return super.userInboundEventTriggered(context: context, event: event)
        }
        leave()
        let limit = shard.configuration.drainMilliseconds + ServerConfiguration.closeMillisecondsMax
        let channel = context.channel
        shard.loop.scheduleTask(in: .milliseconds(limit)) { channel.close(promise: nil) }
    }

    override func didEnd(releasing: Bool) {
        silenceTimer?.cancel()
        for content in subscribed { shard.remove(self, from: content) }
        subscribed = []
        if releasing, case .listening(let id) = phase { contents.unlink(id, number: number) }
        phase = .over
    }

    // MARK: What the client says

    override func process(_ bytes: UnsafeRawBufferPointer) {
        shard.metrics.add(.messagesReceived)
        shard.metrics.add(.bytesReceived, bytes.count)
        switch phase {
        case .silent: break
        case .asking, .listening: return reject("the socket has a subscriber already")
        case .over: return
        }
        do throws(ListenMessage.Failure) {
            let message = try ListenMessage(bytes)
            silenceTimer?.cancel()
            phase = .asking
            contents.listen(as: message.subscriber, ContentLink(self))
        } catch {
            reject(error.reason)
        }
    }

    /// Says what is wrong, and closes the connection.
    private func reject(_ reason: String) {
        shard.metrics.add(.messagesRejected)
        say(["errorType": "BAD_REQUEST", "data": [], "message": .string(reason)])
        closeCode = .policyViolation
        closeWhenDrained()
        drain()
    }

    func say(_ message: JSONValue) {
        append(.message(message.json))
        drain()
    }

    // MARK: What the connection asks of its protocol

    override func write(_ entry: SendQueue.Entry, _ context: ChannelHandlerContext) {
        if case .frame(let frame) = entry, sharesDeflated(frame) {
            let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
            writeDeflated(frame, head: nothing, tail: nothing, context)
            return countSent(frame)
        }
        var buffer = buffer(entry.byteCount, context)
        switch entry {
        case .message(let text): buffer.writeBytes(text)
        case .frame(let frame):
            buffer.writeBytes(frame.bytes)
            countSent(frame)
        case .result, .invocation: preconditionFailure("a message of another wire")
        }
        countSent(buffer.readableBytes)
        messages.write(text: buffer)
    }

    private func countSent(_ frame: SharedFrame) {
        shard.metrics.add(.socketFramesSent)
        shard.metrics.add(.recordsSent, frame.recordCount)
    }

    override func isAwaitingState(_ entry: SendQueue.Entry) -> Bool {
        guard isResyncing, case .frame = entry else { return false }
        return true
    }

    override func didDropFrames() {
        isResyncing = true
        isResyncAsked = false
    }

    override func didDrain() {
        guard isResyncing, !isResyncAsked, case .listening(let id) = phase else { return }
        isResyncAsked = true
        contents.refreshAll(of: id, number: number)
    }

    override func sayGoodbye() { closesWhenDrained = true }

    override func inject(_ rule: FaultRule) {
        guard case .listening(let id) = phase else { return }
        switch rule.fault {
        case .forgetSubscriber:
            contents.forgetSubscriber(id)
            // In between only requests meet it.
            let delay = TimeAmount.milliseconds(Int64(rule.milliseconds ?? 200))
            let channel = context?.channel
            shard.loop.scheduleTask(in: delay) { channel?.close(promise: nil) }
        case .sameSubscriberAgain: drop()
        default: break
        }
    }
}
