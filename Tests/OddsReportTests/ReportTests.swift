import Foundation
import OddsFixtures
import OddsMeasurement
import OddsReport
import OddsResults
import Testing

@Suite struct FigureFormatTests {
    @Test(arguments: [
        (0.0, "0 ns"), (850, "850 ns"), (999.4, "999 ns"), (999.6, "1.00 µs"),
        (1_234, "1.23 µs"), (12_340, "12.3 µs"), (4_560_000, "4.56 ms"),
        (7_890_000_000, "7.89 s"), (12_000_000_000_000, "12,000 s"),
    ])
    func duration(nanoseconds: Double, text: String) {
        #expect(FigureFormat.duration(nanoseconds: nanoseconds) == text)
    }

    @Test(arguments: [(512.0, "512 B"), (1_572_864, "1.50 MiB"), (160_000_000, "153 MiB")])
    func bytes(bytes: Double, text: String) {
        #expect(FigureFormat.bytes(bytes) == text)
    }

    @Test(arguments: [
        (0.0, "0"), (12.0, "12"), (1_000.0, "1,000"), (-1_234_567.0, "-1,234,567"),
        (-123.0, "-123"), (100_000.0, "100,000"),
    ])
    func count(number: Double, text: String) {
        #expect(FigureFormat.count(number) == text)
    }

    @Test(arguments: [
        (0.01234, "0.0123"), (1.234, "1.23"), (12.34, "12.3"), (123.4, "123"),
        (1_234.5, "1,234"), (0.0, "0"),
        (0.9996, "1.00"), (99.96, "100"), (999.4, "999"), (999.7, "1,000"), (1e-9, "0.00"),
    ])
    func number(number: Double, text: String) {
        #expect(FigureFormat.number(number) == text)
    }

    @Test("Ratios have one notation, below 1 as above")
    func ratiosAreFactors() {
        #expect(FigureFormat.ratio(1.5) == "×1.50")
        #expect(FigureFormat.ratio(0.998) == "×0.998")
        #expect(FigureFormat.ratio(0.04) == "×0.0400")
        #expect(FigureFormat.ratio(12_345) == "×12,345")
        #expect(FigureFormat.ratio(0) == "×0")
    }
}

@Suite struct TextTableTests {
    @Test func columnsLineUp() {
        var table = TextTable(header: ["", "full", "graph"])
        table.add(["status", "OK", "SATURATED"])
        table.addRule()
        table.add(["p50 µs", "12.5"])
        #expect(
            table.lines == [
                "        full      graph",
                "───────────────────────",
                "status    OK  SATURATED",
                "───────────────────────",
                "p50 µs  12.5",
            ])
    }
}

@Suite struct SpreadTests {
    @Test func medianAndHalfRange() throws {
        let odd = try #require(Spread([3, 1, 2]))
        #expect(odd.median == 2)
        #expect(odd.halfRange == 0.5)
        #expect(try #require(Spread([4, 1, 2, 3])).median == 2.5)
        #expect(Spread([]) == nil)
        #expect(Spread([0, 0])?.halfRange == 0)
    }
}

@Suite struct RunTableTests {
    private func run(_ strategy: String, p50: UInt64, repetition: Int = 1) -> RunResult {
        var run = RunResult.empty
        run.strategy = strategy
        run.repetition = repetition
        run.responseTime.p50 = p50
        return run
    }

    private func line(_ name: String, of runs: [RunResult]) throws -> String {
        try #require(RunTable(runs).lines.first { $0.hasPrefix(name) })
    }

    @Test func ratiosAreToTheFirstStrategy() throws {
        let runs = [run("full", p50: 2_000), run("graph", p50: 1_000)]
        let words = try line("response p50", of: runs).split(separator: " ")
        #expect(words == ["response", "p50", "2.00", "µs", "1.00", "µs", "×0.500"])
        #expect(RunTable(runs).lines[0].hasSuffix("graph/full, of 1 run"))
        #expect(RunTable(runs).lines.contains { $0.contains("no interval; it takes 6") })
    }

    @Test("INVALID runs are in no ratio")
    func invalidRunsAreInNoRatio() throws {
        var runs = [
            run("full", p50: 2_000), run("graph", p50: 9_000),
            run("graph", p50: 1_000, repetition: 2),
        ]
        runs[1].status = .invalid
        #expect(try line("response p50", of: runs).hasSuffix("×0.500"))
        #expect(RunTable(runs).lines[0].hasSuffix("graph/full, of 1 run"))
        runs[2].status = .invalid
        #expect(try line("response p50", of: runs).hasSuffix("n/a"))
        #expect(RunTable(runs).lines[0].hasSuffix("graph/full, no valid run"))
    }

    @Test("With six runs of each strategy, ratios have intervals from the spread between runs")
    func ratiosOfSixRunsHaveIntervals() throws {
        let runs = (0..<6).flatMap { repetition in
            [("full", 2_000), ("graph", 1_000)].map { strategy, p50 in
                run(strategy, p50: p50 + UInt64(repetition), repetition: repetition + 1)
            }
        }
        #expect(try line("response p50", of: runs).contains("×0.501 [0.500, 0.502]"))
        let lines = RunTable(runs).lines
        #expect(lines[0].hasSuffix("graph/full"))
        #expect(lines.contains { $0.contains("each with its 95% interval") })
    }

    @Test("Latencies of a SATURATED run have no ratio, and with a few frames unserved a bound")
    func saturatedRunsHaveNoRatio() throws {
        var runs = [run("full", p50: 2_000_000), run("graph", p50: 1_000)]
        runs[0].unserved.frames = 3
        #expect(try line("response p50", of: runs).hasSuffix("≤ ×0.000500"))
        runs[0].status = .saturated
        runs[0].serviceTime.p50 = 4_000
        runs[1].serviceTime.p50 = 2_000
        for name in ["response p50", "staleness p50", "frames not served"] {
            #expect(try line(name, of: runs).hasSuffix("n/a"))
        }
        #expect(try line("service p50", of: runs).hasSuffix("×0.500"))
        #expect(RunTable(runs).lines.contains { $0.contains("have no ratio") })
    }

    @Test func repeatsShowMedianAndSpread() throws {
        let runs = [
            run("full", p50: 1_000), run("full", p50: 1_100, repetition: 2),
            run("full", p50: 1_500, repetition: 3),
        ]
        #expect(try line("response p50", of: runs).hasSuffix("1.10 µs ±23%"))
    }

    @Test func figureThatOneRepeatLacksIsMissing() throws {
        var second = run("full", p50: 1_100, repetition: 2)
        second.responseTime.p50 = nil
        #expect(
            try line("response p50", of: [run("full", p50: 1_000), second])
                .hasSuffix("n/a (needs 6)"))
    }

    @Test("A single run shows intervals within it, and where its latencies depend too much")
    func singleRunShowsIntervals() throws {
        var histogram = LatencyHistogram()
        var blocks = LatencyBlocks(windowNanoseconds: 6_400)
        for time in 0..<6_400 {
            let value = UInt64(1_000 + time * 7 % 1_000)
            histogram.record(value)
            blocks.record(value, at: Int64(time))
        }
        var result = run("full", p50: 0)
        result.responseTime = LatencySummary(histogram, blocks: blocks)
        let interval = try #require(result.responseTime.intervals?[.p90])
        #expect(
            try line("response p90", of: [result]).hasSuffix(
                "1.90 µs [\(FigureFormat.number(Double(interval.lowerBound) / 1_000)), "
                    + "\(FigureFormat.number(Double(interval.upperBound) / 1_000))]"))
        #expect(try line("response p99.9", of: [result]).hasSuffix("µs [n/a]"))
        let notes = RunTable([result]).notes
        #expect(notes.contains { $0.hasPrefix("[low, high]: 95% within this run") })
        #expect(notes.contains { $0.hasPrefix("[n/a]") })
    }

    @Test("Intervals of older results, which presume independence, are not shown")
    func olderIntervalsAreNotShown() throws {
        var result = run("full", p50: 1_000)
        result.responseTime.intervals = try JSONDecoder().decode(
            PercentileIntervals.self, from: Data(#"{"p50":[990,1010]}"#.utf8))
        #expect(try line("response p50", of: [result]).hasSuffix("1.00 µs"))
        #expect(RunTable([result]).notes.isEmpty)
    }

    @Test func boundsAndMissingFiguresAreMarked() throws {
        var result = run("full", p50: 1_000)
        result.unserved.frames = 3
        #expect(try line("response p50", of: [result]).contains("≥ 1.00 µs"))
        #expect(try line("response p99.99", of: [result]).hasSuffix("n/a (needs 36,887)"))
        #expect(try line("service p50", of: [result]).hasSuffix("n/a (needs 6)"))
        #expect(try line("jitter p99.9", of: [result]).hasSuffix("n/a (needs 3,688)"))
        result.jitter = nil
        #expect(try line("jitter p99.9", of: [result]).hasSuffix("n/a"))
        // An older result: no larger sample would have had it.
        result.serviceTime.count = 72
        #expect(try line("service p95", of: [result]).hasSuffix("n/a"))
    }
}
