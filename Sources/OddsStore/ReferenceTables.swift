import OddsModel

/// One property of a reference entity.
struct ReferencePair: BitwiseCopyable {
    var name: TextID
    /// The entity; none for a free row.
    var owner: ReferenceRow
    var value: ReferenceValue
    /// The neighbours in the entity's list, which has no order.
    var link = ListLink<Tables.ReferencePair>()
    /// Which `put` named it last; a `put` removes all others.
    var putSerial: UInt32
}

/// The links between the properties of an entity.
struct ReferencePairs: ListLinks {
    let pairs: Column<Tables.ReferencePair, ReferencePair>

    subscript(pair: PairRow) -> ListLink<Tables.ReferencePair> {
        @inline(__always) get { pairs[pair].link }
        @inline(__always) nonmutating _modify { yield &pairs[pair].link }
    }
}

/// What a row of the reference entities is.
struct ReferenceState: BitwiseCopyable {
    var key: EntityKey
    var arrival: UInt64 = 0
    /// The neighbours among the entities of the same type.
    var link = ListLink<Tables.Reference>()
    var pairs = RowList<Tables.ReferencePair>()
    var type: ReferenceTypeRow
    /// As in `RowState`.
    var change: UInt32 = 0
    var exists = false
    var isReleased = false
}

/// The links between the entities of a type.
struct ReferenceSiblings: ListLinks {
    let states: Column<Tables.Reference, ReferenceState>

    subscript(row: ReferenceRow) -> ListLink<Tables.Reference> {
        @inline(__always) get { states[row].link }
        @inline(__always) nonmutating _modify { yield &states[row].link }
    }
}

/// A type of reference entities, known by its name alone.
struct ReferenceType: BitwiseCopyable {
    var name: TextID
    /// In order of arrival.
    var entities = RowList<Tables.Reference>()
}

/// All reference entities of a channel, of whatever type, and their
/// properties.
///
/// Allocates when it grows. One thread owns it.
struct ReferenceTables: ~Copyable {
    /// Types stay for the life of the state, and with each a reference to its
    /// name.
    var types = RowPool<Tables.ReferenceType, ReferenceType>()
    var states = RowPool<Tables.Reference, ReferenceState>()
    var pairs = RowPool<Tables.ReferencePair, ReferencePair>()
    private(set) var typeIndex = IDTable()
    private(set) var index = IDTable()

    /// How far behind the pair of the property before each property's pair was, by
    /// the property's place in the last record: the next record of a kind has them
    /// there as well. Wrong hints cost a search.
    let pairHints: UnsafeMutablePointer<Int32>

    static let pairHintCount = 64

    init() {
        pairHints = .allocate(capacity: Self.pairHintCount)
        pairHints.initialize(repeating: 1, count: Self.pairHintCount)
    }

    deinit { pairHints.deallocate() }

    // MARK: Types

    func findType(_ name: TextID) -> ReferenceTypeRow? {
        typeIndex.findRow(hash: Self.hash(name)) { types[$0].name == name }
    }

    /// Adds a type that is not there.
    mutating func addType(_ name: TextID) -> ReferenceTypeRow {
        let type = types.add(ReferenceType(name: name))
        typeIndex.insert(hash: Self.hash(name), row: type.index) {
            Self.hash(types[ReferenceTypeRow($0)].name)
        }
        return type
    }

    static func hash(_ name: TextID) -> UInt32 { mixedHash(UInt64(name.index)) }

    // MARK: Rows

    func find(_ key: EntityKey, type: ReferenceTypeRow) -> ReferenceRow? {
        index.findRow(hash: Self.hash(key, type)) {
            states[$0].key == key && states[$0].type == type
        }
    }

    mutating func addRow(_ key: EntityKey, type: ReferenceTypeRow) -> ReferenceRow {
        let row = states.add(ReferenceState(key: key, type: type))
        index.insert(hash: Self.hash(key, type), row: row.index) {
            Self.hash(states[ReferenceRow($0)])
        }
        return row
    }

    mutating func freeRow(_ row: ReferenceRow) {
        index.remove(hash: Self.hash(states[row]), row: row.index) {
            Self.hash(states[ReferenceRow($0)])
        }
        states.free(row)
    }

    /// The properties of an entity, in no order.
    func pairs(of row: ReferenceRow) -> ListRows<ReferencePairs> {
        states[row].pairs.rows(ReferencePairs(pairs: pairs.column))
    }

    static func hash(_ state: ReferenceState) -> UInt32 { hash(state.key, state.type) }

    private static func hash(_ key: EntityKey, _ type: ReferenceTypeRow) -> UInt32 {
        mixedHash(key.rawValue ^ UInt64(type.index) << 32)
    }
}
