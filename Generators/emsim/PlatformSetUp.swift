import Foundation
import Logging
import NIOPosix
import OddsPlatform
import OddsPlatformServer
import OddsServer
import ServiceLifecycle

/// The platform beside the feed.
struct PlatformSetUp {
    /// What the control interface serves of it.
    let control: ControlServer.Extension
    /// Its server.
    let service: any Service
    private let hashing: NIOThreadPool

    /// Opens the state.
    ///
    /// - Throws: `ServingError` if it cannot be opened.
    init(
        _ configuration: PlatformConfiguration, beside feed: EMServer, logger: Logger,
        started: @escaping @Sendable (_ playerURL: String) async -> Void
    ) async throws {
        hashing = NIOThreadPool(numberOfThreads: ProcessInfo.processInfo.activeProcessorCount)
        hashing.start()
        let clock = PlatformClock { Int64(Date().timeIntervalSince1970 * 1_000) }
        let platform: Platform
        do {
            platform = try await Platform(configuration.settings, clock: clock, hashing: hashing)
        } catch {
            throw ServingError(description: "--state \(error)")
        }
        let faults = PlatformFaults(feed.metrics)
        faults.set(feed.configuration.faults)
        let server = PlatformServer(configuration, platform, faults: faults, logger: logger)
        service = server.service(started: started)
        var control = ControlServer.Extension()
        control.routes = PlatformControl.routes(of: platform)
        control.metrics = { try await server.openMetrics() }
        control.setFaults = { faults.set($0) }
        self.control = control
    }

    /// Ends its threads.
    func stop() async throws { try await hashing.shutdownGracefully() }
}
