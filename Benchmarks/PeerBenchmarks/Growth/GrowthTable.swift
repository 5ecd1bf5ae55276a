import OddsReconstruction
import OddsTraffic
import SimdjsonPeer

/// What an odds update costs while the state grows far beyond the caches. Every
/// event is as popular as every other: the worst case.
public enum GrowthTable {
    public static let name = "growth"

    public struct Size: Sendable {
        public let events: Int, markets: Int
        public var name: String { "\(events) × \(markets) × 3" }
        /// Three outcomes a market, an offer each.
        public var offers: Int { events * markets * 3 }
    }

    public static let sizes = [
        Size(events: 100, markets: 50),
        Size(events: 500, markets: 50),
        Size(events: 500, markets: 200),
        Size(events: 2_000, markets: 200),
    ]

    /// For each size, ours, ours again and simdjson in turns. The first size is
    /// the one to which the others are compared.
    ///
    /// - Parameter updateCount: frames a round.
    static func measure(
        sizes: [Size] = sizes, updateCount: Int, rounds: Int
    ) throws -> [Series] {
        try sizes.flatMap { try measure($0, updateCount, rounds) }
    }

    /// - Throws: `PeerError.digestsDiffer` unless both come to the same.
    static func check() throws {
        _ = try measure(Size(events: 20, markets: 20), 2_000, 1)
    }

    private static func measure(
        _ size: Size, _ updateCount: Int, _ rounds: Int
    ) throws -> [Series] {
        var ours = GrowingStore<OursApply<IncrementalGraph>>(OursApply())
        var again = GrowingStore<OursApply<IncrementalGraph>>(OursApply())
        var simdjson = GrowingStore<SimdjsonApply>(SimdjsonApply())
        var generator = try TrafficGenerator(.odds(events: size.events, markets: size.markets))
        var writer = FrameWriter()
        // One by one: all together would be as large as the state itself.
        while generator.nextInitialFrame(into: &writer) != nil {
            let frame = FrameSet(name: "initial", frame: writer.bytes)
            try ours.load(frame)
            try again.load(frame)
            try simdjson.load(frame)
        }
        for round in 0...rounds {
            var packed = PackedFrames()
            for _ in 0..<updateCount {
                _ = generator.nextFrame(into: &writer)
                packed.append(writer.bytes)
            }
            let frames = FrameSet(name: "odds", frames: packed, initialCount: 0)
            // The first round warms up.
            for turn in (0..<3).shuffled() {
                switch turn {
                case 0: try ours.serve(frames, counts: round > 0)
                case 1: try again.serve(frames, counts: round > 0)
                default: try simdjson.serve(frames, counts: round > 0)
                }
            }
        }
        try ours.check(equals: &simdjson)
        let name = OursApply<IncrementalGraph>.name
        return [
            ours.series(size, name, .ours), again.series(size, "\(name) (again)", .again),
            simdjson.series(size, SimdjsonApply.name, .rival),
        ]
    }
}

/// A store and the cost of its updates.
private struct GrowingStore<Store: StorePeer & ~Copyable>: ~Copyable {
    private var store: Store
    private var samples: [Double] = []
    /// What the last round served.
    private var frames = 0, records = 0, bytes = 0

    init(_ store: consuming Store) { self.store = store }

    mutating func load(_ frame: FrameSet) throws { try store.apply(0..<1, of: frame) }

    mutating func serve(_ frames: FrameSet, counts: Bool) throws {
        let range = 0..<frames.count
        let nanoseconds = try measuredNanoseconds { try store.apply(range, of: frames) }
        guard counts else { return }
        self.frames = frames.count
        records = frames.recordCount(of: range)
        bytes = frames.byteCount(of: range)
        samples.append(Double(nanoseconds) / Double(records))
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

    func series(_ size: GrowthTable.Size, _ name: String, _ role: Role) -> Series {
        Series(
            task: GrowthTable.name, workload: size.name, implementation: name,
            omissions: Store.omissions, role: role, nanosecondsPerRecord: samples,
            frames: frames, records: records, bytes: bytes)
    }
}

/// A line of the growth table.
public struct GrowthLine: Sendable {
    public let size: GrowthTable.Size
    public let result: PeerResult
    /// Cost over that of the first size, process by process.
    public let growth: Ratio

    /// The lines of what `measure` measured in several processes.
    static func lines(_ results: [PeerResult]) -> [GrowthLine] {
        results.compactMap { result in
            guard let size = GrowthTable.sizes.first(where: { $0.name == result.workload }),
                let first = results.first(where: { $0.implementation == result.implementation })
            else { return nil }
            return GrowthLine(
                size: size, result: result,
                growth: Ratio(of: result.processMedians, to: first.processMedians))
        }
    }
}
