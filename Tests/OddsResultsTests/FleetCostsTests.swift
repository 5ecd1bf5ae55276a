import OddsFixtures
import OddsResults
import Testing

@Suite struct FleetCostsTests {
    @Test("A cost is the mean of its samples, with Student's interval")
    func mean() throws {
        let cost = try #require(MeasuredCost(samples: [9, 10, 11, 10], method: "by hand"))
        // t of 3 degrees is 3.182, the standard error √(2/3)/2.
        #expect(cost.value == 10)
        #expect(abs(cost.low - (10 - 3.1824 * 0.40825)) < 1e-3)
        #expect(abs(cost.high - (10 + 3.1824 * 0.40825)) < 1e-3)
        #expect(cost.sampleCount == 4)
        #expect(cost.method == "by hand")
    }

    @Test("Nothing costs less than nothing, and noise is no cost")
    func noise() throws {
        #expect(try #require(MeasuredCost(samples: [1, 100], method: "")).low == 0)
        #expect(MeasuredCost(samples: [5], method: "") == nil)
        #expect(MeasuredCost(samples: [-1, -2], method: "") == nil)
        #expect(MeasuredCost(samples: [1, .nan], method: "") == nil)
    }

    /// From 10 × 6 µs to 100 × 4.5 µs: 390 µs for 90 more; margins of 10% each.
    @Test("One more connection costs the difference of two fan-outs")
    func marginal() throws {
        let steps = FleetFixtures.costs.marginalSends
        #expect(steps.map(\.from) == [1, 10, 100])
        #expect(steps.map(\.to) == [10, 100, 1_000])
        let step = steps[1].nanoseconds
        #expect(abs(step.value - 390_000 / 90) < 1e-6)
        let margin = (6_000.0 * 6_000 + 45_000 * 45_000).squareRoot() / 90
        #expect(abs(step.low - (step.value - margin)) < 1e-6)
        #expect(abs(step.high - (step.value + margin)) < 1e-6)
    }

    @Test("Costs of which no plan can be made say why")
    func objections() {
        #expect(FleetFixtures.costs.objection == nil)
        func objection(_ change: (inout FleetCosts) -> Void) -> String? {
            var costs = FleetFixtures.costs
            change(&costs)
            return costs.objection
        }
        #expect(objection { $0.frameBytes = 0 } == "frameBytes 0: must be at least 1")
        let order = "edgeSends: must have fan-outs that ascend from 1, at least two of them"
        #expect(objection { $0.edgeSends.removeFirst() } == order)
        #expect(objection { $0.edgeSends.removeLast(3) } == order)
        #expect(objection { $0.edgeSends.swapAt(1, 2) } == order)
        #expect(
            objection { $0.edgeSends[3].nanosecondsPerSend = FleetFixtures.cost(1) }
                == "edgeSends: a frame to 1000 connections costs less than one to 100; "
                + "measure again")
        #expect(
            objection { $0.natsNanosecondsOut.value = 0 }
                == "NATS, send a message: the value must be above 0 and in its interval")
        #expect(
            objection { $0.agentBytesPerClient.high = 1 }
                == "agent, memory of a client: the value must be above 0 and in its interval")
    }
}
