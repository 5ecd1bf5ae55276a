import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// The listening socket, which can be closed temporarily.
final class Listener: Sendable {
    private let configuration: ServerConfiguration
    private let group: MultiThreadedEventLoopGroup
    private let channels: ServerChannels
    private let logger: Logger
    private let state = NIOLockedValueBox(State())

    private struct State {
        var channel: (any Channel)?
        var port = 0
        var isClosed = false
    }

    init(
        _ configuration: ServerConfiguration, group: MultiThreadedEventLoopGroup,
        channels: ServerChannels, logger: Logger
    ) {
        self.configuration = configuration
        self.group = group
        self.channels = channels
        self.logger = logger
    }

    var port: Int { state.withLockedValue { $0.port } }

    func bind() async throws { try await bind(port: configuration.port).get() }

    private func bind(port: Int) -> EventLoopFuture<Void> {
        let channels = channels
        let acceptErrors = AcceptErrorHandler("WebSocket", channels.metrics, logger)
        return ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 4_096)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(acceptErrors)
                }
            }
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelOption(
                .socketOption(.so_sndbuf), value: ServerConfiguration.socketSendBytes)
            .childChannelOption(
                .writeBufferWaterMark, value: ServerConfiguration.channelBytes)
            .childChannelInitializer { channels.setUp($0) }
            .bind(host: configuration.host, port: port)
            .map { [self] channel in
                let isClosed = state.withLockedValue { state in
                    state.channel = channel
                    state.port = channel.localAddress?.port ?? 0
                    return state.isClosed
                }
                if isClosed { channel.close(promise: nil) }
            }
    }

    /// Closes the socket, and binds the same port again after `time`.
    func refuseConnections(for time: TimeAmount) {
        let (channel, port) = state.withLockedValue { state in
            defer { state.channel = nil }
            return (state.channel, state.port)
        }
        guard let channel else { return }
        channel.close(promise: nil)
        channel.eventLoop.scheduleTask(in: time) { [self] in rebind(port) }
    }

    private func rebind(_ port: Int) {
        guard !state.withLockedValue({ $0.isClosed }) else { return }
        bind(port: port).whenFailure { [self] error in
            logger.error("cannot listen on port \(port) again: \(error)")
            group.next().scheduleTask(in: .seconds(1)) { [self] in rebind(port) }
        }
    }

    func close() async {
        let channel = state.withLockedValue { state in
            state.isClosed = true
            return state.channel
        }
        try? await channel?.close()
    }
}
