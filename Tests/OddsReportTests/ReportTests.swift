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
        #expect(RunTable(runs).lines[0].hasSuffix("graph/full"))
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

    @Test func singleRunShowsIntervals() throws {
        var histogram = LatencyHistogram()
        for value in 1...1_000 { histogram.record(UInt64(value)) }
        var result = run("full", p50: 0)
        result.responseTime = LatencySummary(histogram)
        #expect(try line("response p90", of: [result]).hasSuffix("900 ns [881, 919]"))
        result.unserved.frames = 3
        #expect(try line("response p90", of: [result]).hasSuffix("≥ 900 ns [881, 919]"))
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
    }
}
