import ArgumentParser
import Foundation
import OddsFixtures
import Testing

@testable import bench_core
@testable import bench_presets

/// One way to say a thing: commands that write have `--output`, and those that
/// measure have `--results`.
@Suite struct OptionNameTests {
    static let known = try? CommandDescriptions.ofThisProgram()

    private func options(_ command: String) throws -> [String: CommandDescription.Option] {
        let known = try #require(Self.known)
        return try #require(known.commands[command]).options
    }

    @Test func commandsThatWriteHaveOutput() throws {
        // A gate's proof is two files in a folder, a start is several, an agent writes none,
        // and the commands of a history and of a fleet have their own.
        let others: Set = ["gate-proof", "init", "trust", "help", "history", "agent", "fleet"]
        for name in try #require(Self.known).shownNames where !others.contains(name) {
            #expect(try options(name)["output"]?.takesValue == true, "\(name)")
        }
    }

    /// Baselines and proofs have places of their own.
    @Test(arguments: [
        "run", "saturate", "soak", "memory", "count", "count-records", "gate", "calibrate",
        "selftest", "live", "platform", "betting", "game",
    ])
    func commandsThatMeasureKeepResults(command: String) throws {
        #expect(try options(command)["results"]?.takesValue == true)
    }

    @Test func theOlderSpellingOfOutputWorksHidden() throws {
        func path(_ words: String...) throws -> String? {
            (try Bench.parseAsRoot(["generate"] + words) as? GenerateCommand)?.output.path
        }
        #expect(try path("--out", "x") == "x")
        #expect(try path("--output", "x") == "x")
        #expect(!Bench.helpMessage(for: GenerateCommand.self, columns: 200).contains("--out "))
        for words in [[], ["--out", "x", "--output", "y"]] {
            let error = #expect(throws: (any Error).self) {
                try Bench.parseAsRoot(["generate"] + words)
            }
            #expect(error.map { Bench.message(for: $0).contains("--out") } == true)
        }
    }

    @Test func aDashIsStandardOutputOfAllCommands() throws {
        #expect((try Bench.parseAsRoot(["run"]) as? RunCommand)?.output.path == "-")
        let replay = try Bench.parseAsRoot(["replay", "c", "--snapshot", "-", "--output", "-"])
        #expect((replay as? ReplayCommand)?.snapshot == "-")
    }
}

extension CommandDescriptions {
    /// The commands of `bench`, without starting it.
    static func ofThisProgram() throws -> Self { try described.get() }

    /// Once, as the parser takes seconds for it without optimization.
    private static let described = Result { try describe() }

    private static func describe() throws -> Self {
        do {
            _ = try Bench.parseAsRoot(["--experimental-dump-help"])
        } catch {
            return try Self(json: Data(Bench.fullMessage(for: error).utf8))
        }
        throw ValidationError("no description")
    }
}
