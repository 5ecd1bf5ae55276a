import OddsReconstruction
import OddsTraffic
import SimdjsonPeer

/// What an odds update costs while the state grows far beyond the caches. Every
/// event is as popular as every other: the worst case.
public enum GrowthTable {
    public struct Size: Sendable {
        public let events: Int, markets: Int
        /// Three outcomes a market, an offer each.
        public var offers: Int { events * markets * 3 }
    }

    public static let sizes = [
        Size(events: 100, markets: 50),
        Size(events: 500, markets: 50),
        Size(events: 500, markets: 200),
        Size(events: 2_000, markets: 200),
    ]

    /// For each size, a line of ours and one of simdjson.
    ///
    /// - Parameters:
    ///   - sizes: the first is the one to which the others are compared.
    ///   - updateCount: frames a round.
    ///   - progress: is told of each size before it begins.
    public static func measure(
        sizes: [Size] = sizes, updateCount: Int, rounds: Int, progress: (Size) -> Void
    ) throws -> [GrowthLine] {
        var lines: [GrowthLine] = []
        for size in sizes {
            progress(size)
            var ours = GrowingStore<OursApply<IncrementalGraph>>(OursApply())
            var simdjson = GrowingStore<SimdjsonApply>(SimdjsonApply())
            try measure(size, updateCount, rounds, &ours, &simdjson)
            lines.append(ours.line(size, first: lines.first { $0.implementation == "ours" }))
            let first = lines.first { $0.implementation == SimdjsonApply.name }
            lines.append(simdjson.line(size, first: first))
        }
        return lines
    }

    private static func measure<Ours: StorePeer & ~Copyable, Theirs: StorePeer & ~Copyable>(
        _ size: Size, _ updateCount: Int, _ rounds: Int, _ ours: inout GrowingStore<Ours>,
        _ theirs: inout GrowingStore<Theirs>
    ) throws {
        var generator = try TrafficGenerator(.odds(events: size.events, markets: size.markets))
        var writer = FrameWriter()
        // One by one: all together would be as large as the state itself.
        while generator.nextInitialFrame(into: &writer) != nil {
            let frame = FrameSet(name: "initial", frame: writer.bytes)
            try ours.load(frame)
            try theirs.load(frame)
        }
        for round in 0...rounds {
            var packed = PackedFrames()
            for _ in 0..<updateCount {
                _ = generator.nextFrame(into: &writer)
                packed.append(writer.bytes)
            }
            let frames = FrameSet(name: "odds", frames: packed, initialCount: 0)
            // The first round warms up.
            try ours.serve(frames, counts: round > 0)
            try theirs.serve(frames, counts: round > 0)
        }
        try ours.check(equals: &theirs)
    }
}

/// A store and the cost of its updates.
private struct GrowingStore<Store: StorePeer & ~Copyable>: ~Copyable {
    private var store: Store
    private var samples: [Double] = []

    init(_ store: consuming Store) { self.store = store }

    mutating func load(_ frame: FrameSet) throws { try store.apply(0..<1, of: frame) }

    mutating func serve(_ frames: FrameSet, counts: Bool) throws {
        let range = 0..<frames.count
        let nanoseconds = try measuredNanoseconds { try store.apply(range, of: frames) }
        guard counts else { return }
        samples.append(Double(nanoseconds) / Double(frames.recordCount(of: range)))
    }

    mutating func check<Other: ~Copyable>(equals other: inout GrowingStore<Other>) throws {
        let (ours, theirs) = (try digest(), try other.digest())
        guard ours == theirs else {
            throw PeerError.digestsDiffer(
                task: "growth", implementation: Other.name, ours: "\(ours)", theirs: "\(theirs)")
        }
    }

    private mutating func digest() throws -> Digest {
        var digest = PeerStateDigest()
        try store.fold(into: &digest)
        return Digest(digest)
    }

    func line(_ size: GrowthTable.Size, first: GrowthLine?) -> GrowthLine {
        let cost = Spread(samples)
        return GrowthLine(
            implementation: Store.name, size: size, nanosecondsPerRecord: cost,
            growth: cost.median / (first?.nanosecondsPerRecord.median ?? cost.median))
    }
}

/// A line of the growth table.
public struct GrowthLine: Sendable {
    public let implementation: String
    public let size: GrowthTable.Size
    public let nanosecondsPerRecord: Spread
    /// Cost over that of the first size.
    public let growth: Double
}
