import OddsModel

/// One property of a reference entity: its name and its JSON text as received.
struct ReferencePair: BitwiseCopyable {
    var name: TextID
    var value: TextID
    /// The neighbours in the entity's chain, whose order means nothing.
    var next: UInt32
    var previous = noRow
    /// Which `put` named it last; tells what a `put` has to take away.
    var putSerial: UInt32
}

/// What a row of the reference entities is.
struct ReferenceState: BitwiseCopyable {
    var key: EntityKey
    /// The position of the type in `ReferenceTables.types`.
    var type: UInt32
    var firstPair = noRow
    /// As in `RowState`.
    var change: UInt32 = 0
    var exists = false
    var isReleased = false
}

/// A type of reference entities, known by its name alone.
struct ReferenceType: BitwiseCopyable {
    var name: TextID
    var entities = ChildList()
}

/// All reference entities of a channel, of whatever type: rows in columns, and
/// their properties in chains from one pool.
///
/// Allocates when it grows. One thread owns it.
struct ReferenceTables: ~Copyable {
    private(set) var types = GrowableBuffer<ReferenceType>()
    private(set) var states = GrowableBuffer<ReferenceState>()
    var siblings = GrowableBuffer<SiblingLink>()
    var pairs = GrowableBuffer<ReferencePair>()
    private(set) var typeIndex = IDTable()
    private(set) var index = IDTable()
    private(set) var freeRows = GrowableBuffer<UInt32>()
    private(set) var freePairs = GrowableBuffer<UInt32>()

    // MARK: Types

    func findType(_ name: TextID) -> Int? {
        typeIndex.find(hash: mixedHash(UInt64(name.rawValue))) { types[$0].name == name }
    }

    /// Adds a type that is not there. It stays for the life of the state, and
    /// with it a reference to its name.
    mutating func addType(_ name: TextID) -> Int {
        types.append(ReferenceType(name: name))
        typeIndex.insert(hash: mixedHash(UInt64(name.rawValue)), row: types.count - 1) {
            mixedHash(UInt64(types[$0].name.rawValue))
        }
        return types.count - 1
    }

    func type(_ position: Int) -> UnsafeMutablePointer<ReferenceType> {
        types.pointer + position
    }

    // MARK: Rows

    func state(_ row: Row) -> UnsafeMutablePointer<ReferenceState> { states.pointer + row }

    func find(_ key: EntityKey, type: Int) -> Row? {
        index.find(hash: Self.hash(key, type)) {
            states[$0].key == key && states[$0].type == UInt32(type)
        }
    }

    mutating func addRow(_ key: EntityKey, type: Int) -> Row {
        let state = ReferenceState(key: key, type: UInt32(type))
        let row: Row
        if freeRows.isEmpty {
            states.append(state)
            siblings.append(SiblingLink())
            row = states.count - 1
        } else {
            row = Row(freeRows.removeLast())
            states[row] = state
            siblings[row] = SiblingLink()
        }
        let states = states.pointer
        index.insert(hash: Self.hash(key, type), row: row) { Self.hash(states[$0]) }
        return row
    }

    mutating func freeRow(_ row: Row) {
        let states = states.pointer
        index.remove(hash: Self.hash(states[row]), row: row) { Self.hash(states[$0]) }
        freeRows.append(UInt32(row))
    }

    static func hash(_ state: ReferenceState) -> UInt32 {
        hash(state.key, Int(state.type))
    }

    private static func hash(_ key: EntityKey, _ type: Int) -> UInt32 {
        mixedHash(key.rawValue ^ UInt64(type) << 32)
    }

    // MARK: Pairs

    mutating func addPair(_ pair: ReferencePair) -> Int {
        if freePairs.isEmpty {
            pairs.append(pair)
            return pairs.count - 1
        }
        let position = Int(freePairs.removeLast())
        pairs[position] = pair
        return position
    }

    mutating func freePair(_ position: Int) { freePairs.append(UInt32(position)) }
}
