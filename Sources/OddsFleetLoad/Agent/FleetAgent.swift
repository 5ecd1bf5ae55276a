import Foundation
import OddsClient
import OddsExperiments
import OddsFleetFeed
import OddsFleetRun
import OddsNATS
import Synchronization

/// An agent: waits for plans, carries them out, and reports. Nothing but a plan can be asked of
/// it.
package actor FleetAgent {
    /// What an agent has beside its connection.
    package struct Configuration: Sendable {
        /// Unique in the fleet.
        package var name: AgentName
        /// Whom it may connect to, whatever a plan says.
        package var allowed: AllowedTargets
        /// This start of this machine.
        package var bootID: String
        /// How long others may take to say that they have the name already.
        package var nameLimit = Duration.seconds(1)

        package init(name: AgentName, allowed: AllowedTargets, bootID: String) {
            self.name = name
            self.allowed = allowed
            self.bootID = bootID
        }
    }

    private struct Run {
        /// Told from another run of the same name.
        let number: Int
        let began = FrameTrace.now
        /// How long NATS was away since, up to its last return.
        var awayNanoseconds: UInt64 = 0
        let plan: FleetRunPlan
        let writer: RunWriter
        let source: SourceControl
        var beats: NATSSubscription?
        var measurement: AgentMeasurement?
        var work: Task<Void, Never>?
        /// Whether the window is to be closed.
        let isClosed = Flag()
    }

    private let configuration: Configuration
    private let connection: NATSConnection
    private let say: @Sendable (String) -> Void
    private var machine: AgentStateMachine
    private var run: Run?
    private var runCount = 0
    /// The end of the run before, which may take a while.
    private var leaving: Task<Void, Never>?
    /// Since when NATS is away.
    private var awaySince: UInt64?
    /// Why the connection is closed for good.
    private var closed: String?

    private static let tick = Duration.milliseconds(250)
    /// Between looks at who has answered to the name.
    private static let namePause = Duration.milliseconds(50)
    /// For what is still to be written of a run that has ended; NATS may be away.
    private static let farewellLimit = Duration.seconds(5)
    /// Requests that wait; more are dropped.
    private static let requestsMax = 1_024

    private init(
        _ configuration: Configuration, _ connection: NATSConnection,
        _ say: @escaping @Sendable (String) -> Void
    ) {
        self.configuration = configuration
        self.connection = connection
        self.say = say
        machine = AgentStateMachine(name: configuration.name, instance: UUID().uuidString)
    }

    /// Carries out plans until the task is cancelled.
    ///
    /// - Parameters:
    ///   - events: What happens to the connection.
    ///   - say: Called with what happens, in a line each.
    /// - Throws: `ExperimentFailure` if another agent has the name; `NATSError`, also once the
    ///   connection is closed for good.
    package static func run(
        _ configuration: Configuration, over connection: NATSConnection,
        events: AsyncStream<NATSConnection.Event>, say: @escaping @Sendable (String) -> Void
    ) async throws {
        let agent = FleetAgent(configuration, connection, say)
        let requests = AsyncStream<(request: AgentRequest, reply: String?)>.makeStream(
            bufferingPolicy: .bufferingOldest(requestsMax))
        let unread = UnreadMessages(say)
        let receive: @Sendable (consuming NATSMessage) -> Void = { [weak connection] message in
            let reply = message.reply
            do throws(FleetDocumentError) {
                let request = try AgentRequest(json: message.bytes)
                requests.continuation.yield((request, reply))
            } catch {
                unread.note()
                let answer = AgentAnswer.refused(reason: "\(error)")
                if let reply { try? connection?.publish(reply, answer.json) }
            }
        }
        let subscriptions = [
            try connection.subscribe(FleetSubjects.agents, receive),
            try connection.subscribe(FleetSubjects.agent(configuration.name), receive),
        ]
        try await connection.flush(
            needing: [FleetSubjects.agents, FleetSubjects.agent(configuration.name)])
        let handling = Task {
            for await (request, reply) in requests.stream { await agent.handle(request, reply) }
        }
        let watching = Task {
            for await event in events { await agent.note(event) }
        }
        defer {
            watching.cancel()
            for subscription in subscriptions { subscription.cancel() }
            requests.continuation.finish()
            handling.cancel()
        }
        try await agent.takeName()
        say("agent \(configuration.name) is ready for plans")
        while !Task.isCancelled, await agent.closed == nil {
            try? await Task.sleep(for: tick)
            await agent.passTime()
        }
        await agent.stop()
        if let reason = await agent.closed {
            throw NATSError(.unusable, "the connection to NATS was closed for good: \(reason)")
        }
    }

    private func note(_ event: NATSConnection.Event) {
        switch event {
        case .disconnected: awaySince = awaySince ?? FrameTrace.now
        case .reconnected:
            let away = awayNanoseconds
            run?.awayNanoseconds = away
            awaySince = nil
        case .closed(let reason): closed = reason
        case .error: break
        }
    }

    /// How long NATS was away since the present run came.
    private var awayNanoseconds: UInt64 {
        guard let run else { return 0 }
        let now = FrameTrace.now
        return run.awayNanoseconds + (awaySince.map { now - min(now, max($0, run.began)) } ?? 0)
    }

    /// Asks whether another agent has the name.
    private func takeName() async throws {
        let others = Mutex<[AgentPresence]>([])
        let inbox = connection.makeInbox()
        let subscription = try connection.subscribe(inbox) { message in
            guard !message.saysNoResponders,
                case .here(let other)? = try? AgentAnswer(json: message.bytes)
            else { return }
            others.withLock { $0.append(other) }
        }
        defer { subscription.cancel() }
        let subject = FleetSubjects.agent(configuration.name)
        try connection.publish(subject, reply: inbox, AgentRequest.who.json)
        // Who must not ask would not hear that the name is taken either.
        try await connection.flush(needing: [subject])
        let deadline = ContinuousClock.now + configuration.nameLimit
        while ContinuousClock.now < deadline {
            try await Task.sleep(for: Self.namePause)
            if let refusal = machine.presence.refusal(others: others.withLock { $0 }) {
                throw ExperimentFailure(.usage, refusal)
            }
        }
        machine.isSettled = true
    }

    private func passTime() { carryOut(machine.tick(now: FrameTrace.now)) }

    private func stop() async {
        carryOut(machine.failed("the agent was stopped"))
        await leaving?.value
    }

    // MARK: Requests

    private func handle(_ request: AgentRequest, _ reply: String?) async {
        // Until then another agent may have the name, and what is asked is asked of that one.
        guard machine.isSettled || request == .who else { return }
        let refusal = await refusal(of: request)
        let (answer, effects) = machine.handle(request, refusal: refusal, now: FrameTrace.now)
        carryOut(effects)
        if let reply { try? connection.publish(reply, answer.json) }
    }

    /// Why an offered plan cannot be carried out here.
    private func refusal(of request: AgentRequest) async -> String? {
        guard case .offer(let plan, _) = request else { return nil }
        let allowed = configuration.allowed
        do {
            _ = try await BlockingWork.run { try TargetAddresses(plan.targets, allowed: allowed) }
            return nil
        } catch {
            return ExperimentFailure(error)?.message ?? "\(error)"
        }
    }

    // MARK: Effects

    private func carryOut(_ effects: [AgentStateMachine.Effect]) {
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: AgentStateMachine.Effect) {
        switch effect {
        case .connect(let plan): connect(plan)
        case .sayReady:
            guard let run, let measurement = run.measurement else { return }
            say("run \(run.plan.run): ready")
            Task { run.writer.write(.ready(await measurement.clock)) }
        case .sayFailed(let reason): run?.writer.write(.failed(reason: reason))
        case .open(let start): open(from: start)
        case .finish(let compares): finish(compares: compares)
        case .letGo(let reason): letGo(reason)
        }
    }

    private func connect(_ plan: FleetRunPlan) {
        guard let world = try? WorldName(plan.world) else { return }
        let source = SourceControl(connection, world: world)
        runCount += 1
        let number = runCount
        var run = Run(
            number: number, plan: plan,
            writer: RunWriter(connection, plan.run, as: .agent(configuration.name)),
            source: source)
        run.beats = try? connection.subscribe(FeedSubjects(world).beat) { [weak self] message in
            guard MessageOrigin.isDirect(message.headers),
                let part = try? BeatPart(json: message.bytes)
            else { return }
            let beat = part.beat
            Task { await self?.noteSource(bootID: beat.bootID.description, epoch: beat.epoch) }
        }
        let (configuration, leaving) = (configuration, leaving)
        run.work = Task { [weak self] in
            // The machine carries one load at a time.
            await leaving?.value
            do {
                try Task.checkCancellation()
                let measurement = try await AgentMeasurement.prepare(
                    plan, as: configuration.name, source: source, allowed: configuration.allowed,
                    bootID: configuration.bootID)
                await self?.prepared(measurement, for: number)
            } catch {
                let reason = ExperimentFailure(error)?.message ?? "\(error)"
                await self?.failed(reason, of: number)
            }
        }
        self.run = run
        let clients = plan.clients(of: configuration.name).count
        say("run \(plan.run): connecting \(clients) clients")
    }

    private func prepared(_ measurement: AgentMeasurement, for number: Int) async {
        guard run?.number == number else { return await measurement.abandon() }
        run?.measurement = measurement
        carryOut(machine.connected(now: FrameTrace.now))
    }

    private func failed(_ reason: String, of number: Int) {
        guard run?.number == number else { return }
        carryOut(machine.failed(reason))
    }

    private func noteSource(bootID: String, epoch: UInt64) async {
        await run?.measurement?.noteSource(bootID: bootID, epoch: epoch)
    }

    private func open(from start: UInt64) {
        guard let run, let measurement = run.measurement else { return }
        say("run \(run.plan.run): measuring")
        self.run?.work = Task { [weak self] in
            await measurement.measure(
                from: start, isClosed: { run.isClosed.isSet },
                report: { run.writer.write(.report($0)) })
            await self?.windowPassed(run.number)
        }
    }

    private func windowPassed(_ number: Int) {
        guard run?.number == number else { return }
        carryOut(machine.windowPassed(now: FrameTrace.now))
    }

    private func finish(compares: Bool) {
        guard let run, let measurement = run.measurement else { return }
        run.isClosed.set()
        Task {
            await run.work?.value
            var result = await measurement.finish(isAtRest: compares)
            if self.run?.number == run.number { result.natsAwayNanoseconds = awayNanoseconds }
            for part in DocumentPart.parts(of: result.json) { run.writer.write(.part(part)) }
            await run.writer.flush()
            delivered(run.number)
        }
    }

    private func delivered(_ number: Int) {
        guard run?.number == number else { return }
        carryOut(machine.delivered())
    }

    private func letGo(_ reason: String) {
        guard let run else { return }
        say("run \(run.plan.run): \(reason)")
        run.isClosed.set()
        run.beats?.cancel()
        run.writer.end()
        self.run = nil
        run.work?.cancel()
        let before = leaving
        leaving = Task {
            await before?.value
            await run.work?.value
            await run.measurement?.abandon()
            await run.writer.ended(within: Self.farewellLimit)
        }
    }
}

/// Set once, from any thread.
final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}
