import OddsMeasurement

/// The measurements of one interval of a series. Recording allocates nothing.
struct IntervalRecord: Sendable {
    var responseTime = LatencyHistogram()
    var serviceTime = LatencyHistogram()
    /// The updates that were served.
    var updates: UInt64 = 0
    /// The length of the interval.
    var nanoseconds: UInt64 = 0
    /// The times of the reference loop.
    private var loops: [UInt64] = []
    private var loop = ReferenceLoop()

    /// How often the reference loop runs in an interval, at most.
    static let loopCountMax = 16

    init() { loops.reserveCapacity(Self.loopCountMax) }

    /// Runs the reference loop, unless it has run often enough.
    mutating func runLoop() {
        guard loops.count < Self.loopCountMax else { return }
        loops.append(loop.run())
    }

    /// The median time of the reference loop; `nil` if it has not run.
    var loopNanoseconds: UInt64? {
        loops.isEmpty ? nil : loops.sorted()[loops.count / 2]
    }

    /// Whether no frame was served.
    var isEmpty: Bool { responseTime.count == 0 }

    /// Forgets all that was recorded and keeps the memory.
    mutating func reset() {
        responseTime.reset()
        serviceTime.reset()
        updates = 0
        loops.removeAll(keepingCapacity: true)
    }
}
