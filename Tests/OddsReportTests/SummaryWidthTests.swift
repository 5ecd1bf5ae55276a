import OddsFixtures
import OddsResults
import Testing

@testable import OddsReport

/// What commands print by default fits into a terminal that nobody has made wider.
@Suite struct SummaryWidthTests {
    private static let title = "steady, 100 events × 50 markets × 3 outcomes, seed 42; 10,000/s"

    private func lines(_ path: String) throws -> [String] {
        switch try Fixtures.document(path) {
        case .saturation(let result): SaturationText.summary(result, title: Self.title)
        case .growth(let result): GrowthTable.summary(result, title: Self.title)
        case .memory(let result): MemorySummary.lines(result, title: Self.title)
        case .gate(let result): GateTable.lines(result)
        case .run(let result):
            result.runs.flatMap { run in run.live.map { LiveTable.lines(run, $0) } ?? [] }
        default: []
        }
    }

    @Test(arguments: [
        "saturation", "live-saturation", "growth", "memory", "gate", "live", "live-chaos",
    ])
    func summariesFitInEightyColumns(name: String) throws {
        let lines = try lines("published/\(name).json")
        #expect(lines.count > 8)
        #expect(lines.filter { $0.count > 80 } == [])
    }

    @Test func aSearchAnswersWithItsRatesAndHowTheyCompare() throws {
        let lines = try lines("published/saturation.json")
        let answers = lines.filter { $0.contains(" sustains ") || $0.contains("does not sustain") }
        #expect(answers.count == 3)
        #expect(lines.contains { $0.hasPrefix("Sustained rate against graph, the highest: ") })
        #expect(lines.contains { $0.hasPrefix("Machine: ") })
    }

    @Test func aRunThatIsNotOKHasItsStatusForAVerdict() throws {
        guard case .saturation(let result) = try Fixtures.document("published/saturation.json")
        else {
            Issue.record("no saturation result")
            return
        }
        let verdicts = SaturationText.summary(result, title: "").compactMap {
            $0.contains("/s ") ? $0.split(separator: " ").last : nil
        }
        #expect(Set(verdicts).isSuperset(of: ["holds", "SATURATED"]))
        let saturated = result.curves.flatMap(\.points).count { $0.run.status == .saturated }
        #expect(verdicts.count { $0 == "SATURATED" } == saturated)
    }

    @Test func runsThatTheMachineSpoiltAreOneRow() {
        func point(_ rate: Int, _ status: RunResult.Status) -> SaturationPoint {
            var run = RunResult.empty
            run.status = status
            return SaturationPoint(rate: rate, holds: status == .ok ? true : nil, run: run)
        }
        let curve = SaturationCurve(
            strategy: "graph", sustainedRate: 10, end: .harness, endReason: "late",
            points: [
                point(10, .ok), point(20, .invalid), point(20, .invalid), point(20, .ok),
                point(30, .invalid), point(40, .invalid), point(40, .invalid), point(40, .invalid),
            ])
        let lines = SaturationText.summary(
            ResultEnvelope(
                command: [], environment: GateRuns.environment,
                SaturationResult(objective: "responseTime.p99<1ms", curves: [curve])),
            title: "")
        let verdicts = lines.filter { $0.contains("/s ") }.compactMap {
            $0.split(separator: "  ").last?.trimmingCharacters(in: .whitespaces)
        }
        #expect(verdicts == ["holds", "INVALID ×2", "holds", "INVALID", "INVALID ×3"])
    }

    @Test func trendsWhoseIntervalReachesBeyondTheBoundAreOpen() throws {
        let soak = try ResultEnvelope<SoakResult>(json: Fixtures.json("published/soak.json"))
        var trends = soak.soak
        trends.trends = [try #require(trends.trends.first)]
        func judgement(from low: Double, to high: Double) -> String {
            trends.trends[0].riseMax = 0.05
            trends.trends[0].rise.low = low
            trends.trends[0].rise.high = high
            return FigureText.judgement(of: trends.trends[0])
        }
        #expect(judgement(from: -0.01, to: 0.04) == "ok")
        #expect(judgement(from: -0.01, to: 0.06) == "open")
        #expect(SoakTable.summary(trends).contains { $0.hasPrefix("open: ") })
        #expect(judgement(from: 0.055, to: 0.06) == "RISING")
    }

    @Test func memoryOfAllStrategiesStandsSideBySide() throws {
        let lines = try lines("published/memory.json")
        let kept = lines.filter { $0.hasPrefix("heap, dump loaded") }
        #expect(!kept.isEmpty && kept.allSatisfy { !$0.contains("n/a") })
        #expect(lines.count { $0.hasPrefix("allocations/update, steady") } == kept.count)
    }
}
