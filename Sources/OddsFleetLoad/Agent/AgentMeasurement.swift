import OddsClient
import OddsExperiments
import OddsFleetRun
import OddsLauncher
import OddsLedger
import OddsLive
import OddsMeasurement
import OddsReconstruction
import OddsResults

/// What an agent measures for one plan: its clients, the window with a report each second, and
/// the whole result.
actor AgentMeasurement {
    private let plan: FleetRunPlan
    private let agent: AgentName
    private let source: SourceControl
    private let clients: AgentClients
    private(set) var clock: ClockMapping
    /// On the source's clock; empty before it has opened.
    private var window: Range<UInt64> = 0..<0
    private var isCutShort = false
    private var seen = AgentRecorder.Window()
    /// What readers had, by edge, whether or not the source says that it was due.
    private var seenResponses: [Int: LatencyHistogram] = [:]
    private var seenRecords: [Int: Int] = [:]
    /// The world's epoch when the run began, and the last one; `nil` before a beat was heard.
    private var startEpoch: UInt64?
    private var epoch: UInt64?
    private var memory = LiveMemory()
    private var jitter = JitterMonitor.Sample()
    private var storms = LatencyHistogram()
    /// The loss of all connections that clients come back from.
    private var storm: Task<Void, Never>?
    private var recordCounts: [Int]
    private var stolenShare: Double?
    /// Why its figures do not count.
    private var fault: String?
    private var isOver = false

    /// How long a tree at rest may lack something: less than a coordinator waits for the result,
    /// which says what differs.
    private static let comparisonLimit = Duration.seconds(8)
    /// How long clients may take to come back behind the window: with the comparison, less than
    /// a coordinator waits.
    private static let stormLimit = Duration.seconds(4)
    /// How long before the window opens readers begin to note what they see.
    private static let headStart: UInt64 = 200_000_000

    private init(
        _ plan: FleetRunPlan, _ agent: AgentName, _ source: SourceControl, _ clients: AgentClients,
        _ clock: ClockMapping
    ) {
        self.plan = plan
        self.agent = agent
        self.source = source
        self.clients = clients
        self.clock = clock
        recordCounts = Array(repeating: 0, count: clients.clients.stores.count)
    }

    /// Compares the clocks, connects all clients, and compares their trees with the source's
    /// state, whose world is at rest.
    ///
    /// - Throws: `ExperimentFailure` with what is wrong.
    static func prepare(
        _ plan: FleetRunPlan, as agent: AgentName, source: SourceControl, allowed: AllowedTargets,
        bootID: String
    ) async throws -> AgentMeasurement {
        let addresses = try await BlockingWork.run {
            try TargetAddresses(plan.targets, allowed: allowed)
        }
        let clock = ClockMapping(before: try await source.clockOffset(), ownBootID: bootID)
        let now = FrameTrace.now
        let offset = Int64(bitPattern: clock.sourceTime(at: now) &- now)
        let clients = try await AgentClients.connect(
            plan, of: agent, at: addresses, offset: offset)
        let measurement = AgentMeasurement(plan, agent, source, clients, clock)
        do {
            let truth = try await measurement.compare(within: LivePlan().consistencyLimit)
            if let failure = truth.failure { throw ExperimentFailure(.checkFailed, failure) }
        } catch {
            _ = await clients.stop()
            throw error
        }
        return measurement
    }

    /// The number of clients.
    var clientCount: Int { clients.clients.stores.count }

    private func compare(within limit: Duration) async throws -> LiveFigures.Truth {
        try await TruthComparison.compare(
            clients.clients.stores, within: limit, truth: source.truth)
    }

    /// The source's machine, as one of its beats says it.
    func noteSource(bootID: String, epoch: UInt64) {
        startEpoch = startEpoch ?? epoch
        self.epoch = max(self.epoch ?? 0, epoch)
        clock.noteSource(bootID: bootID, epoch: epoch)
        if clock.unknownFromEpoch != nil { clients.recorder.clockIsGone() }
    }

    /// That the source has a clock which is not known; `nil` for the clock that it had.
    private var elsewhere: String? {
        guard clock.unknownFromEpoch != nil else { return nil }
        return "the source came back on another machine, whose clock is not known"
    }

    /// Why a source has no schedule of the run; `nil` if it did not begin anew.
    private var restart: String? {
        guard let epoch, let startEpoch, epoch > startEpoch else { return nil }
        return """
            the source was started again within the run: what it had due before is not known, and \
            the percentiles are of what was seen
            """
    }

    // MARK: The window

    /// Lets the warm-up and the window pass.
    ///
    /// - Parameters:
    ///   - start: When the warm-up begins, on the source's clock.
    ///   - report: Passed what happened, each second.
    ///   - isClosed: Whether the window is to be closed now.
    func measure(
        from start: UInt64, isClosed: @Sendable () -> Bool,
        report: @Sendable (AgentReport) -> Void
    ) async {
        startEpoch = epoch
        let opens = start + plan.warmupNanoseconds
        window = opens..<opens + plan.durationNanoseconds
        // What is due at once must not come before the recorder.
        await sleep(until: opens - min(opens, Self.headStart), isClosed)
        clients.recorder.begin(start: opens)
        await sleep(until: opens, isClosed)
        memory.begin()
        recordCounts = await currentRecordCounts()
        seenRecords = [:]
        seenResponses = [:]
        let processorTime = ProcessorTime.current()
        await follow(isClosed, report)
        if clients.recorder.now < window.upperBound {
            window = opens..<max(opens, clients.recorder.now)
            isCutShort = true
        }
        stolenShare = processorTime.flatMap { ProcessorTime.current()?.stolenShare(since: $0) }
        seen = clients.recorder.end()
        noteSeen(seen.rest)
        memory.end(notes: seen.notes.sights.byteCount)
        await endStorm()
    }

    /// Lets the window pass: reports each second, and drops all connections as often as planned.
    private func follow(
        _ isClosed: @Sendable () -> Bool, _ report: @Sendable (AgentReport) -> Void
    ) async {
        let opened = window.lowerBound
        var monitor = JitterMonitor(cores: CoreAffinity.allowedCores())
        monitor.beginRecording()
        var stormCount = 0
        var number = 1
        while !isClosed(), clients.recorder.now < window.upperBound {
            let nextStorm = plan.storms > stormCount && storm == nil
                ? opened + plan.durationNanoseconds / UInt64(plan.storms + 1)
                    * UInt64(stormCount + 1)
                : UInt64.max
            let second = min(opened + UInt64(number) * 1_000_000_000, window.upperBound)
            await sleep(until: min(nextStorm, second), isClosed)
            if nextStorm < second {
                guard !isClosed() else { break }
                stormCount += 1
                beginStorm()
                continue
            }
            let next = JitterMonitor(cores: CoreAffinity.allowedCores())
            next.beginRecording()
            monitor.endRecording()
            let sample = monitor.finish()
            monitor = next
            jitter.merge(sample)
            report(await self.report(number, due: second, sample))
            number += 1
        }
        monitor.endRecording()
        jitter.merge(monitor.finish())
    }

    private func beginStorm() {
        storm = Task {
            let times = try? await clients.clients.storm()
            guard !Task.isCancelled else { return }
            if let times { storms.merge(times) }
            storm = nil
        }
    }

    private func endStorm() async {
        let deadline = ContinuousClock.now + Self.stormLimit
        while storm != nil, !Task.isCancelled, ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(20))
        }
        guard let storm else { return }
        storm.cancel()
        note("\(Self.stormLimit) after the window not all clients had come back from a storm")
    }

    private func report(
        _ number: Int, due: UInt64, _ jitter: JitterMonitor.Sample
    ) async -> AgentReport {
        let now = clients.recorder.now
        let interval = clients.recorder.takeInterval()
        noteSeen(interval)
        memory.sample(notes: clients.recorder.sightByteCount)
        let records = await takeRecords()
        let connected = clients.places.connectedCounts()
        var report = AgentReport(number: number, atNanoseconds: now - min(now, window.lowerBound))
        report.edges = plan.targets.indices.map { target in
            AgentReport.Edge(
                target: target, clients: connected[target] ?? 0, records: records[target] ?? 0,
                response: interval.responses[target].map(LatencySteps.init) ?? .empty)
        }
        report.service = LatencySteps(interval.service)
        report.jitter = LatencySteps(jitter.wakeDelay)
        report.latenessNanoseconds = now - min(now, due)
        report.counts = await counts()
        let sample = memory.samples.last
        report.residentBytes = sample?.residentBytes
        report.allocatedBytes = sample?.allocatedBytes
        return report
    }

    private func noteSeen(_ interval: AgentRecorder.Interval) {
        for (target, response) in interval.responses {
            seenResponses[target, default: .empty].merge(response)
        }
    }

    private func currentRecordCounts() async -> [Int] {
        var counts: [Int] = []
        for store in clients.clients.stores { counts.append(await store.updateRecordCount) }
        return counts
    }

    /// The records that readers had since the last call, by edge.
    private func takeRecords() async -> [Int: Int] {
        let counts = await currentRecordCounts()
        var records: [Int: Int] = [:]
        for (client, (now, before)) in zip(counts, recordCounts).enumerated() {
            records[clients.places.target(of: client), default: 0] += now - before
        }
        recordCounts = counts
        seenRecords.merge(records, uniquingKeysWith: +)
        return records
    }

    private func counts() async -> AgentCounts {
        let counters = await clients.clients.counters
        var counts = AgentCounts()
        counts.framesApplied = counters.framesApplied
        counts.framesRejected = counters.framesRejected
        counts.framesStale = counters.framesStale
        return counts
    }

    /// Sleeps until a time of the source's clock, or until the window is closed.
    private func sleep(until time: UInt64, _ isClosed: @Sendable () -> Bool) async {
        while !isClosed() {
            let now = clients.recorder.now
            guard now < time else { return }
            try? await Task.sleep(for: .nanoseconds(Int64(min(time - now, 50_000_000))))
        }
    }

    // MARK: The result

    /// Compares all trees with the source's state, whose world is at rest, and makes the result.
    /// The clients are disconnected then.
    ///
    /// - Parameter isAtRest: Whether there is a coordinator that holds the world.
    func finish(isAtRest: Bool) async -> AgentResult {
        var result = AgentResult(window: window, clock: clock)
        if isAtRest {
            do {
                result.truth = try await compare(within: Self.comparisonLimit)
            } catch {
                note(error)
            }
        }
        if let offset = try? await source.clockOffset() { clock.compare(after: offset) }
        result.clock = clock
        result.digests = await digests()
        result.edges = await accounts(&result)
        result.isCutShort = isCutShort
        let notes = seen.notes
        (result.service, result.wire, result.decode) = (notes.service, notes.wire, notes.decode)
        (result.apply, result.deliver) = (notes.apply, notes.deliver)
        result.unknownFrames = seen.unknownFrames
        result.timeToConsistent = storms
        result.jitter = jitter
        result.stolenShare = stolenShare
        result.counts = await counts()
        result.channels = clientCount
        result.memory = memory.figures
        isOver = true
        result.counts.reconnects = await clients.stop()
        if let reason = unstamped(result) { note(reason) }
        if !Launcher.isOptimized {
            note("the agent is a debug build, whose timings are meaningless")
        }
        result.fault = fault
        return result
    }

    /// That no frame says when it was due; `nil` if frames do, or if none came.
    private func unstamped(_ result: AgentResult) -> String? {
        guard seen.notes.service.count == 0, seen.unknownFrames == 0,
            result.edges.contains(where: { $0.account.seen.frames > 0 })
        else { return nil }
        return """
            the edges do not stamp their frames with the time at which they were due: start them \
            with --stamp ('emsim --subscribe … --stamp')
            """
    }

    /// Lets go of all clients.
    func abandon() async {
        guard !isOver else { return }
        isOver = true
        _ = await clients.stop()
    }

    private func note(_ reason: String) { fault = fault ?? reason }

    private func note(_ error: any Error) {
        note((error as? ExperimentFailure)?.message ?? "\(error)")
    }

    /// SHA-256 of the state of each topic that this agent has, by its position in the plan.
    private func digests() async -> [Int: String] {
        var digests: [Int: String] = [:]
        for (client, store) in zip(plan.clients(of: agent), clients.clients.stores)
        where digests[client.topic] == nil {
            let snapshot = await store.snapshot()
            let state = SnapshotWriter.state(
                events: snapshot.events, references: snapshot.references)
            digests[client.topic] = SHA256Digest(of: state).hexadecimal
        }
        return digests
    }

    /// SHA-256 of what was due within the window on each topic that this agent has: versions and
    /// times from the window's opening on, which a world that begins anew has each time.
    private func traffic(_ schedule: LiveSchedule) -> [Int: String] {
        var digests: [Int: String] = [:]
        for client in plan.clients(of: agent) where digests[client.topic] == nil {
            let frames = (schedule.frames[plan.topics[client.topic]] ?? [])
                .filter { window.contains($0.due) }
            let first = frames.first?.version ?? 0
            let lines = frames.map {
                "\($0.due - window.lowerBound) \($0.version &- first) \($0.records)\n"
            }
            digests[client.topic] = SHA256Digest(of: Array(lines.joined().utf8)).hexadecimal
        }
        return digests
    }

    /// Joins the source's schedule with what each reader saw, by the edge at which its client
    /// was when a frame was due.
    private func accounts(_ result: inout AgentResult) async -> [AgentResult.Edge] {
        let stores = clients.clients.stores
        if let elsewhere {
            note(elsewhere)
            return edges(accountsOfSeen())
        }
        var accounts = plan.targets.map { _ in LiveAccount(window: window) }
        do {
            let schedule = try await LiveSchedule(source, stores.map(\.topic), window)
            if let gap = schedule.gap { note(gap) }
            result.staleFrames = schedule.staleCount
            result.traffic = traffic(schedule)
            let sights = seen.notes.sights.sights(channels: stores.count)
            for (client, store) in stores.enumerated() {
                let frames = schedule.frames[store.topic] ?? []
                let received = sights[client].map { sight in
                    var sight = sight
                    sight.time = clock.sourceTime(at: clients.recorder.ownTime(sight.time))
                    return sight
                }
                let stays = clients.places.stays(of: client)
                for (index, stay) in stays.enumerated() {
                    let end = index + 1 < stays.count ? stays[index + 1].from : .max
                    let part = frames.filter { $0.due >= stay.from && $0.due < end }
                    accounts[stay.target].add(part, received)
                }
            }
        } catch {
            // A source that was started again has no schedule.
            if let restart {
                note(restart)
                return edges(accountsOfSeen())
            }
            note(error)
        }
        return edges(accounts)
    }

    /// What readers had at each edge, where the source's schedule is gone.
    private func accountsOfSeen() -> [LiveAccount] {
        plan.targets.indices.map { target in
            LiveAccount(
                seen: seenResponses[target] ?? .empty,
                records: seenRecords[target] ?? 0, window)
        }
    }

    private func edges(_ accounts: [LiveAccount]) -> [AgentResult.Edge] {
        let connected = clients.places.connectedCounts()
        return accounts.enumerated().map {
            AgentResult.Edge(target: $0, clients: connected[$0] ?? 0, account: $1)
        }
    }
}
