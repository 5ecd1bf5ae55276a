import Foundation
import OddsCapture

/// A folder that lives as long as its owner.
package final class TemporaryFolder {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and returns its path.
    package func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        try Data(bytes).write(to: url.appending(path: name))
        return path(name)
    }

    package func bytes(_ name: String) throws -> [UInt8] {
        // `Data(contentsOf:)` leaks where it cannot read, and the address
        // sanitizer minds.
        let file = try FileHandle(forReadingFrom: url.appending(path: name))
        return try Array(file.readToEnd() ?? Data())
    }

    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    /// Writes frames, each with its channel, as a capture.
    package func capture(
        _ name: String, _ frames: [(channel: String, text: String)]
    ) throws -> String {
        let path = path(name)
        var writer = try CaptureWriter(path: path)
        for (position, frame) in frames.enumerated() {
            var text = frame.text
            try text.withUTF8 {
                try writer.write(
                    UnsafeRawBufferPointer($0), channel: frame.channel, at: Int64(position))
            }
        }
        try writer.finish()
        return path
    }
}
