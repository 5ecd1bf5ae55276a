import Foundation

/// The inputs that fuzzing found worth keeping: `Tests/Fuzz/Corpus`.
package enum FuzzCorpus {
    package struct Input: Sendable, CustomStringConvertible {
        package let name: String
        /// In order of arrival; in the file a record separator stands between
        /// two of them.
        package let frames: [[UInt8]]

        package var description: String { name }
    }

    /// The inputs of a fuzz target, by name.
    package static func inputs(of target: String) throws -> [Input] {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fuzz/Corpus/\(target)", isDirectory: true)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))
            let frames = bytes.split(separator: 0x1E, omittingEmptySubsequences: false)
            return Input(name: $0, frames: frames.map(Array.init))
        }
    }
}
