import Logging
import OddsClient
import OddsClientTesting
import OddsReconstruction
import OddsServer
import OddsSimulator
import OddsTraffic
import Testing

/// Suites that run a server, one after the other, so that each has the machine
/// to itself.
@Suite(.serialized, .hangLimit) struct ClientServerTests {}

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that waits in vain. Long, because the time also passes while
    /// tests of other suites keep every thread.
    static var hangLimit: Self { .timeLimit(.minutes(15)) }
}

let listTopic =
    "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
    + "default-event-info/10/5"
let nextTopic = "/sports/1/en/next-matches-aggregator-main/all-disciplines/5/3"

/// Runs a server of a small, lively world for as long as the body takes.
func withServer(
    _ configuration: ServerConfiguration = ServerConfiguration(), rate: Int = 500,
    scenario: String = "steady", _ body: (EMServer) async throws -> Void
) async throws {
    var world = TrafficConfiguration()
    world.events = 12
    world.markets = 6
    world.rate = rate
    world.lifeCycleMilliseconds = 5_000
    world.scenario = scenario
    let fixedWorld = world
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let server = try await EMServer.start(configuration, logger: logger) { offset in
        try WorldSource(fixedWorld, versionOffset: offset)
    }
    do {
        try await body(server)
    } catch {
        try await server.stop()
        throw error
    }
    try await server.stop()
}

/// Longer than any test, for limits that a test does not examine.
let forever = Duration.seconds(1_000_000_000)

extension ClientConfiguration {
    /// Without time limits, and with short pauses.
    static func patient(_ server: EMServer, _ clock: ManualClock) -> ClientConfiguration {
        patient(server.url, clock)
    }

    /// The same, for any server.
    static func patient(_ url: String, _ clock: ManualClock) -> ClientConfiguration {
        var configuration = ClientConfiguration(url: url)
        configuration.clock = clock
        configuration.connectTimeLimit = forever
        configuration.registerTimeLimit = forever
        configuration.dumpTimeLimit = forever
        configuration.callTimeLimit = forever
        configuration.heartbeatInterval = forever
        configuration.idleTimeLimit = forever
        configuration.goodbyeTimeLimit = forever
        configuration.backoff = Backoff(initial: .milliseconds(10), cap: .milliseconds(100))
        return configuration
    }
}

/// Waits for a condition that other tasks fulfil, and meanwhile advances the
/// clock if there is one. The suite's time limit ends a wait in vain.
func eventually(
    _ clock: ManualClock? = nil, step: Duration = .milliseconds(10),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    while try await !condition() {
        guard !Task.isCancelled else {
            Issue.record("it never came", sourceLocation: sourceLocation)
            throw CancellationError()
        }
        clock?.advance(by: step)
        await Task.yield()
    }
}

/// Advances the clock while the body runs.
func withTimePassing<Result>(
    _ clock: ManualClock, step: Duration = .milliseconds(10),
    _ body: () async throws -> Result
) async rethrows -> Result {
    let time = Task {
        while !Task.isCancelled {
            clock.advance(by: step)
            await Task.yield()
        }
    }
    defer { time.cancel() }
    return try await body()
}

/// Pauses the world and waits until a store shows what the server says.
func expectTruth(
    _ server: EMServer, _ stores: [ChannelDataStore], _ clock: ManualClock,
    resumes: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    try await server.setFaults(FaultPlan())
    _ = try await server.pause()
    for store in stores {
        let truth = try await truth(server, store.topic)
        try await eventually(clock, sourceLocation: sourceLocation) {
            let (isStale, version, state) = await (store.isStale, store.version, store.state)
            return !isStale && version?.text == truth.version && state == .active
        }
        let snapshot = await store.snapshot()
        let state = SnapshotWriter.state(
            events: snapshot.events, references: snapshot.references)
        // Not in the expectation, which would print it all.
        let isTruth = state == truth.state
        #expect(isTruth, "\(store.topic)", sourceLocation: sourceLocation)
    }
    if resumes { _ = try await server.resume() }
}

// MARK: Frames

func dump(_ version: Int, _ records: String...) -> String {
    frame("INITIAL_DUMP", version, records)
}

func update(_ version: Int, _ records: String...) -> String { frame("UPDATE", version, records) }

func frame(_ type: String, _ version: Int, _ records: [String]) -> String {
    let list = records.joined(separator: ",")
    return #"{"version":"\#(version)","messageType":"\#(type)","records":[\#(list)]}"#
}

func entity(_ type: String, _ id: String, _ properties: String = "") -> String {
    #"{"_type":"\#(type)","id":"\#(id)"\#(properties.isEmpty ? "" : ",")\#(properties)}"#
}

func create(_ type: String, _ id: String, _ properties: String = "") -> String {
    #"{"changeType":"CREATE","entityType":"\#(type)","id":"\#(id)","#
        + #""entity":\#(entity(type, id, properties))}"#
}

func change(_ type: String, _ id: String, _ properties: String) -> String {
    #"{"changeType":"UPDATE","entityType":"\#(type)","id":"\#(id)","#
        + #""changedProperties":{\#(properties)}}"#
}

func delete(_ type: String, _ id: String) -> String {
    #"{"changeType":"DELETE","entityType":"\#(type)","id":"\#(id)"}"#
}

/// A match with one market, an outcome in it, and an offer for that.
func smallWorld(_ version: Int, odds: String = "2.5", _ more: String...) -> String {
    let records =
        [
            entity("MATCH", "1", #""name":"A - B","statusId":"1","statusName":"Pending""#),
            entity("MARKET", "10", #""eventId":"1""#),
            entity("OUTCOME", "20", #""marketId":"10""#),
            entity("BETTING_OFFER", "30", #""outcomeId":"20","odds":\#(odds),"isAvailable":true"#),
        ] + more
    return frame("INITIAL_DUMP", version, records)
}

/// A store of a scripted client that has its first dump.
func activeStore(
    _ client: ScriptedWebSocketClient, _ topic: String = "/a", dump: String = smallWorld(10)
) async throws -> ChannelDataStore {
    await client.setDump(dump, of: topic)
    try await client.connect()
    let store = ChannelDataStore(topic, client: client)
    EndingTrait.add { await store.unsubscribe() }
    await store.subscribe()
    try await eventually { await store.state == .active }
    return store
}
