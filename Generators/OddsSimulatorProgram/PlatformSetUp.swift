import Foundation
import Logging
import NIOPosix
import OddsPlatform
import OddsPlatformServer
import OddsServer
import OddsTraffic
import ServiceLifecycle

/// The platform beside the feed. It is opened before the feed, which begins where the
/// platform's state is.
struct PlatformSetUp {
    /// What is served once there is a feed.
    struct Serving {
        /// What the control interface serves of it.
        let control: ControlServer.Extension
        /// Its server.
        let service: any Service
    }

    /// How far the feed's world had come when the state was kept last.
    let position: WorldPosition
    private let configuration: PlatformConfiguration
    private let platform: Platform
    private let world = FeedWorld()
    private let hashing: NIOThreadPool
    private let logger: Logger

    /// Opens the state.
    ///
    /// - Throws: `ServingError` if it cannot be opened.
    init(_ configuration: PlatformConfiguration, logger: Logger) async throws {
        self.configuration = configuration
        self.logger = logger
        hashing = NIOThreadPool(numberOfThreads: ProcessInfo.processInfo.activeProcessorCount)
        hashing.start()
        let clock = PlatformClock { Int64(Date().timeIntervalSince1970 * 1_000) }
        do {
            platform = try await Platform(
                configuration.settings, clock: clock, world: world, hashing: hashing)
            position = try await platform.worldPosition()
        } catch {
            throw ServingError(description: "--state \(error)")
        }
    }

    /// Serves it beside a feed.
    ///
    /// - Parameter started: Called with the base URLs once they are bound.
    func serving(
        beside feed: EMServer, started: @escaping @Sendable (PlatformURLs) async -> Void
    ) -> Serving {
        let faults = PlatformFaults(feed.metrics)
        faults.set(feed.configuration.faults)
        let server = PlatformServer(
            configuration, platform, faults: faults, news: world.follow(feed),
            memory: feed.bodyMemory,
            contents: feed.configuration.servesContents ? feed : nil, logger: logger)
        var control = ControlServer.Extension()
        control.routes = PlatformControl.routes(of: platform)
        control.metrics = { try await server.openMetrics() }
        control.setFaults = { faults.set($0) }
        return Serving(control: control, service: server.service(started: started))
    }

    /// Ends its threads.
    func stop() async throws { try await hashing.shutdownGracefully() }
}
