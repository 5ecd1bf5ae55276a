import Foundation

/// Where the file with presets and defaults is.
package enum PresetFile {
    package static let name = ".bench.toml"

    /// The file in a folder or in one above it, as far as the folder that has the
    /// package or the repository; without either, only the folder itself counts, so
    /// that nobody else's file applies.
    ///
    /// - Returns: `nil` if there is none.
    package static func find(from folder: URL) -> URL? {
        var folders: [URL] = []
        var next = folder.standardizedFileURL
        while true {
            folders.append(next)
            if roots.contains(where: { exists(next.appending(path: $0)) }) { break }
            let above = next.deletingLastPathComponent().standardizedFileURL
            guard above.path != next.path else {
                folders = [folders[0]]
                break
            }
            next = above
        }
        return folders.map { $0.appending(path: name) }.first(where: exists)
    }

    /// What the root of a package or of a repository has.
    private static let roots = ["Package.swift", ".git"]

    private static func exists(_ file: URL) -> Bool {
        FileManager.default.fileExists(atPath: file.path)
    }
}
