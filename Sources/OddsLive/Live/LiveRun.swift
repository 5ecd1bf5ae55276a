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
    let progress: ExperimentProgress

    package init(
        plan: LivePlan, feed: LiveFeed, server: (any LiveServer)?,
        progress: ExperimentProgress = .silent
    ) {
        self.plan = plan
        self.feed = feed
        self.server = server
        self.progress = progress
    }

    /// - Throws: `ExperimentFailure` after an interruption before the window opened,
    ///   besides errors of the clients and the server. A later one closes the window.
    package func run() async throws -> RunResult {
        let recorder = LiveRecorder()
        let clients = try await LiveClients.start(plan, feed) { channel, _, update in
            recorder.note(channel: channel, update, now: FrameTrace.now)
        }
        if !plan.hasFaults {
            try await clients.waitUntilCurrent(within: LivePlan.startLimit)
        }
        progress.update(.warmup, elapsed: 0)
        try await Interruption.current.sleep(for: plan.warmup)
        try Interruption.current.check()
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
        live.counts.socket = await clients.socketCounts
        let metrics = try await server?.metrics()
        live.counts.faults = metrics?["emsim_faults_injected_total"]
        let dumps = ["emsim_dumps_sent_total", "emsim_refreshes_sent_total"]
            .compactMap { metrics?[$0] }
        live.counts.dumps = dumps.isEmpty ? nil : dumps.reduce(0, +)
        live.counts.reconnects = await clients.stop()
        var result = result(window, live, state: state)
        result.cutShortNanoseconds = window.isCutShort ? UInt64(window.times.count) : nil
        return result
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
        /// Whether it closed early.
        var isCutShort = false
        var memory = LiveMemory()
        var jitter = JitterMonitor.Sample()
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
        recorder.begin(start: start, isFollowed: plan.isFollowed)
        let intervals = LiveIntervals(recordsBefore: appliedBefore)
        try await follow(clients, recorder, from: start, intervals, &window)
        let close = FrameTrace.now
        jitter.endRecording()
        window.stolenShare = processorTime.flatMap { start in
            ProcessorTime.current()?.stolenShare(since: start)
        }
        window.times = start..<close
        window.recordsApplied = await clients.appliedRecordCount - appliedBefore
        window.notes = recorder.end()
        window.jitter = jitter.finish()
        window.memory.end(notes: window.notes.sights.byteCount)
        if let server {
            progress.note("reading the schedule")
            window.schedule = try await LiveSchedule(server, window.topics, window.times)
            try await server.noteFrames(of: [])
        }
        return window
    }

    /// Lets the window pass: samples the memory once a second, and drops all
    /// connections as often as planned.
    private func follow(
        _ clients: LiveClients, _ recorder: LiveRecorder, from start: UInt64,
        _ intervals: LiveIntervals, _ window: inout Window
    ) async throws {
        var stormCount = 0
        var nextSample = Duration.seconds(1)
        var intervals = intervals
        while true {
            let passed = Duration.nanoseconds(Int64(FrameTrace.now - start))
            if stormCount < plan.storms, passed >= plan.start(ofStorm: stormCount) {
                stormCount += 1
                progress.note("storm \(stormCount) of \(plan.storms)")
                window.storms?.merge(try await clients.storm())
                continue
            }
            window.isCutShort = passed < plan.duration && Interruption.current.isRequested
            guard passed < plan.duration, !window.isCutShort else {
                window.memory.sample(notes: recorder.sightByteCount)
                break
            }
            try await endFaults(after: passed)
            var ended: [LiveInterval] = []
            if passed >= nextSample {
                window.memory.sample(notes: recorder.sightByteCount)
                while nextSample <= passed { nextSample += .seconds(1) }
                if let times = recorder.takeInterval() {
                    let records = await clients.appliedRecordCount
                    var interval = intervals.next(
                        times, at: passed, records, window.memory.samples.last)
                    interval.socket = await clients.socketCounts
                    ended = [interval]
                }
            }
            let elapsed = (plan.warmup + passed) / .seconds(1)
            progress.update(.measuring, elapsed: elapsed, intervals: ended)
            let nextStorm =
                stormCount < plan.storms ? plan.start(ofStorm: stormCount) : plan.duration
            try await Interruption.current.sleep(
                for: min(nextSample, nextStorm, plan.duration) - passed)
        }
    }

    /// Ends the faults in time, so that all channels become consistent.
    private func endFaults(after passed: Duration) async throws {
        guard plan.hasFaults, passed + plan.quiet >= plan.duration else { return }
        try await server?.endFaults()
    }
}
