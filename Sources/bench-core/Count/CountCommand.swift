import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

struct CountCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Counts the instructions that strategies execute per update.",
        discussion: """
            Serves the frames one after the other, without a schedule, and counts the \
            instructions in user mode: by the processor's counter where the system allows it, \
            otherwise by valgrind's callgrind. Unlike times, counts repeat to a few parts in a \
            thousand on busy machines; they do not show waiting for memory.

            Example: bench count --strategy all --consumer changes
            """)

    @OptionGroup(title: "Runs")
    var options: GatedRunOptions

    @Option(
        name: .customLong("repeat"), help: "Processes per strategy.",
        transform: CountText.option)
    var repeatCount = 3

    @Option(help: "perf (the processor's counter) or callgrind; the default is what there is.")
    var counter: InstructionCounter.Method?

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var results: ResultOptions

    func validate() throws {
        guard (1...100).contains(repeatCount) else {
            throw ValidationError("--repeat \(repeatCount): must be between 1 and 100")
        }
    }

    func run() async throws {
        let start = Date()
        let report = try ResultOutput(path: output.path, isColored: output.isColored)
        let folder = try ResultFolder(below: results.results, command: "count", start: start)
        var method = try await CountExperiment.availableMethod()
        if let counter { method = counter }
        let processorTime = ProcessorTime.current()
        let outcome = try await experiment(method).run()
        var result = envelope(
            outcome.result, trafficDigest: outcome.trafficDigest,
            await .current(since: start, processorTime: processorTime))
        result.cutShort = outcome.cutShort
        switch output.format {
        case .json: try report.write(result.json())
        case .csv: try report.write(result.csv.data)
        case .table: try report.write(lines: CountTable.lines(result))
        }
        try folder.keep(result, notice: StandardError.print)
        if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
    }

    func experiment(_ method: InstructionCounter.Method) throws -> CountExperiment {
        CountExperiment(
            strategies: options.strategy.names, plan: try options.plan,
            repeatCount: repeatCount, method: method,
            frameMappingBytes: options.runs.frameMappingBytes,
            progress: ExperimentProgress(command: "count"))
    }

    func envelope(
        _ counts: CountResult, trafficDigest: String, _ environment: EnvironmentDescription
    ) -> ResultEnvelope<CountResult> {
        let source = options.capture.source(options.traffic, options.wire)
        return ResultEnvelope(
            command: words, provider: options.runs.provider, seed: source.seed,
            arrival: source.arrival, trafficDigest: trafficDigest, environment: environment, counts)
    }

    /// The command with all defaults.
    var words: [String] {
        ["bench", "count"] + options.words + ["--repeat", "\(repeatCount)"]
            + (counter.map { ["--counter", $0.rawValue] } ?? [])
    }
}

extension InstructionCounter.Method: ExpressibleByArgument {
    public static var allValueStrings: [String] { [perf, callgrind].map(\.rawValue) }
}

/// Counts the instructions of one strategy, and writes them as JSON. Hidden,
/// because only `bench count` starts it.
struct CountProcessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: CountExperiment.command, shouldDisplay: false)

    @Argument var plan: String

    func run() throws {
        let work = try CountingProcess.count(Data(plan.utf8))
        try ResultOutput(path: nil).write(ResultCoding.encode(work))
    }
}
