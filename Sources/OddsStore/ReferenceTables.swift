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

    /// The `change` of an entity, in a state that a dump replaces, that the dump has as
    /// well: neither a position nor the number of a row, nor that of none.
    static var replaced: UInt32 { .max - 1 }
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

    /// The names of an entity's properties that are probably those of the next one
    /// as well, by the property's place in the record.
    let likelyNames: UnsafeMutablePointer<TextID>

    /// The type of the last record.
    var likelyType = ReferenceTypeRow.noRow

    static let hintCount = 64

    init() {
        pairHints = .allocate(capacity: Self.hintCount)
        pairHints.initialize(repeating: 1, count: Self.hintCount)
        likelyNames = .allocate(capacity: Self.hintCount)
        likelyNames.initialize(repeating: .noRow, count: Self.hintCount)
    }

    deinit {
        pairHints.deallocate()
        likelyNames.deallocate()
    }

    /// Expects the next entity to have the properties that one in another state has.
    func expectNames(of row: ReferenceRow, in other: borrowing ReferenceTables) {
        var position = 0
        for pair in other.pairs(of: row) where position < Self.hintCount {
            likelyNames[position] = other.pairs[pair].name
            position += 1
        }
    }

    /// Makes room for that many more entities, and properties of all of them.
    mutating func reserve(adding entityCount: Int, pairs pairCount: Int) {
        states.reserve(adding: entityCount)
        pairs.reserve(adding: pairCount)
        index.reserve(states.count + entityCount) { Self.hash(states[ReferenceRow($0)]) }
    }

    // MARK: Types

    @inline(__always)
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

    @inline(__always)
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
    @inline(__always)
    func pairs(of row: ReferenceRow) -> ListRows<ReferencePairs> {
        states[row].pairs.rows(ReferencePairs(pairs: pairs.column))
    }

    static func hash(_ state: ReferenceState) -> UInt32 { hash(state.key, state.type) }

    private static func hash(_ key: EntityKey, _ type: ReferenceTypeRow) -> UInt32 {
        mixedHash(key.rawValue ^ UInt64(type.index) << 32)
    }
}
