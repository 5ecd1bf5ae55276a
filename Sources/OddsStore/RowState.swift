import OddsModel

/// What an update of a row has to look at first. 16 bytes, as the rows that
/// are updated at random should stay in the cache.
struct RowState: BitwiseCopyable {
    let key: EntityKey
    /// The properties that have a value below, the flags above.
    private var bits: UInt32 = 0
    /// Where the row's entry in the change set is, if it has one there; else of no
    /// meaning.
    var change: UInt32 = 0

    private static var presentMask: UInt32 { 1 << RowFlags.shift - 1 }

    init(key: EntityKey) { self.key = key }

    /// The properties that have a value.
    var present: UInt32 {
        @inline(__always) get { bits & Self.presentMask }
        @inline(__always) set {
            assert(newValue <= Self.presentMask)
            bits = bits & ~Self.presentMask | newValue
        }
    }

    var flags: RowFlags {
        @inline(__always) get { RowFlags(rawValue: bits & ~Self.presentMask) }
        @inline(__always) set { bits = bits & Self.presentMask | newValue.rawValue }
    }
}

struct RowFlags: OptionSet, BitwiseCopyable {
    let rawValue: UInt32

    /// Above the bits of the properties, of which no type has more.
    static let shift: UInt32 = 26

    /// The entity is there; without it the row only stands in for one that
    /// others name.
    static var exists: RowFlags { RowFlags(rawValue: 1 << shift) }
    /// Listed as changed since the tree was last brought up to date.
    static var isDirty: RowFlags { RowFlags(rawValue: 2 << shift) }
    /// A match with something below it listed as come, gone or moved since
    /// then.
    static var isDirtyBelow: RowFlags { RowFlags(rawValue: 4 << shift) }
    /// Listed as one that may be freed.
    static var isReleased: RowFlags { RowFlags(rawValue: 8 << shift) }
    /// In a state that a dump replaces: the dump has the entity as well.
    static var isReplaced: RowFlags { RowFlags(rawValue: 16 << shift) }
    /// Dirty, and not only in booleans, integers and numbers.
    static var hasDirtyTexts: RowFlags { RowFlags(rawValue: 32 << shift) }
    /// What outlives the entity, as it says that the row is in a list.
    static var listed: RowFlags { [.isDirty, .isDirtyBelow] }
}
