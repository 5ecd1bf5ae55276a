import Foundation
import OddsCapture
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

    @Test("A capture that begins with a dump is measured")
    func usable() throws {
        try withCapture([Self.dump, Self.update]) { path in
            for task in ["decode", "apply"] {
                try PeerJob.task(task, .captured(paths: [path], bytes: 1_000)).check()
            }
        }
    }
}
