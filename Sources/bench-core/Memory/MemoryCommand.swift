import ArgumentParser
import Foundation
import OddsExperiments
import OddsLauncher
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

extension AllocatorChoice: ExpressibleByArgument {}

struct MemoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Shows what strategies take of memory, phase by phase.",
        discussion: """
            Each strategy goes through its phases in a process of its own: empty, dump loaded, \
            steady, churn, idle, cleared (by a dump without entities), released. Frames come as \
            fast as the strategy takes them.

            Example: bench memory --strategy all --allocator system --heap-profile heap
            """)

    @Option(help: "\(StrategyHelp.oneOrAll) of them.")
    var strategy = StrategySelection.all

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @Option(help: "How much of the schedule the steady and the churn phase each take.")
    var duration = DurationOption(seconds: 1)

    @Option(help: "How long the idle phase takes.")
    var idle = DurationOption(seconds: 2)

    @Option(help: "What is read after each frame: changes, page or snapshot.")
    var consumer = ConsumerKind.page

    @Option(
        help: ArgumentHelp(
            "jemalloc, or system: then the C library's allocator beside jemalloc.",
            valueName: "name"))
    var allocator = AllocatorChoice.jemalloc

    @Option(
        name: .customLong("heap-profile"),
        help: """
            Run each strategy once more with jemalloc's profiler, and write what is alive at the \
            end of each phase, and the difference to the phase before, into this folder: as \
            text and as folded stacks, with the names of Swift functions.
            """)
    var heapProfileFolder: String?

    @Option(help: "table or json.")
    var format = OutputFormat.table

    @Option(help: "Write to this file instead of standard output.")
    var output: String?

    @OptionGroup
    var results: ResultOptions

    func validate() throws {
        guard duration.nanoseconds > 0 else {
            throw ValidationError("--duration must be longer than 0")
        }
    }

    func run() throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let output = try ResultOutput(path: self.output)
        let folder = try ResultFolder(below: results.results, command: "memory", start: start)
        let experiment = MemoryExperiment(
            strategies: strategy.names, traffic: traffic.configuration, consumer: consumer,
            phaseNanoseconds: duration.nanoseconds, idleNanoseconds: idle.nanoseconds,
            allocator: allocator, heapProfileFolder: heapProfileFolder,
            heapTable: FoldedStacksTable.text)
        let outcome = try experiment.run()
        let result = ResultEnvelope(
            command: words, seed: traffic.seed.value, trafficDigest: outcome.trafficDigest,
            environment: .current(since: start, processorTime: processorTime), outcome.result)
        switch format {
        case .table: try output.write(lines: [title, ""] + MemoryTable.lines(result))
        case .json: try output.write(result.json())
        }
        try folder.keep(result, notice: StandardError.print)
    }

    private var title: String {
        """
        memory, \(traffic.title); \(traffic.rateTitle) for \
        \(duration.defaultValueDescription) steady and as long churn; consumer \
        \(consumer.rawValue)
        """
    }

    /// The command with all defaults filled in.
    var words: [String] {
        ["bench", "memory", "--strategy", strategy.defaultValueDescription] + traffic.words + [
            "--duration", duration.defaultValueDescription,
            "--idle", idle.defaultValueDescription, "--consumer", consumer.rawValue,
            "--allocator", allocator.rawValue,
        ] + (heapProfileFolder.map { ["--heap-profile", $0] } ?? [])
    }
}
