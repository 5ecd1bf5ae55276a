import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsHarness
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

extension AllocatorChoice: ExpressibleByArgument {}

struct MemoryCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Measures the memory of strategies, phase by phase.",
        discussion: """
            Each strategy goes through the phases in its own process: empty, dump loaded, \
            steady, churn, idle, cleared (by a dump without entities), released. Frames are \
            served as fast as possible.

            Example: bench memory --strategy all --allocator system --heap-profile heap
            """)

    @Option(help: "\(StrategyHelp.several) of them.")
    var strategy = [StrategySelection.all]

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @OptionGroup(title: "Traffic")
    var wire: ProviderOption

    @Option(help: "Length of the steady and of the churn phase in the schedule.")
    var duration = DurationOption(seconds: 1)

    @Option(help: "Length of the idle phase.")
    var idle = DurationOption(seconds: 2)

    @Option(help: "What is read after each frame: changes, page or snapshot.")
    var consumer = ConsumerKind.page

    @Option(
        help: ArgumentHelp(
            "jemalloc, or system to compare jemalloc with the C library's allocator.",
            valueName: "name"))
    var allocator = AllocatorChoice.jemalloc

    @Option(
        name: .customLong("heap-profile"),
        help: """
            Run each strategy once more with jemalloc's profiler, and write the live allocations \
            at the end of each phase, and their difference from the previous phase, to this \
            folder: as text and as folded stacks, with the names of Swift functions.
            """,
        completion: .directory)
    var heapProfileFolder: String?

    @OptionGroup
    var verifying: VerifyOptions

    @OptionGroup
    var detail: DetailsOption

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var results: ResultOptions

    func validate() throws {
        try traffic.requireGeneratedArrival()
        try traffic.requireConstantRate()
        try wire.validate(with: traffic)
        try duration.require(atLeast: .shortestWindow, as: "--duration")
    }

    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let output = try ResultOutput(path: self.output.path, isColored: self.output.isColored)
        let folder = try ResultFolder(below: results.results, command: "memory", start: start)
        let experiment = MemoryExperiment(
            strategies: strategy.names, traffic: traffic.configuration,
            provider: wire.provider, consumer: consumer,
            phaseNanoseconds: duration.nanoseconds, idleNanoseconds: idle.nanoseconds,
            allocator: allocator, heapProfileFolder: heapProfileFolder,
            heapTable: FoldedStacksTable.text, progress: ExperimentProgress(command: "memory"))
        let outcome = try await experiment.run()
        var result = await ResultEnvelope(
            command: words, provider: wire.provider.rawValue, seed: traffic.seed.value,
            arrival: traffic.generatedArrival, trafficDigest: outcome.trafficDigest,
            environment: .current(since: start, processorTime: processorTime), outcome.result)
        result.cutShort = outcome.cutShort
        try await verifying.add(
            to: &result,
            TrafficVerification(
                strategies: strategy.names,
                traffic: .generated(traffic.configuration, on: wire.provider),
                feed: FeedChannels(generatedOn: wire.provider)),
            until: duration.nanoseconds)
        switch self.output.format {
        case .table: try output.write(lines: lines(result))
        case .json: try output.write(result.json())
        case .csv: try output.write(result.csv.data)
        }
        try folder.keep(result, notice: StandardError.print)
        if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
    }

    private func lines(_ result: ResultEnvelope<MemoryResult>) -> [String] {
        detail.details
            ? [title, ""] + MemoryTable.lines(result)
            : MemorySummary.lines(result, title: title)
    }

    private var title: String {
        """
        memory, \(wire.title(traffic)); \(traffic.rateTitle) for \
        \(duration.defaultValueDescription) steady, then as long churn; consumer \
        \(consumer.rawValue)
        """
    }

    /// The command with all defaults.
    var words: [String] {
        ["bench", "memory", "--strategy", strategy.text] + traffic.words + wire.words + [
            "--duration", duration.defaultValueDescription,
            "--idle", idle.defaultValueDescription, "--consumer", consumer.rawValue,
            "--allocator", allocator.rawValue,
        ] + verifying.words + (heapProfileFolder.map { ["--heap-profile", $0] } ?? [])
    }
}
