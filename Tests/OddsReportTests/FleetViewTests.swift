import OddsResults
import Testing

@testable import OddsReport

@Suite struct FleetViewTests {
    @Test("A running fleet has a line for each agent, with the age of its last report, and a sum")
    func lines() {
        var first = FleetSnapshot.Agent(name: "a1", state: "running", clients: 200)
        first.interval = .init(framesPerSecond: 10_012, p50: 812_000, p99: 1_840_000)
        first.latenessNanoseconds = 120_000
        first.reportAgeNanoseconds = 400_000_000
        var second = FleetSnapshot.Agent(name: "a2", state: "silent", clients: 199)
        second.interval = .init(framesPerSecond: 4, p50: nil, p99: nil)
        second.reportAgeNanoseconds = 4_200_000_000
        let third = FleetSnapshot.Agent(name: "a3", state: "connecting", clients: 1)
        var fleet = FleetSnapshot(
            progress: "measuring", agents: [first, second, third],
            whole: .init(framesPerSecond: 10_016, p50: 812_000, p99: 1_840_000))
        #expect(FleetView.lines(fleet).first == "measuring")
        fleet.remainingNanoseconds = 6_100_000_000
        #expect(
            FleetView.lines(fleet) == [
                "measuring, 6 s to go", "",
                "agent       state  clients  frames/s     p50      p99    late   report",
                "──────────────────────────────────────────────────────────────────────",
                "a1        running      200    10,012  812 µs  1.84 ms  120 µs  0 s ago",
                "a2         silent      199         4     n/a      n/a          4 s ago",
                "a3     connecting        1",
                "──────────────────────────────────────────────────────────────────────",
                "all                    400    10,016  812 µs  1.84 ms",
            ])
    }
}
