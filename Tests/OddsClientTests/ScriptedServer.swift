import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A server that says what it is told to say, down to the byte.
enum ScriptedServer {
    enum Script: Sendable {
        /// Answers the request with this text, or by closing the connection.
        case text(String?)
        /// Agrees to the WebSocket, and answers the client's first message with
        /// the first list of bytes, and so on.
        case webSocket([[UInt8]])
        /// Agrees to the WebSocket, with these bytes in the same segment.
        case greeting([UInt8])
    }

    static func run(_ script: Script, _ body: (_ url: String) async throws -> Void) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try setUp(channel, script) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body("ws://127.0.0.1:\(server.localAddress?.port ?? 0)/v2")
        } catch {
            try await server.close()
            throw error
        }
        try await server.close()
    }

    private static func setUp(_ channel: any Channel, _ script: Script) throws {
        let pipeline = channel.pipeline.syncOperations
        switch script {
        case .text(let text): try pipeline.addHandler(TextHandler(text))
        case .webSocket(let answers): try setUp(pipeline, answers)
        case .greeting(let bytes):
            try pipeline.addHandler(GreetingHandler(bytes))
            try setUp(pipeline, [])
        }
    }

    private static func setUp(
        _ pipeline: ChannelPipeline.SynchronousOperations, _ answers: [[UInt8]]
    ) throws {
        let upgrader = NIOWebSocketServerUpgrader(
            automaticErrorHandling: false,
            shouldUpgrade: { channel, _ in
                channel.eventLoop.makeSucceededFuture(["Sec-WebSocket-Protocol": "wamp.2.json"])
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AnswerHandler(answers))
                }
            })
        try pipeline.configureHTTPServerPipeline(
            withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
    }

    private final class TextHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let text: String?

        init(_ text: String?) { self.text = text }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if let text {
                context.writeAndFlush(NIOAny(ByteBuffer(string: text)), promise: nil)
            } else {
                context.close(promise: nil)
            }
        }
    }

    /// Appends bytes to the first that are sent.
    private final class GreetingHandler: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private var bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            var buffer = unwrapOutboundIn(data)
            buffer.writeBytes(bytes)
            bytes = []
            context.write(wrapOutboundOut(buffer), promise: promise)
        }
    }

    private final class AnswerHandler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        private var answers: [[UInt8]]

        init(_ answers: [[UInt8]]) { self.answers = answers }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard unwrapInboundIn(data).opcode == .text, !answers.isEmpty else { return }
            let bytes = ByteBuffer(bytes: answers.removeFirst())
            // From the encoder's own place: nothing encodes them.
            let encoder = try? context.pipeline.syncOperations.context(
                handlerType: WebSocketFrameEncoder.self)
            encoder?.writeAndFlush(NIOAny(bytes), promise: nil)
        }
    }

    /// A frame of up to 65,535 bytes, by default whole text.
    static func frame(_ text: String, head: UInt8 = 0x81, mask: [UInt8] = []) -> [UInt8] {
        let data = Array(text.utf8)
        let maskBit: UInt8 = mask.isEmpty ? 0 : 0x80
        let length =
            data.count < 126
            ? [maskBit | UInt8(data.count)]
            : [maskBit | 126, UInt8(data.count >> 8), UInt8(data.count & 0xff)]
        return [head] + length + mask + data
    }
}
