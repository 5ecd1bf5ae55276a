import OddsModel

/// What every entity's row begins with: all that an update or a walk of the tree
/// looks at. The row's words follow, so that those of an offer end its line of
/// the cache.
struct RowHead: BitwiseCopyable {
    var state: RowState
    /// The values of the boolean properties.
    var booleans: UInt32 = 0
    /// How many links of other entities name the row.
    var references: UInt32 = 0
    var sibling = Sibling()
    /// The position of the row's node in its event's model, where one is kept.
    var node = UInt32.max

    init(key: EntityKey) { state = RowState(key: key) }
}

/// A row's neighbours among its siblings and its place in the order of arrival.
struct Sibling: BitwiseCopyable {
    var link = ListLink<Tables.Entity>()
    var arrival: UInt64 = 0
}

/// The links between siblings.
struct Siblings: ListLinks {
    let heads: RowField<RowHead>

    subscript(row: EntityRow) -> ListLink<Tables.Entity> {
        @inline(__always) get { heads.pointer(row).pointee.sibling.link }
        @inline(__always) nonmutating _modify { yield &heads.pointer(row).pointee.sibling.link }
    }
}

/// Where the parts of a row stand, in bytes from the start of its line: the head,
/// the words, and the lists of those types that have such children. An offer's
/// line is one of the cache, 64 bytes.
struct RowLayout: BitwiseCopyable {
    static let lineAlignment = 64
    static var words: Int { MemoryLayout<RowHead>.stride }

    /// Of a match's markets, of an outcome's offers; `nil` for other types, as are
    /// the others.
    let children: Int?
    let infos: Int?
    let edges: Int?
    let lineBytes: Int
    /// The bytes of a row's texts and links, which stand elsewhere.
    let cellBytes: Int

    init(of type: EntityType) {
        let cellCount = Schema.textSlotCount(of: type)
        let wordCount = Schema.slotCount(of: type) - cellCount
        cellBytes = cellCount * MemoryLayout<UInt32>.stride
        var end = Self.words + wordCount * MemoryLayout<UInt64>.stride
        func list<Row>(_ row: Row.Type, if exists: Bool) -> Int? {
            guard exists else { return nil }
            defer { end += MemoryLayout<RowList<Row>>.stride }
            return end
        }
        children = list(Tables.Entity.self, if: type == .match || type == .outcome)
        infos = list(Tables.Entity.self, if: type == .match)
        edges = list(Tables.Edge.self, if: type == .market || type == .outcome)
        lineBytes = end
    }
}

/// One part of all rows of a table: a value for each row. Owned by the table, and
/// valid until that grows.
struct RowField<Element: BitwiseCopyable>: BitwiseCopyable {
    private let first: UnsafeMutableRawPointer
    private let lineBytes: Int

    @inline(__always)
    init(_ lines: UnsafeMutableRawPointer, offset: Int, lineBytes: Int) {
        first = lines + offset
        self.lineBytes = lineBytes
    }

    @inline(__always)
    func pointer(_ row: EntityRow) -> UnsafeMutablePointer<Element> {
        (first + row.index &* lineBytes).assumingMemoryBound(to: Element.self)
    }

    subscript(row: EntityRow) -> Element {
        @inline(__always) get { pointer(row).pointee }
        @inline(__always) nonmutating _modify { yield &pointer(row).pointee }
    }
}
