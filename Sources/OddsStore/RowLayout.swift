import OddsModel

/// What every row has beside its state and values: what a walk of the tree looks at,
/// and an update of a price does not.
struct RowStructure: BitwiseCopyable {
    /// The values of the boolean properties.
    var booleans: UInt32 = 0
    /// How many links of other entities name the row.
    var references: UInt32 = 0
    var sibling = Sibling()
    /// The position of the row's node in its event's model, where one is kept.
    var node = UInt32.max
}

/// A row's neighbours among its siblings and its place in the order of arrival.
struct Sibling: BitwiseCopyable {
    var link = ListLink<Tables.Entity>()
    var arrival: UInt64 = 0
}

/// The links between siblings.
struct Siblings: ListLinks {
    let structures: RowField<RowStructure>

    subscript(row: EntityRow) -> ListLink<Tables.Entity> {
        @inline(__always) get { structures.pointer(row).pointee.sibling.link }
        @inline(__always) nonmutating _modify {
            yield &structures.pointer(row).pointee.sibling.link
        }
    }
}

/// Where the parts of a row stand. Its line has what an update needs, the state and
/// the integers and numbers: 32 bytes of an offer, so that 15,000 of them stay in the
/// cache. The structure stands elsewhere, with the lists of those types that have
/// such children behind it, and so do the cells of texts and links.
struct RowLayout: BitwiseCopyable {
    static let lineAlignment = 64
    /// From the start of a line.
    static var words: Int { MemoryLayout<RowState>.stride }
    let lineBytes: Int
    /// From the start of a structure: a match's markets, an outcome's offers; `nil`
    /// for other types, as are the others.
    let children: Int?
    let infos: Int?
    let edges: Int?
    let structureBytes: Int
    let cellBytes: Int

    init(of type: EntityType) {
        let cellCount = Schema.textSlotCount(of: type)
        let wordCount = Schema.slotCount(of: type) - cellCount
        cellBytes = cellCount * MemoryLayout<UInt32>.stride
        lineBytes = Self.words + wordCount * MemoryLayout<UInt64>.stride
        var end = MemoryLayout<RowStructure>.stride
        func list<Row>(_ row: Row.Type, if exists: Bool) -> Int? {
            guard exists else { return nil }
            defer { end += MemoryLayout<RowList<Row>>.stride }
            return end
        }
        children = list(Tables.Entity.self, if: type == .match || type == .outcome)
        infos = list(Tables.Entity.self, if: type == .match)
        edges = list(Tables.Edge.self, if: type == .market || type == .outcome)
        structureBytes = end
    }
}

/// One part of all rows of a table: a value for each row. Owned by the table, and
/// valid until that grows.
struct RowField<Element: BitwiseCopyable>: BitwiseCopyable {
    private let first: UnsafeMutableRawPointer
    private let rowBytes: Int

    @inline(__always)
    init(_ rows: UnsafeMutableRawPointer, offset: Int, rowBytes: Int) {
        first = rows + offset
        self.rowBytes = rowBytes
    }

    @inline(__always)
    func pointer(_ row: EntityRow) -> UnsafeMutablePointer<Element> {
        (first + row.index &* rowBytes).assumingMemoryBound(to: Element.self)
    }

    subscript(row: EntityRow) -> Element {
        @inline(__always) get { pointer(row).pointee }
        @inline(__always) nonmutating _modify { yield &pointer(row).pointee }
    }
}
