import Foundation
import OddsCapture

/// A folder that lives as long as its owner.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and returns its path.
    func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        try Data(bytes).write(to: url.appending(path: name))
        return path(name)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        // `Data(contentsOf:)` leaks where it cannot read, and the address
        // sanitizer minds.
        let file = try FileHandle(forReadingFrom: url.appending(path: name))
        return try Array(file.readToEnd() ?? Data())
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}

func readAll(_ path: String) throws(CaptureError) -> [CaptureFrame] {
    var reader = try CaptureReader(path: path)
    var frames: [CaptureFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return frames
}

func write(_ frames: [CaptureFrame], to path: String) throws(CaptureError) {
    var writer = try CaptureWriter(path: path)
    for frame in frames {
        try frame.bytes.withUnsafeBufferPointer { bytes throws(CaptureError) in
            try writer.write(
                UnsafeRawBufferPointer(bytes), channel: frame.channel, at: frame.at)
        }
    }
    try writer.finish()
}

/// The text of the only frame of a capture of one line.
func frameText(_ line: String) throws -> String {
    let folder = try TemporaryFolder()
    let frames = try readAll(folder.file("c.ndjson", line.utf8))
    return String(decoding: frames[0].bytes, as: UTF8.self)
}
