import OddsTraffic

/// What it costs ours that a feed writes its frames another way than the one
/// that they were first seen in: shapes are learned, not written down, so each
/// style should be nearly as fast as any other once it has been learned.
public enum StyleTable {
    public static let name = "styles"

    /// The first is the one to which the others are compared.
    static let styles: [(name: String, style: FrameStyle)] = {
        var shuffled = FrameStyle()
        shuffled.keyOrderSeed = 1
        var shuffledOtherwise = FrameStyle()
        shuffledOtherwise.keyOrderSeed = 2
        var extended = FrameStyle()
        extended.addsUnknownProperty = true
        var pretty = FrameStyle()
        pretty.isPrettyPrinted = true
        return [
            ("plain", FrameStyle()), ("shuffled keys", shuffled),
            ("shuffled otherwise", shuffledOtherwise), ("unknown property", extended),
            ("pretty-printed", pretty),
        ]
    }()

    /// A line for each style and task, `decode` and `apply`, of ours. Checks
    /// first that all styles mean the same.
    public static func measure(on frames: FrameSet, rounds: Int) throws -> [StyleLine] {
        let sets = styles.map { FrameSet(frames, style: $0.style) }
        return try [PeerTask.decode, .apply].flatMap { task in
            try measure(task, sets, rounds)
        }
    }

    private static func measure(
        _ task: PeerTask, _ sets: [FrameSet], _ rounds: Int
    ) throws -> [StyleLine] {
        let ours = task.contestants[0]
        let plain = try ours.check(sets[0], ours.served(of: sets[0]))
        for (set, style) in zip(sets, styles).dropFirst() {
            let styled = try ours.check(set, ours.served(of: set))
            guard styled == plain else {
                throw PeerError.digestsDiffer(
                    task: task.name, implementation: "\(ours.name), \(style.name)",
                    ours: "\(plain)", theirs: "\(styled)")
            }
        }
        var samples = [[Double]](repeating: [], count: sets.count)
        for round in 0..<rounds {
            for turn in sets.indices {
                let index = (turn + round) % sets.count
                samples[index].append(try ours.nanosecondsPerRecord(on: sets[index]))
            }
        }
        let plainCost = Spread(samples[0])
        return sets.indices.map { index in
            let timed = ours.timed(of: sets[index])
            return StyleLine(
                task: task.name, workload: sets[index].name, style: styles[index].name,
                nanosecondsPerRecord: Spread(samples[index]), plain: plainCost,
                records: sets[index].recordCount(of: timed),
                bytes: sets[index].byteCount(of: timed))
        }
    }
}

/// A line of the table of styles.
public struct StyleLine: Sendable {
    public let task: String
    public let workload: String
    public let style: String
    public let nanosecondsPerRecord: Spread
    /// Records a second, as a share of those of plain frames.
    public let relativeThroughput: Double
    public let bytesPerSecond: Double

    init(
        task: String, workload: String, style: String, nanosecondsPerRecord: Spread,
        plain: Spread, records: Int, bytes: Int
    ) {
        self.task = task
        self.workload = workload
        self.style = style
        self.nanosecondsPerRecord = nanosecondsPerRecord
        relativeThroughput = plain.median / nanosecondsPerRecord.median
        bytesPerSecond = Double(bytes) / Double(records) / nanosecondsPerRecord.median * 1e9
    }
}
