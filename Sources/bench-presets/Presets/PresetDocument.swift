import Foundation
import OddsLauncher
import OddsMeasurement

/// A file with presets, read once: what is parsed is what its digest is of.
struct PresetDocument {
    /// The name for messages.
    let name: String
    /// The folder that the file is in, without symbolic links.
    let folder: String
    let text: String
    /// The SHA-256 digest of its bytes.
    let digest: String

    /// What somebody writes by hand is far below.
    static let bytesMax = 64 << 10
    /// Bounds how deep tables are in each other, as each name of a path takes two bytes.
    static let lineBytesMax = 4 << 10

    /// The file that applies in a folder; `nil` if there is none.
    ///
    /// - Throws: `PresetError` if it cannot be read, or is too large.
    static func find(from folder: URL = .currentDirectory()) throws -> Self? {
        guard let url = PresetFile.find(from: folder) else { return nil }
        let here = URL.currentDirectory().standardizedFileURL.path
        let isHere = url.deletingLastPathComponent().path == here
        return try Self(url, name: isHere ? PresetFile.name : url.path)
    }

    private init(_ url: URL, name: String) throws {
        var status = stat()
        guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = try? FileHandle(forReadingFrom: url),
            let data = try? file.read(upToCount: Self.bytesMax + 1)
        else {
            throw PresetError(.badData, "\(name): cannot be read as a file")
        }
        let folder = url.deletingLastPathComponent()
        try self.init(data, name: name, folder: RealPath.of(folder.path) ?? folder.path)
    }

    /// - Parameters:
    ///   - data: The file's content, or more than may be of it.
    ///   - folder: The folder that it is in.
    init(_ data: Data, name: String, folder: String) throws {
        guard data.count <= Self.bytesMax else {
            throw PresetError(.badData, "\(name): is larger than \(Self.bytesMax >> 10) KiB")
        }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let index = lines.firstIndex(where: { $0.count > Self.lineBytesMax }) {
            throw PresetError(
                .badData,
                """
                \(name):\(index + 1): is longer than \(Self.lineBytesMax >> 10) KiB; write a list \
                in several lines
                """)
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw PresetError(.badData, "\(name): cannot be read as text")
        }
        self.name = name
        self.folder = folder
        self.text = text
        digest = SHA256Digest(of: data).hexadecimal
    }
}
