import ArgumentParser
import OddsFixtures
import OddsModel
import OddsOptions
import OddsReconstruction
import OddsWire
import Testing

@testable import bench_core

/// A strategy that is in no file of the sources, and in the registry only while
/// these tests run.
private struct AddedStrategy: ReconstructionStrategy, ~Copyable {
    static var name: String { "added" }
    private var base = DeltaRebuild()

    mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts { base.apply(batch) }
    var changes: ChangeSet { base.changes }
    mutating func events(limit: Int) -> [EventModel] { base.events(limit: limit) }
    func references() -> [ReferenceModel] { base.references() }
}

/// One line of the registry is all that a strategy takes.
@Suite struct AddedStrategyTests {
    private func withAddedStrategy(_ body: () throws -> Void) rethrows {
        try Strategies.$added.withValue([AddedStrategy.self], operation: body)
    }

    @Test func helpNamesIt() {
        withAddedStrategy {
            for command in [RunCommand.self, ReplayCommand.self, GateCommand.self] as [any
                ParsableCommand.Type]
            {
                let help = Bench.helpMessage(for: command, columns: 200)
                #expect(help.contains("full, delta, graph, added"), "\(command)")
            }
        }
    }

    @Test func optionsTakeIt() throws {
        try withAddedStrategy {
            for words in [["run"], ["saturate"], ["memory"], ["gate", "--against", "x"], ["soak"]] {
                _ = try Bench.parseAsRoot(words + ["--strategy", "added"])
            }
            let all = try #require(StrategySelection(argument: "all"))
            #expect(all.names.map(\.text) == ["full", "delta", "graph", "added"])
        }
        #expect(StrategySelection(argument: "added") == nil)
    }

    /// A replay sends the frames through it, and finds that it agrees.
    @Test func replayRunsIt() throws {
        let folder = try TemporaryFolder()
        let capture = try folder.capture(
            "c.ndjson",
            [
                ("a", FeedText.dump(version: 1, offers: [("7", 2), ("8", 3)])),
                ("a", FeedText.odds(version: 2, [("7", 2.5)])),
            ])
        try withAddedStrategy {
            let command = try #require(
                try Bench.parseAsRoot(["replay", capture]) as? ReplayCommand)
            let reports = try command.replay()
            #expect(reports.map(\.strategy) == ["full", "delta", "graph", "added"])
            #expect(Set(reports.map(\.digest)).count == 1)
        }
    }
}
