import OddsTraffic

/// What it costs ours that a feed writes its frames another way than the one
/// that they were first seen in: shapes are learned, not written down, so each
/// style should be nearly as fast as any other once it has been learned.
public enum StyleTable {
    public static let name = "styles"

    /// The first is the one to which the others are compared; the second is
    /// the same again.
    static let styles: [(name: String, role: Role, style: FrameStyle)] = {
        var shuffled = FrameStyle()
        shuffled.keyOrderSeed = 1
        var shuffledOtherwise = FrameStyle()
        shuffledOtherwise.keyOrderSeed = 2
        var extended = FrameStyle()
        extended.addsUnknownProperty = true
        var pretty = FrameStyle()
        pretty.isPrettyPrinted = true
        return [
            ("plain", .ours, FrameStyle()), ("plain (again)", .again, FrameStyle()),
            ("shuffled keys", .variant, shuffled),
            ("shuffled otherwise", .variant, shuffledOtherwise),
            ("unknown property", .variant, extended), ("pretty-printed", .variant, pretty),
        ]
    }()

    /// What the styles are called.
    public static let names = styles.map(\.name)

    /// The frames as the style of that name has them.
    public static func frames(_ frames: FrameSet, in name: String) -> FrameSet {
        guard let style = styles.first(where: { $0.name == name }) else {
            preconditionFailure("there is no style '\(name)'")
        }
        return style.role == .variant ? FrameSet(frames, style: style.style) : frames
    }

    private static let tasks = [PeerTask.decode, .apply]

    /// - Throws: `PeerError.digestsDiffer` unless all styles mean the same.
    static func check(on frames: FrameSet) throws {
        let sets = styles.map { FrameSet(frames, style: $0.style) }
        for task in tasks {
            let ours = task.contestants[0]
            let plain = try ours.check(sets[0], ours.served(of: sets[0]))
            for (set, style) in zip(sets, styles).dropFirst() {
                let styled = try ours.check(set, ours.served(of: set))
                guard styled == plain else {
                    throw PeerError.digestsDiffer(
                        task: "\(task.name), \(frames.origin)",
                        implementation: "\(ours.name), \(style.name)", ours: "\(plain)",
                        theirs: "\(styled)")
                }
            }
        }
    }

    /// The series of each task and style, of ours.
    static func measure(on frames: FrameSet, rounds: Int) throws -> [Series] {
        let sets = styles.map { FrameSet(frames, style: $0.style) }
        return try tasks.flatMap { task in
            let ours = task.contestants[0]
            var series = zip(sets, styles).map { set, style in
                let timed = ours.timed(of: set)
                return Series(
                    task: task.name, workload: set.name, implementation: style.name,
                    omissions: "", role: style.role, frames: timed.count,
                    records: set.recordCount(of: timed), bytes: set.byteCount(of: timed))
            }
            try measureInTurns(&series, rounds: rounds) {
                try ours.nanosecondsPerRecord(on: sets[$0])
            }
            return series
        }
    }
}
