import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsHarness
import OddsMeasurement
import OddsOptions
import OddsReconstruction
import OddsReport
import OddsResults

struct SoakCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Tests one strategy for rising latency, memory or heap over hours.",
        discussion: """
            Measures like 'bench run', and records latency and memory over time. Each figure's \
            slope has a 95% confidence interval; the exit status is 1 if the lower end of a rise \
            is beyond its bound.

            Example: bench soak --strategy graph --rate 100000 --duration 30m
            """)

    @Option(help: "\(StrategyHelp.one).")
    var strategy = StrategyName.graph

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @OptionGroup(title: "Traffic")
    var wire: ProviderOption

    @Option(help: "Measured time; a bare number is seconds, or use ms, s, m, h.")
    var duration = DurationOption(seconds: 1800)

    @Option(help: "Unmeasured time of the schedule before that.")
    var warmup = DurationOption(seconds: 10)

    @Option(help: "What is read after each frame: changes, page or snapshot.")
    var consumer = ConsumerKind.page

    @Option(
        name: .customLong("latency-rise-max"),
        help: """
            Largest rise of the p50 and p99 of response and service time over the soak.
            """)
    var latencyRiseMax = PercentOption(share: SoakBounds().latencyRiseMax)

    @Option(
        name: .customLong("resident-rise-max"),
        help: "Largest rise of the resident set size over the soak.")
    var residentRiseMax = PercentOption(share: SoakBounds().residentRiseMax)

    @Option(
        name: .customLong("heap-rise-max"),
        help: "Largest rise of the live heap over the soak.")
    var heapRiseMax = PercentOption(share: SoakBounds().heapRiseMax)

    @Option(
        help: ArgumentHelp(
            """
            Interval of the samples of latency and memory; the default is a 120th of the \
            duration. They are 'series' in the result, and intervals.ndjson in its folder.
            """, valueName: "time"))
    var intervals: DurationOption?

    @OptionGroup
    var verifying: VerifyOptions

    @OptionGroup
    var live: LiveOptions

    @OptionGroup
    var detail: DetailsOption

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var results: ResultOptions

    @Flag(
        help: ArgumentHelp(
            "Let graph leak 64 bytes per frame, which must be detected.", visibility: .hidden))
    var leak = false

    func validate() throws {
        try traffic.requireGeneratedArrival()
        try traffic.requireConstantRate()
        try wire.validate(with: traffic)
        try duration.require(atLeast: DurationOption(seconds: 1), as: "--duration")
        try intervals?.validateInterval(of: duration)
        guard !leak || strategy == .graph else {
            throw ValidationError("--leak requires --strategy graph")
        }
        for bound in [latencyRiseMax, residentRiseMax, heapRiseMax]
        where !(0...10_000 ~= bound.share) {
            throw ValidationError("a bound must be between 0% and 1000000%")
        }
    }

    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let output = try ResultOutput(path: self.output.path, isColored: self.output.isColored)
        let folder = try ResultFolder(below: results.results, command: "soak", start: start)
        let plan = plan
        let outcome = try await follow { outputs in
            var experiment = SoakExperiment(
                plan: plan, bounds: bounds,
                progress: ExperimentProgress(command: "soak", outputs: outputs))
            experiment.offeredRate = Double(traffic.rate.value)
            return try await experiment.run()
        }
        var result = await ResultEnvelope(
            command: words, provider: wire.provider.rawValue, seed: traffic.seed.value,
            arrival: traffic.generatedArrival, trafficDigest: outcome.trafficDigest,
            environment: .current(since: start, processorTime: processorTime), outcome.result)
        result.cutShort = outcome.cutShort
        try await verifying.add(
            to: &result,
            TrafficVerification(
                strategies: [strategy], traffic: plan.traffic, feed: plan.feed),
            until: plan.window.endNanoseconds)
        switch self.output.format {
        case .table: try output.write(lines: lines(result))
        case .json: try output.write(result.json())
        case .csv: try output.write(result.csv.data)
        }
        try folder.keepHistograms(of: [result.run], arguments: words)
        try folder.keepIntervals(of: [result.run])
        try folder.keep(result, notice: StandardError.print)
        if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
        try SoakExperiment.check(result.result)
    }

    private var plan: RunPlan {
        var plan = RunPlan(
            strategy: strategy, consumer: consumer, warmupNanoseconds: warmup.nanoseconds,
            durationNanoseconds: duration.nanoseconds,
            traffic: RunTraffic.generated(traffic.configuration, on: wire.provider).plan,
            feed: FeedChannels(generatedOn: wire.provider))
        plan.seriesIntervalNanoseconds = intervals?.nanoseconds
        plan.leaks = leak
        return plan
    }

    private var bounds: SoakBounds {
        var bounds = SoakBounds()
        bounds.latencyRiseMax = latencyRiseMax.share
        bounds.residentRiseMax = residentRiseMax.share
        bounds.heapRiseMax = heapRiseMax.share
        return bounds
    }

    private func lines(_ result: ResultEnvelope<SoakResult>) -> [String] {
        let title = """
            soak of \(result.run.strategy), \(wire.title(traffic)); \(traffic.rateTitle), \
            \(duration.defaultValueDescription) after \(warmup.defaultValueDescription) of \
            warm-up; consumer \(consumer.rawValue)
            """
        var run = ResultEnvelope(
            command: result.command, provider: result.provider, seed: result.seed,
            arrival: result.arrival, trafficDigest: result.trafficDigest,
            environment: result.environment, RunResults(runs: [result.run]))
        run.verified = result.verified
        run.cutShort = result.cutShort
        return detail.details
            ? RunText.details(run, title: title) + [""] + SoakTable.lines(result.soak)
            : RunText.summary(run, title: title) + [""] + SoakTable.summary(result.soak)
    }

    private func follow<Value: Sendable>(
        _ experiment: (LiveOutputs) async throws -> Value
    ) async throws -> Value {
        try await LiveOutputs.following(
            view: live.isDrawn ? LiveView.draw : nil, metricsPort: live.metricsPort, experiment)
    }

    /// The command with all defaults.
    var words: [String] {
        ["bench", "soak", "--strategy", strategy.text] + traffic.words + wire.words + [
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--consumer", consumer.rawValue,
            "--latency-rise-max", "\(latencyRiseMax.share * 100)",
            "--resident-rise-max", "\(residentRiseMax.share * 100)",
            "--heap-rise-max", "\(heapRiseMax.share * 100)",
        ] + (intervals.map { ["--intervals", $0.defaultValueDescription] } ?? [])
            + verifying.words + (leak ? ["--leak"] : [])
    }
}
