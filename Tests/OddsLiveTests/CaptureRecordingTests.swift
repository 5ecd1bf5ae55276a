import Foundation
import Logging
import OddsClient
import OddsSimulator
import OddsTraffic
import Testing

@testable import OddsLive
@testable import OddsServer

/// Recordings of a real server.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CaptureRecordingTests {
    private static let topic = "/sports/1/en/disciplines/LIVE/BOTH"

    /// Records until the recording ends by itself, or has frames enough.
    private func record(
        _ faults: FaultPlan, enough: Int = .max
    ) async throws -> (topic: RecordedTopic, hasFile: Bool) {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "\(UUID().uuidString).ndjson")
        defer { try? FileManager.default.removeItem(at: file) }
        var configuration = ServerConfiguration()
        configuration.faults = faults
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var world = TrafficConfiguration()
        world.events = 5
        world.markets = 3
        world.rate = 500
        let server = try await EMServer.start(configuration, logger: logger) { [world] offset in
            try WorldSource(world, versionOffset: offset)
        }
        let client = try EMWebSocketClient(ClientConfiguration(url: server.url))
        let recording = try await CaptureRecording(
            file.path, topics: [Self.topic], client: client)
        try await client.connect()
        let recorder = TopicRecorder(Self.topic, index: 0, recording, client) { _ in }
        _ = try await client.register(Self.topic, receiver: recorder)
        if enough == .max {
            for await _ in recording.end {}
        } else {
            while await recording.frameCount < enough {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        await client.disconnect()
        try await server.stop()
        let topics = try await recording.finish()
        return (try #require(topics.first), FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A topic with its dump and updates is whole")
    func whole() async throws {
        let (topic, hasFile) = try await record(FaultPlan(), enough: 20)
        #expect(topic.failure == nil && topic.frames >= 20 && hasFile)
    }

    @Test("A refused dump ends the recording with its reason, and no file is left")
    func refusedDump() async throws {
        let (topic, hasFile) = try await record(FaultPlan(rules: [FaultRule(.maintenance)]))
        let failure = try #require(topic.failure)
        #expect(failure.hasPrefix("no dump of \(Self.topic): wamp.no.backend"), "\(failure)")
        #expect(hasFile == (topic.frames > 0))
    }
}
