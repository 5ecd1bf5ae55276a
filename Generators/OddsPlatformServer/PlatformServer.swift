import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import OddsPlatform
import OddsServer
import ServiceLifecycle

/// Serves a platform over HTTP: accounts, wallets, payments and documents.
package struct PlatformServer: Sendable {
    private let configuration: PlatformConfiguration
    private let platform: Platform
    private let faults: PlatformFaults
    private let counts = RequestCounts()
    private let logger: Logger
    private let port = NIOLockedValueBox(0)

    /// A server of a platform.
    ///
    /// - Parameter faults: Those that it injects.
    package init(
        _ configuration: PlatformConfiguration, _ platform: Platform, faults: PlatformFaults,
        logger: Logger
    ) {
        self.configuration = configuration
        self.platform = platform
        self.faults = faults
        self.logger = logger
    }

    /// A service that runs until its service group shuts down.
    ///
    /// - Parameter started: Called with the base URL of accounts once it is bound.
    package func service(
        started: @escaping @Sendable (_ playerURL: String) async -> Void
    ) -> some Service {
        let limits = PlatformConfiguration.self
        let port = port
        let host = configuration.host
        let headTimeLimit = configuration.headTimeLimit
        let application = Application(
            router: table.router,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [RequestDeadlineHandler(headTimeLimit)],
                    idleTimeout: .seconds(limits.idleSecondsMax),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: limits.headerBytesMax,
                        maxHeaderListSize: limits.headerBytesMax,
                        maxHeaderFieldCount: limits.headerFieldsMax))),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: configuration.playerPort),
                availableConnectionsDelegate: .maximum(
                    configuration.connectionsMax, logger: logger)),
            onServerRunning: { channel in
                let bound = channel.localAddress?.port ?? 0
                port.withLockedValue { $0 = bound }
                await started(Self.url(host, bound))
            },
            logger: logger)
        return PlatformService(application: application, platform: platform, logger: logger)
    }

    private static func url(_ host: String, _ port: Int) -> String {
        "http://\(ServerConfiguration.authority(host, port: port))"
    }

    /// Its routes.
    var table: RouteTable {
        let refusals = RefusalBody()
        let table = RouteTable(
            Exchange(
                platform: platform, faults: faults, counts: counts, refusals: refusals,
                bodyTimeLimit: configuration.bodyTimeLimit))
        let (host, port) = (configuration.host, port)
        AccountRoutes(platform: platform, table: table).add()
        DocumentRoutes(
            platform: platform, table: table, uploadTimeLimit: configuration.uploadTimeLimit
        ).add()
        PaymentRoutes(
            platform: platform, table: table, refusals: refusals, faults: faults,
            baseURL: { Self.url(host, port.withLockedValue { $0 }) }
        ).add()
        return table
    }

    /// The platform's families of metrics, in OpenMetrics 1.0.
    package func openMetrics() async throws(Refusal) -> String {
        let metrics = platform.metrics
        var text = counts.openMetrics
        for (name, help, value) in [
            ("logins", "Logins that were answered with a session.", metrics.loginCount),
            ("refreshes", "Logins whose player's session before had expired.",
                metrics.refreshCount),
            ("postings", "Postings of the ledger, since the state was made.",
                Int(try await platform.postingCount())),
        ] {
            text += "# TYPE emsim_platform_\(name) counter\n"
            text += "# HELP emsim_platform_\(name) \(help)\n"
            text += "emsim_platform_\(name)_total \(value)\n"
        }
        text += "# TYPE emsim_platform_streams gauge\n"
        text += "# HELP emsim_platform_streams Streams of events that are open.\n"
        text += "emsim_platform_streams \(platform.streamCount)\n"
        return text
    }
}

/// The server, and what the platform has to do in time.
private struct PlatformService<Served: Service>: Service {
    let application: Served
    let platform: Platform
    let logger: Logger

    func run() async throws {
        // The server is never cancelled: it ends its connections by itself. Time ends with
        // it, if it cannot be started.
        async let time: Void = keepTime()
        try await application.run()
        await time
    }

    private func keepTime() async {
        await cancelWhenGracefulShutdown {
            var turn = 0
            while (try? await Task.sleep(for: .milliseconds(50))) != nil {
                platform.endStreams()
                turn += 1
                guard turn.isMultiple(of: 10) else { continue }
                do throws(Refusal) {
                    try await platform.doWhatIsDue()
                } catch {
                    guard !Task.isCancelled else { break }
                    logger.error("the platform's state: \(error.message)")
                }
            }
        }
        platform.endAllStreams()
    }
}
