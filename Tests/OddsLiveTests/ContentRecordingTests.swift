import Foundation
import OddsCapture
import OddsClient
import OddsHarness
import OddsReconstruction
import OddsTraffic
import PlatformFixture
import Testing

@testable import OddsLive

/// Recordings of SportRadar's wire from a real server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ContentRecordingTests {
    private static let list = SportRadarContent.liveEvents(sport: "FBL")
    private static let sports = SportRadarContent.liveSports

    private static func withRecording(
        of contents: [SportRadarContent],
        _ body: (
            RunningContents, ContentRecording, SportRadarSocketClient, URL
        ) async throws -> Void
    ) async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "\(UUID().uuidString).ndjson")
        defer { try? FileManager.default.removeItem(at: file) }
        var world = TrafficConfiguration()
        world.events = 8
        world.markets = 3
        world.rate = 500
        try await withContents(of: world) { running in
            let endpoint = try SportRadarEndpoint(running.url)
            var configuration = SportRadarConfiguration(url: endpoint.socketURL)
            configuration.backoff = Backoff(initial: .milliseconds(10), cap: .milliseconds(100))
            let client = try SportRadarSocketClient(configuration, requests: endpoint.requests)
            let recording = try ContentRecording(
                file.path, contents: contents, client: client) { _ in }
            do {
                try await body(running, recording, client, file)
            } catch {
                await client.disconnect()
                await endpoint.shutDown()
                throw error
            }
            await endpoint.shutDown()
        }
    }

    /// What channels show in a snapshot document, without what depends on when they came whole
    /// (SR-E4), by their names.
    private static func states(_ document: [UInt8]) throws -> [String: NSDictionary] {
        let text = String(decoding: document, as: UTF8.self)
            .replacing(#""mainLine":true,"#, with: "")
        let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let channels = try #require(root?["channels"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: channels.map { channel in
                let state = channel.filter { ["events", "references"].contains($0.key) }
                return (channel["channel"] as? String ?? "", state as NSDictionary)
            })
    }

    private static func replay(_ file: URL) throws -> (frames: [CaptureFrame], snapshot: [UInt8]) {
        var frames: [CaptureFrame] = []
        let replay = Replay(IncrementalGraph.self)
        var reader = try CaptureReader(path: file.path)
        while let frame = try reader.next() {
            frames.append(frame)
            try replay.receive(frame)
        }
        return (frames, Array(replay.report().snapshot))
    }

    @Test("A replay of a recording shows the server's truth, also over a lost connection (SR-K1)")
    func replays() async throws {
        let contents = [Self.list, Self.sports]
        try await Self.withRecording(of: contents) { running, recording, client, file in
            try await recording.start()
            let stores = await recording.stores
            try await LiveWait.until("changes", within: .seconds(60)) {
                await stores[0].counters.framesApplied > 20
            }
            let sessions = await client.counters.sessions
            await client.dropConnection()
            try await LiveWait.until("a second session", within: .seconds(60)) {
                await client.counters.sessions > sessions
            }
            _ = try await running.server.pause()
            let truth = try await TruthComparison.compare(stores, within: .seconds(60)) {
                TopicTruth(document: try await running.server.truth(ofContent: $0))
            }
            #expect(truth.differing == 0)
            let recorded = try await recording.finish()
            #expect(recorded.map(\.failure) == [nil, nil])
            let (frames, snapshot) = try Self.replay(file)
            #expect(await recording.frameCount == frames.count)
            #expect(
                frames.allSatisfy { $0.provider == .sportRadar && $0.channel == "socket" })
            let openings = frames.count {
                String(decoding: $0.bytes, as: UTF8.self).contains("LISTENING_STARTED")
            }
            #expect(openings == 2)
            let states = try Self.states(snapshot)
            #expect(Set(states.keys) == Set(contents.map { "\($0)" }))
            for content in contents {
                let document = try await running.server.truth(ofContent: "\(content)")
                let expected = try Self.states(document)
                #expect(states["\(content)"] == expected["\(content)"], "\(content)")
            }
        }
    }

    @Test("A content that the server refuses ends the recording with its reason")
    func refusedContent() async throws {
        let unknown = SportRadarContent.event(id: "none")
        try await Self.withRecording(of: [unknown]) { _, recording, _, file in
            try await recording.start()
            for await _ in recording.end {}
            let recorded = try await recording.finish()
            #expect(
                recorded.map(\.failure)
                    == ["event/none did not come whole: CONTENT_NOT_FOUND: HTTP 400"])
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test("A port without a server is answered at the first attempt")
    func noServer() async throws {
        let endpoint = try SportRadarEndpoint("http://127.0.0.1:9/")
        let client = try SportRadarSocketClient(
            SportRadarConfiguration(url: endpoint.socketURL), requests: endpoint.requests)
        await #expect(
            throws: ClientError.unreachable("connection refused (127.0.0.1, port 9)")
        ) { try await client.connectOnce() }
        await endpoint.shutDown()
    }

    @Test(
        "What is no address of a server is refused",
        arguments: ["nowhere", "ws://127.0.0.1:9", "http://", "http://h/path", "http://h?a=b"])
    func noAddress(_ text: String) {
        #expect(throws: (any Error).self) { try SportRadarEndpoint(text) }
    }
}
