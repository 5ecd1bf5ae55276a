import Foundation
import OddsFixtures
import OddsMeasurement
import Testing

@testable import OddsResults

/// `make outputs` has it read by HdrHistogram's own readers.
@Suite struct HistogramLogTests {
    private func run(_ strategy: String, _ latency: UInt64) -> RunResult {
        var histogram = LatencyHistogram()
        histogram.record(latency)
        var run = RunResult.empty
        run.strategy = strategy
        run.responseTime = LatencySummary(histogram, keepsHistogram: true)
        return run
    }

    @Test("Runs follow one another, each with a line for each of its distributions")
    func lines() throws {
        var log = HistogramLog(start: Date(timeIntervalSince1970: 1_795_618_159.6))
        #expect(log.isEmpty)
        try log.add(.empty)
        #expect(log.isEmpty, "a run without its values has no line")
        try log.add(run("a b,c", 1_234_567), arguments: ["bench", "run", "--duration", "1500ms"])
        var second = run("graph", 5)
        second.cutShortNanoseconds = 250_000_000
        try log.add(second, arguments: ["--duration"])

        let lines = log.text.split(separator: "\n")
        #expect(lines[1] == "#[Histogram log format version 1.3]")
        #expect(
            lines[2] == "#[StartTime: 1795618159.000 (seconds since epoch), 2026-11-25T14:49:19Z]")
        #expect(lines[3] == "#[BaseTime: 1795618159.000 (seconds since epoch)]")
        #expect(lines.count == 7)
        #expect(lines[5].hasPrefix("Tag=a_b_c.responseTime,0.000,1.500,1.234567,HISTFAAA"))
        #expect(lines[6].hasPrefix("Tag=graph.responseTime,1.500,0.250,0.000005,HISTFAAA"))
        #expect(lines[6].hasSuffix(try #require(second.responseTime.histogram)))
    }

    @Test("A damaged distribution is refused")
    func damaged() {
        var log = HistogramLog(start: .now)
        var run = run("graph", 5)
        run.serviceTime.histogram = "HISTFAAA"
        #expect(throws: HistogramDecodingError.self) { try log.add(run) }
    }
}
