import Foundation

/// A folder for a test's files, removed with the last reference to it.
public final class TemporaryFolder {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and returns its path.
    public func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        try Data(bytes).write(to: url.appending(path: name))
        return path(name)
    }

    public func bytes(_ name: String) throws -> [UInt8] {
        // `Data(contentsOf:)` leaks where it cannot read, and the address
        // sanitizer minds.
        let file = try FileHandle(forReadingFrom: url.appending(path: name))
        return try Array(file.readToEnd() ?? Data())
    }

    public var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
