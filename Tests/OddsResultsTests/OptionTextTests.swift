import OddsResults
import Testing

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("10", 10_000_000_000), ("0.5", 500_000_000), ("500ms", 500_000_000),
        ("2s", 2_000_000_000), ("1.5m", 90_000_000_000), ("1h", 3_600_000_000_000),
        ("0", 0), (".25s", 250_000_000), ("500us", 500_000), ("20ns", 20),
        ("1m30s", 90_000_000_000),
        ("1h2m3s4ms", 3_723_004_000_000), ("1e3", 1_000_000_000_000),
    ])
    func reads(text: String, nanoseconds: UInt64) {
        #expect(DurationText(text)?.nanoseconds == nanoseconds)
    }

    @Test(arguments: [
        "", "s", "ms", "-1", "+1", "1e3s", "1 s", "1d", "1sm", "1..5", "nan", "inf", "0x10",
        "99999999999h", "１", "1s1m", "1m30", "1s1s", "1m-3s", "1e400",
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

    @Test(arguments: ["2 parsecs", "", "fast", "inf", "nan", "2 ms ms", "1 5ms"])
    func refusesOtherValues(value: String) {
        let metric = "responseTime.p99"
        #expect(
            throws: FailCondition.ParsingError.value(value, metric: metric, .nanoseconds)
        ) {
            try FailCondition("\(metric)>\(value)")
        }
    }

    /// A number alone could be of any unit, and a unit of another kind is a slip.
    @Test(arguments: [
        "responseTime.p99>2", "responseTime.p99>2MB", "memory.allocatedBytes>2ms",
        "memory.allocatedBytes>2", "achievedRate<10ms", "harness.delayedShare>5s",
    ])
    func refusesValuesOfOtherUnits(text: String) {
        #expect(throws: FailCondition.ParsingError.self) { try FailCondition(text) }
    }

    @Test(arguments: [
        ("responseTime.p99>1m30s", 90e9), ("responseTime.p99>0", 0), ("achievedRate<10k", 1e4),
        ("achievedRate<1e6/s", 1e6), ("harness.delayedShare>5%", 0.05),
        ("harness.delayedShare>0.05", 0.05), ("memory.allocatedBytes>2MiB", 2_097_152),
        ("unserved.frames>1k", 1e3), ("responseTime.p99>2 ms", 2e6),
        ("memory.allocatedBytes > 1.5  MiB", 1_572_864), ("harness.delayedShare>5 %", 0.05),
    ])
    func readsTheFormsOfQuantities(text: String, bound: Double) throws {
        #expect(try FailCondition(text).bound == bound)
    }

    @Test(arguments: [
        ("responseTime.p9", "; did you mean 'responseTime.p90', 'responseTime.p95' or"),
        ("responseTime.unit", "; did you mean '"),
        ("p99", "; did you mean 'responseTime.p99', 'serviceTime.p99' or"),
        ("allocationPerUpdates", "; did you mean 'allocationsPerUpdate'?"), ("status", "."),
        ("achieved", "; did you mean 'achievedRate'?"),
    ])
    func namesTheNearestMetrics(metric: String, question: String) throws {
        #expect {
            _ = try FailCondition("\(metric)>1")
        } throws: { error in
            "\(error)".hasPrefix("there is no metric '\(metric)'\(question)")
                && "\(error)".hasSuffix("'bench help metrics' lists them")
                && "\(error)".count < 200
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
