import Foundation
import OddsResults

/// A folder with a history: `runs.ndjson`, to which results are added, and any other
/// `.ndjson` files, such as those of other machines.
package struct HistoryFolder {
    private let url: URL

    package init(path: String) {
        url = URL(filePath: path, directoryHint: .isDirectory)
    }

    /// All lines of all files, by name, each of other runs: of two lines of the same runs,
    /// such as those of a file that was copied or merged twice, the first counts.
    ///
    /// - Throws: `ExperimentFailure` that names the file, and its line if that is damaged.
    package func lines() throws -> [HistoryLine] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        let lines = try names.filter { $0.hasSuffix(".ndjson") }.sorted().flatMap { name in
            try Self.allLines(ofFile: url.appending(path: name).relativePath)
        }
        return Self.ofDistinctRuns(lines)
    }

    /// The lines of one file, each of other runs.
    ///
    /// - Throws: As `lines()`.
    package static func lines(ofFile path: String) throws -> [HistoryLine] {
        ofDistinctRuns(try allLines(ofFile: path))
    }

    private static func ofDistinctRuns(_ lines: [HistoryLine]) -> [HistoryLine] {
        var seen: Set<HistoryLine.Runs> = []
        return lines.filter { seen.insert($0.runs).inserted }
    }

    private static func allLines(ofFile path: String) throws -> [HistoryLine] {
        do {
            return try HistoryText.lines(try text(path))
        } catch let error as DamagedHistory {
            throw ExperimentFailure(
                .badData,
                "\(path):\(error.line): \(error.reason); correct or remove the line")
        }
    }

    /// Adds the lines of runs that the history does not have.
    ///
    /// - Returns: Those that were added.
    /// - Throws: `ExperimentFailure` if the history is damaged or cannot be written.
    package func add(_ lines: [HistoryLine]) throws -> [HistoryLine] {
        let present = try self.lines()
        let added = Array(Self.ofDistinctRuns(present + lines).dropFirst(present.count))
        guard !added.isEmpty else { return [] }
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw ExperimentFailure(.cannotWrite, "\(url.relativePath): cannot be created")
        }
        let path = url.appending(path: "runs.ndjson").relativePath
        var text = FileManager.default.fileExists(atPath: path) ? try Self.text(path) : Data()
        if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
        try ResultOutput(path: path).write(text + HistoryText.text(added))
        return added
    }

    private static func text(_ path: String) throws -> Data {
        guard let text = FileManager.default.contents(atPath: path) else {
            throw ExperimentFailure(.noSuchFile, "\(path): cannot be read")
        }
        return text
    }
}
