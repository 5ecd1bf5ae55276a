import OddsFleetRun
import OddsLedger
import OddsMeasurement

/// Messages of a run of a fleet, each with the letter that the target knows them by.
public enum FleetRunSeeds {
    public static func all() throws -> [(name: String, messages: [[UInt8]])] {
        let run = try RunID("r")
        let agent = try AgentName("a")
        let plan = FleetRunPlan(
            run: run, world: "main", seed: 1, targets: [try Target("ws://127.0.0.1:9400/v2")],
            agents: [.init(name: agent, clients: 2)], topics: ["/sports/1"])
        let requests: [AgentRequest] = [
            .who, .offer(plan, coordinator: "c"), .go(run, startNanoseconds: 1),
            .check(run, isAtRest: true), .release(run, reason: "it was interrupted"),
        ]
        let answers: [AgentAnswer] = [
            .accepted, .refused(reason: "no"), .busy(run, coordinator: "c"),
            .here(AgentPresence(name: agent, instance: "i", isSettled: true)),
        ]
        var report = AgentReport(number: 1, atNanoseconds: 1_000_000_000)
        report.edges = [.init(target: 0, clients: 2, records: 1, response: LatencySteps(histogram))]
        let messages: [RunMessage] = [
            .start(sourceNanoseconds: 1), .end(cutShort: nil), .failed(reason: "no"),
            .report(report), .part(DocumentPart.parts(of: [1, 2, 3])[0]),
        ]
        return [
            ("requests", requests.map { line($0.json) }),
            ("agent answers", answers.map { line($0.json) }),
            ("messages", messages.map { line($0.json) }),
            ("result", [line(try result().json)]), ("plan", [line(plan.json)]),
        ]
    }

    private static var histogram: LatencyHistogram {
        var histogram = LatencyHistogram()
        histogram.record(1_000)
        return histogram
    }

    private static func result() throws -> AgentResult {
        let exchange = ClockExchange(asked: 1, answered: 3, source: 5, bootID: "s")
        guard let offset = ClockOffset([exchange]) else {
            throw FleetDocumentError("", "no offset")
        }
        var result = AgentResult(
            window: 1..<2, clock: ClockMapping(before: offset, ownBootID: "a"))
        result.edges = [.init(target: 0, clients: 2, account: LiveAccount(window: 1..<2))]
        result.digests = [0: String(repeating: "ab", count: 32)]
        result.service = histogram
        return result
    }

    private static func line(_ json: [UInt8]) -> [UInt8] { Array("R\n".utf8) + json }
}
