import SeededRandom
import Testing

@testable import OddsFleetRun

@Suite struct CoordinatorStateMachineTests {
    private typealias Effect = CoordinatorStateMachine.Effect
    private static let second: UInt64 = 1_000_000_000
    private let a1: AgentName
    private let a2: AgentName

    init() throws {
        a1 = try AgentName("a1")
        a2 = try AgentName("a2")
    }

    private func presence(_ name: AgentName, run: String? = nil) throws -> AgentPresence {
        AgentPresence(
            name: name, instance: "i-\(name)", isSettled: true, run: try run.map { try RunID($0) })
    }

    private func machine(_ choice: AgentChoice = .count(2)) -> CoordinatorStateMachine {
        CoordinatorStateMachine(choice, now: 0) { UInt64($0) * Self.second }
    }

    /// One whose agents have been offered the plan.
    private func offering() throws -> CoordinatorStateMachine {
        var machine = machine()
        _ = machine.handle(.present(try presence(a1)), now: 0)
        _ = machine.handle(.present(try presence(a2)), now: 0)
        _ = machine.handle(.paused, now: 0)
        return machine
    }

    /// One that is in the window, which closes after 12 s.
    private func running() throws -> CoordinatorStateMachine {
        var machine = try offering()
        for name in [a1, a2] { _ = machine.handle(.answer(.accepted, name), now: 0) }
        for name in [a1, a2] { _ = machine.handle(.ready(name), now: 0) }
        _ = machine.handle(.started(window: 0..<12 * Self.second), now: 0)
        return machine
    }

    /// One whose agents compare, since the 12th second.
    private func checking() throws -> CoordinatorStateMachine {
        var machine = try running()
        _ = machine.handle(.tick, now: 12 * Self.second)
        _ = machine.handle(.paused, now: 12 * Self.second)
        return machine
    }

    @Test("It pauses, offers, starts when all are ready, pauses again, and ends with all results")
    func wholeRun() throws {
        var machine = machine()
        #expect(machine.handle(.tick, now: 0) == [.ask])
        #expect(machine.handle(.tick, now: 1) == [], "it asks each second")
        #expect(machine.handle(.tick, now: Self.second) == [.ask])
        #expect(machine.handle(.present(try presence(a2)), now: 2) == [])
        #expect(machine.handle(.present(try presence(a1)), now: 2) == [.pause])
        #expect(machine.handle(.paused, now: 3) == [.offer([a1, a2])])
        #expect(machine.handle(.answer(.accepted, a1), now: 4) == [])
        // Ready may be here before the answer.
        #expect(machine.handle(.ready(a2), now: 4) == [])
        #expect(machine.handle(.answer(.accepted, a2), now: 5) == [])
        #expect(machine.handle(.ready(a1), now: 6) == [.start])
        #expect(machine.handle(.started(window: 0..<10 * Self.second), now: 7) == [])
        #expect(machine.handle(.tick, now: 10 * Self.second - 1) == [])
        #expect(machine.handle(.tick, now: 10 * Self.second) == [.pause])
        let check = Effect.check([a1, a2], isAtRest: true)
        #expect(machine.handle(.paused, now: 11 * Self.second) == [check])
        #expect(machine.handle(.whole(a1), now: 12 * Self.second) == [])
        #expect(
            machine.handle(.whole(a2), now: 12 * Self.second)
                == [.end(isCutShort: false), .resume, .finish(.complete)])
    }

    @Test("Without all of its agents it lets the others go, and says who answered")
    func missingAgents() throws {
        var machine = machine(.count(3))
        _ = machine.handle(.present(try presence(a1)), now: 0)
        _ = machine.handle(.present(try presence(a2, run: "r9")), now: 0)
        #expect(machine.handle(.tick, now: 9 * Self.second) == [.ask])
        #expect(
            machine.handle(.tick, now: 10 * Self.second)
                == [
                    .finish(
                        .notStarted(
                            reason: """
                                3 free agents were asked for, and 1 answered: agent 'a1'; agent \
                                'a2' has run 'r9'
                                """))
                ])

        var named = self.machine(.names([a1, a2]))
        _ = named.handle(.present(try presence(a1)), now: 0)
        #expect(
            named.handle(.tick, now: 10 * Self.second)
                == [.finish(.notStarted(reason: "agent 'a2' did not answer"))])
    }

    @Test("With more agents than it needs it takes the first free ones that make up the number")
    func choice() throws {
        var machine = machine(.count(1))
        #expect(machine.handle(.present(try presence(a1, run: "r9")), now: 0) == [])
        #expect(machine.handle(.present(try presence(a2)), now: 0) == [.pause])
        #expect(machine.names == [a2])
    }

    @Test("An agent that another run has, or that refuses, ends the run before it starts",
        arguments: [
            (AgentAnswer.refused(reason: "no"), "agent 'a2' refused the plan: no"),
            (
                .busy(try! RunID("r9"), coordinator: "host:1"),
                "agent 'a2' has run 'r9' of coordinator 'host:1'"
            ),
        ])
    func refusals(answer: AgentAnswer, reason: String) throws {
        var machine = try offering()
        _ = machine.handle(.answer(.accepted, a1), now: 1)
        #expect(
            machine.handle(.answer(answer, a2), now: 2) == [
                .release([a1], reason: reason), .resume, .finish(.notStarted(reason: reason)),
            ])
        var named = self.machine(.names([a1, a2]))
        #expect(
            named.handle(.present(try presence(a1, run: "r9")), now: 0)
                == [.finish(.notStarted(reason: "agent 'a1' has run 'r9'"))])
    }

    @Test("Two agents of one name end the run before it starts")
    func sameName() throws {
        var machine = machine(.count(3))
        _ = machine.handle(.present(try presence(a1)), now: 0)
        var twin = try presence(a1)
        twin.instance = "other"
        #expect(
            machine.handle(.present(twin), now: 0)
                == [.finish(.notStarted(reason: "two agents are called 'a1'"))])
    }

    @Test("An agent that is not ready in time ends the run before it starts")
    func notReady() throws {
        var machine = try offering()
        for name in [a1, a2] { _ = machine.handle(.answer(.accepted, name), now: 0) }
        _ = machine.handle(.ready(a1), now: 1)
        // Connecting takes two seconds at the plan's rate.
        #expect(machine.handle(.tick, now: 62 * Self.second - 1) == [])
        let reason = "agent 'a2' not ready in time"
        #expect(
            machine.handle(.tick, now: 62 * Self.second) == [
                .release([a1, a2], reason: reason), .resume, .finish(.notStarted(reason: reason)),
            ])
        var failing = try offering()
        let effects = failing.handle(.failed(a2, reason: "the edge is gone"), now: 0)
        let why = "agent 'a2' cannot take part: the edge is gone"
        #expect(
            effects == [
                .release([a1], reason: why), .resume, .finish(.notStarted(reason: why)),
            ])
    }

    @Test("A source that does not pause, or does not answer, ends the run before it starts")
    func noSource() throws {
        var machine = machine(.count(1))
        _ = machine.handle(.present(try presence(a1)), now: 0)
        #expect(
            machine.handle(.tick, now: 10 * Self.second)
                == [.resume, .finish(.notStarted(reason: "the source did not pause the world"))])
        var other = try offering()
        #expect(
            other.handle(.impossible(reason: "no source"), now: 0).last
                == .finish(.notStarted(reason: "no source")))
    }

    @Test("Before the window opens no agent is silent: there is nothing to report")
    func warmUp() throws {
        var machine = try offering()
        for name in [a1, a2] { _ = machine.handle(.answer(.accepted, name), now: 0) }
        for name in [a1, a2] { _ = machine.handle(.ready(name), now: 0) }
        let opens = 20 * Self.second
        _ = machine.handle(.started(window: opens..<opens + 9 * Self.second), now: 0)
        #expect(machine.state(of: a1, now: opens + 3 * Self.second - 1) == .running)
        #expect(machine.state(of: a1, now: opens + 3 * Self.second) == .silent)
    }

    @Test("An agent without a report for 3 s is silent, unless NATS itself is away")
    func silence() throws {
        var machine = try running()
        _ = machine.handle(.report(a1), now: 2 * Self.second)
        #expect(machine.state(of: a1, now: 4 * Self.second) == .running)
        #expect(machine.state(of: a2, now: 3 * Self.second) == .silent)
        _ = machine.handle(.natsAway, now: 4 * Self.second)
        #expect(machine.state(of: a1, now: 9 * Self.second) == .running)
        #expect(machine.state(of: a2, now: 9 * Self.second) == .running)
        _ = machine.handle(.natsBack, now: 9 * Self.second)
        #expect(machine.state(of: a1, now: 9 * Self.second) == .running)
        #expect(machine.state(of: a1, now: 10 * Self.second) == .silent)
        _ = machine.handle(.report(a1), now: 10 * Self.second)
        #expect(machine.state(of: a1, now: 10 * Self.second) == .running)
    }

    @Test("An agent without a whole result 15 s after the end is lost, and the run INCOMPLETE")
    func lostAgent() throws {
        var machine = try checking()
        _ = machine.handle(.whole(a1), now: 13 * Self.second)
        #expect(machine.state(of: a2, now: 13 * Self.second) == .checking)
        #expect(machine.handle(.tick, now: 27 * Self.second - 1) == [])
        #expect(
            machine.handle(.tick, now: 27 * Self.second) == [
                .end(isCutShort: false), .resume,
                .release([a2], reason: "no whole result came in time"),
                .finish(.incomplete([a2])),
            ])
        #expect(machine.state(of: a2, now: 27 * Self.second) == .lost)
    }

    @Test("Time in which NATS is away is no time in which an agent could have delivered")
    func graceWithoutNATS() throws {
        var machine = try checking()
        _ = machine.handle(.natsAway, now: 20 * Self.second)
        #expect(machine.handle(.tick, now: 40 * Self.second) == [])
        _ = machine.handle(.natsBack, now: 40 * Self.second)
        #expect(machine.handle(.tick, now: 46 * Self.second) == [])
        #expect(machine.handle(.tick, now: 47 * Self.second).first == .end(isCutShort: false))
    }

    @Test("An agent that fails within the window is not waited for")
    func failureWithinTheWindow() throws {
        var machine = try running()
        #expect(machine.handle(.failed(a2, reason: "gone"), now: 1) == [])
        _ = machine.handle(.tick, now: 12 * Self.second)
        #expect(machine.handle(.paused, now: 12 * Self.second) == [.check([a1], isAtRest: true)])
        #expect(
            machine.handle(.whole(a1), now: 13 * Self.second).last == .finish(.incomplete([a2])))
    }

    @Test("Results are waited for as long as the source takes to answer all questions")
    func manyQuestions() throws {
        var machine = try running()
        machine.questions = 1_000
        _ = machine.handle(.tick, now: 12 * Self.second)
        _ = machine.handle(.paused, now: 12 * Self.second)
        #expect(machine.handle(.tick, now: 37 * Self.second - 1) == [])
        #expect(machine.handle(.tick, now: 37 * Self.second).first == .end(isCutShort: false))
    }

    @Test("An agent that may have to give its name up is not taken")
    func unsettledAgents() throws {
        var machine = machine(.count(1))
        let unsettled = AgentPresence(name: a1, instance: "x", isSettled: false)
        #expect(machine.handle(.present(unsettled), now: 0) == [])
        #expect(machine.handle(.present(try presence(a1)), now: 1) == [.pause])
    }

    @Test("Agents finish without a source that could pause")
    func sourceIsGoneAtTheEnd() throws {
        var machine = try running()
        #expect(machine.handle(.tick, now: 12 * Self.second) == [.pause])
        #expect(machine.handle(.tick, now: 22 * Self.second) == [.check([a1, a2], isAtRest: false)])
        // The source may have paused all the same.
        _ = machine.handle(.whole(a1), now: 23 * Self.second)
        #expect(
            machine.handle(.whole(a2), now: 23 * Self.second)
                == [.end(isCutShort: false), .resume, .finish(.complete)])
    }

    @Test("Ctrl-C lets all go before the start, closes the window within it, and then ends waiting")
    func interruption() throws {
        var early = try offering()
        let reason = "it was interrupted"
        #expect(
            early.handle(.interrupted, now: 0) == [
                .release([a1, a2], reason: reason), .resume, .finish(.notStarted(reason: reason)),
            ])
        var machine = try running()
        #expect(machine.handle(.interrupted, now: 5 * Self.second) == [.pause])
        #expect(machine.handle(.paused, now: 5 * Self.second) == [.check([a1, a2], isAtRest: true)])
        _ = machine.handle(.whole(a1), now: 6 * Self.second)
        let effects = machine.handle(.interrupted, now: 6 * Self.second)
        #expect(effects.first == .end(isCutShort: true))
        #expect(effects.last == .finish(.incomplete([a2])))
        #expect(machine.handle(.interrupted, now: 7 * Self.second) == [])
        // The window has passed: the first one waits for the results.
        var late = try checking()
        #expect(late.handle(.interrupted, now: 13 * Self.second) == [])
        #expect(late.handle(.interrupted, now: 14 * Self.second).first == .end(isCutShort: false))
    }

    @Test("Whatever comes in whatever order, a run ends once and resumes what it paused",
        arguments: 1...200 as ClosedRange<UInt64>)
    func anyOrder(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var machine = machine()
        var now: UInt64 = 0
        var finishCount = 0
        var paused = 0
        for step in 0..<300 {
            now += UInt64.random(in: 0...2 * Self.second, using: &random)
            let name = Bool.random(using: &random) ? a1 : a2
            let inputs: [CoordinatorStateMachine.Input] = [
                .present(try presence(name)), .paused, .answer(.accepted, name), .ready(name),
                .started(window: now..<now + 12 * Self.second), .report(name), .whole(name), .tick,
                .tick, .natsAway, .natsBack, step % 40 == 39 ? .interrupted : .tick,
            ]
            for effect in machine.handle(inputs.randomElement(using: &random)!, now: now) {
                switch effect {
                case .pause: paused += 1
                case .start, .resume: paused = 0
                case .finish:
                    finishCount += 1
                    #expect(paused == 0, "seed \(seed)")
                case .ask, .offer, .check, .end, .release: break
                }
            }
            #expect(finishCount == (machine.phase == .ended ? 1 : 0), "seed \(seed)")
        }
        for _ in 0..<40 where machine.phase != .ended {
            now += 120 * Self.second
            _ = machine.handle(.natsBack, now: now)
            finishCount += machine.handle(.tick, now: now).count {
                if case .finish = $0 { true } else { false }
            }
            if machine.phase == .starting {
                finishCount += machine.handle(.interrupted, now: now).count {
                    if case .finish = $0 { true } else { false }
                }
            }
        }
        #expect(finishCount == 1, "seed \(seed)")
    }
}
