import Foundation
import OddsClient
import OddsExperiments
import OddsFleetFeed
import OddsFleetRun
import OddsNATS
import OddsResults

/// Has a run measured by the agents of a fleet. What happens stands in the stream of runs, from
/// which the result is made.
package actor FleetCoordinator {
    private let request: FleetRunRequest
    private let connection: NATSConnection
    private let source: SourceControl
    private let writer: RunWriter
    private let stream: RunStream
    private let show: @Sendable (FleetSnapshot) -> Void
    /// Told from another coordinator that asks the same agents.
    private let name = UUID().uuidString
    private let announcement: UInt64
    private var machine: CoordinatorStateMachine
    private var plan: FleetRunPlan?
    /// When the agents were to begin, on the source's clock.
    private var startTime: UInt64?
    private var progress: FleetProgress?
    /// The parts of each agent's result that have come.
    private var results: [AgentName: DocumentAssembler] = [:]
    private var outcome: RunOutcome?
    /// Why nothing can be asked any more.
    private var closed: String?
    /// Where the stream of runs has to be read from after a time without NATS.
    private var nextSequence: UInt64 = 1
    private var catchingUp: Task<Void, Never>?
    /// What is under way for others: the world goes on, agents are let go.
    private var farewells: [Task<Void, Never>] = []
    private var subscriptions: [NATSSubscription] = []

    /// Attempts to tell an agent of the start, each of which has a quarter of the time until then.
    private static let startAttempts = 3
    /// After the window's end, until all agents have closed it.
    private static let closingNanoseconds: UInt64 = 300_000_000
    /// How often plan and start are written again.
    private static let beginningNanoseconds: UInt64 = 300_000_000_000
    private static let requestLimit = Duration.seconds(5)
    /// For what is still to be written when a run has ended.
    private static let endLimit = Duration.seconds(60)
    private static let tick = Duration.milliseconds(100)

    private init(
        _ request: FleetRunRequest, _ connection: NATSConnection, world: WorldName,
        _ stream: RunStream, _ limits: CoordinatorLimits,
        _ show: @escaping @Sendable (FleetSnapshot) -> Void
    ) {
        self.request = request
        self.connection = connection
        self.stream = stream
        self.show = show
        source = SourceControl(connection, world: world)
        writer = RunWriter(connection, request.run, as: .coordinator)
        announcement = limits.announcement
        machine = CoordinatorStateMachine(
            request.agents, limits: limits, now: FrameTrace.now,
            connecting: { request.connecting($0) })
    }

    /// Has a run measured, and returns once it has ended.
    ///
    /// - Parameters:
    ///   - limits: How long it waits.
    ///   - events: What happens to the connection.
    ///   - show: Passed how the agents are, each second.
    /// - Throws: `NATSError`; `FleetFormatError` for a world that cannot be.
    package static func run(
        _ request: FleetRunRequest, over connection: NATSConnection,
        limits: CoordinatorLimits = CoordinatorLimits(),
        events: AsyncStream<NATSConnection.Event>,
        show: @escaping @Sendable (FleetSnapshot) -> Void
    ) async throws -> RunOutcome {
        let coordinator = FleetCoordinator(
            request, connection, world: try WorldName(request.world), try RunStream(connection),
            limits, show)
        return try await coordinator.run(events)
    }

    private func run(_ events: AsyncStream<NATSConnection.Event>) async throws -> RunOutcome {
        let messages = AsyncStream<(agent: AgentName, message: RunMessage)>.makeStream()
        subscriptions.append(
            try connection.subscribe(RunStream.subject(request.run)) { message in
                // Others are counted by whoever reads the stream.
                guard case .agent(let agent)? = try? RunMessage.Sender(String(message.lastToken)),
                    let heard = try? RunMessage(json: message.bytes, from: .agent(agent))
                else { return }
                messages.continuation.yield((agent, heard))
            })
        try await connection.flush(needing: [RunStream.subject(request.run)])
        nextSequence = try await stream.end()
        let hearing = Task {
            for await (agent, message) in messages.stream { heard(message, of: agent) }
        }
        let watching = Task {
            for await event in events {
                switch event {
                case .disconnected: handle(.natsAway)
                case .reconnected:
                    handle(.natsBack)
                    catchUp()
                case .closed(let reason): closed = reason
                case .error: break
                }
            }
        }
        defer {
            hearing.cancel()
            watching.cancel()
            catchingUp?.cancel()
            messages.continuation.finish()
            for subscription in subscriptions { subscription.cancel() }
        }
        let interrupt: @Sendable (Int32) -> Void = { _ in
            Task { await self.handle(.interrupted) }
        }
        return try await Interruption.current.during(interrupt) { try await waitForEnd() }
    }

    private func waitForEnd() async throws -> RunOutcome {
        var nextView = FrameTrace.now
        var nextBeginning = nextView + Self.beginningNanoseconds
        while true {
            handle(.tick)
            if let closed {
                throw NATSError(
                    .unusable, "the connection to NATS was closed for good: \(closed)")
            }
            if let outcome {
                writer.end()
                guard await writer.ended(within: Self.endLimit) else {
                    throw NATSError(
                        .unavailable,
                        """
                        the stream of runs did not take the end of run '\(request.run)' within \
                        \(Self.endLimit): 'bench fleet collect \(request.run)' has what it took
                        """)
                }
                for farewell in farewells { await farewell.value }
                return outcome
            }
            if FrameTrace.now >= nextView {
                nextView += 1_000_000_000
                showProgress()
            }
            if FrameTrace.now >= nextBeginning {
                nextBeginning += Self.beginningNanoseconds
                writeBeginning()
            }
            try? await Task.sleep(for: Self.tick)
        }
    }

    private func showProgress() {
        guard let progress else { return }
        let now = FrameTrace.now
        var snapshot = progress.snapshot(machine.phase.words, machine, now: now)
        if case .running(let closes) = machine.phase, let plan {
            let end = closes - min(closes, Self.closingNanoseconds)
            let remaining = end - min(end, now)
            if remaining <= plan.durationNanoseconds { snapshot.remainingNanoseconds = remaining }
        }
        show(snapshot)
    }

    // MARK: Inputs

    private func handle(_ input: CoordinatorStateMachine.Input) {
        for effect in machine.handle(input, now: FrameTrace.now) { carryOut(effect) }
    }

    /// A message of the run, as it was published.
    private func heard(_ message: RunMessage, of agent: AgentName) {
        switch message {
        case .ready: handle(.ready(agent))
        case .failed(let reason): handle(.failed(agent, reason: reason))
        case .report(let report):
            progress?.note(report, of: agent, now: FrameTrace.now)
            handle(.report(agent))
        case .part(let part):
            if results[agent, default: DocumentAssembler()].add(part) != nil {
                handle(.whole(agent))
            }
        case .planned, .start, .end: break
        }
    }

    /// Reads what agents wrote while this was away from NATS. Their reports only matter while
    /// they are new.
    private func catchUp() {
        catchingUp?.cancel()
        catchingUp = Task {
            while !Task.isCancelled {
                do throws(NATSError) {
                    while let (message, sender) = try await stream.next(
                        of: request.run, from: nextSequence), !Task.isCancelled
                    {
                        nextSequence = message.sequence + 1
                        hearStored(message.bytes, from: sender)
                    }
                    return
                } catch {
                    try? await Task.sleep(for: Self.tick)
                }
            }
        }
    }

    private func hearStored(_ bytes: [UInt8], from sender: String) {
        guard case .agent(let agent)? = try? RunMessage.Sender(sender),
            let message = try? RunMessage(json: bytes, from: .agent(agent))
        else { return }
        if case .report = message { return }
        heard(message, of: agent)
    }

    // MARK: Effects

    private func carryOut(_ effect: CoordinatorStateMachine.Effect) {
        switch effect {
        case .ask: ask()
        case .pause:
            Task {
                do {
                    try await source.pause()
                    // The first pause is before the plan.
                    if plan == nil, request.rewinds { try await source.restart() }
                    handle(.paused)
                } catch {
                    handle(.impossible(reason: Self.words(error)))
                }
            }
        case .offer(let names): Task { await offer(to: names) }
        case .start: Task { await start() }
        case .check(let names, let isAtRest):
            for name in names {
                Task { _ = try? await tell(name, .check(request.run, isAtRest: isAtRest)) }
            }
        case .end(let isCutShort):
            writeBeginning()
            writer.write(.end(cutShort: isCutShort ? "it was interrupted" : nil))
        case .resume:
            farewells.append(
                Task {
                    try? await source.noteFrames(of: [])
                    try? await source.resume()
                })
        case .release(let names, let reason):
            for name in names {
                farewells.append(
                    Task { _ = try? await tell(name, .release(request.run, reason: reason)) })
            }
        case .finish(let outcome):
            // Whoever reads the stream would wait for a run that has a plan.
            if case .notStarted(let reason) = outcome, plan != nil {
                writer.write(.end(cutShort: reason))
            }
            self.outcome = outcome
        }
    }

    /// Writes again what the result needs of the beginning: the stream's bytes are bounded, and
    /// that of a long run may be gone.
    private func writeBeginning() {
        guard let plan, let startTime else { return }
        writer.write(.planned(plan, request.origin))
        writer.write(.start(sourceNanoseconds: startTime))
    }

    private static func words(_ error: any Error) -> String {
        ExperimentFailure(error)?.message ?? "\(error)"
    }

    private func ask() {
        let inbox = connection.makeInbox()
        let subscription = try? connection.subscribe(inbox) { [weak self] message in
            guard !message.saysNoResponders,
                case .here(let presence)? = try? AgentAnswer(json: message.bytes)
            else { return }
            Task { await self?.handle(.present(presence)) }
        }
        if let subscription { subscriptions.append(subscription) }
        try? connection.publish(FleetSubjects.agents, reply: inbox, AgentRequest.who.json)
    }

    /// Asks an agent for something.
    private func tell(
        _ name: AgentName, _ request: AgentRequest, within limit: Duration = requestLimit
    ) async throws -> AgentAnswer {
        let answer = try await connection.request(
            FleetSubjects.agent(name), request.json, within: limit)
        return try AgentAnswer(json: answer.bytes)
    }

    private func offer(to names: [AgentName]) async {
        guard names.count <= request.clients else {
            return handle(
                .impossible(
                    reason: "\(request.clients) clients are too few for \(names.count) agents"))
        }
        do {
            let topics = try await request.topics.texts(of: source)
            // By the rules that agents hold it against.
            let plan = try FleetRunPlan(json: request.plan(names, topics: topics).json)
            // What is due counts from here on, whether or not anybody is there.
            try await source.noteFrames(of: plan.topics)
            self.plan = plan
            machine.questions = plan.questions
            progress = FleetProgress(plan)
            writer.write(.planned(plan, request.origin))
            await withTaskGroup(of: Void.self) { group in
                for agent in names {
                    group.addTask {
                        let answer = try? await self.tell(
                            agent, .offer(plan, coordinator: self.name))
                        if let answer { await self.handle(.answer(answer, agent)) }
                    }
                }
            }
        } catch {
            handle(.impossible(reason: Self.words(error)))
        }
    }

    /// Asks an agent to begin, again if no answer comes.
    private func tellStart(_ time: UInt64, to name: AgentName) async throws -> AgentAnswer {
        let request = AgentRequest.go(request.run, startNanoseconds: time)
        let limit = Duration.nanoseconds(announcement / 4)
        for _ in 1..<Self.startAttempts {
            do {
                return try await tell(name, request, within: limit)
            } catch let error as NATSError where error.kind == .timedOut {
                continue
            }
        }
        return try await tell(name, request, within: limit)
    }

    private func start() async {
        guard let plan else { return }
        do {
            let time = try await source.time(0).nanoseconds + announcement
            let now = FrameTrace.now
            try await withThrowingTaskGroup(of: AgentAnswer.self) { group in
                for name in machine.names {
                    group.addTask { try await self.tellStart(time, to: name) }
                }
                for try await answer in group {
                    guard case .accepted = answer else {
                        throw ExperimentFailure(.childDied, "an agent does not begin: \(answer)")
                    }
                }
            }
            startTime = time
            writer.write(.start(sourceNanoseconds: time))
            await writer.flush()
            guard FrameTrace.now < now + announcement else {
                throw ExperimentFailure(
                    .childDied, "not all agents heard of the start before it came")
            }
            // To the nanosecond, so that the window has the same part of the traffic each time.
            try await source.resume(at: time)
            let opens = now + announcement + plan.warmupNanoseconds
            let closes = opens + plan.durationNanoseconds + Self.closingNanoseconds
            handle(.started(window: opens..<closes))
        } catch {
            handle(.impossible(reason: Self.words(error)))
        }
    }
}

extension CoordinatorStateMachine.Phase {
    /// What happens, in a few words.
    var words: String {
        switch self {
        case .discovering: "looking for agents"
        case .pausing: "pausing the world"
        case .offering: "offering the plan"
        case .connecting: "connecting clients"
        case .starting: "starting"
        case .running: "measuring"
        case .closing: "pausing the world"
        case .checking: "comparing with the source"
        case .ended: "reading the result"
        }
    }
}
