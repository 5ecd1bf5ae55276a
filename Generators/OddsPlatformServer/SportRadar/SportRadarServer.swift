import Foundation
import Logging
import NIOConcurrencyHelpers
import OddsServer
import ServiceLifecycle

/// Serves the contents of a world as SportRadar does, without a platform: the socket, and the
/// requests that subscribe. Beside a platform `PlatformServer` serves them.
package struct SportRadarServer: Sendable {
    private let configuration: PlatformConfiguration
    private let contents: EMServer
    private let exchange: Exchange
    private let logger: Logger

    /// - Parameters:
    ///   - contents: Has the world (`ServerConfiguration.servesContents`).
    ///   - faults: Those that it injects.
    package init(
        _ configuration: PlatformConfiguration, contents: EMServer, faults: PlatformFaults,
        logger: Logger
    ) {
        self.configuration = configuration
        self.contents = contents
        self.logger = logger
        exchange = Exchange(
            platform: nil, faults: faults, counts: RequestCounts(),
            refusals: RefusalBody { Date().formatted(.iso8601) }, deadlines: BodyDeadlines(),
            bodyTimeLimit: configuration.bodyTimeLimit)
    }

    /// A service that runs until its service group shuts down.
    ///
    /// - Parameter started: Called with the base URL once it is bound.
    package func service(
        started: @escaping @Sendable (_ url: String) async -> Void
    ) -> some Service {
        let table = RouteTable(exchange)
        ContentRoutes(contents: contents, table: table).add()
        let (host, contents) = (configuration.host, contents)
        let server = PortServer(
            configuration: configuration, refusals: exchange.refusals,
            memory: contents.bodyMemory, logger: logger
        ).service(
            "SportRadar", table, port: configuration.sportRadarPort ?? 0, contents: contents
        ) { await started(PortServer.url(host, $0, contents: contents)) }
        return ContentService(server: server, deadlines: exchange.deadlines)
    }

    /// Requests and refusals, in OpenMetrics 1.0.
    package var openMetrics: String {
        exchange.counts.openMetrics + exchange.refusals.counts.openMetrics
    }
}

/// The server, and the end of bodies that take too long.
private struct ContentService: Service {
    let server: any Service
    let deadlines: BodyDeadlines

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            // For as long as there are connections, which a shutdown waits for.
            tasks.addTask { await deadlines.run() }
            try await server.run()
            tasks.cancelAll()
        }
    }
}
