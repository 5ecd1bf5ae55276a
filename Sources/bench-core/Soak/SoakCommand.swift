import ArgumentParser
import Foundation
import OddsExperiments
import OddsLauncher
import OddsMeasurement
import OddsOptions
import OddsReconstruction
import OddsReport
import OddsResults
import OddsTraffic

struct SoakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Watches one strategy for hours: do latency, memory or heap rise?",
        discussion: """
            Measures as 'bench run' does and notes latency and memory over time. Each figure's \
            slope comes with its 95% confidence interval; if even its lower end rises beyond the \
            bound, the exit status is 1.

            Example: bench soak --strategy graph --rate 100000 --duration 30m
            """)

    @Option(help: "\(StrategyHelp.one).")
    var strategy = StrategyName.graph

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @Option(help: "How long is measured; a bare number is seconds, or ms, s, m, h.")
    var duration = DurationOption(seconds: 1800)

    @Option(help: "How long the schedule runs before that without being measured.")
    var warmup = DurationOption(seconds: 10)

    @Option(help: "What is read after each frame: changes, page or snapshot.")
    var consumer = ConsumerKind.page

    @Option(
        name: .customLong("latency-rise-max"),
        help: "How far p50 and p99 of the response time may rise over the soak, in percent.")
    var latencyRiseMax = SoakBounds().latencyRiseMax * 100

    @Option(
        name: .customLong("resident-rise-max"),
        help: "How far resident memory may rise over the soak, in percent.")
    var residentRiseMax = SoakBounds().residentRiseMax * 100

    @Option(
        name: .customLong("heap-rise-max"),
        help: "How far the live heap may rise over the soak, in percent.")
    var heapRiseMax = SoakBounds().heapRiseMax * 100

    @Option(
        help: ArgumentHelp(
            """
            How often latency and memory are noted; a 120th of the duration unless told \
            otherwise. The result has them as 'series', its folder as intervals.ndjson.
            """, valueName: "time"))
    var intervals: DurationOption?

    @Option(help: "table or json.")
    var format = OutputFormat.table

    @Option(help: "Write to this file instead of standard output.")
    var output: String?

    @OptionGroup
    var results: ResultOptions

    @Flag(
        help: ArgumentHelp(
            "Let graph lose 64 bytes a frame, which must be found.", visibility: .hidden))
    var leak = false

    func validate() throws {
        guard duration.nanoseconds >= 1_000_000_000 else {
            throw ValidationError("--duration must be at least a second")
        }
        try intervals?.validateInterval(of: duration)
        guard !leak || strategy == .graph else {
            throw ValidationError("--leak is of graph alone")
        }
        for bound in [latencyRiseMax, residentRiseMax, heapRiseMax] where !(0...1e6 ~= bound) {
            throw ValidationError("a bound must be between 0 and 1000000 percent")
        }
    }

    func run() throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let output = try ResultOutput(path: self.output)
        let folder = try ResultFolder(below: results.results, command: "soak", start: start)
        let outcome = try SoakExperiment(plan: plan, bounds: bounds).run()
        let result = ResultEnvelope(
            command: words, seed: traffic.seed.value, trafficDigest: outcome.trafficDigest,
            environment: .current(since: start, processorTime: processorTime), outcome.result)
        switch format {
        case .table: try output.write(lines: lines(result))
        case .json: try output.write(result.json())
        }
        try folder.keepHistograms(of: [result.run])
        try folder.keepIntervals(of: [result.run])
        try folder.keep(result, notice: StandardError.print)
        try SoakExperiment.check(result.result)
    }

    private var plan: RunPlan {
        var plan = RunPlan(
            strategy: strategy, consumer: consumer, warmupNanoseconds: warmup.nanoseconds,
            durationNanoseconds: duration.nanoseconds,
            traffic: RunTraffic.generated(traffic.configuration).plan,
            channelNames: [TrafficGenerator.channel])
        plan.seriesIntervalNanoseconds = intervals?.nanoseconds
        plan.leaks = leak
        return plan
    }

    private var bounds: SoakBounds {
        var bounds = SoakBounds()
        bounds.latencyRiseMax = latencyRiseMax / 100
        bounds.residentRiseMax = residentRiseMax / 100
        bounds.heapRiseMax = heapRiseMax / 100
        return bounds
    }

    private func lines(_ result: ResultEnvelope<SoakResult>) -> [String] {
        let title = """
            soak of \(result.run.strategy), \(traffic.scenario.value), \(traffic.rateTitle), \
            \(duration.defaultValueDescription) after \(warmup.defaultValueDescription) of \
            warm-up; consumer \(consumer.rawValue)
            """
        let run = ResultEnvelope(
            command: result.command, seed: result.seed, trafficDigest: result.trafficDigest,
            environment: result.environment, RunResults(runs: [result.run]))
        return RunText.lines(run, title: title) + [""] + SoakTable.lines(result.soak)
    }

    /// The command with all defaults filled in.
    var words: [String] {
        ["bench", "soak", "--strategy", strategy.text] + traffic.words + [
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--consumer", consumer.rawValue,
            "--latency-rise-max", "\(latencyRiseMax)", "--resident-rise-max",
            "\(residentRiseMax)", "--heap-rise-max", "\(heapRiseMax)",
        ] + (intervals.map { ["--intervals", $0.defaultValueDescription] } ?? [])
            + (leak ? ["--leak"] : [])
    }
}
