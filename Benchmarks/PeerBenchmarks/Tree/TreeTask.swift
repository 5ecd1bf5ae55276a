import SimdjsonPeer

/// The task `tree`: a frame into the store, and then every offer of the events
/// that it touched, read from the tree.
protocol TreePeer: StorePeer, ~Copyable {
    static var treeOmissions: String { get }
    static var treeFramesMax: Int { get }
    /// Reads the events at these positions in server order, and sums up their
    /// folds.
    mutating func readEvents(at positions: some Collection<Int>) throws -> UInt64
}

extension TreePeer where Self: ~Copyable {
    static var treeOmissions: String { omissions }
    static var treeFramesMax: Int { framesMax }

    fileprivate mutating func applyAndRead(
        _ range: Range<Int>, of frames: FrameSet
    ) throws -> UInt64 {
        var sum: UInt64 = 0
        for index in range {
            try apply(index..<index + 1, of: frames)
            sum &+= try readEvents(at: frames.touchedEvents(at: index))
        }
        return sum
    }
}

extension Contestant {
    init<Store: TreePeer & ~Copyable>(tree: Store.Type) {
        self.init(
            name: Store.name, omissions: Store.treeOmissions, role: Store.role,
            framesMax: Store.treeFramesMax,
            check: { frames, range in
                var store = try Store.loaded(with: frames, for: range)
                let sum = try store.applyAndRead(range, of: frames)
                var digest = PeerStateDigest()
                try store.fold(into: &digest)
                return Digest(digest, treeFold: sum)
            },
            time: { frames, warmUp, timed in
                var store = try Store.loaded(with: frames, for: timed)
                var sum = try store.applyAndRead(warmUp, of: frames)
                let nanoseconds = try measuredNanoseconds {
                    sum &+= try store.applyAndRead(timed, of: frames)
                }
                peerKeep(sum)
                return nanoseconds
            })
    }
}
