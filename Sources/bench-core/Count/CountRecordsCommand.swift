import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

struct CountRecordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count-records",
        abstract: "Counts the instructions of each kind of record.",
        usage: "bench count-records [<options>]",
        discussion: """
            Gives each record of generated traffic, updates of prices and all else that a \
            feed sends, in a frame of its own, to the parser and to a channel with the graph \
            strategy, and counts by valgrind's callgrind what each kind costs. With --against \
            it ends with status 1 if a kind costs more than in a kept result by more than \
            --max-growth, and with 4 if that was counted by another toolchain or kernels for \
            other instructions.

            Example: bench count-records --against Results/instructions.json
            """)

    @Option(help: "Seed of the traffic.")
    var seed = 42 as UInt64

    @Option(
        help: "Frames of the traffic; the first half warms up.",
        transform: CountText.option)
    var frames = 8_000

    @Option(
        help: ArgumentHelp("Kept result to compare with.", valueName: "file"),
        completion: .results)
    var against: String?

    @Option(
        name: .customLong("max-growth"),
        help: ArgumentHelp("Largest growth of a kind.", valueName: "percent"))
    var maxGrowth = PercentOption(share: 0.02)

    @Option(
        name: .customLong("inject-instructions"),
        help: ArgumentHelp(
            "Deliberate regression: instructions added to the reading of each record.",
            valueName: "count"),
        transform: CountText.option)
    var injectedInstructions = 0

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var results: ResultOptions

    func validate() throws {
        guard (100...10_000_000).contains(frames) else {
            throw ValidationError("--frames \(frames): must be between 100 and 10,000,000")
        }
        guard (0...1_000_000).contains(injectedInstructions) else {
            throw ValidationError(
                "--inject-instructions \(injectedInstructions): must be between 0 and 1,000,000")
        }
    }

    func run() async throws {
        let start = Date()
        let report = try ResultOutput(path: output.path, isColored: output.isColored)
        let folder = try ResultFolder(
            below: results.results, command: "count-records", start: start)
        let kept = try against.map { try Self.kept($0) }
        let processorTime = ProcessorTime.current()
        let counted = try await RecordCountExperiment(
            seed: seed, frames: frames, injectedInstructions: injectedInstructions
        ).run()
        let result = ResultEnvelope(
            command: words, seed: seed,
            environment: await .current(since: start, processorTime: processorTime), counted)
        let growth = try kept.map { try RecordGrowthCheck(of: result, against: $0) }
        switch output.format {
        case .json: try report.write(result.json())
        case .csv: try report.write(result.csv.data)
        case .table: try report.write(lines: CountTable.lines(result, growth?.all))
        }
        try folder.keep(result, notice: StandardError.print)
        try growth?.require(atMost: maxGrowth.share)
    }

    private static func kept(_ path: String) throws -> ResultEnvelope<CountResult> {
        guard case .count(let result) = try ResultFile.read(path) else {
            throw ExperimentFailure(.badData, "\(path): not a result of 'bench count-records'")
        }
        return result
    }

    /// The command with all defaults.
    private var words: [String] {
        ["bench", "count-records", "--seed", "\(seed)", "--frames", "\(frames)"]
            + (injectedInstructions == 0
                ? [] : ["--inject-instructions", "\(injectedInstructions)"])
    }
}

/// Executes the records. Hidden, because only `bench count-records` starts it.
struct CountRecordsProcessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: RecordCountExperiment.command, shouldDisplay: false)

    @Argument var plan: String

    func run() throws {
        let output = try RecordCounting.count(Data(plan.utf8))
        try ResultOutput(path: nil).write(ResultCoding.encode(output))
    }
}
