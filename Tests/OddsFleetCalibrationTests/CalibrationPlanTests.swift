import OddsFleetCalibration
import Testing

@Suite struct CalibrationPlanTests {
    private let plan = CalibrationPlan()

    @Test("Each condition has one window in every round", arguments: 0..<4)
    func conditions(round: Int) {
        let (cells, servers) = (plan.cells(inRound: round), plan.servers(inRound: round))
        #expect(Set(cells).count == cells.count)
        #expect(Set(cells) == Set(CalibrationCell.Kind.all))
        #expect(Set(servers).count == servers.count)
        #expect(Set(servers) == Set(NATSCondition.all))
    }

    @Test("Over two rounds each condition has the same mean position")
    func positions() throws {
        for kind in CalibrationCell.Kind.all {
            let places = try (0...1).map { round in
                try #require(plan.cells(inRound: round).firstIndex(of: kind))
            }
            #expect(places[0] + places[1] == CalibrationCell.Kind.all.count - 1)
        }
    }

    @Test("A mean has five samples or more, and all windows take two to four minutes")
    func length() {
        #expect(plan.rounds >= 5)
        #expect(plan.memorySteps >= 5)
        #expect(plan.duration >= .seconds(120) && plan.duration <= .seconds(240))
    }

    @Test("The fan-outs are 1, 10, 100 and 1,000, and each cell's world has a name of its own")
    func fanOuts() {
        #expect(CalibrationCell.Kind.fanOuts == [1, 10, 100, 1_000])
        #expect(Set(CalibrationCell.Kind.all.map(\.name)).count == CalibrationCell.Kind.all.count)
    }

    @Test("A line through a NATS server's costs has three points, with and without a stream")
    func servers() {
        for hasStream in [false, true] {
            let copies = NATSCondition.all.filter { $0.hasStream == hasStream }.map(\.copies)
            #expect(copies == [0, 1, 4])
        }
    }
}
