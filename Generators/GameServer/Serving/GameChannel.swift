import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket
import OddsServer
import OddsWebSocket

/// Connections: a first request for `/live` makes one of a page a WebSocket, any other one
/// leaves it to HTTP/1. Page, requests and stream have one port that way, and so one origin.
struct GameChannel: ServerChildChannel {
    /// A connection whose first request has not come yet.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let outcome: EventLoopFuture<Outcome>
    }

    /// What a connection has become.
    enum Outcome: Sendable {
        case http(HTTPConnection)
        case socket
    }

    /// The largest head, its lines together.
    static let headBytesMax = 16 << 10
    static let headerFieldsMax = 100
    /// The kernel's send buffer: by default it grows to megabytes, which would hide a page
    /// that does not read.
    private static let socketSendBytes = 256 << 10

    let worlds: GameWorlds
    let ownPages: OwnPages
    let hasSockets: Bool
    private let timeouts: ConnectionTimeouts
    private let http: HTTP1Channel

    /// - Parameter hasSockets: Whether `/live` is there.
    init(
        worlds: GameWorlds, ownPages: OwnPages, hasSockets: Bool, timeouts: ConnectionTimeouts,
        responder: @escaping HTTPChannelHandler.Responder
    ) {
        self.worlds = worlds
        self.ownPages = ownPages
        self.hasSockets = hasSockets
        self.timeouts = timeouts
        http = HTTP1Channel(responder: responder)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.syncOptions?.setOption(.socketOption(.tcp_nodelay), value: 1)
            try channel.syncOptions?.setOption(
                .socketOption(.so_sndbuf), value: SocketOptionValue(Self.socketSendBytes))
            let pipeline = channel.pipeline.syncOperations
            let first = FirstRequestHandler(limit: timeouts.firstRequest)
            try pipeline.addHandler(first)
            let outcome = try pipeline.configureUpgradableHTTPServerPipeline(
                configuration: configuration(logger))
            try pipeline.addRequestFilter(
                RequestFilter(
                    accepts: { query($0, channel) != nil },
                    memory: { change in worlds.assumeIsolated { $0.noteBody(change) } },
                    content: { words, _ in
                        worlds.assumeIsolated { $0.note(.notHTTP) }
                        return .init(type: "application/json", bytes: GameJSON.error(words))
                    }))
            try pipeline.addHandler(BadHeadHandler(worlds: worlds))
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
            maxFrameSize: LiveSocket.messageBytesMax, enableAutomaticErrorHandling: false,
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, head in becomeSocket(channel, head) })
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
            upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                upgraders: [upgrader],
                notUpgradingCompletionHandler: { becomeHTTP($0, logger) }))
        configuration.enablePipelining = false  // By NIOAsyncChannel.
        configuration.enableErrorHandling = false  // By BadHeadHandler.
        configuration.enableResponseHeaderValidation = false  // By the types of fields.
        configuration.decoderConfiguration.maxHeaderListSize = Self.headBytesMax
        configuration.decoderConfiguration.maxHeaderFieldSize = Self.headBytesMax
        configuration.decoderConfiguration.maxHeaderFieldCount = Self.headerFieldsMax
        return configuration
    }

    /// The parameters of a handshake; `nil` if it is refused. The route of `/live` says why.
    private func query(_ head: HTTPRequestHead, _ channel: any Channel) -> WorldQuery? {
        let uri = URI(head.uri)
        let authority = head.headers.first(name: "Host") ?? ""
        let origin = head.headers.first(name: "Origin")
        guard hasSockets, uri.path == "/live", head.isWebSocketHandshake,
            ownPages.refusal(authority: authority, port: channel.localAddress?.port ?? 0) == nil,
            ownPages.refusal(origin: origin, authority: authority) == nil,
            let query = try? WorldQuery(uri), let access = try? WorldAccess(head.headers),
            worlds.assumeIsolated({ $0.admits(query, access) })
        else { return nil }
        return query
    }

    private func becomeSocket(
        _ channel: any Channel, _ head: HTTPRequestHead
    ) -> EventLoopFuture<Outcome> {
        channel.eventLoop.makeCompletedFuture {
            let query = try WorldQuery(URI(head.uri))
            try channel.endAtEndOfInput()
            let pipeline = channel.pipeline.syncOperations
            for handler: any RemovableChannelHandler in [
                try pipeline.handler(type: RequestFilter.self),
                try pipeline.handler(type: BadHeadHandler.self),
            ] {
                pipeline.removeHandler(handler).whenFailure { _ in }
            }
            let messages = WebSocketMessageHandler(
                role: .server, messageBytesMax: LiveSocket.messageBytesMax)
            try pipeline.addHandlers(
                messages, LiveSocket(query, worlds: worlds, messages: messages))
            return .socket
        }
    }

    private func becomeHTTP(
        _ channel: any Channel, _ logger: Logger
    ) -> EventLoopFuture<Outcome> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers(
                HTTP1ToHTTPServerCodec(secure: false),
                ExchangeDeadlineHandler(limit: timeouts.exchange),
                HTTPConnectionStateHandler(
                    idleTimeout: .nanoseconds(timeouts.idle.nanoseconds), logger: logger))
            return .http(try HTTPConnection(wrappingSynchronously: channel))
        }
    }

    func handle(value: Value, logger: Logger) async {
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
