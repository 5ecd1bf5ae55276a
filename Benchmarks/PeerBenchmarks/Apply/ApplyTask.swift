import SimdjsonPeer

/// The task `apply`: a frame's bytes into a store that can be read.
protocol StorePeer: Peer, ~Copyable {
    init() throws
    /// Does, untimed, what is not part of this one's task.
    mutating func prepare(_ frames: FrameSet, _ range: Range<Int>) throws
    /// Takes the frame at `index`; false if it is refused.
    mutating func apply(_ index: Int, of frames: FrameSet) throws -> Bool
    /// Adds the entities that are there.
    mutating func fold(into digest: inout PeerStateDigest) throws
}

extension StorePeer where Self: ~Copyable {
    mutating func prepare(_ frames: FrameSet, _ range: Range<Int>) {}

    /// Applies the frames of a range.
    mutating func apply(_ range: Range<Int>, of frames: FrameSet) throws {
        for index in range {
            var reason: String?
            do {
                if try apply(index, of: frames) { continue }
            } catch {
                reason = "\(error)"
            }
            throw PeerError.frameRefused(
                implementation: Self.name, frame: frames.description(of: index), reason: reason)
        }
    }

    /// A store that holds the initial state.
    static func loaded(with frames: FrameSet, for range: Range<Int>) throws -> Self {
        var store = try Self()
        try store.prepare(frames, 0..<range.upperBound)
        try store.apply(0..<frames.initialCount, of: frames)
        return store
    }
}

extension Contestant {
    init<Store: StorePeer & ~Copyable>(store: Store.Type) {
        self.init(
            name: Store.name, omissions: Store.omissions, role: Store.role,
            framesMax: Store.framesMax,
            check: { frames, range in
                var store = try Store.loaded(with: frames, for: range)
                try store.apply(range, of: frames)
                var digest = PeerStateDigest()
                try store.fold(into: &digest)
                return Digest(digest)
            },
            time: { frames, warmUp, timed in
                var store = try Store.loaded(with: frames, for: timed)
                try store.apply(warmUp, of: frames)
                return try measuredNanoseconds { try store.apply(timed, of: frames) }
            })
    }
}
