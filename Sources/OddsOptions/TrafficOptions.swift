import ArgumentParser
import Foundation
import OddsTraffic

extension ArrivalProcess: ExpressibleByArgument {}

extension EventPopularity: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    public var defaultValueDescription: String { description }
}

/// What traffic is generated; the same options for all commands.
struct TrafficOptions: ParsableArguments {
    @Option(help: "Number of events.")
    var events = Defaulted(100)

    @Option(help: "Markets of each event.")
    var markets = Defaulted(50)

    @Option(help: "Outcomes of each market; each has one betting offer.")
    var outcomes = Defaulted(3)

    @Option(
        help: """
            BETTING_OFFER updates per second; other records ride along as they do in real feeds.
            """)
    var rate = 10_000

    @Option(name: .customLong("records-per-frame"), help: "Records of a frame, on average.")
    var recordsPerFrame = Defaulted(7)

    @Option(help: "When frames come, at the same mean rate: constant, poisson or bursts.")
    var arrival = Defaulted(ArrivalProcess.constant)

    @Option(help: "How changes spread over events: uniform, zipf or zipf:EXPONENT.")
    var popularity = Defaulted(EventPopularity.uniform)

    @Option(help: "What happens:\(Self.scenarioHelp)")
    var scenario = Defaulted("steady")

    @Option(help: "Seed of the traffic: same seed, same bytes.")
    var seed = Defaulted<UInt64>(42)

    var configuration: TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = events.value
        configuration.markets = markets.value
        configuration.outcomes = outcomes.value
        configuration.rate = rate
        configuration.recordsPerFrame = recordsPerFrame.value
        configuration.arrival = arrival.value
        configuration.popularity = popularity.value
        configuration.scenario = scenario.value
        configuration.seed = seed.value
        return configuration
    }

    private static var scenarioHelp: String {
        TrafficScenarios.descriptions.map { "\n\($0.name): \($0.purpose)" }.joined()
    }

    /// Refuses what cannot be, and more than the memory can hold: in the
    /// strategies a state takes several times what it takes in the generator.
    func validate() throws {
        let memoryBytes = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        do {
            try configuration.validate(memoryBytesMax: memoryBytes / 16)
        } catch {
            throw ValidationError("--\(error)")
        }
    }
}

extension TrafficOptions {
    /// The options as words of a command line.
    var words: [String] {
        ["--rate", "\(rate)"] + generatorOptions.flatMap { [$0.name, $0.text] }
    }

    /// The options that say what is generated, of those that were given.
    var givenGeneratorOptions: [String] {
        generatorOptions.filter(\.isGiven).map(\.name)
    }

    /// All but the rate, which captures have too.
    private var generatorOptions: [(name: String, text: String, isGiven: Bool)] {
        [
            ("--events", events.defaultValueDescription, events.isGiven),
            ("--markets", markets.defaultValueDescription, markets.isGiven),
            ("--outcomes", outcomes.defaultValueDescription, outcomes.isGiven),
            (
                "--records-per-frame", recordsPerFrame.defaultValueDescription,
                recordsPerFrame.isGiven
            ),
            ("--arrival", arrival.defaultValueDescription, arrival.isGiven),
            ("--popularity", popularity.defaultValueDescription, popularity.isGiven),
            ("--scenario", scenario.defaultValueDescription, scenario.isGiven),
            ("--seed", seed.defaultValueDescription, seed.isGiven),
        ]
    }
}
