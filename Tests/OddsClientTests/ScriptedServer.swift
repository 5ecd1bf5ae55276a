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
        /// Agrees to the WebSocket in this version of HTTP, with this subprotocol.
        case agreement(version: String, subprotocol: String)
    }

    static func run(_ script: Script, _ body: (_ url: String) async throws -> Void) async throws {
        let server = try await listen(script)
        do {
            try await body("ws://127.0.0.1:\(server.localAddress?.port ?? 0)/v2")
        } catch {
            try await server.close()
            throw error
        }
        try await server.close()
    }

    /// Opens a port; without `accepts`, one whose queue takes a single connection, until its
    /// channel reads.
    static func listen(
        _ script: Script, at host: String = "127.0.0.1", port: Int = 0, accepts: Bool = true
    ) async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: Int32(accepts ? 256 : 0))
            .serverChannelOption(.autoRead, value: accepts)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try setUp(channel, script) }
            }
            .bind(host: host, port: port).get()
    }

    private static func setUp(_ channel: any Channel, _ script: Script) throws {
        let pipeline = channel.pipeline.syncOperations
        switch script {
        case .text(let text): try pipeline.addHandler(TextHandler(text))
        case .webSocket(let answers): try setUp(pipeline, answers)
        case .greeting(let bytes):
            try pipeline.addHandler(AgreementHandler { $0 + bytes })
            try setUp(pipeline, [])
        case .agreement(let version, let subprotocol):
            let handler = AgreementHandler { agreement in
                Array(version.utf8) + agreement.dropFirst("HTTP/1.1".utf8.count)
            }
            try pipeline.addHandler(handler)
            try setUp(pipeline, [], subprotocol)
        }
    }

    private static func setUp(
        _ pipeline: ChannelPipeline.SynchronousOperations, _ answers: [[UInt8]],
        _ subprotocol: String? = nil
    ) throws {
        let upgrader = NIOWebSocketServerUpgrader(
            automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                let offered = head.headers.first(name: "Sec-WebSocket-Protocol")
                let agreed = (subprotocol ?? offered).map { ("Sec-WebSocket-Protocol", $0) }
                return channel.eventLoop.makeSucceededFuture(HTTPHeaders(agreed.map { [$0] } ?? []))
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

    /// Changes the first bytes that are sent, which agree to the WebSocket.
    private final class AgreementHandler: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private var change: (([UInt8]) -> [UInt8])?

        init(_ change: @escaping ([UInt8]) -> [UInt8]) { self.change = change }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            let buffer = unwrapOutboundIn(data)
            let bytes = change.take().map { $0(Array(buffer.readableBytesView)) }
            context.write(
                wrapOutboundOut(bytes.map { ByteBuffer(bytes: $0) } ?? buffer), promise: promise)
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
