import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsHarness
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults
import OddsTraffic

extension TurnTaking: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

struct RunCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Measures strategies on generated or recorded traffic (the default command).",
        discussion: """
            Offers frames on a schedule fixed before the run and reports response time (from \
            the intended time), service time, memory, allocations and digests. Each run has its \
            own process. A strategy that does not sustain the rate is SATURATED, which is a \
            result, not an error.

            Example: bench run --strategy all --rate 20000 --duration 30s --repeat 3 \
            --fail-if 'responseTime.p99>2ms'
            """)

    @Option(
        help: """
            \(StrategyHelp.several) of them side by side; exec:'PROGRAM …' for a program in any \
            language, asked through pipes, and exec-ring:'…' through shared memory. Can be given \
            several times.
            """)
    var strategy = [RunSelection.strategies(.all)]

    @Option(
        name: .customLong("answer-timeout"),
        help: "How long a program may take for an answer; a bare number is seconds.")
    var answerTimeout = DurationOption(seconds: 10)

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @OptionGroup(title: "Traffic")
    var wire: ProviderOption

    @OptionGroup
    var ramp: RampOptions

    @OptionGroup(title: "Recorded traffic")
    var capture: CaptureOptions

    @Option(help: "Measured time; a bare number is seconds, or use ms, s, m, h.")
    var duration = DurationOption(seconds: 10)

    @Option(
        help: """
            Unmeasured time of the schedule before that; a bare number is seconds, or use ms, s, \
            m, h.
            """)
    var warmup = DurationOption(seconds: 2)

    @Option(
        help: """
            What is read after each frame, within the measured time: changes (only the change \
            set), page (every offer of the first \(HarnessLimits.pageEventCount) events) or \
            snapshot (every offer).
            """)
    var consumer = ConsumerKind.page

    @Flag(
        help: """
            Divide the service time into stages: decode, apply, reconstruct, deliver. Reads the \
            clock four more times per frame; the cost is shown.
            """)
    var stages = false

    @Option(
        help: ArgumentHelp(
            """
            Also record latency and memory per interval, such as 1s: as 'series' in the result, \
            and as intervals.ndjson in its folder.
            """, valueName: "time"))
    var intervals: DurationOption?

    @Option(
        name: .customLong("repeat"),
        help: "Runs per strategy; the table shows medians and spread.")
    var repeatCount = Defaulted(1)

    @Option(
        name: .customLong("fail-if"),
        help: """
            Exit with status 1 if this holds for the median of a strategy, such as \
            'responseTime.p99>2ms', and with 3 if a bound leaves that open; can be given several \
            times. Names are paths in the JSON of a run, units are ns us ms s kB MB GB.
            """,
        completion: .metrics,
        transform: { try FailCondition($0) })
    var conditions: [FailCondition] = []

    @Option(
        name: .customLong("inject-slowdown"),
        help: ArgumentHelp(
            """
            Slow each frame down by this share of its own service time, such as 15%: a \
            deliberate regression.
            """, valueName: "percent"))
    var injectedSlowdown = PercentOption(share: 0)

    @Option(
        name: .customLong("inject-tail-slowdown"),
        help: ArgumentHelp(
            """
            Slow only the slowest frames down, about 1 in 50, so that the median stays; excludes \
            --inject-slowdown.
            """, valueName: "percent"))
    var injectedTailSlowdown = PercentOption(share: 0)

    @Option(
        help: ArgumentHelp(
            "This run's side of two that a gate lets take turns.", valueName: "folder/side",
            visibility: .hidden))
    var turns: TurnTaking?

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

    func validate() throws {
        try duration.require(atLeast: .shortestWindow, as: "--duration")
        guard !stages || !live.isWanted else {
            throw ValidationError("--stages excludes --live and --metrics-port")
        }
        guard injectedSlowdown.share == 0 || injectedTailSlowdown.share == 0 else {
            throw ValidationError(
                "--inject-slowdown and --inject-tail-slowdown exclude each other")
        }
        if let intervals {
            guard !stages else {
                throw ValidationError("--intervals and --stages exclude each other")
            }
            try intervals.validateInterval(of: duration)
        }
        if turns != nil {
            try traffic.requireConstantRate()
            guard !stages, intervals == nil, repeatCount.value == 1, strategy.names.count == 1
            else {
                throw ValidationError("--turns is for one run without --stages and --intervals")
            }
        }
        guard (1...1000).contains(repeatCount.value) else {
            throw ValidationError("--repeat \(repeatCount.value): must be between 1 and 1000")
        }
        try validatePrograms()
        try capture.validate(with: traffic, wire)
        try ramp.validate(with: traffic, durationNanoseconds: duration.nanoseconds)
        guard !stages || rateRamp == nil else {
            throw ValidationError("--stages excludes a --rate that rises")
        }
    }

    func run() async throws {
        // Nobody else would end a run that waits for its turn.
        if turns != nil { ChildProcess.endWithParent() }
        let start = Date()
        let processorTime = ProcessorTime.current()
        let output = try ResultOutput(path: self.output.path, isColored: self.output.isColored)
        let folder = try ResultFolder(below: results.results, command: "run", start: start)
        let plan = try plan()
        // The larger experiment repeats the runs that are part of it.
        let isPart = EnvironmentDescription.isPart
        let programs = try measuredPrograms(plan.feed)
        let outcome = try await follow { outputs in
            var experiment = RunExperiment(
                strategies: strategy.names, programs: programs, plan: plan,
                repeatCount: repeatCount.value,
                progress: ExperimentProgress(command: "run", outputs: outputs))
            let isConstant = source.isPaced && rateRamp == nil
            experiment.offeredRate = isConstant ? Double(traffic.rate.value) : nil
            return try await experiment.run(retries: !isPart)
        }
        var runs = outcome.runs
        if isPart {
            for index in runs.indices { runs[index].keepPooledHistograms() }
        }
        var result = await ResultEnvelope(
            command: words, provider: plan.feed.provider.rawValue, seed: source.seed,
            arrival: source.arrival, trafficDigest: outcome.trafficDigest,
            environment: .current(since: start, processorTime: processorTime),
            RunResults(
                runs: runs,
                disturbances: outcome.disturbances.isEmpty ? nil : outcome.disturbances))
        result.cutShort = outcome.cutShort
        if !strategy.names.isEmpty {
            try await verifying.add(
                to: &result,
                TrafficVerification(
                    strategies: strategy.names, traffic: plan.traffic, feed: plan.feed),
                until: plan.window.endNanoseconds)
        }
        switch self.output.format {
        case .table: try output.write(lines: lines(result))
        case .json: try output.write(result.json())
        case .csv: try output.write(result.csv.data)
        }
        try folder.keepHistograms(of: runs, arguments: words)
        try folder.keepIntervals(of: runs)
        try folder.keep(result, notice: StandardError.print)
        if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
        try RunChecks(conditions: conditions).check(
            runs, areReasonsShown: self.output.format == .table)
    }

    private func lines(_ result: ResultEnvelope<RunResults>) -> [String] {
        detail.details
            ? RunText.details(result, title: title) : RunText.summary(result, title: title)
    }

    private var source: RunTraffic { capture.source(traffic, wire, ramp: rateRamp) }

    /// The warm-up is at the first rate.
    var rateRamp: RateRamp? {
        ramp.ramp(
            of: traffic, startNanoseconds: warmup.nanoseconds,
            durationNanoseconds: duration.nanoseconds)
    }

    /// Also checks, before any run, that the capture can be used.
    func plan() throws -> RunPlan {
        var plan = RunPlan(
            strategy: strategy.names.first ?? .graph, consumer: consumer,
            warmupNanoseconds: warmup.nanoseconds, durationNanoseconds: duration.nanoseconds,
            traffic: source.plan, feed: try capture.feed(of: source, wire))
        plan.measuresStages = stages
        plan.seriesIntervalNanoseconds =
            (intervals ?? live.interval(of: duration))?.nanoseconds
        plan.rampStepCount = rateRamp?.stepCount
        plan.turns = turns
        plan.injectedSlowdown =
            if injectedSlowdown.share > 0 {
                InjectedSlowdown(.all, share: injectedSlowdown.share)
            } else if injectedTailSlowdown.share > 0 {
                InjectedSlowdown(.tail, share: injectedTailSlowdown.share)
            } else { nil }
        return plan
    }

    private var title: String {
        """
        \(capture.title(traffic, wire)), \
        \(duration.defaultValueDescription) after \(warmup.defaultValueDescription) of warm-up; \
        consumer \(consumer.rawValue)
        """
    }

    private func follow<Value: Sendable>(
        _ experiment: (LiveOutputs) async throws -> Value
    ) async throws -> Value {
        try await LiveOutputs.following(
            view: live.isDrawn ? LiveView.draw : nil, metricsPort: live.metricsPort, experiment)
    }

    /// The command with all defaults.
    var words: [String] {
        var words = ["bench", "run"] + strategy.words
        words += capture.words(traffic, wire) + ramp.words(of: traffic)
        words += [
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--consumer", consumer.rawValue,
            "--repeat", "\(repeatCount.value)",
        ]
        if let intervals { words += ["--intervals", intervals.defaultValueDescription] }
        if stages { words += ["--stages"] }
        words += injectedSlowdown.words("--inject-slowdown")
        words += injectedTailSlowdown.words("--inject-tail-slowdown")
        words += verifying.words
        return words + conditions.flatMap { ["--fail-if", $0.text] }
    }
}
