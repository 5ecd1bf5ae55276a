import Hummingbird
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import OddsServer
import ServiceLifecycle

/// Serves the page of live odds: its files, its requests and its stream on one port, control
/// on another.
package struct GameServer: Service {
    private let configuration: GameConfiguration
    private let worlds: GameWorlds
    private let loop: any EventLoop
    private let logger: Logger
    private let started: @Sendable (_ urls: URLs) async -> Void

    /// Where it is served.
    package struct URLs: Sendable {
        /// The page.
        package let page: String
        /// The base URL of control.
        package let control: String
    }

    /// - Parameter started: Called once both are bound.
    package init(
        _ configuration: GameConfiguration, logger: Logger,
        started: @escaping @Sendable (_ urls: URLs) async -> Void
    ) {
        self.configuration = configuration
        self.logger = logger
        self.started = started
        // All worlds and sockets share one thread: a thousand pages are a fraction of its time.
        // It is one that nobody shuts down, as an application's graceful shutdown still uses it
        // when the application has ended.
        loop = MultiThreadedEventLoopGroup.singleton.next()
        worlds = GameWorlds(
            loop: loop, seed: configuration.seed, rateLimit: configuration.rateLimit,
            platformMatchesMax: configuration.platform?.matchesMax)
    }

    /// Runs until its service group shuts down.
    package func run() async throws {
        let ports = NIOLockedValueBox((page: 0, control: 0))
        let (host, started) = (configuration.host, started)
        let note: @Sendable (_ page: Int?, _ control: Int?) async -> Void = { page, control in
            let bound = ports.withLockedValue { ports in
                ports = (page ?? ports.page, control ?? ports.control)
                return ports
            }
            guard bound.page > 0, bound.control > 0 else { return }
            let authority = ServerConfiguration.authority(host, port: bound.page)
            let control = ServerConfiguration.authority(
                GameConfiguration.controlHost, port: bound.control)
            await started(URLs(page: "http://\(authority)/", control: "http://\(control)"))
        }
        var services: [any Service] = [
            ListeningService(
                "the page", host: host, port: configuration.port, page { await note($0, nil) }),
            ListeningService(
                "control", host: GameConfiguration.controlHost, port: configuration.controlPort,
                control { await note(nil, $0) }),
        ]
        if let platform = configuration.platform {
            services.append(try PlatformFeed(platform, worlds: worlds, logger: logger))
        }
        try await ServiceGroup(
            configuration: ServiceGroupConfiguration(ending: services, logger: logger)
        ).run()
    }

    private func page(_ running: @escaping @Sendable (Int) async -> Void) -> some Service {
        let ownPages = OwnPages(of: "game server", host: configuration.host)
        let (worlds, timeouts) = (worlds, configuration.timeouts)
        let routes = GameRoutes(
            worlds: worlds, files: PageFiles(folder: configuration.pageFolder), ownPages: ownPages)
        return Application(
            router: routes.router,
            server: HTTPServerBuilder { responder in
                GameChannel(
                    worlds: worlds, ownPages: ownPages, hasSockets: true, timeouts: timeouts,
                    responder: responder)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                availableConnectionsDelegate: .maximum(
                    configuration.connectionsMax, logger: logger)),
            onServerRunning: { await running($0.localAddress?.port ?? 0) },
            eventLoopGroupProvider: .shared(loop), logger: logger)
    }

    private func control(_ running: @escaping @Sendable (Int) async -> Void) -> some Service {
        let host = GameConfiguration.controlHost
        let ownPages = OwnPages(of: "control interface", host: host)
        let (worlds, timeouts) = (worlds, configuration.timeouts)
        return Application(
            router: ControlRoutes(worlds: worlds, ownPages: ownPages).router,
            server: HTTPServerBuilder { responder in
                GameChannel(
                    worlds: worlds, ownPages: ownPages, hasSockets: false, timeouts: timeouts,
                    responder: responder)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: configuration.controlPort),
                availableConnectionsDelegate: .maximum(
                    GameConfiguration.controlConnectionsMax, logger: logger)),
            onServerRunning: { await running($0.localAddress?.port ?? 0) },
            eventLoopGroupProvider: .shared(loop), logger: logger)
    }
}

/// Why a server with valid options cannot run.
package struct GameServerError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String
}
