import OddsMeasurement

/// Reads memory and allocation counts around a run, and makes the result.
@usableFromInline
struct RunObserver {
    private let heap: HeapProbe?
    private var memory: MemoryFigures
    private var allocationsAtOpening: UInt64?
    private var allocationsAtClosing: UInt64?

    /// Call it before there is a strategy.
    @usableFromInline
    init(frameBufferBytes: Int, heap: HeapProbe?) {
        self.heap = heap
        memory = MemoryFigures(frameBufferBytes: frameBufferBytes)
        ProcessMemory.resetPeak()
        memory.residentBytesBefore = ownBytes(ProcessMemory.current()?.residentBytes)
    }

    @usableFromInline
    mutating func noteWindowOpening() {
        allocationsAtOpening = heap?.statistics().allocationCount
    }

    @usableFromInline
    mutating func noteWindowClosing() {
        allocationsAtClosing = heap?.statistics().allocationCount
        memory.residentBytesPeak = ownBytes(ProcessMemory.current()?.residentBytesPeak)
    }

    /// Call it after the last frame.
    @usableFromInline
    mutating func noteEnd() {
        let statistics = heap?.statistics()
        memory.allocatedBytes = statistics?.allocatedBytes
        memory.activeBytes = statistics?.activeBytes
        memory.residentBytesAfter = ownBytes(ProcessMemory.current()?.residentBytes)
    }

    @usableFromInline
    func result(
        _ record: LoopRecord, plan: MeasurementPlan, strategy: String, outcome: ServerOutcome
    ) -> RunResult {
        let verdict = Verdict(record)
        return RunResult(
            strategy: strategy,
            consumer: plan.consumer,
            repetition: 1,
            status: verdict.status,
            reason: verdict.reason,
            offeredRate: rate(record.offered.updates, in: plan.window.durationNanoseconds),
            achievedRate: rate(record.served.updates, in: record.openNanoseconds),
            responseTime: LatencySummary(record.responseTime),
            serviceTime: LatencySummary(record.serviceTime),
            lateness: LatencySummary(record.lateness),
            memory: memory,
            allocationsPerUpdate: allocationsPerUpdate(record),
            unserved: .init(frames: record.unserved.frames, updates: record.unserved.updates),
            reads: outcome.reads,
            checksum: outcome.checksum,
            digest: outcome.digest)
    }

    /// The mapping is resident as a whole from before the run until after it.
    private func ownBytes(_ residentBytes: Int?) -> Int? {
        residentBytes.map { $0 - memory.frameBufferBytes }
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
