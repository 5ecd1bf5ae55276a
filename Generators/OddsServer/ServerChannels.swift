import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import OddsSimulator
import OddsTopics
import OddsWAMP
import OddsWebSocket
import Synchronization

/// Sets up client channels: TLS, the WebSocket handshake, and behind it the
/// session or the echo.
final class ServerChannels: Sendable {
    private let configuration: ServerConfiguration
    private let policy: HandshakePolicy
    private let shards: [Shard]
    let metrics: ServerMetrics
    let tls: NIOSSLContext?
    /// The number of the newest connection.
    private let lastNumber = Atomic<UInt64>(0)
    private let ids = WAMPIDSource()

    /// - Throws: `CertificateError`.
    init(
        _ configuration: ServerConfiguration, shards: [Shard], metrics: ServerMetrics
    ) throws {
        self.configuration = configuration
        policy = HandshakePolicy(configuration)
        self.shards = shards
        self.metrics = metrics
        tls = try configuration.certificate.map { try Self.context(chain: $0.chain, key: $0.key) }
    }

    private static func context(chain: String, key: String) throws -> NIOSSLContext {
        var file = chain
        do {
            let certificates = try NIOSSLCertificate.fromPEMFile(chain)
            file = key
            let key = try NIOSSLPrivateKey(file: key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) },
                privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw CertificateError(description: "\(file) cannot be used for TLS: \(error)")
        }
    }

    func setUp(_ channel: any Channel) -> EventLoopFuture<Void> {
        let metrics = metrics
        guard metrics.change(.connections, by: 1) <= configuration.connectionsMax else {
            metrics.change(.connections, by: -1)
            metrics.add(.connectionsRefused)
            return channel.close()
        }
        // Closes connections that take too long for the handshake (Slowloris).
        let limit = channel.eventLoop.scheduleTask(
            in: .milliseconds(configuration.handshakeMillisecondsMax)
        ) {
            metrics.add(.handshakesTimedOut)
            channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in
            limit.cancel()
            metrics.change(.connections, by: -1)
        }
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
            let plain = PlainRequestHandler(policy, metrics: metrics)
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
                ), withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: Self.headLimits)
            // What is no handshake that is accepted is refused by the handler of plain requests,
            // which ends the connection.
            try pipeline.addRequestFilter(RequestFilter(accepts: { _ in true }))
            try pipeline.addHandler(plain)
        }
    }

    private static var headLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = ServerConfiguration.headBytesMax
        limits.maxHeaderListSize = ServerConfiguration.headBytesMax
        limits.maxHeaderFieldCount = ServerConfiguration.headerFieldsMax
        return limits
    }

    /// The headers of the response; `nil` refuses the upgrade, and the
    /// `PlainRequestHandler` says why.
    private func shouldUpgrade(
        _ channel: any Channel, _ head: HTTPRequestHead
    ) -> EventLoopFuture<HTTPHeaders?> {
        var headers = try? policy.accept(head)
        if let deflate = deflate(head) {
            headers?.add(name: WebSocketCompression.headerName, value: deflate.answer)
        }
        return channel.eventLoop.makeSucceededFuture(headers)
    }

    /// What both ends agree on, and the server's answer that says so; `nil` for
    /// messages that are not compressed.
    func deflate(
        _ head: HTTPRequestHead
    ) -> (agreement: DeflateAgreement, answer: String)? {
        configuration.compression.flatMap { DeflateAgreement.accepting(head.headers, $0) }
    }

    private func becomeWebSocket(
        _ channel: any Channel, _ head: HTTPRequestHead
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let filter = try channel.pipeline.syncOperations.handler(type: RequestFilter.self)
            channel.pipeline.syncOperations.removeHandler(filter).whenFailure { _ in }
            guard head.uri.hasPath(EMFeed.path) else {
                let messages = messages(deflate(head)?.agreement, on: shard(of: channel))
                return try channel.pipeline.syncOperations.addHandlers(
                    messages, EchoHandler(messages))
            }
            try addConnection(to: channel, head) { shard, number, messages in
                Connection(shard: shard, number: number, ids: ids, messages: messages)
            }
        }
    }

    /// Adds the handlers of a connection to the channel of a WebSocket.
    ///
    /// - Parameter make: Makes the connection.
    func addConnection(
        to channel: any Channel, _ head: HTTPRequestHead,
        _ make: (Shard, _ number: UInt64, WebSocketMessageHandler) -> ClientConnection
    ) throws {
        let shard = shard(of: channel)
        let deflate = deflate(head)?.agreement
        let messages = messages(deflate, on: shard)
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        let idle = IdleStateHandler(
            readTimeout: .milliseconds(configuration.idleMillisecondsMax))
        let connection = make(shard, number, messages)
        connection.sharesDeflatedFrames = deflate?.server.sharesMessages == true
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(
            type: ByteToMessageHandler<WebSocketFrameDecoder>.self)
        // Some text goes past the decoder.
        try pipeline.addHandler(idle, position: .before(decoder))
        try pipeline.addHandlers(messages, connection)
    }

    private func shard(of channel: any Channel) -> Shard {
        guard let shard = shards.first(where: { $0.loop === channel.eventLoop }) else {
            preconditionFailure("a channel of an event loop without a shard")
        }
        return shard
    }

    private func messages(
        _ deflate: DeflateAgreement?, on shard: Shard
    ) -> WebSocketMessageHandler {
        WebSocketMessageHandler(
            role: .server, messageBytesMax: configuration.messageBytesMax,
            deflate: deflate, sharedDeflater: deflate.map { _ in shard.deflater })
    }
}

/// The reason why a certificate or its key cannot be used.
package struct CertificateError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String
}
