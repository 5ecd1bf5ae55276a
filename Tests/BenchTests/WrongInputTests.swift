import ArgumentParser
import Foundation
import Testing

@testable import bench_core
@testable import bench_live

/// The answers to wrong inputs, as `wrong-inputs.txt` lists them for people, too:
/// each command with what it writes to standard error, and its exit status.
///
/// `ODDSBENCH_WRITE_ANSWERS=1` writes the present answers into the file, for a look at
/// what a change makes of them.
@Suite(.serialized) struct WrongInputTests {
    private struct Case {
        let words: [String]
        let answer: String
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "wrong-inputs.txt")

    private static func cases() throws -> [Case] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "$ bench ")
            .dropFirst().map { part in
                let lines = part.split(
                    separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                return Case(
                    words: lines[0].split(separator: " ").map(String.init),
                    answer: String(lines[1]).trimmingCharacters(in: .newlines))
            }
    }

    /// What the programs write and return.
    @MainActor
    private func answer(_ words: [String]) async -> String {
        let isLive = ["live", "record"].contains(words.first)
        do {
            try await run(isLive ? BenchLive.self : Bench.self, words)
            return "(nothing)\n[0]"
        } catch {
            let end = isLive ? BenchLive.end(of: error, words) : Bench.end(of: error, words)
            guard let end else { return "(help)\n[0]" }
            return "bench: \(end.message)\n[\(end.status)]"
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
            let answer = await answer(wrong.words)
            text += "$ bench \(wrong.words.joined(separator: " "))\n\(answer)\n\n"
            #expect(answer == wrong.answer, "bench \(wrong.words.joined(separator: " "))")
            #expect(!answer.hasSuffix("[0]"))
            let lines = answer.split(separator: "\n")
            #expect(lines.count <= 4 && lines.allSatisfy { $0.count <= 240 })
        }
        if ProcessInfo.processInfo.environment["ODDSBENCH_WRITE_ANSWERS"] == "1" {
            try Data(text.dropLast().utf8).write(to: Self.file)
        }
    }
}
