import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import OddsConsole
import OddsWebSocket

/// The client's end of WebSockets, as `OddsClient` has it, before Autobahn's
/// fuzzing server: asks for each of its cases, and echoes what comes.
@main
struct EchoClient: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "echo-client",
        abstract: "Takes all cases of Autobahn's fuzzing server, and echoes its messages.")

    @Option(help: "Port of the fuzzing server on this machine.")
    var port: Int

    @Option(help: "Compression to offer: takeover or no-takeover (default: off).")
    var compression: WebSocketCompression?

    @Option(help: "Name of this client in the reports.")
    var agent = "OddsClient"

    func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let text = try await connect("/getCaseCount", echoes: false, group)
        guard let count = Int(text) else {
            throw ValidationError("the server on port \(port) says \(text) instead of a number")
        }
        for number in 1...max(count, 1) {
            _ = try await connect("/runCase?case=\(number)&agent=\(agent)", echoes: true, group)
        }
        _ = try await connect("/updateReports?agent=\(agent)", echoes: false, group)
        try await group.shutdownGracefully()
    }

    /// Reads one connection until it ends, and returns the last short text.
    private func connect(
        _ path: String, echoes: Bool, _ group: MultiThreadedEventLoopGroup
    ) async throws -> String {
        let handshake = WebSocketHandshake(
            host: "127.0.0.1:\(port)", path: path, subprotocol: nil, compression: compression)
        let (texts, received) = AsyncStream.makeStream(of: String.self)
        let channel = try await ClientBootstrap(group: group)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addWebSocketClient(
                        handshake, messageBytesMax: Self.messageBytesMax,
                        handler: EchoHandler(received, echoes: echoes)
                    ) { error in
                        StandardError.print("\(path): \(error)")
                        channel.close(promise: nil)
                    }
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.closeFuture.get()
        received.finish()
        return await texts.reduce("") { $1 }
    }

    /// The suite's largest message has 16 MiB.
    private static let messageBytesMax = 32 << 20
}

/// Notes short texts, and echoes every message of a case as the server's echo does.
private final class EchoHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    private let received: AsyncStream<String>.Continuation
    private let echoes: Bool

    init(_ received: AsyncStream<String>.Continuation, echoes: Bool) {
        self.received = received
        self.echoes = echoes
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let messages = try? context.pipeline.syncOperations.handler(
            type: WebSocketMessageHandler.self)
        messages?.receiveText = { [self, unowned context] in
            take(.text(ByteBuffer(bytes: $0)), context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(unwrapInboundIn(data), context)
    }

    private func take(_ message: WebSocketMessage, _ context: ChannelHandlerContext) {
        if case .text(let text) = message, text.readableBytes < 16 {
            received.yield(String(buffer: text))
        }
        if echoes { context.writeAndFlush(wrapOutboundOut(message), promise: nil) }
    }

    /// Stops reading from a server that does not read.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.channel.setOption(.autoRead, value: context.channel.isWritable)
            .whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }
}

extension WebSocketCompression: ExpressibleByArgument {}
