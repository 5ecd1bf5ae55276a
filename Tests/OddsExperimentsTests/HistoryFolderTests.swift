import Foundation
import OddsExperiments
import OddsFixtures
import OddsResults
import Testing

@Suite struct HistoryFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lines(_ day: String) throws -> [HistoryLine] {
        let runs = ["full", "graph"].map { strategy in
            var run = RunResult.empty
            run.strategy = strategy
            return run
        }
        var result = ResultEnvelope(
            command: ["bench", "run"], environment: GateRuns.environment, RunResults(runs: runs))
        result.environment.startedAt = day
        return try HistoryLine.lines(of: result)
    }

    @Test func addingTwiceDoesNotDouble() throws {
        let history = HistoryFolder(path: folder.path("history"))
        #expect(try history.add(lines("2026-01-01")).count == 2)
        #expect(try history.add(lines("2026-01-01")).isEmpty)
        #expect(try history.add(lines("2026-01-02") + lines("2026-01-02")).count == 2)
        #expect(try history.lines() == lines("2026-01-01") + lines("2026-01-02"))
    }

    @Test func allFilesAreReadAndNoneIsAddedTwice() throws {
        let history = HistoryFolder(path: folder.url.path)
        _ = try folder.file("another.ndjson", HistoryText.text(lines("2026-01-01")))
        _ = try folder.file("notes.txt", Data("none".utf8))
        #expect(try history.add(lines("2026-01-01")).isEmpty)
        #expect(try history.lines().count == 2)
    }

    @Test func aLineThatIsThereTwiceCountsOnce() throws {
        let text = try HistoryText.text(lines("2026-01-01") + lines("2026-01-02"))
        let path = try folder.file("runs.ndjson", text + text)
        _ = try folder.file("copy.ndjson", text)
        let once = try lines("2026-01-01") + lines("2026-01-02")
        #expect(try HistoryFolder(path: folder.url.path).lines() == once)
        #expect(try HistoryFolder.lines(ofFile: path) == once)
    }

    @Test func aFileWithoutALineFeedAtItsEndIsContinuedOnALineOfItsOwn() throws {
        _ = try folder.file("runs.ndjson", HistoryText.text(lines("2026-01-01")).dropLast())
        let history = HistoryFolder(path: folder.url.path)
        #expect(try history.add(lines("2026-01-02")).count == 2)
        #expect(try history.lines().count == 4)
    }

    @Test func aDamagedLineIsNamedWithItsFile() throws {
        let path = try folder.file("runs.ndjson", Data("\n{}\n".utf8))
        let history = HistoryFolder(path: folder.url.path)
        do {
            _ = try history.add(lines("2026-01-01"))
            Issue.record("a damaged history was added to")
        } catch let failure as ExperimentFailure {
            #expect(failure.status == .badData)
            #expect(failure.message.hasPrefix("\(path):2: not a line of a history"))
        }
    }

    @Test func thereIsNoHistoryWithoutAFolder() throws {
        #expect(try HistoryFolder(path: folder.path("none")).lines().isEmpty)
    }
}
