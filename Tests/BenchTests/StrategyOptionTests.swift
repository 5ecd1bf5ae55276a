import ArgumentParser
import OddsOptions
import Testing

@testable import bench_core

/// `--strategy` takes a name, a list and `all`, and can be repeated.
@Suite struct StrategyOptionTests {
    private func run(_ words: String...) throws -> RunCommand {
        try #require(try Bench.parseAsRoot(["run"] + words) as? RunCommand)
    }

    @Test(arguments: [
        (["graph"], ["graph"], "graph"), (["full,graph"], ["full", "graph"], "full,graph"),
        (["full", "graph"], ["full", "graph"], "full,graph"),
        (["graph,full"], ["graph", "full"], "graph,full"),
        (["all"], ["full", "delta", "graph"], "all"),
        (["full,delta", "graph"], ["full", "delta", "graph"], "all"),
        // What is named again is not measured again.
        (["graph", "graph"], ["graph"], "graph"),
        (["graph,all"], ["graph", "full", "delta"], "graph,full,delta"),
    ])
    func selections(given: [String], names: [String], text: String) throws {
        let words = given.flatMap { ["--strategy", $0] }
        let command = try #require(try Bench.parseAsRoot(["run"] + words) as? RunCommand)
        #expect(command.strategy.names.map(\.text) == names)
        #expect(command.words.starts(with: ["bench", "run", "--strategy", text]))
        let again = try #require(
            try Bench.parseAsRoot(Array(command.words.dropFirst())) as? RunCommand)
        #expect(again.words == command.words)
    }

    @Test(arguments: ["", "full,", ",full", "full,,graph", "full graph", "best", "full,best"])
    func wrongSelections(text: String) {
        #expect(StrategySelection(argument: text) == nil)
        #expect(throws: (any Error).self) {
            try Bench.parseAsRoot(["run", "--strategy", text])
        }
    }

    /// Older revisions in a gate know no lists.
    @Test func aGatePassesOneNameToEachRun() throws {
        let gate = try #require(
            try Bench.parseAsRoot(["gate", "--against", "x", "--strategy", "full,graph"])
                as? GateCommand)
        #expect(gate.request.runs.strategies.map(\.text) == ["full", "graph"])
        #expect(!gate.request.runs.arguments.contains("--strategy"))
    }

    @Test(arguments: ["saturate", "memory", "count", "calibrate"])
    func otherCommandsTakeLists(command: String) throws {
        _ = try Bench.parseAsRoot([command, "--strategy", "full,graph", "--strategy", "delta"])
    }
}
