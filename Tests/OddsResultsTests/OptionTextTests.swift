import OddsResults
import Testing

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("10", 10_000_000_000), ("0.5", 500_000_000), ("500ms", 500_000_000),
        ("2s", 2_000_000_000), ("1.5m", 90_000_000_000), ("1h", 3_600_000_000_000),
        ("0", 0), (".25s", 250_000_000),
    ])
    func reads(text: String, nanoseconds: UInt64) {
        #expect(DurationText(text)?.nanoseconds == nanoseconds)
    }

    @Test(arguments: [
        "", "s", "ms", "-1", "+1", "1e3", "1 s", "1d", "1sm", "1..5", "nan", "inf", "0x10",
        "99999999999h", "１",
    ])
    func refuses(text: String) {
        #expect(DurationText(text) == nil)
    }

    @Test(arguments: [
        ("10", "10s"), ("90s", "90s"), ("120", "2m"), ("3600", "1h"), ("250ms", "250ms"),
        ("0", "0ms"), ("1500ms", "1500ms"), ("0.0005", "0.5ms"),
    ])
    func writesWhatReadsBack(text: String, expected: String) throws {
        let nanoseconds = try #require(DurationText(text)?.nanoseconds)
        let written = DurationText.text(nanoseconds: nanoseconds)
        #expect(written == expected)
        #expect(DurationText(written)?.nanoseconds == nanoseconds)
    }
}

@Suite struct FailConditionTests {
    @Test(arguments: [
        ("responseTime.p99>2ms", "responseTime.p99", FailCondition.Comparison.above, 2e6),
        ("serviceTime.p50 >= 15us", "serviceTime.p50", .atLeast, 15e3),
        ("achievedRate<9900", "achievedRate", .below, 9900),
        ("memory.residentBytesPeak>1.5GB", "memory.residentBytesPeak", .above, 1.5e9),
        ("allocationsPerUpdate<=0.5", "allocationsPerUpdate", .atMost, 0.5),
        ("unserved.frames>0", "unserved.frames", .above, 0),
    ])
    func reads(
        text: String, metric: String, comparison: FailCondition.Comparison, bound: Double
    ) throws {
        let condition = try FailCondition(text)
        #expect(condition.metric == metric)
        #expect(condition.comparison == comparison)
        #expect(condition.bound == bound)
    }

    @Test(arguments: ["", "responseTime.p99", ">2ms", "responseTime.p99=2ms"])
    func refusesOtherShapes(text: String) {
        #expect(throws: FailCondition.ParsingError.shape) { try FailCondition(text) }
    }

    @Test(arguments: ["2 parsecs", "", "fast", "inf", "nan", "2 ms ms"])
    func refusesOtherValues(value: String) {
        #expect(throws: FailCondition.ParsingError.value(value)) {
            try FailCondition("responseTime.p99>\(value)")
        }
    }

    @Test(arguments: ["responseTime", "responseTime.p95", "p99", "responseTime.unit", "status"])
    func refusesOtherMetrics(metric: String) {
        do {
            _ = try FailCondition("\(metric)>1")
            Issue.record("\(metric) was taken")
        } catch {
            guard case .unknownMetric(metric, let known) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(known.contains("responseTime.p99"))
            #expect(known.contains("allocationsPerUpdate"))
        }
    }

    @Test func judges() throws {
        let above = try FailCondition("responseTime.p99>2ms")
        #expect(above.outcome(for: FigureRange(2_000_001)) == .fails)
        #expect(above.outcome(for: FigureRange(2_000_000)) == .holds)
        #expect(above.outcome(for: nil) == .unknown)
        let ten = FigureRange(10)
        #expect(
            try FailCondition("responseTime.p99>=2ms").outcome(for: FigureRange(2e6)) == .fails)
        #expect(try FailCondition("achievedRate<10").outcome(for: ten) == .holds)
        #expect(try FailCondition("achievedRate<=10").outcome(for: ten) == .fails)
    }

    /// A bound says what it says, and not that the figure is equal to it.
    @Test(arguments: [
        ("responseTime.p99>30ns", 40, Double.infinity, FailCondition.Outcome.fails),
        ("responseTime.p99>50ns", 40, .infinity, .unknown),
        ("responseTime.p99<50ns", 40, .infinity, .unknown),
        ("responseTime.p99<40ns", 40, .infinity, .holds),
        ("responseTime.p99<=40ns", 40, .infinity, .unknown),
        ("responseTime.p99>50ns", 0, 40, .holds),
        ("responseTime.p99>30ns", 0, 40, .unknown),
        ("responseTime.p99<50ns", 0, 40, .fails),
        ("responseTime.p99<30ns", 0, 40, .unknown),
        ("responseTime.p99<30ns", 0, .infinity, .unknown),
        ("responseTime.p99>50ns", 40, 45, .holds),
    ])
    func judgesBounds(
        text: String, low: Double, high: Double, outcome: FailCondition.Outcome
    ) throws {
        let condition = try FailCondition(text)
        #expect(condition.outcome(for: FigureRange(low: low, high: high)) == outcome)
    }
}
