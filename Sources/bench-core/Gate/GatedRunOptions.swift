import ArgumentParser
import OddsExperiments
import OddsHarness
import OddsOptions
import OddsResults

/// The options for the runs of a gate, the same for all commands about gates.
struct GatedRunOptions: ParsableArguments {
    @Option(help: "\(StrategyHelp.several) of them.")
    var strategy = [StrategySelection.one(.graph)]

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @OptionGroup(title: "Traffic")
    var wire: ProviderOption

    @OptionGroup(title: "Recorded traffic")
    var capture: CaptureOptions

    @Option(help: "Measured time of each run; a bare number is seconds, or use ms, s, m, h.")
    var duration = DurationOption(seconds: 1)

    @Option(help: "Unmeasured time of each run before that.")
    var warmup = DurationOption(nanoseconds: 200_000_000)

    @Option(help: "What is read after each frame: changes, page or snapshot.")
    var consumer = ConsumerKind.page

    @Option(
        name: .customLong("frame-mapping"),
        help: ArgumentHelp(
            """
            Size of the memory for frames in MiB. To create the default size takes a third of a \
            second of each run; the largest frame has to fit twice.
            """, valueName: "MiB"),
        transform: SizeText.mebibytesOption)
    var frameMappingMebibytes = HarnessLimits.frameMappingBytes >> 20

    func validate() throws {
        try duration.require(atLeast: .shortestWindow, as: "--duration")
        guard (1...4096).contains(frameMappingMebibytes) else {
            throw ValidationError(
                "--frame-mapping \(frameMappingMebibytes): must be between 1 and 4096 MiB")
        }
        try capture.validate(with: traffic, wire)
        try traffic.requireConstantRate()
    }

    /// The options as the experiments take them.
    var runs: GatedRuns {
        GatedRuns(
            strategies: strategy.names, arguments: arguments,
            provider: capture.path == nil ? wire.provider.rawValue : nil,
            seed: capture.path == nil ? traffic.seed.value : nil,
            arrival: capture.source(traffic, wire).arrival,
            frameMappingBytes: frameMappingMebibytes << 20, words: words)
    }

    /// The plan of one run, for its first strategy. Reads a capture, which checks
    /// that it can be used.
    var plan: RunPlan {
        get throws {
            let source = capture.source(traffic, wire)
            return RunPlan(
                strategy: strategy.names[0], consumer: consumer,
                warmupNanoseconds: warmup.nanoseconds,
                durationNanoseconds: duration.nanoseconds, traffic: source.plan,
                feed: try capture.feed(of: source, wire))
        }
    }

    /// The arguments of `bench run` in each run, without the strategy.
    private var arguments: [String] {
        capture.words(traffic, wire) + [
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--consumer", consumer.rawValue,
        ]
    }

    /// The options as words of a command line.
    var words: [String] {
        ["--strategy", strategy.text] + arguments
            + ["--frame-mapping", "\(frameMappingMebibytes)"]
    }
}
