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
    var events = 100

    @Option(help: "Markets of each event.")
    var markets = 50

    @Option(help: "Outcomes of each market; each has one betting offer.")
    var outcomes = 3

    @Option(
        help: """
            BETTING_OFFER updates per second; other records ride along as they do in real feeds.
            """)
    var rate = 10_000

    @Option(name: .customLong("records-per-frame"), help: "Records of a frame, on average.")
    var recordsPerFrame = 7

    @Option(help: "When frames come, at the same mean rate: constant, poisson or bursts.")
    var arrival = ArrivalProcess.constant

    @Option(help: "How changes spread over events: uniform, zipf or zipf:EXPONENT.")
    var popularity = EventPopularity.uniform

    @Option(help: "What happens:\(Self.scenarioHelp)")
    var scenario = "steady"

    @Option(help: "Seed of the traffic: same seed, same bytes.")
    var seed: UInt64 = 42

    var configuration: TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = events
        configuration.markets = markets
        configuration.outcomes = outcomes
        configuration.rate = rate
        configuration.recordsPerFrame = recordsPerFrame
        configuration.arrival = arrival
        configuration.popularity = popularity
        configuration.scenario = scenario
        configuration.seed = seed
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
        [
            "--events", "\(events)", "--markets", "\(markets)", "--outcomes", "\(outcomes)",
            "--rate", "\(rate)", "--records-per-frame", "\(recordsPerFrame)",
            "--arrival", arrival.rawValue, "--popularity", popularity.description,
            "--scenario", scenario, "--seed", "\(seed)",
        ]
    }
}
