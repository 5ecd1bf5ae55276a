import Logging
import OddsClient
import OddsServer
import OddsSimulator
import OddsTraffic
import OddsWAMP
import ServicesProvider
import Testing

/// Suites that run a server, one after the other, so that each has the machine to itself.
/// The limit ends a test that waits in vain; it is long because the time also passes while
/// tests of other suites keep every thread.
@Suite(.serialized, .timeLimit(.minutes(15))) struct EventsTests {}

extension TrafficConfiguration {
    /// A small world in which something happens all the time.
    static var small: TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = 48
        configuration.markets = 6
        configuration.rate = 500
        configuration.lifeCycleMilliseconds = 60_000
        return configuration
    }
}

/// Runs a server on a free port for as long as the body takes.
func withServer(
    _ configuration: ServerConfiguration = ServerConfiguration(),
    world: TrafficConfiguration = .small,
    _ body: (EMServer) async throws -> Void
) async throws {
    try await withServer(
        configuration, of: { offset in try WorldSource(world, versionOffset: offset) }, body)
}

/// Runs a server of any source for as long as the body takes.
func withServer(
    _ configuration: ServerConfiguration = ServerConfiguration(),
    of makeSource: @escaping @Sendable (Int64) throws -> any FeedSource,
    _ body: (EMServer) async throws -> Void
) async throws {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let server = try await EMServer.start(configuration, logger: logger, makeSource: makeSource)
    do {
        try await body(server)
    } catch {
        try await server.stop()
        throw error
    }
    try await server.stop()
}

/// A client of a server, which nobody connects.
func makeClient(
    feed: String, _ change: (inout ServicesProviderConfiguration) -> Void = { _ in }
) throws -> ServicesProviderClient {
    var configuration = try ServicesProviderConfiguration(
        environment: .development,
        endpoints: [
            .development: .init(
                feed: feed, player: "http://127.0.0.1:9", odds: "http://127.0.0.1:9")
        ])
    // Nothing listens on that port: accounts and bets have no part in these tests.
    configuration.backoff = .init(initial: .milliseconds(10), cap: .milliseconds(50))
    change(&configuration)
    return ServicesProviderClient(providerType: .everymatrix, configuration: configuration)
}

/// Runs a client of a server for as long as the body takes.
func withClient(
    of server: EMServer, _ body: (ServicesProviderClient) async throws -> Void
) async throws {
    let client = try makeClient(feed: server.url)
    client.connect()
    defer { client.disconnect() }
    try await body(client)
}

/// Runs the body twice: over a client, and over the publishers of another one.
func withBothForms(
    of server: EMServer, _ body: (any EventsProvider) async throws -> Void
) async throws {
    try await withClient(of: server) { try await body($0) }
    try await withClient(of: server) { try await body(CombineEventsForm(client: $0)) }
}

/// Waits for a condition that other tasks fulfil. The suite's time limit ends a wait in
/// vain.
func eventually(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    while try await !condition() {
        guard !Task.isCancelled else {
            Issue.record("it never came", sourceLocation: sourceLocation)
            throw CancellationError()
        }
        await Task.yield()
    }
}

extension Subscription.Iterator {
    /// The next content that fulfils a condition.
    mutating func content(
        where condition: (Content) throws -> Bool = { _ in true }
    ) async throws -> Content {
        while true {
            switch try await next() {
            case .contentUpdate(let content): if try condition(content) { return content }
            case .connected, .disconnected: continue
            case nil: throw CancellationError()
            }
        }
    }
}

extension [EventsGroup] {
    var eventIDs: [String] { flatMap { $0.events.map { "\($0.id)" } } }
}

extension StateUpdates.Iterator {
    /// Waits for a state.
    mutating func wait(for state: State) async { while await next() != state {} }
}

/// Entities as a procedure of the feed returns them.
func records(_ entities: String...) throws -> FeedRecords {
    let list = entities.joined(separator: ",")
    return try FeedRecords(JSONObjectText(unchecked: Array(#"{"records":[\#(list)]}"#.utf8)))
}

func entity(_ type: String, _ id: String, _ properties: String = "") -> String {
    #"{"_type":"\#(type)","id":"\#(id)"\#(properties.isEmpty ? "" : ",")\#(properties)}"#
}
