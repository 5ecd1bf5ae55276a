import Foundation
import OddsMeasurement

/// One run of this program under callgrind, in a folder of its own.
struct Callgrind {
    private let folder: URL

    /// Copies this program without its debugging information, which Valgrind up
    /// to 3.19 cannot read in the form that Swift writes (DWARF 5).
    ///
    /// - Throws: `ExperimentFailure` if the copy cannot be made.
    init() async throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "oddsbench-callgrind-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let own = try ChildProcess.ownProgram().path
        guard
            await Tool.output(of: ["strip", "--strip-debug", "-o", program.path, own]) != nil
        else {
            remove()
            throw ExperimentFailure(
                .invalid,
                "callgrind needs a copy of this program without debugging information, which "
                    + "'strip' (of binutils) failed to write to \(program.path)")
        }
    }

    /// The copy.
    var program: URL { folder.appending(path: "program") }

    /// The words before the program, which is counted below functions of a name.
    func command(below functions: String) -> [String] {
        [
            "valgrind", "--tool=callgrind", "--quiet", "--callgrind-out-file=\(counts.path)",
            "--compress-strings=no", "--toggle-collect=\(functions)",
        ]
    }

    /// What was counted below the functions of `InstructionCounter.mark`.
    func marks() throws -> CallgrindProfile {
        guard let text = try? String(contentsOf: counts, encoding: .utf8) else {
            throw ExperimentFailure(.childDied, "callgrind wrote no count to \(counts.path)")
        }
        return CallgrindProfile(text, functions: InstructionCounter.markFunctions)
    }

    private var counts: URL { folder.appending(path: "counts") }

    /// The counted instructions: the line `summary: N` of the format in
    /// Valgrind's manual, "Callgrind Format Specification".
    func instructions() throws -> UInt64 {
        let text = try? String(contentsOf: counts, encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix("summary: ") }
        guard let count = line.flatMap({ UInt64($0.dropFirst("summary: ".count)) }) else {
            throw ExperimentFailure(.childDied, "callgrind wrote no count to \(counts.path)")
        }
        return count
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
