import ArgumentParser
import Foundation
import OddsOptions
import Testing

@testable import bench_core
@testable import bench_live
@testable import bench_platform
@testable import emload
@testable import emsim

/// The answers to wrong inputs, as `wrong-inputs.txt` lists them for people, too:
/// each command with what it writes to standard error, and its exit status. Words with
/// spaces, and empty ones, are in single quotes.
///
/// `ODDSBENCH_WRITE_ANSWERS=1` writes the present answers into the file, for a look at
/// what a change makes of them.
@Suite(.serialized) struct WrongInputTests {
    private struct Case {
        /// Of the command line, with the program's name.
        let words: [String]
        let answer: String

        var line: String {
            words.map { $0.isEmpty || $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
        }
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "wrong-inputs.txt")

    private static func cases() throws -> [Case] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "$ ")
            .dropFirst().map { part in
                let lines = part.split(
                    separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                return Case(
                    words: words(of: String(lines[0])),
                    answer: String(lines[1]).trimmingCharacters(in: .newlines))
            }
    }

    private static func words(of line: String) -> [String] {
        let parts = line.split(separator: "'", omittingEmptySubsequences: false)
        return parts.enumerated().flatMap { position, part in
            position % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }

    /// What the programs write and return.
    @MainActor
    private func answer(_ program: String, _ words: [String]) async throws -> String {
        func answer<Root: ParsableCommand>(
            _ root: Root.Type, _ end: (any Error, [String]) -> CommandEnd?
        ) async -> String {
            do {
                try await run(root, words)
                return "(nothing)\n[0]"
            } catch {
                guard let end = end(error, words) else { return "(help)\n[0]" }
                return "\(end.text(program: program))\n[\(end.status)]"
            }
        }
        let isLive = ["live", "record", "convert", "game"].contains(words.first)
        return switch program {
        case "bench" where isLive: await answer(BenchLive.self, BenchLive.end)
        case "bench" where ["platform", "betting"].contains(words.first):
            await answer(BenchPlatform.self, BenchPlatform.end)
        case "bench": await answer(Bench.self, Bench.end)
        case "emsim": await answer(EMSim.self, EMSim.end)
        default: await answer(try #require(program == "emload" ? EMLoad.self : nil), EMLoad.end)
        }
    }

    @MainActor
    private func run(_ root: any ParsableCommand.Type, _ words: [String]) async throws {
        var command = try root.parseAsRoot(words)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    @Test func answersHelp() async throws {
        let cases = try Self.cases()
        #expect(cases.count >= 40)
        var text = ""
        for wrong in cases {
            let answer = try await answer(wrong.words[0], Array(wrong.words.dropFirst()))
            text += "$ \(wrong.line)\n\(answer)\n\n"
            #expect(answer == wrong.answer, "\(wrong.line)")
            #expect(!answer.hasSuffix("[0]"))
            let lines = answer.split(separator: "\n")
            #expect(lines.count <= 5 && lines.allSatisfy { $0.count <= 100 }, "\(answer)")
        }
        if ProcessInfo.processInfo.environment["ODDSBENCH_WRITE_ANSWERS"] == "1" {
            try Data(text.dropLast().utf8).write(to: Self.file)
        }
    }
}
