import OddsModel

/// What a node of a content stands for.
enum NodeKind: UInt8, BitwiseCopyable {
    case event
    case market
    case selection
    case info
    case sport
    case navigationNode
}

/// What is known of one entity of a content: what of a price (SR-U4), and what hangs
/// on what (SR-R1). 64 bytes, those that a change of prices needs at their beginning, so
/// that it costs one line of the cache.
struct ContentNode: BitwiseCopyable {
    /// The number of a node; negative: none.
    typealias Index = Int32

    /// A part of a price that is not known.
    static var unknown: UInt64 { .max }

    var key: EntityKey
    /// Of a selection: the parts of its price.
    var up = unknown
    var down = unknown
    var kind: NodeKind
    /// Whether the entity is there. If not, the node stands in for the parent of
    /// others.
    var exists = false
    /// Of an event: whether it has live data, if the wire says it.
    var isLive: Bool?
    /// Of a selection: what `istradable` says.
    var isTradable = true
    /// Of a selection: whether `idfoselectionsuspensiontype` closes it.
    var isSuspended = false

    var hash: UInt32
    var parent: Index = -1
    var firstChild: Index = -1
    var lastChild: Index = -1
    var previous: Index = -1
    var next: Index = -1
    /// The number of the element that put the entity in last.
    var serial = -1

    init(_ kind: NodeKind, _ key: EntityKey, hash: UInt32) {
        self.kind = kind
        self.key = key
        self.hash = hash
    }

    /// Of a score, while an object of scores is read: where it stands there last.
    var position: Int {
        get { Int(truncatingIfNeeded: up) }
        set { up = UInt64(truncatingIfNeeded: newValue) }
    }

    var hasPrice: Bool { up != Self.unknown && down != Self.unknown }
    var isAvailable: Bool { isTradable && !isSuspended && hasPrice }

    /// The odds of a price that is known (SR-V4).
    var odds: Double { Double(up + down) / Double(down) }
}
