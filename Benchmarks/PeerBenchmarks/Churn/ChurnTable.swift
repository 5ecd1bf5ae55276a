import OddsMeasurement
import OddsReconstruction
import SimdjsonPeer

/// Whether memory stays flat while entities come and go at full speed, for
/// each strategy: what is removed must leave nothing behind.
public enum ChurnTable {
    public static let name = "churn"

    /// Creates of one strategy, and as many deletes.
    public static let creates = 3_600_000

    /// The first tenth fills the state and warms up; memory before is that
    /// behind it.
    ///
    /// - Throws: `PeerError.frameRefused`; `PeerError.digestsDiffer` if what is
    ///   there at the end is not what was created last; `.unoptimized` in a debug
    ///   build.
    public static func measure() throws -> [ChurnLine] {
        try Optimization.require()
        return try lines(creates: creates)
    }

    /// The same in any build, whose figures then mean nothing.
    static func lines(creates: Int) throws -> [ChurnLine] {
        [
            try line(IncrementalGraph.self, creates), try line(DeltaRebuild.self, creates),
            try line(FullRebuild.self, creates),
        ]
    }

    /// Frames made, then served, before the tree is read.
    private static let framesPerBatch = 500

    private static func line<Strategy: ReconstructionStrategy & ~Copyable>(
        _: Strategy.Type, _ creates: Int
    ) throws -> ChurnLine {
        let frameCount = max(creates / ChurnFrames.createsPerFrame, 2 * framesPerBatch)
        let warmUpCount = max(frameCount / 10, min(ChurnFrames.window, frameCount / 2))
        var store = ChurningStore<Strategy>()
        var nanoseconds: UInt64 = 0
        var before: (resident: Int?, heap: Int?) = (nil, nil)
        var served = 0
        while served < frameCount {
            let isWarmUp = served < warmUpCount
            let end = min(served + framesPerBatch, isWarmUp ? warmUpCount : frameCount)
            let spent = try store.serve(served..<end)
            if !isWarmUp { nanoseconds += spent }
            served = end
            if served == warmUpCount { before = memory() }
        }
        let after = memory()
        try store.checkState(frameCount: frameCount)
        let records = 2 * (frameCount - warmUpCount) * ChurnFrames.createsPerFrame
        return ChurnLine(
            strategy: Strategy.name, creates: frameCount * ChurnFrames.createsPerFrame,
            nanosecondsPerRecord: Double(nanoseconds) / Double(records),
            residentBytesBefore: before.resident, residentBytesAfter: after.resident,
            heapBytesBefore: before.heap, heapBytesAfter: after.heap)
    }

    private static func memory() -> (resident: Int?, heap: Int?) {
        let heap = peerHeapBytes()
        return (ProcessMemory.current()?.residentBytes, heap >= 0 ? Int(heap) : nil)
    }
}

/// A channel whose markets come and go.
private struct ChurningStore<Strategy: ReconstructionStrategy & ~Copyable>: ~Copyable {
    private var channel = Channel<Strategy>()

    init() {
        ChurnFrames.dump.withUnsafeBytes { _ = channel.receive($0, isTreeRead: false) }
    }

    /// Makes frames, serves them and reads the tree; only the last two count.
    mutating func serve(_ range: Range<Int>) throws -> UInt64 {
        let frames = range.map { ChurnFrames.frame(at: $0) }
        return try measuredNanoseconds {
            for (offset, frame) in frames.enumerated() {
                let disposition = frame.withUnsafeBytes { channel.receive($0, isTreeRead: false) }
                guard disposition == .applied else {
                    throw PeerError.frameRefused(
                        implementation: Strategy.name,
                        frame: "frame \(range.lowerBound + offset) of the churn", reason: nil)
                }
            }
            peerKeep(UInt64(channel.strategy.events(limit: .max).count))
        }
    }

    mutating func checkState(frameCount: Int) throws {
        let events = channel.strategy.events(limit: .max)
        let markets = events.reduce(0) { $0 + $1.markets.count }
        var offers = 0
        for event in events { event.forEachBettingOffer { _, _, _ in offers += 1 } }
        let living = min(frameCount, ChurnFrames.window)
        let expected = "\(living) markets, \(living * ChurnFrames.outcomesPerMarket) offers"
        guard "\(markets) markets, \(offers) offers" == expected else {
            throw PeerError.digestsDiffer(
                task: ChurnTable.name, implementation: Strategy.name, ours: expected,
                theirs: "\(markets) markets, \(offers) offers")
        }
    }
}

/// A line of the churn table.
public struct ChurnLine: Codable, Sendable {
    public let strategy: String
    /// And as many deletes, but for what is alive at the end.
    public let creates: Int
    public let nanosecondsPerRecord: Double
    /// None where it cannot be read.
    public let residentBytesBefore: Int?, residentBytesAfter: Int?
    /// What the allocator has given out.
    public let heapBytesBefore: Int?, heapBytesAfter: Int?

    /// What may be added by chance: room that a table keeps, and pages that the
    /// allocator does.
    static let growthBytesMax = 1e6

    /// The larger of the two growths, if either is known.
    public var growthBytes: Int? {
        let growths = [
            (residentBytesBefore, residentBytesAfter), (heapBytesBefore, heapBytesAfter),
        ].compactMap { before, after in before.flatMap { before in after.map { $0 - before } } }
        return growths.max()
    }

    /// Whether what was removed left nothing behind, as far as is known.
    public var isFlat: Bool { Double(growthBytes ?? 0) <= Self.growthBytesMax }
}
