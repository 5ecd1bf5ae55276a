import Foundation
import OddsCapture
import OddsMeasurement
import Testing

@testable import PeerBenchmarks

/// What is wrong with a capture is said before anything is measured.
@Suite struct CaptureFramesTests {
    private static let dump = #"{"messageType":"INITIAL_DUMP","version":"1","records":[]}"#
    private static let update = #"{"messageType":"UPDATE","version":"2","records":[]}"#

    /// The frames of one channel, and one frame of another.
    private func withCapture(_ frames: [String], _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("oddsbench-test-\(UUID().uuidString).ndjson").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var writer = try CaptureWriter(path: path)
        for (channel, frame) in [("quiet", Self.dump)] + frames.map({ ("busy", $0) }) {
            try Array(frame.utf8).withUnsafeBytes { try writer.write($0, channel: channel, at: 1) }
        }
        try writer.finish()
        try body(path)
    }

    @Test("A capture without an initial dump is refused, by its name")
    func noDump() throws {
        try withCapture([Self.update, Self.dump, Self.update]) { path in
            let job = PeerJob.task("decode", .captured(paths: [path], bytes: 1))
            let error = #expect(throws: PeerError.self) { try job.check() }
            let text = try #require(error?.description)
            #expect(text.hasPrefix("\(path): the busiest channel, busy, does not begin with an "))
            #expect(text.contains("INITIAL_DUMP"))
        }
    }

    @Test("A capture of a feed that does not change is refused")
    func noUpdates() throws {
        try withCapture([Self.dump]) { path in
            let job = PeerJob.task("apply", .captured(paths: [path], bytes: 1))
            #expect(throws: PeerError.self) { try job.check() }
        }
    }

    @Test("A frame that not all read is named by its number, channel and file")
    func illegalFrame() throws {
        try withCapture([Self.dump, Self.update, "{"]) { path in
            // The frames come twice: it is still the third.
            let bytes = Self.dump.utf8.count + Self.update.utf8.count + 2
            let job = PeerJob.task("decode", .captured(paths: [path], bytes: bytes))
            let error = #expect(throws: PeerError.self) { try job.check() }
            let text = try #require(error?.description)
            #expect(text.hasPrefix("ours does not read frame 3 of channel busy of \(path)"))
        }
    }

    @Test("Of equally busy channels all processes take the one whose name comes first")
    func busiestChannel() throws {
        func channel(_ name: String, _ count: Int) -> (key: [UInt8], value: PackedFrames) {
            var frames = PackedFrames()
            for _ in 0..<count { Array("{}".utf8).withUnsafeBytes { frames.append($0) } }
            return (Array(name.utf8), frames)
        }
        func busiest(_ channels: [(key: [UInt8], value: PackedFrames)]) throws -> String {
            let found = try #require(CapturedChannel.busiest(of: channels))
            return String(decoding: found.key, as: UTF8.self)
        }
        let equal = [channel("b", 2), channel("a", 2), channel("aa", 2), channel("0", 1)]
        #expect(try busiest(equal) == "a")
        #expect(try busiest(equal.reversed()) == "a")
        #expect(try busiest([channel("a", 2), channel("b", 3)]) == "b")
        #expect(try busiest([channel("b", 3), channel("a", 2)]) == "b")
    }

    @Test("The report names the captures without their folders, and what was measured of them")
    func capturesAreNamed() async throws {
        let captured = try traffic(of: [Self.dump, Self.update])
        let report = PeerReport(
            words: ["peers", "compare"], captured: captured, commit: nil,
            machine: try await PeerEnvironment(program: URL(fileURLWithPath: "/nowhere/peers")),
            measured: Measured())
        let file = captured.files[0]
        #expect(!file.contains("/"))
        #expect(report.command == "peers compare --capture \(file)")
        let text = Self.dump + "\n" + Self.update + "\n"
        let object = try JSONSerialization.jsonObject(with: report.json) as? [String: Any]
        let fields = try #require(object?["captured"] as? [String: Any])
        #expect(fields["files"] as? [String] == [file])
        #expect(fields["channel"] as? String == "busy")
        #expect(fields["frames"] as? Int == 2)
        let digest = SHA256Digest(of: Array(text.utf8)).hexadecimal
        #expect(fields["digest"] as? String == digest)
        #expect(report.markdown.contains("`\(file)`, over and over; SHA-256 `\(digest)`"))
        // Another frame is another digest.
        #expect(try traffic(of: [Self.dump, Self.dump]).digest != digest)
    }

    private func traffic(of frames: [String]) throws -> CapturedTraffic {
        var captured: CapturedTraffic?
        try withCapture(frames) { captured = try CapturedTraffic(paths: [$0]) }
        return try #require(captured)
    }

    @Test("A capture that begins with a dump is measured")
    func usable() throws {
        try withCapture([Self.dump, Self.update]) { path in
            for task in ["decode", "apply"] {
                try PeerJob.task(task, .captured(paths: [path], bytes: 1_000)).check()
            }
        }
    }
}
