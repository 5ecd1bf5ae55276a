import Foundation
import OddsCapture
import Testing

@testable import OddsTraffic

@Suite struct TrafficProfileTests {
    @Test("Kinds, sizes and forms of values are measured")
    func measuring() {
        var profile = TrafficProfile()
        let frames = [
            #"{"messageType":"INITIAL_DUMP","records":[{"_type":"A","id":"7","b":1.5}]}"#,
            #"{"records":[{"changeType":"UPDATE","entityType":"A","id":"7","#
                + #""changedProperties":{"b":null}},{"changeType":"DELETE","entityType":"A","#
                + #""id":"7"},7],"messageType":"UPDATE"}"#,
            "[]",
        ]
        for frame in frames { Array(frame.utf8).withUnsafeBytes { profile.add($0) } }
        #expect(profile.dumpFrameCount == 1 && profile.updateFrameCount == 1)
        #expect(profile.recordsPerUpdateFrame == 3)
        #expect(profile.unreadableCount == 2)
        let dump = TrafficProfile.Kind(
            operation: .dump, entityType: "A", properties: ["_type", "id", "b"])
        #expect(profile.kinds[dump]?.count == 1)
        #expect(profile.kinds[dump]?.bytesMean == 30)
        let update = TrafficProfile.Kind(
            operation: .update, entityType: "A", properties: ["b"])
        #expect(profile.share(of: update) == 1.0 / 3)
        let property = TrafficProfile.PropertyName(entityType: "A", property: "b")
        #expect(profile.valueForms[property] == [.fraction, .null])
    }

    @Test("What differs from recorded traffic is told")
    func differences() {
        var recorded = TrafficProfile()
        var generated = TrafficProfile()
        let delete = #"{"changeType":"DELETE","entityType":"A","id":"7"}"#
        let records = Array(repeating: delete, count: 10).joined(separator: ",")
        let frame = { (records: String) in
            Array(#"{"messageType":"UPDATE","records":[\#(records)]}"#.utf8)
        }
        frame(records).withUnsafeBytes { recorded.add($0) }
        let update = #"{"changeType":"UPDATE","entityType":"A","id":"7","#
            + #""changedProperties":{"b":1}}"#
        frame("\(delete),\(update),\(update),\(update)").withUnsafeBytes {
            generated.add($0)
        }
        let comparisons = generated.comparisons(withRecorded: recorded)
        #expect(comparisons.map(\.isClose) == [false, true, false])
        #expect(generated.strangers(toRecorded: recorded) == ["A {b}", "A.b: integer"])
        #expect(
            TrafficProfile.markdown(comparisons).contains(
                "| DELETE A, 0 properties: % of changes | 100.0 | 25.0 | 0.25 |"))
    }

    /// The recorded captures; not everyone has them.
    private static let captureFolder = ProcessInfo.processInfo.environment["ODDSBENCH_CAPTURES"]

    private func recordedProfile() throws -> TrafficProfile {
        let folder = URL(fileURLWithPath: try #require(Self.captureFolder))
        var profile = TrafficProfile()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names where name.hasSuffix(".ndjson") || name.hasSuffix(".ndjson.gz") {
            var reader = try CaptureReader(path: folder.appending(path: name).path)
            while let frame = try reader.next() { frame.bytes.withUnsafeBytes { profile.add($0) } }
        }
        return profile
    }

    @Test("Generated traffic is like recorded traffic", .enabled(if: captureFolder != nil))
    func likeRecorded() throws {
        var configuration = TrafficConfiguration()
        configuration.events = 20
        let generated = try Traffic(configuration, frameCount: 5_000).profile()
        let recorded = try recordedProfile()
        let comparisons = generated.comparisons(withRecorded: recorded)
        print("Generated traffic (20 events, seed 42, 5,000 frames) and recorded traffic:\n")
        print(TrafficProfile.markdown(comparisons))
        #expect(comparisons.count > 30)
        for comparison in comparisons {
            #expect(comparison.isClose, "\(comparison.subject): \(comparison.ratio)")
        }
    }

    @Test(
        "No scenario but the hostile one has key sets or forms of values of its own",
        .enabled(if: captureFolder != nil),
        arguments: TrafficScenarios.descriptions.map(\.name).filter { $0 != "hostile" })
    func keySets(scenario: String) throws {
        let generated = try Traffic(.small(scenario: scenario), frameCount: 1_500).profile()
        #expect(generated.unreadableCount == 0)
        #expect(try generated.strangers(toRecorded: recordedProfile()) == [])
    }
}
