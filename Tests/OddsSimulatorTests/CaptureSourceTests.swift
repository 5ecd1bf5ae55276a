import Foundation
import OddsCapture
import OddsReconstruction
import OddsTraffic
import Testing

@testable import OddsSimulator

@Suite struct CaptureSourceTests {
    private func withCapture(
        _ scenario: String, _ body: (CaptureSource, [CaptureFrame]) throws -> Void
    ) throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "capture-\(UUID().uuidString).ndjson").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var configuration = TrafficConfiguration()
        configuration.events = 8
        configuration.markets = 5
        configuration.rate = 300
        configuration.scenario = scenario
        try TrafficGenerator.writeCapture(
            of: configuration, durationNanoseconds: 1_000_000_000, to: path)
        var reader = try CaptureReader(path: path)
        var frames: [CaptureFrame] = []
        while let frame = try reader.next() { frames.append(frame) }
        try body(CaptureSource(path: path), frames)
    }

    private func state(_ channel: inout Channel<FullRebuild>) -> [UInt8] {
        SnapshotWriter.state(
            events: channel.strategy.events(limit: .max),
            references: channel.strategy.references())
    }

    @Test("A dump taken at any time shows what the frames before it add up to",
        arguments: TrafficScenarios.descriptions.map(\.name))
    func folding(scenario: String) throws {
        try withCapture(scenario) { source, frames in
            let topic = try source.open(TrafficGenerator.channel)
            var direct = Channel<FullRebuild>()
            _ = frames[0].bytes.withUnsafeBytes { direct.receive($0) }
            var count = 1
            var recordTotal = 0
            while source.nextNanoseconds != nil {
                source.advance { number, frame, recordCount in
                    #expect(number == topic)
                    recordTotal += recordCount
                    _ = direct.receive(frame)
                    count += 1
                }
                guard count % 20 == 0 else { continue }
                var late = Channel<FullRebuild>()
                _ = try source.dump(of: topic).withUnsafeBytes { late.receive($0) }
                #expect(state(&late) == state(&direct))
                #expect(late.version == direct.version)
            }
            // A WebSocket carries no others.
            let readable = frames.count { String(validating: $0.bytes, as: UTF8.self) != nil }
            #expect(count == readable && count > 30)
            #expect(recordTotal > count)
        }
    }

    @Test("Frames come in the recording's rhythm")
    func rhythm() throws {
        try withCapture("steady") { source, frames in
            var index = 1
            while let next = source.nextNanoseconds {
                #expect(next == UInt64(frames[index].at - frames[0].at) * 1_000_000)
                source.advance { _, _, _ in }
                index += 1
            }
            #expect(index == frames.count)
        }
    }

    @Test("What a recording has not is refused")
    func refusals() throws {
        try withCapture("steady") { source, _ in
            #expect(throws: FeedError.self) { try source.open("/nothing") }
            #expect(throws: FeedError.self) { try source.change(scenario: "goal", rate: nil) }
        }
        #expect(throws: CaptureError.noSuchFile(file: "/nothing")) {
            try CaptureSource(path: "/nothing")
        }
    }
}
