import OddsReconstruction

/// A task: what is compared, and by whom. The first contestant is ours, the
/// second ours again.
public struct PeerTask: Sendable {
    public let name: String
    public let contestants: [Contestant]

    init(name: String, contestants: [Contestant]) {
        self.name = name
        self.contestants = contestants
    }

    private init(_ name: String, ours: Contestant, others: [Contestant]) {
        self.init(name: name, contestants: [ours, ours.again()] + others)
    }

    public static let decode = PeerTask(
        "decode", ours: Contestant(decoder: OursDecode.self),
        others: [
            Contestant(decoder: SimdjsonDecode.self),
            Contestant(decoder: SimdjsonWalk.self),
            Contestant(decoder: SimdjsonTokens.self),
            Contestant(decoder: FoundationDecode.self),
            Contestant(decoder: NaiveDecode.self),
        ])

    public static let apply = PeerTask(
        "apply", ours: Contestant(store: OursApply<IncrementalGraph>.self),
        others: [
            Contestant(store: SimdjsonApply.self),
            Contestant(store: FoundationApply.self),
            Contestant(store: NaiveApply.self),
            Contestant(store: GRDBApply.self),
        ])

    public static let tree = PeerTask(
        "tree", ours: Contestant(tree: OursApply<IncrementalGraph>.self),
        others: [
            Contestant(tree: OursApply<DeltaRebuild>.self),
            Contestant(tree: OursApply<FullRebuild>.self),
            Contestant(tree: SimdjsonApply.self),
            Contestant(tree: FoundationApply.self),
            Contestant(tree: NaiveApply.self),
            Contestant(tree: GRDBApply.self),
        ])

    /// Those that take turns in one process; `dump` has a process of its own
    /// for each run.
    public static let all = [decode, apply, tree]
}

extension PeerTask {
    /// The task with some of its implementations.
    ///
    /// - Parameter implementations: those beside ours; empty for all.
    func of(_ implementations: [String]) -> PeerTask {
        guard !implementations.isEmpty else { return self }
        return PeerTask(
            name: name,
            contestants: contestants.filter {
                $0.role == .ours || implementations.contains($0.name)
            })
    }

    /// One process's part of a comparison: times all in turns.
    func measure(on frames: FrameSet, rounds: Int) throws -> [Series] {
        var series = contestants.map { Series($0, task: name, on: frames) }
        try measureInTurns(&series, rounds: rounds) {
            try contestants[$0].nanosecondsPerRecord(on: frames)
        }
        return series
    }

    /// - Throws: `PeerError.digestsDiffer` for the first that does not agree
    ///   with ours on the frames that it serves; `PeerError.frameRefused` if it
    ///   does not read them.
    func check(on frames: FrameSet) throws {
        for contestant in contestants where contestant.role != .ours && contestant.role != .again {
            let served = contestant.served(of: frames)
            let ours = try contestants[0].check(frames, served)
            let theirs = try contestant.check(frames, served)
            guard ours == theirs else {
                throw PeerError.digestsDiffer(
                    task: "\(name), \(frames.origin)", implementation: contestant.name,
                    ours: "\(ours)", theirs: "\(theirs)")
            }
        }
    }
}

extension Contestant {
    /// The frames that it serves a round.
    func served(of frames: FrameSet) -> Range<Int> {
        let updates = frames.updates
        return updates.lowerBound..<updates.lowerBound + min(updates.count, framesMax)
    }

    /// The part that is timed; the rest, an eighth, warms up.
    func timed(of frames: FrameSet) -> Range<Int> {
        let served = served(of: frames)
        return served.lowerBound + served.count / 8..<served.upperBound
    }

    func nanosecondsPerRecord(on frames: FrameSet) throws -> Double {
        let timed = timed(of: frames)
        let warmUp = served(of: frames).lowerBound..<timed.lowerBound
        let nanoseconds = try time(frames, warmUp, timed)
        return Double(nanoseconds) / Double(frames.recordCount(of: timed))
    }
}

extension PeerTask {
    /// Has one implementation serve the frames, untimed: for profilers.
    ///
    /// - Returns: the number of records served in `measuredNanoseconds`.
    /// - Throws: `PeerError`, `.unoptimized` in a debug build.
    public func serve(_ implementation: String, _ frames: FrameSet) throws -> Int {
        try Optimization.require()
        guard let contestant = contestants.first(where: { $0.name == implementation }) else {
            throw PeerError.unknown(name: implementation, known: contestants.map(\.name))
        }
        _ = try contestant.nanosecondsPerRecord(on: frames)
        return frames.recordCount(of: contestant.timed(of: frames))
    }
}
