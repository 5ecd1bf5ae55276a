import Testing

@testable import OddsFleetRun

@Suite struct AgentStateMachineTests {
    private static let second: UInt64 = 1_000_000_000
    private let run: RunID
    private let plan: FleetRunPlan

    init() throws {
        run = try RunID("r1")
        plan = try FleetRunPlanTests.plan()
    }

    private func machine() throws -> AgentStateMachine {
        AgentStateMachine(name: try AgentName("a1"), instance: "x")
    }

    /// One that has reached the window.
    private func running() throws -> AgentStateMachine {
        var machine = try machine()
        _ = machine.handle(.offer(plan, coordinator: "c"), now: 0)
        _ = machine.connected(now: 1)
        _ = machine.handle(.go(run, startNanoseconds: 7), now: 2)
        return machine
    }

    @Test("An agent connects, says ready, opens at the announced time, finishes and lets go")
    func wholeRun() throws {
        var machine = try machine()
        let offer = machine.handle(.offer(plan, coordinator: "c"), now: 0)
        #expect(offer.answer == .accepted && offer.effects == [.connect(plan)])
        #expect(machine.presence.run == run)
        #expect(machine.connected(now: 1) == [.sayReady])
        let go = machine.handle(.go(run, startNanoseconds: 77), now: 2)
        #expect(go.answer == .accepted && go.effects == [.open(startNanoseconds: 77)])
        #expect(machine.windowPassed(now: 9) == [])
        let check = machine.handle(.check(run, isAtRest: true), now: 10)
        #expect(check.answer == .accepted && check.effects == [.finish(compares: true)])
        #expect(machine.delivered() == [.letGo(reason: "the run is over")])
        #expect(machine.phase == .idle && machine.presence.run == nil)
    }

    @Test("A coordinator that asks again gets the same answer, and nothing is done twice")
    func repeatedRequests() throws {
        var machine = try machine()
        let requests: [AgentRequest] = [
            .offer(plan, coordinator: "c"), .go(run, startNanoseconds: 7),
            .check(run, isAtRest: true),
        ]
        for request in requests {
            if case .go = request { _ = machine.connected(now: 1) }
            #expect(machine.handle(request, now: 2).effects.count == 1)
            let again = machine.handle(request, now: 3)
            #expect(again.answer == .accepted && again.effects == [])
        }
    }

    @Test("A second coordinator is told who has the agent, whatever it asks for")
    func secondCoordinator() throws {
        var machine = try running()
        let other = try RunID("r2")
        var otherPlan = plan
        otherPlan.run = other
        let requests: [AgentRequest] = [
            .offer(otherPlan, coordinator: "d"), .offer(plan, coordinator: "d"),
            .go(other, startNanoseconds: 0), .check(other, isAtRest: true),
            .release(other, reason: ""),
        ]
        for request in requests {
            let (answer, effects) = machine.handle(request, now: 5)
            #expect(answer == .busy(run, coordinator: "c") && effects == [])
        }
        #expect(machine.phase == .running)
    }

    @Test("A plan for others, or that the agent cannot carry out, is refused with the reason")
    func refusals() throws {
        var machine = try machine()
        let refused = machine.handle(
            .offer(plan, coordinator: "c"), refusal: "not allowed", now: 0)
        #expect(refused.answer == .refused(reason: "not allowed") && refused.effects == [])
        var other = AgentStateMachine(name: try AgentName("b1"), instance: "y")
        let answer = other.handle(.offer(plan, coordinator: "c"), now: 0).answer
        #expect(answer == .refused(reason: "the plan has no agent 'b1'"))
        #expect(machine.phase == .idle && other.phase == .idle)
        let check = machine.handle(.check(run, isAtRest: true), now: 0).answer
        #expect(check == .refused(reason: "it has no run 'r1'"))
    }

    @Test("Without a start for 30 s after ready an agent lets go by itself")
    func noStart() throws {
        var machine = try machine()
        _ = machine.handle(.offer(plan, coordinator: "c"), now: 0)
        #expect(machine.handle(.go(run, startNanoseconds: 1), now: 1).effects == [])
        #expect(machine.tick(now: 100 * Self.second) == [], "it is not ready yet")
        _ = machine.connected(now: 100 * Self.second)
        #expect(machine.tick(now: 130 * Self.second - 1) == [])
        #expect(
            machine.tick(now: 130 * Self.second)
                == [.letGo(reason: "no start came within 30 s after it was ready")])
        #expect(machine.phase == .idle)
    }

    @Test("Without a coordinator an agent finishes, and compares nothing")
    func lostCoordinator() throws {
        var machine = try running()
        #expect(machine.tick(now: 3_600 * Self.second) == [], "its window is open")
        _ = machine.windowPassed(now: 3_600 * Self.second)
        #expect(machine.tick(now: 3_610 * Self.second - 1) == [])
        #expect(machine.tick(now: 3_610 * Self.second) == [.finish(compares: false)])
        // One that comes back late changes nothing any more.
        #expect(machine.handle(.check(run, isAtRest: true), now: 3_611 * Self.second).effects == [])
    }

    @Test("Trees are not compared with a world that is not known to be at rest")
    func movingWorld() throws {
        var machine = try running()
        let check = machine.handle(.check(run, isAtRest: false), now: 3)
        #expect(check.answer == .accepted && check.effects == [.finish(compares: false)])
    }

    @Test("A check before the window has passed closes it: the coordinator was interrupted")
    func earlyCheck() throws {
        var machine = try running()
        let check = machine.handle(.check(run, isAtRest: true), now: 3)
        #expect(check.effects == [.finish(compares: true)])
        #expect(machine.windowPassed(now: 4) == [] && machine.phase == .finishing)
    }

    @Test("An agent that is let go, or cannot take part, is free again")
    func release() throws {
        var machine = try running()
        let (answer, effects) = machine.handle(.release(run, reason: "over"), now: 5)
        #expect(answer == .accepted && effects == [.letGo(reason: "over")])
        _ = machine.handle(.offer(plan, coordinator: "d"), now: 6)
        #expect(
            machine.failed("the edge is gone")
                == [.sayFailed(reason: "the edge is gone"), .letGo(reason: "the edge is gone")])
        #expect(machine.phase == .idle && machine.failed("again") == [])
    }
}
