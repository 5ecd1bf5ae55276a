import Foundation

/// A run that takes turns with another one: two processes that share a core, of
/// which one measures while the other waits.
///
/// A shared machine's speed changes by tens of percent, for tenths of a second at a
/// time. Runs one after the other meet different speeds; in turns that are shorter
/// than those times, both meet the same ones.
///
/// They pass each other a baton over two named pipes in a folder. Side 0 begins once
/// side 1 is there.
package struct TurnTaking: Codable, Equatable, Sendable {
    /// The folder with the pipes.
    package let folder: String
    /// 0 or 1.
    package let side: Int

    package init(folder: String, side: Int) {
        precondition(side == 0 || side == 1)
        self.folder = folder
        self.side = side
    }

    /// Reads the form `FOLDER/SIDE`; `nil` for another one.
    package init?(_ text: String) {
        let url = URL(filePath: text)
        guard let side = Int(url.lastPathComponent), side == 0 || side == 1 else { return nil }
        self.init(folder: url.deletingLastPathComponent().path, side: side)
    }

    /// The form `FOLDER/SIDE`.
    package var text: String { pipe(of: side) }

    /// Where a side gets the baton.
    func pipe(of side: Int) -> String { "\(folder)/\(side)" }

    /// Makes a folder with the pipes, which is the caller's to remove.
    ///
    /// - Returns: Both sides, the one that begins first.
    /// - Throws: `TurnError` if the system makes none.
    package static func sides() throws -> [TurnTaking] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "oddsbench-turns-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let sides = [0, 1].map { TurnTaking(folder: folder.path, side: $0) }
        for side in sides where mkfifo(side.text, 0o600) != 0 {
            let reason = String(cString: strerror(errno))
            side.removeFolder()
            throw TurnError(path: side.text, reason: reason)
        }
        return sides
    }

    /// Removes the folder with the pipes.
    package func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }
}

/// A pipe of two runs in turns that cannot be used.
package struct TurnError: Error, Equatable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "\(path): \(reason)" }
}
