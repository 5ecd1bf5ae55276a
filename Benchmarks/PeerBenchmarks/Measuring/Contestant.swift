/// One implementation of one task, as the rounds see it. Type-erased, so that
/// all can stand in one list; the loops over frames are each one's own,
/// specialized.
public struct Contestant: Sendable {
    public private(set) var name: String
    /// What it leaves out of what ours does; empty for nothing.
    public let omissions: String
    public private(set) var role: Role
    /// The most frames it serves a round: slow ones are given fewer.
    let framesMax: Int
    /// Serves the frames of a range from a new state, untimed, and returns a
    /// digest of the result.
    let check: @Sendable (FrameSet, Range<Int>) throws -> Digest
    /// The same, timed: the first range warms up, the second counts. Returns
    /// nanoseconds.
    let time: @Sendable (FrameSet, _ warmUp: Range<Int>, _ timed: Range<Int>) throws -> UInt64

    init(
        name: String, omissions: String, role: Role, framesMax: Int,
        check: @escaping @Sendable (FrameSet, Range<Int>) throws -> Digest,
        time: @escaping @Sendable (FrameSet, Range<Int>, Range<Int>) throws -> UInt64
    ) {
        self.name = name
        self.omissions = omissions
        self.role = role
        self.framesMax = framesMax
        self.check = check
        self.time = time
    }

    /// The same work under another name: what their ratio differs from 1 by is
    /// the comparison's own error.
    func again() -> Contestant {
        var copy = self
        copy.name += " (again)"
        copy.role = .again
        return copy
    }
}

/// What an implementation stands for in a comparison.
public enum Role: String, Codable, Sendable {
    /// Ours, to which the others are compared.
    case ours
    /// Ours once more.
    case again
    /// Ours in another way, or under other conditions.
    case variant
    /// Ours as an earlier program has it.
    case before
    /// Another way to do the whole task.
    case rival
    /// Another library at a part of the task.
    case part
}

/// The description of an implementation.
protocol Peer: ~Copyable, SendableMetatype {
    static var name: String { get }
    static var omissions: String { get }
    static var role: Role { get }
    static var framesMax: Int { get }
}

extension Peer where Self: ~Copyable {
    static var role: Role { .rival }
    static var framesMax: Int { .max }
}
