import Foundation
import Testing

@testable import OddsCapture

/// Captures of a recording that may be killed at any time.
@Suite struct GrowingCaptureTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: UUID().uuidString)

    private func frames(_ path: String) throws -> [String] {
        var reader = try CaptureReader(path: path)
        var frames: [String] = []
        while let frame = try reader.next() {
            frames.append(String(decoding: frame.bytes, as: UTF8.self))
        }
        return frames
    }

    private func write(_ frame: String, to writer: inout CaptureWriter) throws {
        try Array(frame.utf8).withUnsafeBytes {
            try writer.write($0, channel: "/a", at: 0)
        }
    }

    @Test("What was kept can be read at any time, and the file gets its name when it is whole",
        arguments: ["c.ndjson", "c.ndjson.gz"])
    func itGrows(name: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: name).path
        var writer = try CaptureWriter(growing: path, provider: .everyMatrix)
        try write("{}", to: &writer)
        try writer.keep()
        #expect(try frames(path + ".partial") == ["{}"])
        try write(#"{"a":1}"#, to: &writer)
        try writer.keep()
        try write(#"{"b":2}"#, to: &writer)
        #expect(try frames(path + ".partial") == ["{}", #"{"a":1}"#])
        #expect(!FileManager.default.fileExists(atPath: path))
        try writer.finish()
        #expect(try frames(path) == ["{}", #"{"a":1}"#, #"{"b":2}"#])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    }

    @Test("What was kept stays if the capture is never finished, and nobody writes over it")
    func itStays() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "c.ndjson").path
        do {
            var writer = try CaptureWriter(growing: path, provider: .everyMatrix)
            try write("{}", to: &writer)
            try writer.keep()
        }
        #expect(try frames(path + ".partial") == ["{}"])
        do {
            _ = try CaptureWriter(growing: path, provider: .everyMatrix)
            Issue.record("another recording was begun")
        } catch {
            #expect(error.description.contains(".partial"))
        }
        #expect(try frames(path + ".partial") == ["{}"])
    }

    @Test("Nothing is left of a capture without a frame")
    func nothingIsLeftOfNothing() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "c").path
        do { _ = try CaptureWriter(growing: path, provider: .everyMatrix) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
