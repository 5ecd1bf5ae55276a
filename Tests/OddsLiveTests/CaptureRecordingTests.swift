import Foundation
import Logging
import OddsCapture
import OddsClient
import OddsClientTesting
import OddsSimulator
import OddsTopics
import OddsTraffic
import OddsWAMP
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
        await recording.keep()
        #expect(try frames(in: file.path + ".partial") == ["{}"], "for whoever is killed now")
        await client.failDump(.timedOut(.dump, .seconds(20)), of: "/a")
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(1))
        while await client.requestedDumps.count < 2 { await Task.yield() }
        await client.unregister(registration)
        let topics = try await recording.finish()
        #expect(
            topics.map(\.failure) == ["no dump of /a: the dump did not come within 20.0 seconds"])
        #expect(try frames(in: file.path) == ["{}"])
        #expect(!FileManager.default.fileExists(atPath: file.path + ".partial"))
    }

    private func frames(in path: String) throws -> [String] {
        var reader = try CaptureReader(path: path)
        var frames: [String] = []
        while let frame = try reader.next() {
            frames.append(String(decoding: frame.bytes, as: UTF8.self))
        }
        return frames
    }

    @Test("An answer that is no dump ends the recording as bad data, and is kept", arguments: [
        (#"{"answer":42}"#, "messageType missing or unknown at byte 0"),
        (#"{"version":"1","messageType":"UPDATE","records":[]}"#, "it is an UPDATE"),
    ])
    func answerThatIsNoDump(answer: String, fault: String) async throws {
        let file = Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        let client = ScriptedWebSocketClient(clock: ManualClock())
        try await client.connect()
        let recording = try await CaptureRecording(file.path, topics: ["/a"], client: client)
        let recorder = TopicRecorder("/a", index: 0, recording, client) { _ in }
        let registration = try await client.register("/a", receiver: recorder)
        await client.sendDump(answer, of: "/a")
        for await _ in recording.end {}
        await client.unregister(registration)
        let topics = try await recording.finish()
        #expect(topics.map(\.failure) == ["the answer for the dump of /a is none: \(fault)"])
        #expect(topics.map(\.failureStatus) == [.badData])
        #expect(try frames(in: file.path) == [answer])
    }

    @Test("A server lists topics that it has, those with offers first")
    func topicsOfAWorld() async throws {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var world = TrafficConfiguration()
        (world.events, world.markets) = (5, 3)
        let server = try await EMServer.start(ServerConfiguration(), logger: logger) {
            [world] offset in
            try WorldSource(world, versionOffset: offset)
        }
        let client = try EMWebSocketClient(ClientConfiguration(url: server.url))
        try await client.connect()
        let served = try await ServedTopics(of: client)
        #expect(served.topics.first?.contains("live-matches-aggregator-main") == true)
        #expect(served.topics.contains { $0.hasSuffix("/match-odds") })
        for topic in served.topics {
            let dump = try await client.call(
                EMFeed.initialDump, keywords: JSONObjectText(["topic": topic]))
            let text = String(decoding: dump.utf8, as: UTF8.self)
            #expect(text.contains("INITIAL_DUMP"), "\(topic)")
        }
        let advice = served.advice(server.url)
        #expect(advice.contains(served.topics[0]) && advice.contains("--list"))
        await client.disconnect()
        try await server.stop()
    }
}
