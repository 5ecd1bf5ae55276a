import OddsTraffic
import Testing

@testable import PeerBenchmarks

@Suite struct StyleAndChurnTests {
    @Test(arguments: ["odds", "steady"])
    func everyStyleMeansTheSame(workload: String) throws {
        var traffic = TrafficConfiguration.odds(events: 4, markets: 3)
        traffic.scenario = workload
        traffic.recordsPerFrame = 4
        let frames = try FrameSet(name: workload, traffic: traffic, updateCount: 16)
        try StyleTable.check(on: frames)
        let series = try StyleTable.measure(on: frames, rounds: 1)
        #expect(series.count == 2 * StyleTable.styles.count)
        let lines = PeerResult.lines([series])
        let plain = lines.filter { $0.implementation == "plain" }
        #expect(plain.map(\.ratioToOurs.value) == [1, 1])
    }

    @Test func memoryIsFlatWhileEntitiesComeAndGo() throws {
        let lines = try ChurnTable.lines(creates: 60_000)
        #expect(lines.map(\.strategy) == ["graph", "delta", "full"])
        for line in lines { #expect(line.creates == 60_000) }
    }

    /// A byte for each create is too much.
    @Test func growthIsNoticed() {
        var line = ChurnLine(
            strategy: "graph", creates: 3_600_000, nanosecondsPerRecord: 1,
            residentBytesBefore: 50_000_000, residentBytesAfter: 50_000_000,
            heapBytesBefore: 40_000_000, heapBytesAfter: 40_000_000)
        #expect(line.isFlat)
        line = ChurnLine(
            strategy: "graph", creates: 3_600_000, nanosecondsPerRecord: 1,
            residentBytesBefore: 50_000_000, residentBytesAfter: 50_000_000,
            heapBytesBefore: 40_000_000, heapBytesAfter: 43_600_000)
        #expect(!line.isFlat)
        #expect(
            Goal.all(tasks: [], styles: [], growth: [], churn: [line]).map(\.outcome)
                == [.missed])
    }
}
