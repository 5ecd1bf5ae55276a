import ArgumentParser
import Foundation
import OddsResults
import OddsTraffic

extension EventPopularity: ExpressibleByArgument {
    public init?(argument: String) {
        ValueAdvice.note(argument, "write uniform, zipf or zipf:EXPONENT, such as zipf:1.1")
        self.init(argument)
    }

    public var defaultValueDescription: String { description }
}

/// The options for generated traffic, the same for all programs.
package struct TrafficOptions: ParsableArguments {
    @Option(help: "Number of events.")
    package var events = Defaulted(100)

    @Option(help: "Markets per event.")
    package var markets = Defaulted(50)

    @Option(help: "Outcomes per market, each with one betting offer.")
    package var outcomes = Defaulted(3)

    @Option(
        name: .customLong("rate"),
        help: """
            BETTING_OFFER updates per second; frames also contain other records, as in real feeds. \
            For 'bench run' and 'bench generate', also one that rises, such as 1k..50k.
            """)
    package var rates = Defaulted(RateOption(10_000))

    @Option(name: .customLong("records-per-frame"), help: "Mean number of records per frame.")
    package var recordsPerFrame = Defaulted(7)

    @Option(
        help: """
            Arrival of frames at the same mean rate: constant, poisson or bursts; or recorded, \
            the times of a --capture, where that is an option.
            """)
    package var arrival = Defaulted(ArrivalOption.generated(.constant))

    @Option(
        help: "Distribution of changes over events: uniform, zipf or zipf:EXPONENT.",
        completion: .popularities)
    package var popularity = Defaulted(EventPopularity.uniform)

    @Option(
        help: ArgumentHelp("Scenario of the traffic.", discussion: Self.scenarioHelp),
        completion: .scenarios)
    package var scenario = Defaulted("steady")

    @Option(help: "Seed of the traffic; the same seed gives the same bytes.")
    package var seed = Defaulted<UInt64>(42)

    package init() {}

    package var configuration: TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = events.value
        configuration.markets = markets.value
        configuration.outcomes = outcomes.value
        configuration.rate = rates.value.first
        configuration.recordsPerFrame = recordsPerFrame.value
        if case .generated(let process) = arrival.value { configuration.arrival = process }
        configuration.popularity = popularity.value
        configuration.scenario = scenario.value
        configuration.seed = seed.value
        return configuration
    }

    /// For commands, or other options, without a capture.
    ///
    /// - Throws: `ValidationError` for `--arrival recorded`.
    package func requireGeneratedArrival() throws {
        guard arrival.value != .recorded else {
            throw ValidationError(
                """
                --arrival recorded takes the times of a capture: it requires --capture, an option \
                of 'bench run' and of the gates
                """)
        }
    }

    private static var scenarioHelp: String {
        TrafficScenarios.descriptions.map { "\($0.name): \($0.purpose)" }
            .joined(separator: "\n")
    }

    package func validate() throws {
        let scenarios = TrafficScenarios.descriptions.map(\.name)
        guard scenarios.contains(scenario.value) else {
            let name = scenario.value
            throw ValidationError(
                "there is no scenario '\(name)'\(NearestName.ending(name, among: scenarios))"
                    + " There are \(scenarios.joined(separator: ", "))")
        }
        do {
            try Self.check(configuration)
        } catch {
            throw ValidationError("--\(error)")
        }
    }

    /// Checks that a configuration is valid and fits the machine's memory: the
    /// state of a strategy takes several times that of the generator.
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

    /// The given options that apply to generated traffic only: all but the
    /// rate and recorded arrival, which apply to captures.
    package var givenGeneratorOptions: [String] {
        let isRecorded = arrival.value == .recorded
        return list.filter {
            $0.isGiven && $0.name != "--rate" && !($0.name == "--arrival" && isRecorded)
        }.map(\.name)
    }

    /// All options that were given.
    package var givenOptions: [String] { list.filter(\.isGiven).map(\.name) }

    /// The arrival process of generated traffic, as results name it.
    package var generatedArrival: Arrival { Arrival(configuration.arrival.rawValue) }

    /// The traffic in one line: `steady, 100 events × 50 markets × 3 outcomes,
    /// seed 42`.
    package var title: String {
        """
        \(scenario.value), \(events.value) events × \(markets.value) markets × \
        \(outcomes.value) outcomes, seed \(seed.value)
        """
    }

    /// `10,000 updates/s`.
    package var rateTitle: String { rates.value.title }

    private var list: [(name: String, text: String, isGiven: Bool)] {
        func option<Value>(
            _ name: String, _ option: Defaulted<Value>
        ) -> (name: String, text: String, isGiven: Bool) {
            ("--\(name)", option.defaultValueDescription, option.isGiven)
        }
        return [
            option("rate", rates), option("events", events), option("markets", markets),
            option("outcomes", outcomes), option("records-per-frame", recordsPerFrame),
            option("arrival", arrival), option("popularity", popularity),
            option("scenario", scenario), option("seed", seed),
        ]
    }
}
