import Testing

@testable import OddsTraffic

@Suite struct ConfigurationTests {
    @Test("The defaults are valid")
    func defaults() throws { try TrafficConfiguration().validate() }

    @Test("Impossible values are refused by name, with what to do")
    func impossibleValues() {
        expect("events 0: must be between 1 and 10000000") { $0.events = 0 }
        expect("markets -1: must be between 1 and 1000000") { $0.markets = -1 }
        expect("outcomes 10001: must be between 1 and 10000") { $0.outcomes = 10_001 }
        expect("rate 0: must be between 1 and 1000000000") { $0.rate = 0 }
        expect("records-per-frame 3: must be between 4 and 10000") { $0.recordsPerFrame = 3 }
        expect("popularity zipf:-1.0: the exponent must be between 0 and 10") {
            $0.popularity = .zipf(exponent: -1)
        }
        expect("popularity zipf:nan: the exponent must be between 0 and 10") {
            $0.popularity = .zipf(exponent: .nan)
        }
        expect(
            "scenario rain: must be one of steady, goal, kickoff, churn, redump, hostile, "
                + "odds"
        ) { $0.scenario = "rain" }
    }

    @Test("What memory cannot hold is refused with what it would take")
    func memory() throws {
        var configuration = TrafficConfiguration()
        configuration.events = 2_000
        configuration.markets = 200
        try configuration.validate()
        #expect(configuration.stateBytes < 64 << 20)
        configuration.events = 1_000_000
        configuration.markets = 1_000
        let needed = configuration.stateBytes >> 20
        expect(
            "events × markets × outcomes 1000000 × 1000 × 3: needs \(needed) MiB of memory for "
                + "the generator alone, of which it may have 4096 MiB; choose fewer"
        ) {
            $0.events = 1_000_000
            $0.markets = 1_000
        }
        #expect(throws: TrafficConfigurationError.self) {
            _ = try TrafficGenerator(configuration)
        }
    }

    @Test("Popularities read as they show", arguments: ["uniform", "zipf:1.0", "zipf:0.5"])
    func popularityText(text: String) {
        #expect(EventPopularity(text)?.description == text)
    }

    @Test("Other texts are no popularity", arguments: ["", "zipf:", "zipf:x", "zipf:1:2", "even"])
    func noPopularity(text: String) { #expect(EventPopularity(text) == nil) }

    @Test("Zipf without an exponent has 1")
    func zipfDefault() { #expect(EventPopularity("zipf") == .zipf(exponent: 1)) }

    private func expect(_ description: String, _ change: (inout TrafficConfiguration) -> Void) {
        var configuration = TrafficConfiguration()
        change(&configuration)
        let error = #expect(throws: TrafficConfigurationError.self) {
            try configuration.validate()
        }
        #expect(error?.description == description)
    }
}
