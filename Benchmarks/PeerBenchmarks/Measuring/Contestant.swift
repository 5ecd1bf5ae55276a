/// One implementation of one task, as the rounds see it. Type-erased, so that
/// all can stand in one list; the loops over frames are each one's own,
/// specialized.
public struct Contestant: Sendable {
    public let name: String
    /// What it leaves out of what ours does; empty for nothing.
    public let omissions: String
    /// The most frames it serves a round: slow ones are given fewer.
    let framesMax: Int
    /// Serves the frames of a range from a new state, untimed, and returns a
    /// digest of the result.
    let check: @Sendable (FrameSet, Range<Int>) throws -> Digest
    /// The same, timed: the first range warms up, the second counts. Returns
    /// nanoseconds.
    let time: @Sendable (FrameSet, _ warmUp: Range<Int>, _ timed: Range<Int>) throws -> UInt64
}

/// The description of an implementation.
protocol Peer: ~Copyable, SendableMetatype {
    static var name: String { get }
    static var omissions: String { get }
    static var framesMax: Int { get }
}

extension Peer where Self: ~Copyable {
    static var framesMax: Int { .max }
}
