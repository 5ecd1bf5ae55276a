import Foundation
import OddsFixtures
import OddsResults
import Testing

@testable import OddsReport

@Suite struct RunSummaryTests {
    @Test func answerFitsInEightyColumns() throws {
        let lines = RunText.summary(try Fixtures.run(), title: "steady, 100 events × 50 markets")
        #expect(lines.allSatisfy { $0.count <= 80 })
        let labels = lines.dropFirst(4).prefix(7).map {
            $0.prefix(18).trimmingCharacters(in: .whitespaces)
        }
        #expect(
            labels == [
                "status", "achieved", "response p50", "response p99", "service p50",
                "allocations/update", "heap",
            ])
        #expect(lines.contains { $0.hasPrefix("Service p50 against graph, the fastest: full ×") })
        #expect(lines.contains { $0.hasPrefix("Machine: ") && $0.hasSuffix("quiet.") })
        #expect(!lines.contains { $0.contains("jitter") || $0.contains("stolen") })
    }

    private func runs(_ strategies: [String], _ edit: (inout RunResult) -> Void = { _ in })
        -> [RunResult]
    {
        strategies.map { name in
            var run = RunResult.empty
            run.strategy = name
            edit(&run)
            return run
        }
    }

    @Test func machineIsShownWhereItIsBad() {
        let busy = runs(["graph"]) { $0.usage?.stolenShare = 0.031 }
        let lines = RunSummary(busy).lines
        #expect(lines.contains { $0.hasPrefix("stolen ") && $0.hasSuffix("3.10%") })
        let complaints = MachineConcern.all.compactMap { $0.complaint(busy) }
        #expect(complaints == ["the hypervisor stole 3.10% of the time"])
        #expect(MachineConcern.all.compactMap { $0.complaint(runs(["graph"])) }.isEmpty)
    }

    @Test func stagesAreShownWhereTheyWereMeasured() throws {
        let stages = RunText.summary(try Fixtures.run("published/stages-run.json"), title: "")
        for label in ["decode mean", "reconstruct mean", "deliver mean", "probing/frame"] {
            #expect(stages.contains { $0.hasPrefix(label + " ") })
        }
        #expect(stages.allSatisfy { $0.count <= 80 })
        let others = RunText.summary(try Fixtures.run(), title: "")
        #expect(!others.contains { $0.hasPrefix("decode mean") })
    }

    @Test func nothingIsExplainedThatIsNotThere() {
        let lines = RunSummary(runs(["graph"])).lines
        #expect(!lines.contains { $0.contains("--repeat") || $0.hasPrefix("≤") })
    }

    @Test func runsThatTheMachineSpoiltAreMissedByIntervalsAndMedians() {
        func sentences(_ graphs: Int, _ deltas: Int) -> String {
            let names = Array(repeating: "graph", count: graphs)
                + Array(repeating: "delta", count: deltas)
            var time: UInt64 = 1_000
            let measured = runs(names) { run in
                time += 10
                run.serviceTime.count = 1
                run.serviceTime.p50 = time
            }
            return RunSummary(measured).lines.joined(separator: " ")
        }
        #expect(sentences(6, 5).contains("each strategy has 6 valid runs: delta has 5."))
        #expect(sentences(6, 5).contains("medians of 5 to 6 runs"))
        #expect(sentences(5, 5).contains("from 6 runs on (--repeat 6)."))
        #expect(sentences(5, 5).contains("medians of 5 runs"))
        #expect(sentences(6, 6).contains("[low, high] is the ratio's 95% interval"))
    }

    @Test func reasonsAreGivenOnceAndInShort() {
        let late = runs(["graph", "graph", "graph"]) {
            $0.status = .invalid
            $0.reason = "98% of the p99 is the harness's own delay; the bound is 10%"
        }
        let lines = RunSummary(late).lines
        #expect(lines.count { $0.contains("own delay") } == 1)
        #expect(
            lines.joined(separator: " ").contains(
                "graph is INVALID: 98% of the p99 is the harness's own delay, and the like in"))
    }

    @Test func manyStrategiesAreShownInBlocks() {
        let lines = RunSummary(runs(["a", "b", "c", "d"])).lines
        #expect(lines.count { $0.hasPrefix("status") } == 2)
    }

    @Test func wordsAreWrappedAtSpaces() {
        #expect(TextWrap.lines("one two three", width: 9) == ["one two", "  three"])
        #expect(TextWrap.lines("incomprehensibilities a", width: 5) == [
            "incomprehensibilities", "  a",
        ])
        #expect(TextWrap.lines("") == [])
    }

    @Test func cutShortResultsSaySo() throws {
        var result = try Fixtures.run()
        result.cutShort = "SIGINT after 2 of 9 runs"
        for lines in [
            RunText.summary(result, title: ""), RunText.details(result, title: ""),
        ] {
            #expect(lines.contains("Cut short: SIGINT after 2 of 9 runs."))
        }
        let again = try ResultEnvelope<RunResults>(json: result.json())
        #expect(again.cutShort == result.cutShort)
    }
}
