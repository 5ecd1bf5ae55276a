import OddsResults
import Testing

@testable import OddsReport

/// The arrival process in tables and reports.
@Suite struct ArrivalTextTests {
    @Test(
        "The head line and the report's summary name the arrival process and its speed",
        arguments: [
            (Arrival("bursts"), "arrival: bursts"),
            (Arrival.recorded(speed: 1), "arrival: recorded ×1"),
            (Arrival.recorded(speed: 0.5), "arrival: recorded ×0.5"),
        ])
    func arrival(arrival: Arrival, text: String) throws {
        let again = try reread(arrival)
        #expect(RunText.details(again, title: "title").first == "title; \(text)")
        #expect(RunSection.section(again).summary.contains(text))
    }

    @Test("Older results, which do not name it, are read and say nothing")
    func older() throws {
        let again = try reread(nil)
        #expect(again.arrival == nil)
        #expect(RunText.details(again, title: "title").first == "title")
    }

    /// A published result with that arrival, written and read.
    private func reread(_ arrival: Arrival?) throws -> ResultEnvelope<RunResults> {
        let published = try Fixtures.run()
        let result = ResultEnvelope(
            command: published.command, arrival: arrival, environment: published.environment,
            published.result)
        return try ResultEnvelope(json: result.json())
    }
}
