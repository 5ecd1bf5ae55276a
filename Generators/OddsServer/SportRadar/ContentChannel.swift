import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL
import NIOWebSocket
import OddsWebSocket

/// Connections of the port of SportRadar's provider: a first request for its socket makes one a
/// WebSocket, any other one leaves it to HTTP/1.
package struct ContentChannel: ServerChildChannel {
    /// A connection whose first request has not come yet.
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
        let outcome: EventLoopFuture<Outcome>
    }

    /// What a connection has become.
    enum Outcome: Sendable {
        case http(HTTPConnection)
        case socket
    }

    private let server: EMServer
    private let http: HTTP1Channel
    private let refusal: FilteredHTTPChannel.Refusal

    /// - Parameters:
    ///   - server: Has the contents (`ServerConfiguration.servesContents`).
    ///   - configuration: The limits of requests.
    ///   - refusal: as in `FilteredHTTPChannel`.
    ///   - responder: Answers them.
    package init(
        _ server: EMServer, configuration: HTTP1Channel.Configuration,
        refusal: @escaping FilteredHTTPChannel.Refusal,
        responder: @escaping HTTPChannelHandler.Responder
    ) {
        self.server = server
        self.refusal = refusal
        http = HTTP1Channel(responder: responder, configuration: configuration)
    }

    /// Sets up a connection.
    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            guard !server.refusesContents else { throw ChannelError.ioOnClosedChannel }
            let limits = ServerConfiguration.self
            try channel.syncOptions?.setOption(.socketOption(.tcp_nodelay), value: 1)
            try channel.syncOptions?.setOption(
                .socketOption(.so_sndbuf), value: SocketOptionValue(limits.socketSendBytes))
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: limits.channelBytes)
            let pipeline = channel.pipeline.syncOperations
            if let tls = server.channels.tls {
                try pipeline.addHandler(NIOSSLServerHandler(context: tls))
            }
            let first = FirstRequestHandler(
                limit: .milliseconds(server.configuration.handshakeMillisecondsMax))
            try pipeline.addHandler(first)
            let outcome = try pipeline.configureUpgradableHTTPServerPipeline(
                configuration: configuration(logger))
            try pipeline.addRequestFilter(
                RequestFilter(
                    accepts: { server.acceptsContentSocket($0) }, memory: server.bodyMemory,
                    content: refusal))
            let bound = NIOLoopBound(first, eventLoop: channel.eventLoop)
            outcome.whenSuccess { _ in
                channel.pipeline.syncOperations.removeHandler(bound.value).whenFailure { _ in }
            }
            return Value(channel: channel, outcome: outcome)
        }
    }

    private func configuration(
        _ logger: Logger
    ) -> NIOUpgradableHTTPServerPipelineConfiguration<Outcome> {
        let upgrader = NIOTypedWebSocketServerUpgrader<Outcome>(
            maxFrameSize: server.configuration.messageBytesMax,
            enableAutomaticErrorHandling: false,
            shouldUpgrade: { [channels = server.channels] channel, head in
                var headers: HTTPHeaders = [:]
                if let deflate = channels.deflate(head) {
                    headers.add(name: WebSocketCompression.headerName, value: deflate.answer)
                }
                return channel.eventLoop.makeSucceededFuture(headers)
            },
            upgradePipelineHandler: { becomeSocket($0, $1) })
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
            upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                upgraders: [upgrader],
                notUpgradingCompletionHandler: { becomeHTTP($0, logger) }))
        configuration.enablePipelining = false  // By NIOAsyncChannel.
        configuration.enableResponseHeaderValidation = false  // By the types of fields.
        let decoder = http.configuration.httpDecoder
        configuration.decoderConfiguration.maxHeaderListSize = decoder.maxHeaderListSize
        configuration.decoderConfiguration.maxHeaderFieldSize = decoder.maxHeaderFieldSize
        configuration.decoderConfiguration.maxHeaderFieldCount = decoder.maxHeaderFieldCount
        return configuration
    }

    private func becomeSocket(
        _ channel: any Channel, _ head: HTTPRequestHead
    ) -> EventLoopFuture<Outcome> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            pipeline.removeHandler(try pipeline.handler(type: RequestFilter.self))
                .whenFailure { _ in }
            try channel.endAtEndOfInput()
            try server.becomeContentSocket(channel, head)
            return .socket
        }
    }

    private func becomeHTTP(
        _ channel: any Channel, _ logger: Logger
    ) -> EventLoopFuture<Outcome> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(
                HTTP1ToHTTPServerCodec(secure: server.channels.tls != nil))
            try pipeline.addHandlers(http.configuration.additionalChannelHandlers())
            try pipeline.addHandler(
                HTTPConnectionStateHandler(
                    idleTimeout: http.configuration.idleTimeout.map {
                        .nanoseconds($0.nanoseconds)
                    }, logger: logger))
            return .http(try HTTPConnection(wrappingSynchronously: channel))
        }
    }

    /// Serves a connection until it ends.
    package func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.outcome.get() {
            case .http(let channel): await channel.serve(by: http, logger)
            case .socket: try await value.channel.closeFuture.get()
            }
        } catch {
            // It ended before it was anything.
            value.channel.close(promise: nil)
        }
    }
}

extension EMServer {
    /// Why a request for the socket of contents is no handshake that is accepted, in words;
    /// `nil` if it is one, as far as these headers say.
    package func contentSocketRefusal(origin: String?) -> String? {
        guard let origin, !allows(origin: origin) else { return nil }
        return "web pages of \(origin) may not connect: see --allow-origin"
    }

    private func allows(origin: String) -> Bool {
        let allowed = configuration.allowedOrigins
        return allowed.isEmpty || allowed.contains { $0.lowercased() == origin.lowercased() }
    }

    func acceptsContentSocket(_ head: HTTPRequestHead) -> Bool {
        head.uri.hasPath(Self.contentSocketPath) && head.isWebSocketHandshake
            && contentSocketRefusal(origin: head.headers.first(name: "Origin")) == nil
    }
}
