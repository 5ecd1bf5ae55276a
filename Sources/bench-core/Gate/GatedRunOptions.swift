import ArgumentParser
import OddsExperiments
import OddsHarness
import OddsOptions
import OddsResults

/// What each run of a gate does; the same options for all commands that have
/// to do with gates.
struct GatedRunOptions: ParsableArguments {
    @Option(help: "\(StrategyHelp.oneOrAll) of them.")
    var strategy = StrategySelection.one(.graph)

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @Option(
        help: """
            Offer the frames of this capture at the rate instead of generated ones, whose options \
            but for --rate are then refused.
            """)
    var capture: String?

    @Option(help: "How long each run is measured; a bare number is seconds, or ms, s, m, h.")
    var duration = DurationOption(seconds: 1)

    @Option(help: "How long each run goes before that without being measured.")
    var warmup = DurationOption(nanoseconds: 200_000_000)

    @Option(help: "What is read after each frame: changes, page or snapshot.")
    var consumer = ConsumerKind.page

    @Option(
        name: .customLong("frame-mapping"),
        help: ArgumentHelp(
            """
            MiB of the memory that frames lie ready in. Its making takes a third of a second of \
            each run; the largest frame has to fit twice.
            """, valueName: "MiB"))
    var frameMappingMebibytes = HarnessLimits.frameMappingBytes >> 20

    func validate() throws {
        guard duration.nanoseconds > 0 else {
            throw ValidationError("--duration must be longer than 0")
        }
        guard (1...4096).contains(frameMappingMebibytes) else {
            throw ValidationError(
                "--frame-mapping \(frameMappingMebibytes): must be between 1 and 4096 MiB")
        }
        if capture != nil, let option = traffic.givenGeneratorOptions.first {
            throw ValidationError(
                "\(option) is of generated traffic and cannot be given with --capture")
        }
    }

    /// What the experiments take.
    var runs: GatedRuns {
        GatedRuns(
            strategies: strategy.names, arguments: arguments,
            seed: capture == nil ? traffic.seed.value : nil,
            frameMappingBytes: frameMappingMebibytes << 20, words: words)
    }

    /// The arguments of `bench run` for each run, but for the strategy.
    private var arguments: [String] {
        (capture.map { ["--capture", $0, "--rate", "\(traffic.rate.value)"] } ?? traffic.words) + [
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--consumer", consumer.rawValue,
        ]
    }

    /// As words of a command line.
    var words: [String] {
        ["--strategy", strategy.defaultValueDescription] + arguments
            + ["--frame-mapping", "\(frameMappingMebibytes)"]
    }
}
