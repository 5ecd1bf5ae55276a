import ArgumentParser
import OddsTraffic

/// What the own server is told.
struct LiveTrafficOptions: ParsableArguments {
    @Option(help: "Number of events.")
    var events = Defaulted(100)

    @Option(help: "Markets of each event.")
    var markets = Defaulted(50)

    @Option(help: "Outcomes of each market; each has one betting offer.")
    var outcomes = Defaulted(3)

    @Option(help: "BETTING_OFFER updates per second of the whole world.")
    var rate = Defaulted(10_000)

    @Option(name: .customLong("records-per-frame"), help: "Records of a frame, on average.")
    var recordsPerFrame = Defaulted(7)

    @Option(help: "What happens, as in 'bench run'.")
    var scenario = Defaulted("steady")

    @Option(help: "The world's seed.")
    var seed = Defaulted<UInt64>(42)

    @Option(help: ArgumentHelp(
        "What goes wrong: a plan's file or a preset of emsim, such as chaos; it rests for the "
            + "last \(LivePlan.quiet).", valueName: "plan"))
    var faults: String?

    private var pairs: [(name: String, text: String, isGiven: Bool)] {
        [
            ("--events", events.defaultValueDescription, events.isGiven),
            ("--markets", markets.defaultValueDescription, markets.isGiven),
            ("--outcomes", outcomes.defaultValueDescription, outcomes.isGiven),
            ("--rate", rate.defaultValueDescription, rate.isGiven),
            (
                "--records-per-frame", recordsPerFrame.defaultValueDescription,
                recordsPerFrame.isGiven
            ),
            ("--scenario", scenario.defaultValueDescription, scenario.isGiven),
            ("--seed", seed.defaultValueDescription, seed.isGiven),
        ]
    }

    var givenOptions: [String] {
        pairs.filter(\.isGiven).map(\.name) + (faults == nil ? [] : ["--faults"])
    }

    var ownWords: [String] {
        pairs.flatMap { [$0.name, $0.text] } + (faults.map { ["--faults", $0] } ?? [])
    }

    /// The world that the simulator would make of them.
    var configuration: TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = events.value
        configuration.markets = markets.value
        configuration.outcomes = outcomes.value
        configuration.rate = rate.value
        configuration.recordsPerFrame = recordsPerFrame.value
        configuration.scenario = scenario.value
        configuration.seed = seed.value
        return configuration
    }

    /// As the simulator's own.
    var words: [String] { ownWords + ["--stamp", "--log-level", "error"] }
}
