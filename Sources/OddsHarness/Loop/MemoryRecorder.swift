import OddsMeasurement
import OddsResults

/// Records memory by phase, and counts allocations other than its own.
struct MemoryRecorder {
    let clock = MonotonicClock()
    private(set) var phases: [MemoryPhaseFigures] = []

    private let heap: HeapProbe?
    private let mappedBytes: Int
    private let sampleIntervalNanoseconds: UInt64
    private let start: UInt64
    private var samples: [MemorySample] = []
    private var nextSample: UInt64 = 0
    private var frames = 0
    private var updates = 0
    /// The allocations of the current phase.
    private var counted = AllocationCount()
    /// The allocator's counts when counting last began.
    private var countedFrom: AllocationCount?

    init(heap: HeapProbe?, mappedBytes: Int, sampleIntervalNanoseconds: UInt64) {
        self.heap = heap
        self.mappedBytes = mappedBytes
        self.sampleIntervalNanoseconds = sampleIntervalNanoseconds
        start = clock.now
    }

    mutating func beginPhase() {
        samples = []
        frames = 0
        updates = 0
        counted = AllocationCount()
        ProcessMemory.resetPeak()
        nextSample = clock.now + sampleIntervalNanoseconds
        beginCounting()
    }

    /// Counts a frame that was served, and takes a sample if one is due.
    mutating func note(_ ticket: FrameTicket) {
        frames += 1
        updates += Int(ticket.updateCount)
        guard clock.now >= nextSample else { return }
        endCounting()
        samples.append(sample())
        nextSample = clock.now + sampleIntervalNanoseconds
        beginCounting()
    }

    mutating func endPhase(_ phase: MemoryPhase, tables: @autoclosure () -> [TableFigures]) {
        endCounting()
        let hasCounts = countedFrom != nil && updates > 0
        phases.append(
            MemoryPhaseFigures(
                phase: phase, frames: frames, updates: updates,
                allocationsPerUpdate: hasCounts
                    ? Double(counted.calls) / Double(updates) : nil,
                allocatedBytesPerUpdate: hasCounts
                    ? Double(counted.bytes) / Double(updates) : nil,
                end: sample(), samples: samples, tables: tables()))
    }

    private mutating func beginCounting() { countedFrom = AllocationCount(heap?.statistics()) }

    private mutating func endCounting() {
        guard let countedFrom, let now = AllocationCount(heap?.statistics()) else { return }
        counted.calls += now.calls - countedFrom.calls
        counted.bytes += now.bytes - countedFrom.bytes
    }

    private func sample() -> MemorySample {
        let memory = ProcessMemory.current()
        return MemorySample(
            atNanoseconds: clock.now - start,
            residentBytes: memory.map { $0.residentBytes - mappedBytes },
            proportionalBytes: memory?.proportionalBytes,
            residentBytesPeak: memory.map { $0.residentBytesPeak - mappedBytes },
            heap: (heap?.statistics()).map(MemorySample.Heap.init))
    }
}

/// A number of heap allocations, and their bytes.
struct AllocationCount {
    var calls: UInt64 = 0
    var bytes: UInt64 = 0

    init() {}

    /// `nil` if the allocator does not count allocations.
    init?(_ statistics: HeapStatistics?) {
        guard let calls = statistics?.allocationCount, let bytes = statistics?.threadAllocatedBytes
        else { return nil }
        self.calls = calls
        self.bytes = bytes
    }
}
