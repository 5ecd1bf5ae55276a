import ArgumentParser
import Foundation
import OddsResults
import OddsTraffic

extension ArrivalProcess: ExpressibleByArgument {}

extension EventPopularity: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    public var defaultValueDescription: String { description }
}

/// What traffic is generated; the same options for all programs.
package struct TrafficOptions: ParsableArguments {
    @Option(help: "Number of events.")
    package var events = Defaulted(100)

    @Option(help: "Markets of each event.")
    package var markets = Defaulted(50)

    @Option(help: "Outcomes of each market; each has one betting offer.")
    package var outcomes = Defaulted(3)

    @Option(
        help: """
            BETTING_OFFER updates per second; other records ride along as they do in real feeds.
            """)
    package var rate = Defaulted(10_000)

    @Option(name: .customLong("records-per-frame"), help: "Records of a frame, on average.")
    package var recordsPerFrame = Defaulted(7)

    @Option(help: "When frames come, at the same mean rate: constant, poisson or bursts.")
    package var arrival = Defaulted(ArrivalProcess.constant)

    @Option(help: "How changes spread over events: uniform, zipf or zipf:EXPONENT.")
    package var popularity = Defaulted(EventPopularity.uniform)

    @Option(help: "What happens:\(Self.scenarioHelp)")
    package var scenario = Defaulted("steady")

    @Option(help: "Seed of the traffic: same seed, same bytes.")
    package var seed = Defaulted<UInt64>(42)

    package init() {}

    package var configuration: TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = events.value
        configuration.markets = markets.value
        configuration.outcomes = outcomes.value
        configuration.rate = rate.value
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

    package func validate() throws {
        do {
            try Self.check(configuration)
        } catch {
            throw ValidationError("--\(error)")
        }
    }

    /// Refuses what cannot be, and more than the memory can hold: in the
    /// strategies a state takes several times what it takes in the generator.
    package static func check(
        _ configuration: TrafficConfiguration
    ) throws(TrafficConfigurationError) {
        let memoryBytes = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        try configuration.validate(memoryBytesMax: memoryBytes / 16)
    }
}

extension TrafficOptions {
    /// The options as words of a command line.
    package var words: [String] { list.flatMap { [$0.name, $0.text] } }

    /// The options that say what is generated, of those that were given: all
    /// but the rate, which captures have too.
    package var givenGeneratorOptions: [String] {
        list.filter { $0.isGiven && $0.name != "--rate" }.map(\.name)
    }

    /// All options that were given.
    package var givenOptions: [String] { list.filter(\.isGiven).map(\.name) }

    /// What is generated, for people: `steady, 100 events × 50 markets × 3
    /// outcomes, seed 42`.
    package var title: String {
        """
        \(scenario.value), \(events.value) events × \(markets.value) markets × \
        \(outcomes.value) outcomes, seed \(seed.value)
        """
    }

    /// `10,000 updates/s`.
    package var rateTitle: String { FigureFormat.count(Double(rate.value)) + " updates/s" }

    private var list: [(name: String, text: String, isGiven: Bool)] {
        func option<Value>(
            _ name: String, _ option: Defaulted<Value>
        ) -> (name: String, text: String, isGiven: Bool) {
            ("--\(name)", option.defaultValueDescription, option.isGiven)
        }
        return [
            option("rate", rate), option("events", events), option("markets", markets),
            option("outcomes", outcomes), option("records-per-frame", recordsPerFrame),
            option("arrival", arrival), option("popularity", popularity),
            option("scenario", scenario), option("seed", seed),
        ]
    }
}
