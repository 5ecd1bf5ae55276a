import NIOCore
import NIOEmbedded
import NIOWebSocket
import OddsWebSocket

/// Fuzzes both ends of a WebSocket, without compression and with it. Bytes must
/// have the same effect whether they arrive together, so that text is read in place,
/// or one by one, through the decoder; text messages must be UTF-8 and within the
/// limit, and the answers must not violate RFC 6455.
public enum WebSocketTarget {
    public static func run(_ input: UnsafeRawBufferPointer) {
        for role in [WebSocketRole.server, .client] {
            run(input, role, nil)
            run(input, role, DeflateAgreement())
        }
    }

    private static func run(
        _ input: UnsafeRawBufferPointer, _ role: WebSocketRole, _ deflate: DeflateAgreement?
    ) {
        let together = Peer(role, deflate)
        together.receive(input)
        let single = Peer(role, deflate)
        for index in input.indices {
            single.receive(UnsafeRawBufferPointer(rebasing: input[index...index]))
        }
        let seen = together.finish()
        if let wrong = seen.wrong ?? seen.difference(from: single.finish()) {
            let compression = deflate == nil ? "" : ", compressed"
            FuzzDriver.fail("\(role)\(compression): \(wrong)", frame: 0, of: Array(input)[...])
        }
    }

    static let messageBytesMax = 1_000
}

/// The effects of the bytes.
private struct Seen {
    var messages: [WebSocketMessage] = []
    var events: [WebSocketEvent] = []
    /// The opcodes and data of the answers, without their masks, which are random.
    var answers: [(opcode: WebSocketOpcode, data: ByteBuffer)] = []

    var wrong: String? {
        for message in messages {
            guard message.data.readableBytes <= WebSocketTarget.messageBytesMax else {
                return "a message of \(message.data.readableBytes) bytes"
            }
            if case .text(let data) = message,
                String(validating: data.readableBytesView, as: UTF8.self) == nil
            {
                return "text that is not UTF-8"
            }
        }
        let closes = answers.filter { $0.opcode == .connectionClose }
        if closes.count > 1 { return "\(closes.count) close frames" }
        if !closes.isEmpty, answers.last?.opcode != .connectionClose { return "frame after close" }
        let isLong = answers.contains { $0.data.readableBytes > 125 }
        return isLong ? "a long control frame" : nil
    }

    func difference(from other: Seen) -> String? {
        if messages != other.messages { return "\(messages), or \(other.messages)" }
        if events != other.events { return "\(events), or \(other.events)" }
        let isSame = answers.elementsEqual(other.answers) {
            $0.opcode == $1.opcode && $0.data == $1.data
        }
        return isSame ? nil : "\(answers), or \(other.answers)"
    }
}

/// One end of a connection.
private final class Peer {
    private let channel: EmbeddedChannel
    private let recorder = Recorder()

    init(_ role: WebSocketRole, _ deflate: DeflateAgreement?) {
        channel = EmbeddedChannel()
        let limit = WebSocketTarget.messageBytesMax
        let handler = WebSocketMessageHandler(
            role: role, messageBytesMax: limit, deflate: deflate)
        handler.receiveText = { [recorder] in
            recorder.seen.messages.append(.text(ByteBuffer(bytes: $0)))
        }
        do {
            try channel.pipeline.syncOperations.addHandlers([
                WebSocketFrameEncoder(),
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limit)), handler,
                recorder,
            ])
        } catch {
            FuzzDriver.fail("\(error)", frame: 0, of: [])
        }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) {
        _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
    }

    func finish() -> Seen {
        let answers = EmbeddedChannel(handler: ByteToMessageHandler(WebSocketFrameDecoder()))
        do {
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
                try answers.writeInbound(bytes)
            }
            while let answer = try answers.readInbound(as: WebSocketFrame.self) {
                recorder.seen.answers.append((answer.opcode, answer.unmaskedData))
            }
        } catch {
            FuzzDriver.fail("answers that are no frames: \(error)", frame: 0, of: [])
        }
        _ = try? answers.finish(acceptAlreadyClosed: true)
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return recorder.seen
    }
}

/// Follows the WebSocket handler in the pipeline.
private final class Recorder: ChannelInboundHandler {
    typealias InboundIn = WebSocketMessage

    var seen = Seen()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        seen.messages.append(unwrapInboundIn(data))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? WebSocketEvent { seen.events.append(event) }
    }
}
