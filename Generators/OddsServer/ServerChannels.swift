import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import OddsSimulator
import OddsWAMP
import OddsWebSocket
import Synchronization

/// Makes a client's channel what it is: TLS, the handshake of the WebSocket,
/// and behind it the session or the echo.
final class ServerChannels: Sendable {
    private let configuration: ServerConfiguration
    private let shards: [Shard]
    private let metrics: ServerMetrics
    private let tls: NIOSSLContext?
    /// Of the last connection.
    private let lastNumber = Atomic<UInt64>(0)

    /// - Throws: what NIOSSL throws for a certificate or key that it cannot use.
    init(
        _ configuration: ServerConfiguration, shards: [Shard], metrics: ServerMetrics
    ) throws {
        self.configuration = configuration
        self.shards = shards
        self.metrics = metrics
        tls = try configuration.certificate.map { files in
            let chain = try NIOSSLCertificate.fromPEMFile(files.chain)
            let key = try NIOSSLPrivateKey(file: files.key, format: .pem)
            return try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: chain.map { .certificate($0) },
                    privateKey: .privateKey(key)))
        }
    }

    func setUp(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard metrics.value(of: .connections) < configuration.connectionsMax else {
            metrics.add(.connectionsRefused)
            return channel.close()
        }
        metrics.change(.connections, by: 1)
        let metrics = metrics
        channel.closeFuture.whenComplete { _ in metrics.change(.connections, by: -1) }
        // Slow-loris: who takes too long for the handshake is closed.
        let limit = channel.eventLoop.scheduleTask(
            in: .seconds(ServerConfiguration.handshakeSecondsMax)
        ) { channel.close(promise: nil) }
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
            let paths = [EMFeed.path] + (configuration.echoPath.map { [$0] } ?? [])
            let plain = PlainRequestHandler(paths: paths)
            let boundPlain = NIOLoopBound(plain, eventLoop: channel.eventLoop)
            let upgrader = NIOWebSocketServerUpgrader(
                maxFrameSize: configuration.messageBytesMax, automaticErrorHandling: false,
                shouldUpgrade: { [self] in shouldUpgrade($0, $1) },
                upgradePipelineHandler: { [self] in becomeWebSocket($0, $1) })
            try pipeline.configureHTTPServerPipeline(
                withServerUpgrade: (
                    upgraders: [upgrader],
                    completionHandler: { context in
                        limit.cancel()
                        context.pipeline.syncOperations.removeHandler(boundPlain.value)
                            .whenFailure { _ in }
                    }
                ))
            try pipeline.addHandler(plain)
        }
    }

    /// The headers of the answer; `nil` refuses.
    private func shouldUpgrade(
        _ channel: any Channel, _ head: HTTPRequestHead
    ) -> EventLoopFuture<HTTPHeaders?> {
        var headers: HTTPHeaders?
        if head.uri.hasPath(EMFeed.path) {
            let offered = head.headers[canonicalForm: "Sec-WebSocket-Protocol"]
            if offered.contains(where: { $0 == EMFeed.subprotocol }) {
                headers = ["Sec-WebSocket-Protocol": EMFeed.subprotocol]
            }
        } else if let path = configuration.echoPath, head.uri.hasPath(path) {
            headers = [:]
        }
        return channel.eventLoop.makeSucceededFuture(headers)
    }

    private func becomeWebSocket(
        _ channel: any Channel, _ head: HTTPRequestHead
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let messages = WebSocketMessageHandler(
                role: .server, messageBytesMax: configuration.messageBytesMax)
            guard head.uri.hasPath(EMFeed.path) else {
                return try pipeline.addHandlers(messages, EchoHandler())
            }
            guard let shard = shards.first(where: { $0.loop === channel.eventLoop }) else {
                preconditionFailure("a channel of a foreign thread")
            }
            let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
            let idle = IdleStateHandler(
                readTimeout: .seconds(Int64(configuration.idleSecondsMax)))
            try pipeline.addHandlers(idle, messages, Connection(shard: shard, number: number))
        }
    }
}
