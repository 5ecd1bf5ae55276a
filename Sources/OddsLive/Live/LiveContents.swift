import NIOPosix
import OddsClient
import OddsExperiments

/// The contents of a live run on SportRadar's wire, and the server that has them.
package struct LiveContents: Sendable {
    let endpoint: SportRadarEndpoint
    /// Headers of the handshake.
    let headers: [(name: String, value: String)]
    /// Those of each client; pages of the server's live events if there are none.
    let contents: [SportRadarContent]

    /// - Parameters:
    ///   - endpoint: The server.
    ///   - headers: Of the handshake.
    ///   - contents: Those of each client, as many as the plan has channels. Without any, they
    ///     are the pages of live events: those of the sport with the most events first.
    package init(
        _ endpoint: SportRadarEndpoint, headers: [(name: String, value: String)] = [],
        contents: [SportRadarContent] = []
    ) {
        self.endpoint = endpoint
        self.headers = headers
        self.contents = contents
    }

    func clients(
        _ plan: LivePlan
    ) async throws -> (LiveFeed.Clients, MultiThreadedEventLoopGroup?) {
        var configuration = SportRadarConfiguration(url: endpoint.socketURL)
        configuration.headers = headers
        configuration = plan.client(configuration)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: plan.threads)
        var clients: [SportRadarSocketClient] = []
        do {
            for _ in 0..<plan.clients {
                clients.append(
                    try SportRadarSocketClient(
                        configuration, requests: endpoint.requests, on: group.next()))
            }
            let channels = try await channels(plan, clients[0]).map { "\($0)" }
            return (clients.map { (.contents($0), channels) }, group)
        } catch {
            for client in clients { await client.shutDown() }
            try? await group.shutdownGracefully()
            guard let error = error as? ClientError else { throw error }
            throw ExperimentFailure(error, of: endpoint.url)
        }
    }

    private func channels(
        _ plan: LivePlan, _ client: SportRadarSocketClient
    ) async throws -> [SportRadarContent] {
        guard contents.isEmpty else { return contents }
        // Its first attempt says best what is wrong with an address.
        if !plan.hasFaults { try await client.connectOnce() }
        let pages = try await pages(plan, client)
        guard pages.count >= plan.channels else {
            throw ExperimentFailure(
                .usage, """
                    --channels \(plan.channels): \(endpoint.url) has only \(pages.count) pages of \
                    live events; have it serve more with --events, or name contents with --content
                    """)
        }
        return Array(pages.prefix(plan.channels))
    }

    /// The pages of all live events. Faults may fail the first requests.
    private func pages(
        _ plan: LivePlan, _ client: SportRadarSocketClient
    ) async throws -> [SportRadarContent] {
        let deadline = ContinuousClock.now + LivePlan.startLimit
        while true {
            do throws(ClientError) {
                return Self.pages(try await client.get(.liveSports).records())
            } catch {
                guard plan.hasFaults, ContinuousClock.now < deadline else { throw error }
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    static func pages(_ sports: FeedRecords) -> [SportRadarContent] {
        let counts = sports.references.map { sport in
            let count = sport.properties.first { $0.name == "numberOfLiveEvents" }
            return (sport: "\(sport.id)", events: count.flatMap { Int($0.json) } ?? 0)
        }
        let size = SportRadarContent.livePageSize
        return counts.enumerated()
            .sorted { ($1.element.events, $0.offset) < ($0.element.events, $1.offset) }
            .flatMap { _, sport in
                (0..<(sport.events + size - 1) / size).map {
                    SportRadarContent.liveEvents(sport: sport.sport, page: $0)
                }
            }
    }
}
