import Foundation
import Logging
import OddsClient
import OddsClientTesting
import OddsSimulator
import OddsTraffic
import Testing

@testable import OddsLive
@testable import OddsServer

/// Passes events on, and tells of each frame once it has been received.
private final class CountedReceiver: FeedReceiver {
    let frames: AsyncStream<Void>
    private let received: AsyncStream<Void>.Continuation
    private let receiver: any FeedReceiver

    init(_ receiver: any FeedReceiver) {
        self.receiver = receiver
        (frames, received) = AsyncStream.makeStream()
    }

    func receive(_ event: FeedEvent) {
        receiver.receive(event)
        switch event {
        case .update, .dump: received.yield()
        default: break
        }
    }
}

/// Recordings of a real server, and of one that refuses as a script says.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CaptureRecordingTests {
    private static let topic = "/sports/1/en/disciplines/LIVE/BOTH"

    private static func file() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ndjson")
    }

    @Test("A topic with its dump and updates is whole")
    func whole() async throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var world = TrafficConfiguration()
        world.events = 5
        world.markets = 3
        world.rate = 500
        let server = try await EMServer.start(ServerConfiguration(), logger: logger) {
            [world] offset in
            try WorldSource(world, versionOffset: offset)
        }
        let client = try EMWebSocketClient(ClientConfiguration(url: server.url))
        let recording = try await CaptureRecording(
            file.path, topics: [Self.topic], client: client)
        try await client.connect()
        let recorder = TopicRecorder(Self.topic, index: 0, recording, client) { _ in }
        let receiver = CountedReceiver(recorder)
        let registration = try await client.register(Self.topic, receiver: receiver)
        for await _ in receiver.frames.prefix(20) {}
        await client.unregister(registration)
        await client.disconnect()
        try await server.stop()
        let topics = try await recording.finish()
        #expect(topics.map(\.failure) == [nil] && topics[0].frames >= 20)
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A refused dump ends the recording with its reason, and no file is left")
    func refusedDump() async throws {
        let file = Self.file()
        let client = ScriptedWebSocketClient(clock: ManualClock())
        try await client.connect()
        let recording = try await CaptureRecording(file.path, topics: ["/a"], client: client)
        let recorder = TopicRecorder("/a", index: 0, recording, client) { _ in }
        let registration = try await client.register("/a", receiver: recorder)
        await client.failDump(
            .refused(error: "wamp.no.backend", description: "maintenance"), of: "/a")
        for await _ in recording.end {}
        await client.unregister(registration)
        let topics = try await recording.finish()
        #expect(topics.map(\.failure) == ["no dump of /a: wamp.no.backend: maintenance"])
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A dump that does not come is asked for again; what was recorded without it is kept")
    func lateDump() async throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        let clock = ManualClock()
        let client = ScriptedWebSocketClient(clock: clock)
        try await client.connect()
        let recording = try await CaptureRecording(file.path, topics: ["/a"], client: client)
        let recorder = TopicRecorder("/a", index: 0, recording, client) { _ in }
        let registration = try await client.register("/a", receiver: recorder)
        await client.send("{}", on: "/a")
        await client.failDump(.timedOut(.dump, .seconds(20)), of: "/a")
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(1))
        while await client.requestedDumps.count < 2 { await Task.yield() }
        await client.unregister(registration)
        let topics = try await recording.finish()
        #expect(
            topics.map(\.failure) == ["no dump of /a: the dump did not come within 20.0 seconds"])
        #expect(FileManager.default.fileExists(atPath: file.path))
    }
}
