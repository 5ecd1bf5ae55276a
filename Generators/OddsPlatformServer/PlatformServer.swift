import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import OddsPlatform
import OddsServer
import ServiceLifecycle

/// Serves a platform over HTTP: accounts, wallets, payments and documents; bets on a port of
/// their own.
package struct PlatformServer: Sendable {
    private let configuration: PlatformConfiguration
    private let platform: Platform
    private let faults: PlatformFaults
    private let counts = RequestCounts()
    private let deadlines = BodyDeadlines()
    private let logger: Logger
    private let refusals: RefusalBody
    private let news: WorldNewsQueue
    private let contents: EMServer?
    private let memory: @Sendable (_ change: Int) -> Bool
    private let playerPort = NIOLockedValueBox(0)
    private let sportRadarPort = NIOLockedValueBox(0)

    /// A server of a platform.
    ///
    /// - Parameters:
    ///   - faults: Those that it injects.
    ///   - news: What becomes of the platform's world.
    ///   - memory: Takes the bodies of requests, as those of `EMServer.bodyMemory`.
    ///   - contents: Has the world as the second provider serves it
    ///     (`ServerConfiguration.servesContents`).
    package init(
        _ configuration: PlatformConfiguration, _ platform: Platform, faults: PlatformFaults,
        news: WorldNewsQueue = WorldNewsQueue(),
        memory: @escaping @Sendable (_ change: Int) -> Bool = { _ in true },
        contents: EMServer? = nil, logger: Logger
    ) {
        self.configuration = configuration
        self.platform = platform
        self.faults = faults
        self.news = news
        self.memory = memory
        self.contents = contents
        self.logger = logger
        refusals = RefusalBody { platform.wallClock }
    }

    /// A service that runs until its service group shuts down.
    ///
    /// - Parameter started: Called with the base URLs once all are bound.
    package func service(
        started: @escaping @Sendable (_ urls: PlatformURLs) async -> Void
    ) -> some Service {
        let urls = NIOLockedValueBox(PlatformURLs())
        let (host, playerPort, sportRadarPort) = (configuration.host, playerPort, sportRadarPort)
        var servers: [any Service] = []
        let countMax = configuration.sportRadarPort == nil ? 2 : 3
        let ports = PortServer(
            configuration: configuration, refusals: refusals, memory: memory, logger: logger)
        func serve(
            _ name: String, _ table: RouteTable, port: Int, contents: EMServer? = nil,
            _ bound: @escaping @Sendable (_ port: Int, inout PlatformURLs) -> Void
        ) {
            servers.append(
                ports.service(name, table, port: port, contents: contents) { port in
                    let all = urls.withLockedValue { urls in
                        bound(port, &urls)
                        urls.count += 1
                        return urls
                    }
                    if all.count == countMax { await started(all) }
                })
        }
        serve("accounts", table, port: configuration.playerPort) { port, urls in
            playerPort.withLockedValue { $0 = port }
            urls.player = PortServer.url(host, port)
        }
        serve("bets", oddsTable, port: configuration.oddsPort) { port, urls in
            urls.odds = PortServer.url(host, port)
        }
        if let port = configuration.sportRadarPort {
            serve("SportRadar", sportRadarTable, port: port, contents: contents) {
                [contents] port, urls in
                sportRadarPort.withLockedValue { $0 = port }
                urls.sportRadar = PortServer.url(host, port, contents: contents)
            }
        }
        return PlatformService(
            servers: servers, platform: platform, deadlines: deadlines,
            news: WorldNewsReader(platform: platform, news: news, logger: logger),
            logger: logger)
    }

    private var emptyTable: RouteTable {
        RouteTable(
            Exchange(
                platform: platform, faults: faults, counts: counts, refusals: refusals,
                deadlines: deadlines, bodyTimeLimit: configuration.bodyTimeLimit))
    }

    /// The routes of accounts.
    var table: RouteTable {
        let table = emptyTable
        let (host, port) = (configuration.host, playerPort)
        AccountRoutes(platform: platform, table: table).add()
        DocumentRoutes(
            platform: platform, table: table, uploadTimeLimit: configuration.uploadTimeLimit
        ).add()
        PaymentRoutes(
            platform: platform, table: table, refusals: refusals, faults: faults,
            baseURL: { PortServer.url(host, port.withLockedValue { $0 }) }
        ).add()
        return table
    }

    /// The routes of bets.
    var oddsTable: RouteTable {
        let table = emptyTable
        BettingRoutes(platform: platform, table: table, refusals: refusals, faults: faults).add()
        return table
    }

    /// The routes of the second provider.
    var sportRadarTable: RouteTable {
        let table = emptyTable
        let (host, port, contents) = (configuration.host, sportRadarPort, contents)
        SportRadarRoutes(
            platform: platform, contents: contents, table: table, refusals: refusals,
            uploadTimeLimit: configuration.uploadTimeLimit,
            baseURL: { PortServer.url(host, port.withLockedValue { $0 }, contents: contents) }
        ).add()
        return table
    }

    /// The platform's families of metrics, in OpenMetrics 1.0.
    package func openMetrics() async throws(Refusal) -> String {
        PlatformMetricsPage(
            requests: counts.openMetrics, refusals: refusals.counts.openMetrics,
            platform: platform, postingCount: try await platform.postingCount()
        ).text
    }
}

/// Where a platform is served.
package struct PlatformURLs: Sendable {
    /// The base URL of accounts.
    package fileprivate(set) var player = ""
    /// The base URL of bets.
    package fileprivate(set) var odds = ""
    /// The base URL of the second provider; empty if it is not served.
    package fileprivate(set) var sportRadar = ""
    /// How many there are.
    fileprivate var count = 0
}

/// The servers, and the platform's periodic work.
private struct PlatformService: Service {
    let servers: [any Service]
    let platform: Platform
    let deadlines: BodyDeadlines
    let news: WorldNewsReader
    let logger: Logger

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            // For as long as there are connections, which a shutdown waits for.
            tasks.addTask { await deadlines.run() }
            defer { tasks.cancelAll() }
            // The last one is shut down first: streams of players end with it.
            let services = servers + [Work(run: readNews), Work(run: keepTime)]
            try await ServiceGroup(
                configuration: ServiceGroupConfiguration(ending: services, logger: logger)
            ).run()
            platform.endCleanly()
        }
    }

    private func readNews() async { await cancelWhenGracefulShutdown { await news.run() } }

    private func keepTime() async {
        await cancelWhenGracefulShutdown {
            var turn = 0
            while (try? await Task.sleep(for: .milliseconds(50))) != nil {
                platform.endStreams()
                platform.releaseTickets()
                turn += 1
                do throws(Refusal) {
                    try await platform.sendCashoutValues()
                    if turn.isMultiple(of: 10) { try await platform.doWhatIsDue() }
                } catch {
                    guard !Task.isCancelled else { break }
                    logger.error("the platform's state: \(error.message)")
                }
            }
        }
        platform.endAllStreams()
    }
}

/// Periodic work, as a service.
private struct Work: Service {
    private let body: @Sendable () async -> Void

    init(run body: @escaping @Sendable () async -> Void) { self.body = body }

    func run() async { await body() }
}
