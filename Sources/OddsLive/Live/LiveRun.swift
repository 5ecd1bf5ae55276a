import OddsClient
import OddsExperiments
import OddsMeasurement
import OddsReconstruction
import OddsResults

/// One run of clients against a server: the window, the reconnect storms, and
/// the comparison with the server's state.
package struct LiveRun {
    let plan: LivePlan
    let feed: LiveFeed
    /// The server's control; `nil` if it has none.
    let server: (any LiveServer)?
    let progress: (String) -> Void

    package init(
        plan: LivePlan, feed: LiveFeed, server: (any LiveServer)?,
        progress: @escaping (String) -> Void
    ) {
        self.plan = plan
        self.feed = feed
        self.server = server
        self.progress = progress
    }

    package func run() async throws -> RunResult {
        let recorder = LiveRecorder()
        var watch = LiveWatch(server)
        let clients = try await LiveClients.start(plan, feed, recorder: recorder)
        if !plan.hasFaults {
            try await clients.waitUntilActive(within: LivePlan.consistencyLimit)
        }
        try await Task.sleep(for: plan.warmup)
        let window = try await measure(clients, recorder, &watch)
        let storms = try await storm(clients)
        let truth = try await compare(clients)
        let snapshot = await clients.stores[0].snapshot()
        let state = SnapshotWriter.state(events: snapshot.events, references: snapshot.references)
        let counters = await clients.counters
        var live = LiveFigures(
            clients: plan.clients, channels: plan.clients * plan.channels,
            wire: window.record.wire, decode: window.record.decode, apply: window.record.apply,
            deliver: window.record.deliver)
        if server != nil { live.generatorLateness = LatencySummary(watch.lateness) }
        live.timeToConsistent = storms.map { LatencySummary($0, keepsHistogram: true) }
        live.truth = truth
        live.counts.framesApplied = counters.framesApplied
        live.counts.framesRejected = counters.framesRejected
        live.counts.framesStale = counters.framesStale
        let metrics = try await server?.metrics()
        live.counts.faults = metrics?["emsim_faults_injected_total"]
        live.counts.dumps = metrics?["emsim_dumps_sent_total"]
        live.counts.reconnects = await clients.stop()
        return result(window, live, watch, state: state)
    }

    /// The measurements of the window.
    struct Window {
        var record = LiveRecorder.Record()
        var recordsSent: Int?
        var recordsApplied = 0
        var seconds = 0.0
        var memory = MemoryFigures(frameBufferBytes: 0)
        var jitter: JitterFigures?
        var series: [SeriesSample] = []
    }

    private func measure(
        _ clients: LiveClients, _ recorder: LiveRecorder, _ watch: inout LiveWatch
    ) async throws -> Window {
        let jitter = JitterMonitor(cores: CoreAffinity.allowedCores())
        var window = Window()
        ProcessMemory.resetPeak()
        window.memory.residentBytesBefore = ProcessMemory.current()?.residentBytes
        let sentBefore = try await watch.recordsSent()
        let appliedBefore = await clients.appliedRecordCount
        recorder.begin()
        jitter.beginRecording()
        let start = ContinuousClock.now
        while case let passed = ContinuousClock.now - start, passed < plan.duration {
            progress("measuring \(passed.formatted(.units(allowed: [.seconds])))")
            try await endFaults(after: passed)
            try await Task.sleep(for: min(.seconds(1), plan.duration - passed))
            try await watch.look()
            window.series.append(sample(recorder, at: ContinuousClock.now - start))
        }
        jitter.endRecording()
        window.record = recorder.end()
        window.seconds = (ContinuousClock.now - start) / .seconds(1)
        if let sentBefore, let sent = try await watch.recordsSent() {
            window.recordsSent = sent - sentBefore
        }
        window.recordsApplied = await clients.appliedRecordCount - appliedBefore
        window.jitter = JitterFigures(jitter.finish())
        window.memory.residentBytesPeak = ProcessMemory.current()?.residentBytesPeak
        let heap = Allocator.probe()?.statistics()
        window.memory.allocatedBytes = heap?.allocatedBytes
        window.memory.activeBytes = heap?.activeBytes
        window.memory.residentBytesAfter = ProcessMemory.current()?.residentBytes
        return window
    }

    /// Ends the faults in time, so that all channels become consistent.
    private func endFaults(after passed: Duration) async throws {
        guard plan.hasFaults, passed + LivePlan.quiet >= plan.duration else { return }
        try await server?.endFaults()
    }

    private func sample(_ recorder: LiveRecorder, at offset: Duration) -> SeriesSample {
        SeriesSample(
            atNanoseconds: UInt64(offset / .nanoseconds(1)),
            responseTime: recorder.takeInterval(),
            residentBytes: ProcessMemory.current()?.residentBytes,
            allocatedBytes: Allocator.probe()?.statistics().allocatedBytes)
    }

    /// Drops all connections at once, as often as planned.
    private func storm(_ clients: LiveClients) async throws -> LatencyHistogram? {
        guard plan.storms > 0 else { return nil }
        var times = LatencyHistogram()
        for number in 1...plan.storms {
            progress("storm \(number) of \(plan.storms)")
            times.merge(try await clients.storm())
        }
        return times
    }

    /// Pauses the world, and compares each channel with the server's own state.
    private func compare(_ clients: LiveClients) async throws -> LiveFigures.Truth? {
        guard let server else { return nil }
        progress("comparing")
        try await server.endFaults()
        try await server.pause()
        var truths: [String: TopicTruth] = [:]
        var differing = 0
        for store in clients.stores {
            let truth: TopicTruth
            if let known = truths[store.topic] {
                truth = known
            } else {
                truth = try await server.truth(of: store.topic)
                truths[store.topic] = truth
            }
            try await LiveWait.until(
                "\(store.topic) has version \(truth.version)", within: LivePlan.consistencyLimit
            ) {
                let (state, version) = await (store.state, store.version)
                return state == .active && version?.text == truth.version
            }
            let snapshot = await store.snapshot()
            let state = SnapshotWriter.state(
                events: snapshot.events, references: snapshot.references)
            if state != truth.state { differing += 1 }
        }
        try await server.resume()
        return LiveFigures.Truth(channels: clients.stores.count, differing: differing)
    }
}
