import Foundation
import OddsCapture
import OddsTestInputs
import OddsTraffic
import Testing

/// The raw reader and the project's own parser make the same of each frame: of the traffic that
/// was recorded, where `ODDSBENCH_CAPTURES` names its folder, and of generated traffic.
@Suite struct BothReadersTests {
    private static let folder = ProcessInfo.processInfo.environment["ODDSBENCH_CAPTURES"]

    private static var captures: [String] {
        let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) }
        return (files ?? []).filter { $0.hasSuffix(".ndjson") }.sorted()
    }

    @Test(
        .enabled(if: folder != nil, "ODDSBENCH_CAPTURES is not set"), arguments: captures)
    func recordedFramesAreReadAlike(file: String) throws {
        var channels: [String: Int] = [:]
        var frames: [[[UInt8]]] = []
        var reader = try CaptureReader(path: try #require(Self.folder) + "/" + file)
        while let frame = try reader.next() {
            let number = channels[frame.channel, default: frames.count]
            channels[frame.channel] = number
            if number == frames.count { frames.append([]) }
            frames[number].append(frame.bytes)
        }
        for frames in frames {
            var readers = BothReaders()
            for (number, frame) in frames.enumerated() {
                #expect(readers.receive(frame) == nil, "frame \(number)")
            }
            #expect(readers.frameCount > 0 && readers.entityCount > 0)
        }
    }

    @Test func capturesOfTheFolderAreThere() {
        if Self.folder != nil { #expect(Self.captures.count >= 5) }
    }

    @Test(arguments: UInt64(1)...3) func generatedFramesAreReadAlike(seed: UInt64) throws {
        var configuration = TrafficConfiguration()
        configuration.seed = seed
        configuration.events = 12
        configuration.markets = 4
        configuration.rate = 500
        configuration.lifeCycleMilliseconds = 10_000
        var generator = try TrafficGenerator(configuration)
        var writer = FrameWriter()
        var readers = BothReaders()
        while generator.nextInitialFrame(into: &writer) != nil {
            #expect(readers.receive(Array(writer.bytes)) == nil, "seed \(seed), initial")
        }
        for number in 0..<100 {
            _ = generator.nextFrame(into: &writer)
            try #require(readers.receive(Array(writer.bytes)) == nil, "seed \(seed), \(number)")
        }
        #expect(readers.entityCount > 1_000)
    }

    /// Traffic that has everything of the contract's rules in it: orphans, rejected records and
    /// frames, stale ones, escapes, repeated keys.
    @Test(arguments: UInt64(1)...20) func hostileFramesAreReadAlike(seed: UInt64) throws {
        var traffic = HostileTraffic(seed: seed)
        var readers = BothReaders()
        for number in 0..<200 {
            let frame = traffic.nextFrame()
            if let difference = readers.receive(frame) {
                Issue.record(
                    """
                    seed \(seed), frame \(number): \(difference)
                    \(String(decoding: frame, as: UTF8.self))
                    """)
                return
            }
        }
        #expect(readers.entityCount > 100)
    }
}
