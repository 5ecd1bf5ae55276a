import Foundation
import OddsCapture
import OddsFixtures
import OddsMeasurement
import Testing

@testable import OddsTraffic

@Suite struct GeneratorTests {
    private static let scenarios = TrafficScenarios.descriptions.map(\.name)

    private func digest(_ configuration: TrafficConfiguration) throws -> String {
        var hasher = SHA256Digest.Hasher()
        for frame in try Traffic(configuration, frameCount: 800).allFrames {
            frame.bytes.withUnsafeBytes { hasher.update($0) }
            withUnsafeBytes(of: frame.schedule.intendedNanoseconds.littleEndian) {
                hasher.update($0)
            }
        }
        return String(hasher.finalize().hexadecimal.prefix(16))
    }

    @Test("The same seed gives the same bytes at the same times", arguments: scenarios)
    func determinism(scenario: String) throws {
        let first = try digest(.small(scenario: scenario))
        #expect(try digest(.small(scenario: scenario)) == first)
        #expect(try digest(.small(scenario: scenario, seed: 43)) != first)
    }

    @Test("The bytes are the same on every machine")
    func knownDigest() throws {
        var configuration = TrafficConfiguration.small()
        configuration.arrival = .poisson
        configuration.popularity = .zipf(exponent: 1.1)
        #expect(try digest(configuration) == "f28d225b1ba2ff6d")
    }

    @Test("Frames are legal JSON, of the size and counts that the schedule tells",
        arguments: scenarios)
    func legalFrames(scenario: String) throws {
        let traffic = try Traffic(.small(scenario: scenario), frameCount: 1_200)
        var illegalCount = 0
        var last: UInt64 = 0
        for frame in traffic.allFrames {
            #expect(frame.schedule.byteCount == frame.bytes.count)
            #expect(frame.schedule.intendedNanoseconds >= last)
            last = frame.schedule.intendedNanoseconds
            #expect(frame.schedule.arrivalMilliseconds
                == TrafficGenerator.startMilliseconds + Int64(last / 1_000_000))
            let object = try? JSONSerialization.jsonObject(with: Data(frame.bytes))
            let form = frame.bytes.withUnsafeBytes { CaptureWriter.form(of: $0) }
            guard let fields = object as? [String: Any], form == .message else {
                illegalCount += 1
                continue
            }
            guard scenario != "hostile" else { continue }
            #expect(fields["version"] as? String == "\(frame.schedule.arrivalMilliseconds)")
            let records = try #require(fields["records"] as? [[String: Any]])
            #expect(records.count == frame.schedule.recordCount && !records.isEmpty)
            let offerUpdates = records.filter {
                $0["changeType"] as? String == "UPDATE"
                    && $0["entityType"] as? String == "BETTING_OFFER"
            }
            #expect(offerUpdates.count == frame.schedule.offerUpdateCount)
        }
        #expect((illegalCount > 0) == (scenario == "hostile"))
    }

    @Test("The initial state is a dump, and CREATE frames where it does not fit")
    func initialState() throws {
        var configuration = TrafficConfiguration.small()
        let whole = try Traffic(configuration, frameCount: 0).initialFrames
        #expect(whole.count == 1)
        configuration.stateFrameBytesMax = 64 << 10
        let parts = try Traffic(configuration, frameCount: 0).initialFrames
        #expect(parts.count > 3)
        // Over the limit by one record at most.
        #expect(parts.allSatisfy { $0.bytes.count < 64 << 10 + 4 << 10 })
        #expect(
            parts.reduce(0) { $0 + $1.schedule.recordCount } == whole[0].schedule.recordCount)
        var oneByOne = FeedModel()
        var atOnce = FeedModel()
        for frame in parts { oneByOne.apply(frame.bytes) }
        for frame in whole { atOnce.apply(frame.bytes) }
        #expect(oneByOne == atOnce && atOnce.count("MARKET") == 12 * 9)
        #expect(atOnce.count("BETTING_OFFER") == 12 * 9 * 3)
    }

    @Test("Traffic goes into a capture and comes back")
    func capture() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("c.ndjson.gz")
        let configuration = TrafficConfiguration.small(scenario: "hostile")
        try TrafficGenerator.writeCapture(
            of: configuration, durationNanoseconds: 4_000_000_000, to: path)
        let traffic = try Traffic(configuration, frameCount: 800)
        let expected = traffic.allFrames.filter {
            $0.schedule.intendedNanoseconds <= 4_000_000_000
        }
        #expect(expected.count > 300 && expected.count < 800)
        var reader = try CaptureReader(path: path)
        for frame in expected {
            let read = try #require(try reader.next())
            #expect(read.bytes == frame.bytes && read.channel == TrafficGenerator.channel)
            #expect(read.at == frame.schedule.arrivalMilliseconds)
        }
        #expect(try reader.next() == nil)
    }
}
