import OddsClient
import OddsExperiments
import OddsLedger
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
        let clients = try await LiveClients.start(plan, feed, recorder: recorder)
        if !plan.hasFaults {
            try await clients.waitUntilCurrent(within: LivePlan.startLimit)
        }
        try await Task.sleep(for: plan.warmup)
        let window = try await measure(clients, recorder)
        let truth = try await compare(clients)
        let snapshot = await clients.stores[0].snapshot()
        let state = SnapshotWriter.state(events: snapshot.events, references: snapshot.references)
        let counters = await clients.counters
        var live = LiveFigures(
            clients: plan.clients, channels: plan.clients * plan.channels,
            wire: window.notes.wire, decode: window.notes.decode, apply: window.notes.apply,
            deliver: window.notes.deliver)
        live.timeToConsistent = window.storms.map { LatencySummary($0, keepsHistogram: true) }
        live.stolenShare = window.stolenShare
        live.truth = truth
        live.counts.framesApplied = counters.framesApplied
        live.counts.framesRejected = counters.framesRejected
        live.counts.framesStale = counters.framesStale
        let metrics = try await server?.metrics()
        live.counts.faults = metrics?["emsim_faults_injected_total"]
        live.counts.dumps = metrics?["emsim_dumps_sent_total"]
        live.counts.reconnects = await clients.stop()
        return result(window, live, state: state)
    }

    /// The measurements of the window.
    struct Window {
        var notes = ReaderNotes()
        /// When it opened and closed.
        var times: Range<UInt64> = 0..<0
        /// The topic of each channel.
        var topics: [String] = []
        /// `nil` if the server has no control.
        var schedule: LiveSchedule?
        /// The number of records applied.
        var recordsApplied = 0
        var storms: LatencyHistogram?
        var memory = LiveMemory()
        var jitter: JitterFigures?
        var stolenShare: Double?

        var seconds: Double { Double(times.count) / 1e9 }
    }

    private func measure(
        _ clients: LiveClients, _ recorder: LiveRecorder
    ) async throws -> Window {
        var window = Window()
        window.topics = clients.stores.map(\.topic)
        let topics = Array(Set(window.topics)).sorted()
        try await server?.noteFrames(of: topics)
        let jitter = JitterMonitor(cores: CoreAffinity.allowedCores())
        window.memory.begin()
        let appliedBefore = await clients.appliedRecordCount
        if plan.storms > 0 { window.storms = LatencyHistogram() }
        let processorTime = ProcessorTime.current()
        jitter.beginRecording()
        let start = FrameTrace.now
        recorder.begin(start: start)
        try await follow(clients, recorder, from: start, &window)
        let close = FrameTrace.now
        jitter.endRecording()
        window.stolenShare = processorTime.flatMap { start in
            ProcessorTime.current()?.stolenShare(since: start)
        }
        window.times = start..<close
        window.recordsApplied = await clients.appliedRecordCount - appliedBefore
        window.notes = recorder.end()
        window.jitter = JitterFigures(jitter.finish())
        window.memory.end(notes: window.notes.sights.byteCount)
        if let server {
            progress("reading the schedule")
            window.schedule = try await LiveSchedule(server, window.topics, window.times)
            try await server.noteFrames(of: [])
        }
        return window
    }

    /// Lets the window pass: samples the memory once a second, and drops all
    /// connections as often as planned.
    private func follow(
        _ clients: LiveClients, _ recorder: LiveRecorder, from start: UInt64,
        _ window: inout Window
    ) async throws {
        var stormCount = 0
        var nextSample = Duration.seconds(1)
        while true {
            let passed = Duration.nanoseconds(Int64(FrameTrace.now - start))
            if stormCount < plan.storms, passed >= plan.start(ofStorm: stormCount) {
                stormCount += 1
                progress("storm \(stormCount) of \(plan.storms)")
                window.storms?.merge(try await clients.storm())
                continue
            }
            guard passed < plan.duration else {
                window.memory.sample(notes: recorder.sightByteCount)
                break
            }
            progress("measuring \(passed.formatted(.units(allowed: [.seconds])))")
            try await endFaults(after: passed)
            if passed >= nextSample {
                window.memory.sample(notes: recorder.sightByteCount)
                while nextSample <= passed { nextSample += .seconds(1) }
            }
            let nextStorm =
                stormCount < plan.storms ? plan.start(ofStorm: stormCount) : plan.duration
            try await Task.sleep(for: min(nextSample, nextStorm, plan.duration) - passed)
        }
    }

    /// Ends the faults in time, so that all channels become consistent.
    private func endFaults(after passed: Duration) async throws {
        guard plan.hasFaults, passed + LivePlan.quiet >= plan.duration else { return }
        try await server?.endFaults()
    }
}
