import OddsClientTesting
import OddsReconstruction
import OddsServer
import OddsSimulator
import OddsTraffic
import PlatformFixture
import ServicesProvider
import Testing

@testable import OddsClient

/// The simulator's contents of a small, lively world, and clients of them.
struct ContentScene {
    let running: RunningContents
    let clock: ManualClock
    private let requests: SportRadarContentRequests

    var server: EMServer { running.server }

    static func run(
        events: Int = 60, rate: Int = 300, lifeCycle: Int64 = 120_000,
        _ configure: (inout ServerConfiguration) -> Void = { _ in },
        _ body: (ContentScene) async throws -> Void
    ) async throws {
        var world = TrafficConfiguration()
        (world.events, world.markets, world.rate) = (events, 4, rate)
        world.lifeCycleMilliseconds = lifeCycle
        try await withContents(of: world, configure) { running in
            try await SportRadarScene.withRequests(to: running.port) { requests in
                let clock = ManualClock()
                try await body(ContentScene(running: running, clock: clock, requests: requests))
            }
        }
    }

    /// Runs a provider that is connected, for as long as the body takes.
    func withProvider(
        _ edit: (inout SportRadarConfiguration) -> Void = { _ in },
        _ body: (SportRadarProvider) async throws -> Void
    ) async throws {
        var configuration = SportRadarConfiguration.patient(running.port, clock)
        edit(&configuration)
        let client = try SportRadarSocketClient(configuration, requests: requests)
        let provider = SportRadarProvider(client)
        do {
            try await withTimePassing(clock) { try await client.connect() }
            try await body(provider)
        } catch {
            await end(provider)
            throw error
        }
        await end(provider)
    }

    /// Nothing waits on a clock that stands still, which would retain it for good.
    private func end(_ provider: SportRadarProvider) async {
        await provider.closeAll()
        await provider.client.shutDown()
    }

    /// Sends a request about a content, and returns its answer.
    func post(
        _ name: String, _ content: String?, subscriber: String? = nil
    ) async throws -> ContentResponse {
        let parts = (content ?? "").split(separator: "/", maxSplits: 1).map(String.init)
        let named = content.map { _ in
            #","contentId":{"type":"\#(parts[0])","id":"\#(parts.dropFirst().first ?? "")"}"#
        }
        let who = subscriber.map { #""subscriberId":"\#($0)""# } ?? #""subscriberId":null"#
        let request = ContentRequest(
            path: "/services/content/" + name, headers: [("Content-Type", "application/json")],
            body: Array("{\(who)\(named ?? "")}".utf8), timeLimit: .seconds(60))
        return try await requests.post(request)
    }

    /// Pauses the world, ends all faults, and waits until contents show what the server says.
    func expectTruth(
        _ stores: [ChannelDataStore], resumes: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await running.setFaults(FaultPlan())
        _ = try await server.pause()
        try await Self.expect(stores, running, clock: clock, sourceLocation: sourceLocation)
        if resumes { _ = try await server.resume() }
    }

    /// Waits until contents of a world at rest show what the server says.
    static func expect(
        _ stores: [ChannelDataStore], _ running: RunningContents, clock: ManualClock?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for store in stores {
            let truth = withoutMainLine(
                state(of: try await running.server.truth(ofContent: store.topic)))
            try await eventually(clock, sourceLocation: sourceLocation) {
                guard await store.state == .active, await !store.isStale else { return false }
                let state = await SnapshotWriter.state(
                    events: store.events(), references: store.references())
                return withoutMainLine(state) == truth
            }
        }
    }

    /// Which markets have it depends on when a subscriber got their event (SR-E4).
    private static func withoutMainLine(_ state: [UInt8]) -> String {
        String(decoding: state, as: UTF8.self).replacing(#""mainLine":true,"#, with: "")
    }
}

extension ContentScene {
    /// Football's first page, the sports, and contents of an event.
    func contents() async throws -> [SportRadarContent] {
        let id = try await latestEvent()
        return [
            .liveEvents(sport: "FBL"), .liveSports, .event(id: id), .liveData(ofEvent: id),
            SportRadarContent(.eventSummary, id: id),
            SportRadarContent(.boNavigationList, id: "web/top"),
        ]
    }

    /// The id of the event that started last of those that are live, and so stays longest.
    func latestEvent() async throws -> String {
        let answer = try await post("get", "liveDataSummaryAdvancedListBySportType/FBL/0")
        let text = String(decoding: answer.body, as: UTF8.self)
        let event = #/"idfoevent":"(?<id>[0-9.]+)"[^{}]*"tsstart":"(?<start>[^"]+)"/#
        let latest = text.matches(of: event).max { $0.output.start < $1.output.start }
        return String(try #require(latest).output.id)
    }
}
