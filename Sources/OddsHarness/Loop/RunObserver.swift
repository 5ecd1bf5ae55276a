import OddsMeasurement
import OddsResults

/// Reads memory, allocation counts and the machine's state around a run, and
/// assembles the result.
@usableFromInline
struct RunObserver: LoopObserver, Sendable {
    let heap: HeapProbe?
    /// The memory of the record of a ramp.
    private let rampBytes: Int
    private let jitter: JitterMonitor?
    private let processorTime: ProcessorTime?
    private var memory: MemoryFigures
    private var allocationsAtOpening: UInt64?
    private var allocationsAtClosing: UInt64?
    private var usageAtOpening: ThreadUsage?
    private var usage: UsageFigures?
    private var jitterFigures: JitterFigures?

    /// Must be called before the strategy is created.
    ///
    /// - Parameters:
    ///   - frameBufferBytes: The size of the frames' mapping, which is
    ///     subtracted from resident set sizes.
    ///   - heap: Reads the allocator; `nil` for no heap figures.
    ///   - cores: With only one core there is no jitter thread.
    ///   - rampStepCount: The number of steps that are recorded; `nil` for no ramp.
    @usableFromInline
    init(
        frameBufferBytes: Int, heap: HeapProbe?, cores: CoreSession, rampStepCount: Int? = nil
    ) {
        self.heap = heap
        rampBytes = rampStepCount.map { RampRecord.byteCount(stepCount: $0) } ?? 0
        jitter = cores.hasOthers ? JitterMonitor(cores: cores.others) : nil
        processorTime = ProcessorTime.current()
        memory = MemoryFigures(frameBufferBytes: frameBufferBytes)
        ProcessMemory.resetPeak()
        memory.residentBytesBefore = (ProcessMemory.current()?.residentBytes).map {
            $0 - frameBufferBytes
        }
    }

    @usableFromInline
    mutating func windowOpens(at opening: UInt64) {
        jitter?.beginRecording()
        allocationsAtOpening = heap?.statistics().allocationCount
        usageAtOpening = ThreadUsage.current()
    }

    @usableFromInline
    mutating func windowCloses(at closing: UInt64) {
        let usage = ThreadUsage.current()
        allocationsAtClosing = heap?.statistics().allocationCount
        jitter?.endRecording()
        memory.residentBytesPeak = ownBytes(ProcessMemory.current()?.residentBytesPeak)
        let stolenShare = processorTime.flatMap { start in
            ProcessorTime.current()?.stolenShare(since: start)
        }
        self.usage = usageAtOpening.map {
            UsageFigures(usage.since($0), stolenShare: stolenShare)
        }
    }

    @usableFromInline
    mutating func ends() {
        let statistics = heap?.statistics()
        memory.allocatedBytes = statistics?.allocatedBytes
        memory.activeBytes = statistics?.activeBytes
        memory.residentBytesAfter = ownBytes(ProcessMemory.current()?.residentBytes)
        jitterFigures = (jitter?.finish()).map(JitterFigures.init)
    }

    @usableFromInline
    func result(
        _ record: LoopRecord, plan: MeasurementPlan, strategy: String, outcome: ServerOutcome
    ) -> RunResult {
        let verdict = Verdict(record, jitter: jitterFigures, usage: usage)
        let offeredNanoseconds = min(plan.window.durationNanoseconds, record.openNanoseconds)
        var result = RunResult(
            strategy: strategy,
            consumer: plan.consumer,
            repetition: 1,
            status: verdict.status,
            reason: verdict.reason,
            offeredRate: rate(record.offered.updates, in: offeredNanoseconds),
            achievedRate: rate(record.served.updates, in: record.openNanoseconds),
            responseTime: LatencySummary(
                record.responseTime,
                // Lower bounds have no interval.
                blocks: record.unserved.frames > 0 ? nil : record.blocks.responseTime,
                keepsHistogram: true),
            serviceTime: LatencySummary(
                record.serviceTime, blocks: record.blocks.serviceTime, keepsHistogram: true),
            lateness: LatencySummary(record.lateness, keepsHistogram: true),
            harness: HarnessFigures(record),
            backlog: BacklogFigures(
                maxNanoseconds: record.backlog.nanoseconds,
                atNanoseconds: record.backlog.atNanoseconds),
            staleness: LatencySummary(
                record.staleness, blocks: record.stalenessBlocks, keepsHistogram: true),
            jitter: jitterFigures,
            usage: usage,
            timeline: TimelineFigures(record.timeline),
            memory: memory,
            allocationsPerUpdate: allocationsPerUpdate(record),
            unserved: .init(frames: record.unserved.frames, updates: record.unserved.updates),
            reads: outcome.reads,
            checksum: outcome.checksum,
            digest: outcome.digest)
        if record.hasEndedEarly { result.cutShortNanoseconds = record.openNanoseconds }
        result.computeFigures()
        return result
    }

    /// The resident set size without the frames' mapping, all of which is
    /// resident from before the run until after it, and without the records of loop
    /// and ramp, which are from its start.
    func ownBytes(_ residentBytes: Int?) -> Int? {
        residentBytes.map { $0 - memory.frameBufferBytes - LoopRecord.byteCount - rampBytes }
    }

    private func rate(_ updates: Int, in nanoseconds: UInt64) -> Double {
        Double(updates) * 1e9 / Double(nanoseconds)
    }

    private func allocationsPerUpdate(_ record: LoopRecord) -> Double? {
        guard let allocationsAtOpening, let allocationsAtClosing, record.served.updates > 0
        else { return nil }
        return Double(allocationsAtClosing - allocationsAtOpening) / Double(record.served.updates)
    }
}

extension HarnessFigures {
    fileprivate init(_ record: LoopRecord) {
        let open = Double(record.openNanoseconds)
        self.init(
            undelayedResponseTime: record.undelayedResponseTime,
            undelayedServiceTime: record.undelayedServiceTime,
            delayedShare: Double(record.delayedNanoseconds) / open,
            serviceLostShare: Double(record.serviceLostNanoseconds) / open)
    }
}
