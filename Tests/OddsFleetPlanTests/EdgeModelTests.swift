import OddsFixtures
import OddsFleetPlan
import OddsResults
import Testing

@Suite struct EdgeModelTests {
    /// 16 cores, 10 topics of 10 frames/s, 10,000 connections: each frame to 1,000.
    private static func model(
        _ connections: Double = 10_000, _ change: (inout FleetPlanInput) -> Void = { _ in }
    ) -> EdgeModel {
        var input = FleetPlanInput()
        input.topics = 10
        input.burst = 1
        change(&input)
        return EdgeModel(
            connections: connections, CostValues(FleetFixtures.costs, input), input)
    }

    @Test("Utilization, by pencil: 100 frames/s × (15 µs + 1,000 × 4 µs) ÷ 16 cores")
    func utilization() {
        let edge = Self.model()
        #expect(abs(edge.fanOut - 1_000) < 1e-6)
        #expect(abs(edge.utilization - 100 * 4.015e-3 / 16) < 1e-9)
        // Cores twice as fast are half as busy.
        #expect(abs(Self.model { $0.speed = 2 }.utilization - 50 * 4.015e-3 / 16) < 1e-9)
    }

    @Test("A send costs what was measured, and straight lines between and beyond")
    func sends() {
        let values = CostValues(FleetFixtures.costs, FleetPlanInput())
        for (fanOut, microseconds) in [
            (0.0, 0.0), (0.5, 6), (1, 12), (10, 60), (55, 255), (100, 450), (1_000, 4_000),
            (2_000, 4_000 + 1_000 * 3_550 / 900),
        ] {
            #expect(abs(values.send(to: fanOut) * 1e6 - microseconds) < 1e-6, "\(fanOut)")
        }
    }

    @Test("Topics that nobody chose cost nothing")
    func emptyTopics() {
        let edge = Self.model(1) { $0.topics = 1_000 }
        #expect(abs(edge.topics - 1) < 1e-9)
        #expect(abs(edge.framesPerSecond - 10) < 1e-6)
    }

    /// A burst of 4.015 ms by 16 cores is 0.251 ms; at 2.51% of the cores ln(2.51) ÷ 1.95
    /// of that are waited.
    @Test("The p99 of a burst, by pencil")
    func burst() {
        let edge = Self.model()
        let burst = 4.015e-3 / 16
        #expect(abs(edge.burst - burst) < 1e-9)
        #expect(abs(edge.burstP99 - (15e-6 + burst * (1 + 0.4719))) < 1e-6)
        #expect(Self.model(1_000_000).burstP99 == .infinity)
    }

    /// 1,260 bytes and a record's 22 are one segment: 1,372 bytes.
    @Test("Bytes on the wire, by pencil")
    func bytes() {
        let edge = Self.model()
        #expect(WireFormat(FleetPlanInput()).bytes(1_260) == 1_372)
        // 1,427 and more are two segments.
        #expect(WireFormat(FleetPlanInput()).bytes(1_427) == 1_427 + 22 + 180)
        #expect(WireFormat(FleetPlanInput()).bytes(20_000) == 20_000 + 44 + 14 * 90)
        let acknowledgements = 100.0 * 45
        // The YIELD of a client, 24 bytes and a record's 22 in a segment, is acknowledged by one.
        #expect(abs(edge.bytesOutPerSecond - (100_000 * (1_372 + 90) + acknowledgements)) < 1)
        #expect(abs(edge.bytesInPerSecond - (100 * 1_532 + 100_000 * 136)) < 1)
    }

    @Test("Every share of a limit rises with the connections")
    func sharesRise() {
        let all = stride(from: 1.0, to: 60_000, by: 997).map { Self.model($0).limits }
        for (fewer, more) in zip(all, all.dropFirst()) {
            for (one, other) in zip(fewer, more) {
                #expect(one.share <= other.share + 1e-12, "\(one.limit)")
            }
        }
    }

    @Test("The most connections are those beyond which a limit is passed")
    func most() {
        let input = FleetPlanInput()
        func limits(_ count: Int) -> [FleetLimit] {
            [FleetLimit(.descriptors, share: Double(count) / 777)]
        }
        #expect(input.most(upTo: 10_000, limits) == 777)
        #expect(input.most(upTo: 700, limits) == 700)
        #expect(input.most(upTo: 700) { _ in [FleetLimit(.ports, share: 2)] } == 0)
    }
}
