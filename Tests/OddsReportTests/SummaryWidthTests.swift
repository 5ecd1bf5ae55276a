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

    @Test func memoryOfAllStrategiesStandsSideBySide() throws {
        let lines = try lines("published/memory.json")
        let kept = lines.filter { $0.hasPrefix("heap, dump loaded") }
        #expect(!kept.isEmpty && kept.allSatisfy { !$0.contains("n/a") })
        #expect(lines.count { $0.hasPrefix("allocations/update, steady") } == kept.count)
    }
}
