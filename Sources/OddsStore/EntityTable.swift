import OddsModel

/// What an update of a row has to look at first. 16 bytes, as the rows that
/// are updated at random should stay in the cache.
struct RowState: BitwiseCopyable {
    let key: EntityKey
    /// The properties that have a value below, the flags above.
    private var bits: UInt32 = 0
    /// Where the row's entry in the change set is, if `isTouched`; else of no
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
    /// Has an entry in the change set of the last batch.
    static var isTouched: RowFlags { RowFlags(rawValue: 16 << shift) }
    /// What outlives the entity, as it says that the row is in a list.
    static var listed: RowFlags { [.isDirty, .isDirtyBelow] }
}

/// A row's neighbours among its siblings and its place in the order of arrival.
struct Sibling: BitwiseCopyable {
    var link = ListLink<Tables.Entity>()
    var arrival: UInt64 = 0
}

/// The links between siblings.
struct Siblings: ListLinks {
    let rows: Column<Tables.Entity, Sibling>

    subscript(row: EntityRow) -> ListLink<Tables.Entity> {
        @inline(__always) get { rows[row].link }
        @inline(__always) nonmutating _modify { yield &rows[row].link }
    }
}

/// The entities of one typed type in columns by row number: one for each text
/// or link, one for all integers and numbers of a row, as these change
/// together, and some for identity and structure. Rows are dense; a freed one
/// is used again.
///
/// Which properties there are comes from `Schema`, so this code is the same
/// for all types. Allocates when it grows. One thread owns it.
struct EntityTable: ~Copyable {
    /// How the values of a property are stored; booleans have no column.
    enum ColumnForm: UInt8, BitwiseCopyable {
        /// `TextID`, 4 bytes.
        case text
        /// The row of the entity named, 4 bytes.
        case link
        /// An `Int64` or the bits of a `Double`, 8 bytes among the row's words.
        case word
    }

    /// The bytes of a text or a link.
    private static let columnStride = 4

    let type: EntityType
    let columnCount: Int
    let forms: UnsafeMutablePointer<ColumnForm>
    /// The type that each link column names.
    let linkTargets: UnsafeMutablePointer<EntityType>
    let booleanMask: UInt32
    let textMask: UInt32
    let linkMask: UInt32
    /// The properties in columns of words.
    let wordMask: UInt32
    /// The text that each text column was given last: often the next row's,
    /// too.
    let lastTexts: UnsafeMutablePointer<TextID>
    /// Texts and links come first.
    private let firstWord: Int
    private let wordCount: Int
    private let columns: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private var words: UnsafeMutablePointer<UInt64>

    private var states: Column<Tables.Entity, RowState>
    /// The values of the boolean properties.
    private(set) var booleans: Column<Tables.Entity, UInt32>
    /// How many links of other entities name the row.
    private(set) var references: Column<Tables.Entity, UInt32>
    private(set) var siblings: Column<Tables.Entity, Sibling>
    // Lists of children; only the types that have such children have the
    // column.
    private let hasChildren: Bool
    private let hasInfos: Bool
    private let hasEdges: Bool
    /// A match's markets, an outcome's offers, in order of arrival.
    private(set) var children: Column<Tables.Entity, RowList<Tables.Entity>>
    /// A match's event infos, in order of arrival.
    private(set) var infos: Column<Tables.Entity, RowList<Tables.Entity>>
    /// A market's edges in order of arrival of their outcomes, an outcome's in
    /// no order.
    private(set) var edges: Column<Tables.Entity, RowList<Tables.Edge>>
    /// The position of the row's node in its event's model, where one is kept.
    private(set) var nodes: Column<Tables.Entity, UInt32>
    private(set) var capacity = 16
    /// Rows ever used; those in `freeRows` included.
    private(set) var rowCount = 0
    /// Entities that are there.
    var entityCount = 0
    private(set) var freeRows = GrowableBuffer<EntityRow>()
    private(set) var index = IDTable()

    init(type: EntityType) {
        self.type = type
        columnCount = Schema.slotCount(of: type)
        firstWord = Schema.textSlotCount(of: type)
        wordCount = columnCount - firstWord
        let properties = Schema.properties(of: type)
        forms = .allocate(capacity: columnCount)
        linkTargets = .allocate(capacity: columnCount)
        lastTexts = .allocate(capacity: columnCount)
        lastTexts.initialize(repeating: .noRow, count: columnCount)
        columns = .allocate(capacity: columnCount)
        var booleanMask: UInt32 = 0
        var textMask: UInt32 = 0
        var linkMask: UInt32 = 0
        for property in properties {
            if property.kind == .boolean {
                booleanMask |= 1 << UInt32(property.index)
                continue
            }
            var form = ColumnForm.word
            var target = EntityType.reference
            switch property.kind {
            case .text:
                form = .text
                textMask |= 1 << UInt32(property.index)
            case .link(let to):
                (form, target) = (.link, to)
                linkMask |= 1 << UInt32(property.index)
            case .integer, .number, .boolean: break
            }
            (forms + property.index).initialize(to: form)
            (linkTargets + property.index).initialize(to: target)
            assert((form == .word) == (property.index >= firstWord))
            guard form != .word else { continue }
            (columns + property.index).initialize(
                to: .allocate(byteCount: capacity * Self.columnStride, alignment: 8))
        }
        self.booleanMask = booleanMask
        self.textMask = textMask
        self.linkMask = linkMask
        wordMask = ((1 << UInt32(columnCount)) - 1) & ~(textMask | linkMask)
        hasChildren = type == .match || type == .outcome
        hasInfos = type == .match
        hasEdges = type == .market || type == .outcome
        words = .allocate(capacity: capacity * wordCount)
        states = Column(capacity: capacity)
        booleans = Column(capacity: capacity)
        references = Column(capacity: capacity)
        siblings = Column(capacity: capacity)
        children = Column(capacity: hasChildren ? capacity : 0)
        infos = Column(capacity: hasInfos ? capacity : 0)
        edges = Column(capacity: hasEdges ? capacity : 0)
        nodes = Column(capacity: capacity)
    }

    deinit {
        for column in 0..<firstWord { columns[column].deallocate() }
        columns.deallocate()
        forms.deallocate()
        linkTargets.deallocate()
        lastTexts.deallocate()
        words.deallocate()
        states.deallocate()
        booleans.deallocate()
        references.deallocate()
        siblings.deallocate()
        children.deallocate()
        infos.deallocate()
        edges.deallocate()
        nodes.deallocate()
    }
}

// MARK: - Rows

extension EntityTable {
    /// The rows ever used, free ones included.
    var rows: LazyMapSequence<Range<Int>, EntityRow> { (0..<rowCount).lazy.map { EntityRow($0) } }

    /// The row of an entity, which may not be there yet. Complexity: expected
    /// O(1).
    @inline(__always)
    func find(_ key: EntityKey) -> EntityRow? {
        let states = states
        return index.findRow(hash: key.hash) { states[$0].key == key }
    }

    /// Makes a row for a key that has none. Complexity: amortized O(columns)
    /// over the growth, else O(1).
    mutating func addRow(_ key: EntityKey) -> EntityRow {
        let row: EntityRow
        var state = RowState(key: key)
        if freeRows.isEmpty {
            if rowCount == capacity { grow(to: capacity * 2) }
            row = EntityRow(rowCount)
            rowCount += 1
        } else {
            row = freeRows.removeLast()
            state.flags = states[row].flags.intersection(.listed)
        }
        states[row] = state
        booleans[row] = 0
        references[row] = 0
        siblings[row] = Sibling()
        if hasChildren { children[row] = RowList() }
        if hasInfos { infos[row] = RowList() }
        if hasEdges { edges[row] = RowList() }
        nodes[row] = .max
        let states = states
        index.insert(hash: key.hash, row: row.index) { states[EntityRow($0)].key.hash }
        return row
    }

    /// Frees a row that nothing names. Complexity: expected O(1).
    mutating func freeRow(_ row: EntityRow) {
        let states = states
        index.remove(hash: states[row].key.hash, row: row.index) {
            states[EntityRow($0)].key.hash
        }
        freeRows.append(row)
    }

    /// The rows of a list of siblings in this table.
    @inline(__always)
    func siblings(in list: RowList<Tables.Entity>) -> ListRows<Siblings> {
        list.rows(Siblings(rows: siblings))
    }

    /// Where the state of a row is; valid until rows are added.
    @inline(__always)
    func state(_ row: EntityRow) -> UnsafeMutablePointer<RowState> { states.base + row.index }

    @inline(__always)
    func key(_ row: EntityRow) -> EntityKey { states[row].key }

    @inline(__always)
    func exists(_ row: EntityRow) -> Bool { state(row).pointee.flags.contains(.exists) }

    /// Counts a link that names the row.
    @inline(__always)
    func addReference(to row: EntityRow) {
        // By way of a copy of the pointer, as the thread sanitizer of Swift
        // 6.3 makes the compiler fail at what is written through the property.
        let references = references
        references[row] += 1
    }

    /// Counts a link less that names the row.
    @inline(__always)
    func removeReference(to row: EntityRow) {
        let references = references
        references[row] -= 1
    }

    /// Makes room for `added` more rows.
    mutating func reserve(adding added: Int) {
        let total = rowCount - freeRows.count + added
        if total > capacity { grow(to: total) }
        let states = states
        index.reserve(total) { states[EntityRow($0)].key.hash }
    }

    private mutating func grow(to newCapacity: Int) {
        for column in 0..<firstWord {
            let old = columns[column]
            let byteCount = Self.columnStride
            columns[column] = .allocate(byteCount: newCapacity * byteCount, alignment: 8)
            columns[column].copyMemory(from: old, byteCount: rowCount * byteCount)
            old.deallocate()
        }
        let newWords = UnsafeMutablePointer<UInt64>.allocate(capacity: newCapacity * wordCount)
        newWords.moveInitialize(from: words, count: rowCount * wordCount)
        words.deallocate()
        words = newWords
        states.grow(rowCount, newCapacity)
        booleans.grow(rowCount, newCapacity)
        references.grow(rowCount, newCapacity)
        siblings.grow(rowCount, newCapacity)
        if hasChildren { children.grow(rowCount, newCapacity) }
        if hasInfos { infos.grow(rowCount, newCapacity) }
        if hasEdges { edges.grow(rowCount, newCapacity) }
        nodes.grow(rowCount, newCapacity)
        capacity = newCapacity
    }

    /// The bytes of one row in all columns, as `grow` makes them.
    var rowBytes: Int {
        firstWord * Self.columnStride + wordCount * MemoryLayout<UInt64>.stride
            + MemoryLayout<RowState>.stride
            + MemoryLayout<UInt32>.stride  // booleans
            + MemoryLayout<UInt32>.stride  // references
            + MemoryLayout<Sibling>.stride
            + (hasChildren ? MemoryLayout<RowList<Tables.Entity>>.stride : 0)
            + (hasInfos ? MemoryLayout<RowList<Tables.Entity>>.stride : 0)
            + (hasEdges ? MemoryLayout<RowList<Tables.Edge>>.stride : 0)
            + MemoryLayout<UInt32>.stride  // nodes
    }
}

// MARK: - Values

extension EntityTable {
    @inline(__always)
    private func wordPointer(_ column: Int, _ row: EntityRow) -> UnsafeMutablePointer<UInt64> {
        assert(forms[column] == .word)
        return words + (row.index &* wordCount &+ column &- firstWord)
    }

    /// An integer or a number; defined where the property is present.
    @inline(__always)
    func word(_ column: Int, _ row: EntityRow) -> UInt64 { wordPointer(column, row).pointee }

    @inline(__always)
    func setWord(_ column: Int, _ row: EntityRow, _ value: UInt64) {
        wordPointer(column, row).pointee = value
    }

    /// Sets an integer or a number and says whether it was another one; of no
    /// meaning where the property was absent.
    @inline(__always)
    func exchangeWord(_ column: Int, _ row: EntityRow, _ value: UInt64) -> Bool {
        let word = wordPointer(column, row)
        let old = word.pointee
        word.pointee = value
        return old != value
    }

    @inline(__always)
    func text(_ column: Int, _ row: EntityRow) -> TextID {
        assert(forms[column] == .text)
        return columns[column].load(fromByteOffset: row.index &* 4, as: TextID.self)
    }

    @inline(__always)
    func setText(_ column: Int, _ row: EntityRow, _ value: TextID) {
        columns[column].storeBytes(of: value, toByteOffset: row.index &* 4, as: TextID.self)
    }

    /// A link column's value; defined where the property is present.
    @inline(__always)
    func link(_ column: Int, _ row: EntityRow) -> EntityRow {
        assert(forms[column] == .link)
        return columns[column].load(fromByteOffset: row.index &* 4, as: EntityRow.self)
    }

    @inline(__always)
    func setLink(_ column: Int, _ row: EntityRow, _ value: EntityRow) {
        columns[column].storeBytes(of: value, toByteOffset: row.index &* 4, as: EntityRow.self)
    }

    @inline(__always)
    func has(_ property: Int, _ row: EntityRow) -> Bool {
        state(row).pointee.present & (1 << UInt32(truncatingIfNeeded: property)) != 0
    }
}
