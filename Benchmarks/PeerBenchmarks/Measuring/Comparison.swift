import OddsReconstruction

/// A task: what is compared, and by whom. The first contestant is ours.
public struct PeerTask: Sendable {
    public let name: String
    public let contestants: [Contestant]

    public static let decode = PeerTask(
        name: "decode",
        contestants: [
            Contestant(decoder: OursDecode.self),
            Contestant(decoder: SimdjsonDecode.self),
            Contestant(decoder: SimdjsonWalk.self),
            Contestant(decoder: FoundationDecode.self),
            Contestant(decoder: NaiveDecode.self),
        ])

    public static let apply = PeerTask(
        name: "apply",
        contestants: [
            Contestant(store: OursApply<IncrementalGraph>.self),
            Contestant(store: SimdjsonApply.self),
            Contestant(store: FoundationApply.self),
            Contestant(store: NaiveApply.self),
            Contestant(store: GRDBApply.self),
        ])

    public static let tree = PeerTask(
        name: "tree",
        contestants: [
            Contestant(tree: OursApply<IncrementalGraph>.self),
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
    /// Checks all results against ours, then times all in turns, each round in
    /// another order.
    public func compare(on frames: FrameSet, rounds: Int) throws -> [PeerResult] {
        try check(on: frames)
        var samples = [[Double]](repeating: [], count: contestants.count)
        for round in 0..<rounds {
            for turn in contestants.indices {
                let index = (turn + round) % contestants.count
                samples[index].append(try contestants[index].nanosecondsPerRecord(on: frames))
            }
        }
        let ours = Spread(samples[0]).median
        return zip(contestants, samples).map { contestant, samples in
            let timed = contestant.timed(of: frames)
            return PeerResult(
                task: name, workload: frames.name, implementation: contestant.name,
                omissions: contestant.omissions, samples: samples, ours: ours,
                frames: timed.count, records: frames.recordCount(of: timed),
                bytes: frames.byteCount(of: timed))
        }
    }

    /// - Throws: `PeerError.digestsDiffer` for the first that does not agree
    ///   with ours on the frames that it serves.
    public func check(on frames: FrameSet) throws {
        for contestant in contestants.dropFirst() {
            let served = contestant.served(of: frames)
            let ours = try contestants[0].check(frames, served)
            let theirs = try contestant.check(frames, served)
            guard ours == theirs else {
                throw PeerError.digestsDiffer(
                    task: name, implementation: contestant.name, ours: "\(ours)",
                    theirs: "\(theirs)")
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
    public func serve(_ implementation: String, _ frames: FrameSet) throws -> Int {
        guard let contestant = contestants.first(where: { $0.name == implementation }) else {
            throw PeerError.unknown(name: implementation, known: contestants.map(\.name))
        }
        _ = try contestant.nanosecondsPerRecord(on: frames)
        return frames.recordCount(of: contestant.timed(of: frames))
    }
}
