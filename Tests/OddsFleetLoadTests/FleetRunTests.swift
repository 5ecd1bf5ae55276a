import FleetFixture
import Foundation
import OddsExperiments
import OddsFixtures
import OddsFleetLoad
import OddsFleetRun
import OddsMeasurement
import OddsNATS
import OddsResults
import Testing

/// Agents and a coordinator of this process, over a real NATS server.
@Suite(.timeLimit(.minutes(10)))
struct FleetRunTests {
    /// A machine that has other tests to do answers late.
    private static var patient: CoordinatorLimits {
        var limits = CoordinatorLimits()
        limits.discovery = 300_000_000_000
        limits.pause = 300_000_000_000
        limits.offer = 300_000_000_000
        limits.ready = 300_000_000_000
        limits.grace = 300_000_000_000
        limits.announcement = 10_000_000_000
        return limits
    }

    /// - Parameter loses: Whether it is told that NATS is away until it measures.
    private func agent(
        _ name: String, _ scene: FleetScene, nameLimit: Duration = .seconds(1), loses: Bool = false
    ) async throws -> Task<Void, any Error> {
        let name = try AgentName(name)
        let connection = try await FleetScene.connect(scene.nats, "_INBOX_agent.\(name)")
        let allowed = try AllowedTargets([], resolve: TargetAddresses.resolve)
        let (ready, continuation) = AsyncStream<Void>.makeStream()
        var configuration = FleetAgent.Configuration(
            name: name, allowed: allowed, bootID: MachineBoot.identifier)
        configuration.nameLimit = nameLimit
        let events = AsyncStream<NATSConnection.Event>.makeStream()
        if loses { events.continuation.yield(.disconnected) }
        let task = Task { [configuration] in
            defer { continuation.finish() }
            try await FleetAgent.run(
                configuration, over: connection, events: events.stream,
                say: { text in
                    if text.contains("ready for plans") { continuation.yield() }
                    if loses, text.hasSuffix("measuring") {
                        events.continuation.yield(.reconnected)
                    }
                })
        }
        for await _ in ready { break }
        return task
    }

    private func request(
        _ scene: FleetScene, run: String, agents: AgentChoice
    ) throws -> FleetRunRequest {
        var request = FleetRunRequest(
            run: try RunID(run), world: "main", seed: 1,
            targets: [try Target(scene.edgeServer.url), try Target(scene.sourceServer.url)],
            agents: agents, clients: 8,
            origin: RunOrigin(
                command: ["bench", "fleet", "run"], environment: GateRuns.environment))
        request.warmupMilliseconds = 100
        request.durationMilliseconds = 1_000
        return request
    }

    private func coordinate(
        _ request: FleetRunRequest, _ scene: FleetScene, _ limits: CoordinatorLimits = patient
    ) async throws -> (RunOutcome, RunStream) {
        let connection = try await FleetScene.connect(scene.nats, "_INBOX_coordinator")
        let stream = try RunStream(connection)
        try await stream.make { _ in }
        let outcome = try await FleetCoordinator.run(
            request, over: connection, limits: limits, events: AsyncStream { $0.finish() },
            show: { _ in })
        return (outcome, stream)
    }

    @Test("A run ends with the result of all agents, made from the stream alone")
    func aWholeRun() async throws {
        try await FleetScene.run(stamps: true) { scene in
            let agents = [
                try await agent("one", scene), try await agent("two", scene, loses: true),
            ]
            let request = try request(scene, run: "whole", agents: .count(2))
            let (outcome, stream) = try await coordinate(request, scene)
            #expect(outcome == .complete)
            let result = try await stream.read(try RunID("whole")).result()
            let run = try #require(result.result.runs.first)
            #expect(run.live?.truth?.channels == 8)
            #expect(run.live?.truth?.differing == 0)
            #expect(run.fleet?.agents.map(\.name) == ["one", "two"])
            #expect(run.fleet?.edges.map(\.clients) == [4, 4])
            #expect(run.fleet?.edges.map(\.clientsAtEnd) == [4, 4])
            #expect(run.fleet?.agents.map { $0.natsAwayNanoseconds ?? 0 > 0 } == [false, true])
            #expect(run.responseTime.count > 0)
            let again = try await stream.read(try RunID("whole")).result()
            #expect(try again.json() == result.json())
            // As a stream has them that has let go of the first messages of a long run.
            let late = try await lateMessages(of: "whole", scene)
            #expect(late == ["plan", "start", "end"])
            for agent in agents { agent.cancel() }
        }
    }

    /// What the coordinator wrote behind the first result of an agent.
    private func lateMessages(of run: String, _ scene: FleetScene) async throws -> [String] {
        let connection = try await FleetScene.connect(scene.nats, "_INBOX_test")
        let streams = try JetStream(connection)
        var messages: [String] = []
        var next: UInt64 = 1
        var hasResult = false
        while let message = try await streams.next(
            of: "RUNS", subject: "runs.\(run).*", from: next)
        {
            next = message.sequence + 1
            let kind = try JSONDecoder().decode(Kind.self, from: Data(message.bytes)).kind
            if kind == "part" { hasResult = true }
            if hasResult, message.subject.hasSuffix(".coordinator") { messages.append(kind) }
        }
        return messages
    }

    private struct Kind: Decodable { let kind: String }

    @Test("A name that answers already is refused to a second agent")
    func names() async throws {
        try await FleetScene.run { scene in
            let first = try await agent("one", scene)
            let second = try await agent("one", scene, nameLimit: .seconds(60))
            await #expect { try await second.value } throws: {
                ($0 as? ExperimentFailure)?.message.contains("another agent is called 'one'")
                    == true
            }
            first.cancel()
        }
    }

    @Test("A coordinator that does not get all of its agents lets the others go")
    func missingAgents() async throws {
        try await FleetScene.run { scene in
            let first = try await agent("one", scene)
            let names = [try AgentName("one"), try AgentName("two")]
            let request = try request(scene, run: "missing", agents: .names(names))
            var limits = CoordinatorLimits()
            limits.discovery = 10_000_000_000
            let (outcome, _) = try await coordinate(request, scene, limits)
            #expect(outcome == .notStarted(reason: "agent 'two' did not answer"))
            first.cancel()
        }
    }
}
