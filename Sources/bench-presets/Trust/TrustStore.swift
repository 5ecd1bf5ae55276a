import Foundation
import OddsMeasurement

/// The files with presets that the user trusts: a file for each folder, with the digest.
struct TrustStore {
    enum State: Equatable {
        case trusted
        /// It was trusted as it was then.
        case changed
        case unknown
    }

    /// The folder of the store.
    let url: URL

    init(url: URL) { self.url = url }

    /// The store of the user (XDG Base Directory Specification 0.8): an `XDG_STATE_HOME` that
    /// is not absolute does not count.
    init(environment: [String: String]) {
        let given = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"] ?? NSHomeDirectory()
        url = URL(filePath: given ?? "\(home)/.local/state", directoryHint: .isDirectory)
            .appending(path: "oddsbench/trusted", directoryHint: .isDirectory)
    }

    func state(of document: PresetDocument) -> State {
        guard let text = try? String(contentsOf: entry(document.folder), encoding: .utf8) else {
            return .unknown
        }
        return text == line(document) ? .trusted : .changed
    }

    /// Keeps the file as it is now, readable for this user only.
    ///
    /// - Throws: `PresetError` if that cannot be written.
    func trust(_ document: PresetDocument) throws {
        let entry = entry(document.folder)
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data(line(document).utf8).write(to: entry, options: .atomic)
        } catch {
            throw PresetError(.cannotWrite, "\(entry.path): cannot be written")
        }
    }

    /// The file of a folder, which can be removed to trust it no longer.
    func entry(_ folder: String) -> URL {
        url.appending(path: SHA256Digest(of: Array(folder.utf8)).hexadecimal)
    }

    private func line(_ document: PresetDocument) -> String {
        "\(document.digest)  \(document.folder)\n"
    }
}
