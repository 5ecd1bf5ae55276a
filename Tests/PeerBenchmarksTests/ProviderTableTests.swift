import OddsTraffic
import Testing

@testable import PeerBenchmarks

@Suite struct ProviderTableTests {
    /// Which also compares the odds that both wires show.
    @Test(arguments: ProviderTable.workloads)
    func bothWiresAreRead(workload: String) throws {
        var traffic = TrafficConfiguration.odds(events: 12, markets: 3)
        traffic.scenario = workload
        traffic.recordsPerFrame = 4
        let lines = try ProviderTable.lines(of: workload, traffic, milliseconds: 20, rounds: 2)
        #expect(lines.map(\.provider) == [.everyMatrix, .sportRadar])
        #expect(lines.allSatisfy { $0.updates > 100 && $0.bytes > 0 })
        if workload == "odds" { #expect(lines[0].updates == lines[1].updates) }
        #expect(ProviderTable.text(lines).contains("Goal"))
    }
}
