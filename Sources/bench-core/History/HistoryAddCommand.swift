import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsResults

struct HistoryAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds results of 'bench run', 'live' or 'platform' to the history.",
        discussion: """
            Adds a line for each strategy or route, with the medians of the valid runs, to \
            runs.ndjson in the folder. What is there already is not added again. If a result is \
            refused, nothing is added.

            Example: bench history add Results/runs/*/result.json
            """)

    @Argument(help: "Results in JSON.")
    var files: [String]

    @OptionGroup
    var folder: HistoryFolderOption

    func run() throws {
        let lines = try files.flatMap(Self.lines)
        let added = try HistoryFolder(path: folder.path).add(lines)
        let present = lines.count - added.count
        try ResultOutput(path: nil).write(lines: [
            "\(folder.path): \(Self.count(added.count)) added"
                + (present == 0 ? "" : ", \(Self.count(present)) there already")
        ])
    }

    private static func count(_ count: Int) -> String {
        count == 1 ? "1 line" : "\(count) lines"
    }

    private static func lines(_ path: String) throws -> [HistoryLine] {
        let document = try ResultFile.read(path)
        let lines: [HistoryLine]
        do {
            switch document {
            case .run(let result): lines = try HistoryLine.lines(of: result)
            case .platform(let result): lines = try HistoryLine.lines(of: result)
            case .betting(let result): lines = try HistoryLine.lines(of: result)
            case .game(let result): lines = try HistoryLine.lines(of: result)
            default:
                throw ExperimentFailure(
                    .badData,
                    "\(path): not a result of 'bench run', 'live', 'platform', 'betting' or 'game'")
            }
        } catch let refusal as HistoryRefusal {
            throw ExperimentFailure(.badData, "\(path): \(refusal)")
        }
        if case .run(let result) = document {
            for strategy in result.runs.map(\.strategy).uniqued()
            where !lines.contains(where: { $0.strategy == strategy }) {
                StandardError.print(
                    "bench: \(path): \(strategy) has no valid run and is left out")
            }
        }
        if lines.contains(where: { !$0.commit.isClean }) {
            StandardError.print(
                "bench: \(path): measured with uncommitted changes, and marked as dirty")
        }
        return lines
    }
}
