import OddsFixtures
import OddsFleetPlan
import OddsResults
import Testing

@Suite struct FleetPlannerTests {
    private static func plan(
        _ costs: FleetCosts = FleetFixtures.costs,
        _ change: (inout FleetPlanInput) -> Void = { _ in }
    ) throws -> FleetPlanResult {
        var input = FleetPlanInput()
        change(&input)
        return try FleetPlanner.result(
            for: input, costs, measuredOn: GateRuns.environment.machine)
    }

    private static func first(_ role: FleetRole.Name, _ plan: FleetPlanResult) -> FleetLimit.Name? {
        plan.role(role)?.limits.first?.limit
    }

    @Test("The worked example: a million connections in three regions")
    func million() throws {
        let plan = try Self.plan()
        #expect(plan.roles.map(\.role) == [.source, .nats, .edge, .agent])
        let edges = try #require(plan.role(.edge))
        #expect(edges.count % 3 == 0)
        let small = try #require(try Self.plan { $0.cores = 2 }.role(.edge))
        #expect(small.countLow < small.count)
        #expect(try small.count < #require(small.countHigh))
        #expect(plan.recovery != nil)
        #expect(plan.notes == [])
        // What leaves the edges: ten frames a second of 1,372 bytes to each client, and as many
        // acknowledgements of 90 bytes.
        #expect(abs(edges.totalBytesOutPerSecond / 14.62e9 - 1) < 0.001)
    }

    @Test("With its spare edges lost, a region stays within every limit")
    func spareEdges() throws {
        for spare in 0...3 {
            let plan = try Self.plan { $0.spareEdges = spare }
            let edges = try #require(plan.role(.edge))
            #expect(edges.utilizationAfterLoss <= 0.6)
            #expect(edges.limits.allSatisfy { $0.share <= 1 })
            #expect((edges.utilization < edges.utilizationAfterLoss) == (spare > 0))
        }
        let counts = try (0...3).map { spare in
            try Self.plan { $0.spareEdges = spare }.role(.edge)?.count
        }
        #expect(try counts.map { try #require($0) - #require(counts[0]) } == [0, 3, 6, 9])
    }

    @Test("One edge fewer without its spare ones passes a limit")
    func edgesAreTheFewest() throws {
        let plan = try Self.plan { $0.spareEdges = 0 }
        let count = try #require(plan.role(.edge)).count / 3
        let input = plan.input
        let fewer = EdgeModel(
            connections: 1_000_000 / 3 / Double(count - 1), CostValues(plan.costs, input), input)
        #expect(fewer.limits.contains { $0.share > 1 })
    }

    @Test("The first limit is the one that is scarce")
    func firstLimits() throws {
        #expect(try Self.first(.edge, Self.plan { $0.cores = 2 }) == .processor)
        #expect(try Self.first(.edge, Self.plan()) == .networkOut)
        #expect(try Self.first(.edge, Self.plan { $0.memoryBytes = 1e8 }) == .memory)
        #expect(try Self.first(.edge, Self.plan { $0.descriptors = 1_000 }) == .descriptors)
        #expect(try Self.first(.edge, Self.plan { $0.burstNanoseconds = 1e6 }) == .burst)
        #expect(try Self.first(.agent, Self.plan { $0.ports = 1 }) == .ports)
        #expect(try Self.first(.nats, Self.plan { $0.networkBits = 1e9 }) == .networkOut)
        var costs = FleetFixtures.costs
        costs.edgeNanosecondsPerFrame = FleetFixtures.cost(700_000)
        #expect(try Self.first(.edge, Self.plan(costs)) == .feedThread)
    }

    @Test("What no number of machines can do is refused, with what to change")
    func impossible() throws {
        func refusal(_ change: (inout FleetPlanInput) -> Void) -> String? {
            do {
                _ = try Self.plan(FleetFixtures.costs, change)
                return nil
            } catch {
                return "\(error)"
            }
        }
        let source = try #require(refusal { $0.topics = 100_000 })
        let start = "no number of sources carries the frames of all topics: the limit is thread of"
        #expect(source.hasPrefix(start))
        #expect(source.hasSuffix("plan with fewer topics or frames, or with larger machines"))
        let edge = try #require(refusal { $0.burstNanoseconds = 1 })
        #expect(edge.hasPrefix("not even one connection fits on an edge: the limit is fan-out"))
        let agent = try #require(
            refusal {
                $0.memoryBytes = 90_000
                $0.connections = 6
            })
        let fits = "not even one client fits on an agent"
        #expect(agent.hasPrefix("\(fits): the limit is memory, at 106%"))
        let servers = try #require(
            refusal {
                $0.cores = 1
                $0.topics = 2_500
            })
        #expect(servers.contains("NATS servers"), "\(servers)")
        #expect(throws: FleetPlanError.self) {
            var costs = FleetFixtures.costs
            costs.edgeSends.removeAll()
            _ = try Self.plan(costs)
        }
    }

    @Test("Frames enter a NATS cluster once, and leave it to each edge, server and region")
    func servers() throws {
        let input = FleetPlanInput()
        let values = CostValues(FleetFixtures.costs, input)
        let home = ServerModel(servers: 2, edges: 9, hasStream: true, values, input)
        // Of nine edges five, one route, two gateways, two replicas.
        #expect(home.copies == 10)
        #expect(abs(home.utilization - 1_000 * (12e-6 + 10 * 5e-6) / 16) < 1e-9)
        let away = ServerModel(servers: 2, edges: 9, hasStream: false, values, input)
        #expect(away.copies == 6)
        #expect(abs(away.utilization - 1_000 * (3e-6 + 6 * 4e-6) / 16) < 1e-9)
        #expect(ServerModel.fewest(edges: 9, hasStream: true, values, input) == 3)
        #expect(try Self.plan().role(.nats)?.count == 9)
    }

    @Test("A region of one edge has nothing left, and the plan says so")
    func noSpare() throws {
        let plan = try Self.plan {
            $0.spareEdges = 0
            $0.connections = 300
        }
        #expect(plan.recovery == nil)
        #expect(
            plan.notes == ["a region has one edge, so that nothing is left there when it is lost"])
    }

    @Test("A plan says what its costs were not measured for")
    func notes() throws {
        let plan = try Self.plan {
            $0.frameBytes = 5_000
            $0.topics = 1
            $0.burst = 1
            $0.connectionNanoseconds = 1
        }
        #expect(plan.notes.count == 2)
        #expect(plan.notes[0].hasPrefix("costs were measured with frames of 1,200 bytes"))
        #expect(plan.notes[1].hasPrefix("a frame goes to "))
        var costs = FleetFixtures.costs
        costs.edgeNanosecondsPerConnection = FleetFixtures.cost(100e6)
        let slow = try Self.plan(costs)
        #expect(slow.notes.contains { $0.hasPrefix("clients of a lost edge give up") })
        let large = try Self.plan { $0.dumpBytes = 20_000_000 }
        #expect(large.notes.contains { $0.hasPrefix("dumps wait ") })
    }

    @Test("Assumed processor time of a connection counts only where none was measured")
    func connections() throws {
        var costs = FleetFixtures.costs
        let measured = try Self.plan(costs) { $0.connectionNanoseconds = 9e6 }
        #expect(measured.recovery == (try Self.plan(costs).recovery))
        costs.edgeNanosecondsPerConnection = nil
        let guess = try Self.plan(costs) { $0.connectionNanoseconds = 9e6 }
        let assumed = try #require(guess.recovery)
        #expect(try assumed.clientsPerSecond < #require(measured.recovery).clientsPerSecond / 5)
    }
}
