import OddsResults
import Testing

@testable import OddsReport

@Suite struct LiveViewTests {
    private func interval(_ number: Int, p99: UInt64?, updates: UInt64) -> LiveInterval {
        LiveInterval(
            number: number, atNanoseconds: UInt64(number + 1) * 1_000_000_000, responseP50: 4_000,
            responseP99: p99, responseMax: nil, serviceP50: nil, serviceP99: nil, frames: 1_000,
            updates: updates, seconds: 1, residentBytes: nil, allocatedBytes: nil)
    }

    private func state(_ intervals: [LiveInterval]) -> LiveState {
        LiveState(
            progress: "soak · graph, measuring 4.0 of 12.0 s · 8 s left",
            snapshot: LiveSnapshot(
                command: "soak", strategy: "graph", repetition: 1, phase: .measuring,
                elapsedSeconds: 4, totalSeconds: 12, offeredRate: 10_000,
                interval: intervals.last),
            intervals: intervals, finished: ["delta p99 98.1 µs"])
    }

    @Test func percentilesAndRateAreDrawnOverTime() {
        let intervals = [
            interval(0, p99: 50_000, updates: 10_000), interval(1, p99: nil, updates: 5_000),
            interval(2, p99: 100_000, updates: 10_000), interval(3, p99: 200_000, updates: 10_000),
        ]
        #expect(
            LiveView(state(intervals), columns: 60).lines == [
                "soak · graph, measuring 4.0 of 12.0 s · 8 s left",
                "response p99  200 µs",
                "   200 µs │   █",
                "          │   █",
                "          │  ▄█",
                "          │  ██",
                "  50.0 µs │▁ ██",
                "response p50  4.00 µs",
                "  4.00 µs │    ",
                "          │▄▄▄▄",
                "  4.00 µs │████",
                "updates/s of 10,000 offered  10,000",
                "   10,000 │█ ██",
                "          │█▄██",
                "        0 │████",
                "finished: delta p99 98.1 µs",
            ])
    }

    /// Before the first interval, and in narrow terminals: the latest intervals.
    @Test func linesFitTheTerminal() {
        #expect(LiveView(state([]), columns: 60).lines[1] == "response p99  –")
        let many = (0..<500).map { interval($0, p99: UInt64($0 + 1) * 1_000, updates: 1) }
        for columns in [30, 79, 119] {
            let lines = LiveView(state(many), columns: columns).lines.dropLast()
            #expect(lines.allSatisfy { $0.count <= columns || $0.hasPrefix("updates") })
            #expect(lines.contains { $0.count == columns - 1 })
        }
    }
}
