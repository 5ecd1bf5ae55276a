import OddsModel

/// A row of an `EntityTable`; not an entity id.
@usableFromInline
typealias Row = Int

/// What a row is, beside its values: 32 bytes, to be found in one place of
/// memory by whoever looks an entity up.
struct RowState: BitwiseCopyable {
    var key: EntityKey
    /// The properties that have a value.
    var present: UInt32 = 0
    /// The values of the boolean properties.
    var booleans: UInt32 = 0
    /// Where the row's entry in the change set is, if the row was touched by
    /// the batch of `changeSerial`; else of no meaning.
    var change: UInt32 = 0
    var changeSerial: UInt32 = 0
    /// How many links of other entities name the row.
    var references: UInt32 = 0
    var flags = RowFlags()

    init(key: EntityKey) { self.key = key }
}

struct RowFlags: OptionSet, BitwiseCopyable {
    let rawValue: UInt32

    /// The entity is there; without it the row only stands in for one that
    /// others name.
    static var exists: RowFlags { RowFlags(rawValue: 1) }
    /// Listed as changed since the tree was last brought up to date.
    static var isDirty: RowFlags { RowFlags(rawValue: 2) }
    /// A match with something below it listed as come, gone or moved since
    /// then.
    static var isDirtyBelow: RowFlags { RowFlags(rawValue: 4) }
    /// Listed as one that may be freed.
    static var isReleased: RowFlags { RowFlags(rawValue: 8) }
    /// What outlives the entity, as it says that the row is in a list.
    static var listed: RowFlags { [.isDirty, .isDirtyBelow] }
}

/// A row's neighbours among its siblings and its place in the order of arrival.
struct SiblingLink: BitwiseCopyable {
    var next = noRow
    var previous = noRow
    var arrival: UInt64 = 0
}

/// The ends of a list of children.
struct ChildList: BitwiseCopyable {
    var first = noRow
    var last = noRow
}

/// In a column of rows: none.
let noRow = UInt32.max

/// The entities of one typed type in columns by row number: one for each
/// property, and some for identity and structure. Rows are dense; a freed one
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
        /// An `Int64` or the bits of a `Double`, 8 bytes.
        case word

        var stride: Int { self == .word ? 8 : 4 }
    }

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
    private let columns: UnsafeMutablePointer<UnsafeMutableRawPointer>

    private(set) var states: UnsafeMutablePointer<RowState>
    private(set) var siblings: UnsafeMutablePointer<SiblingLink>
    /// Children by link: a match's markets, a market's edges, an outcome's
    /// offers.
    private(set) var children: UnsafeMutablePointer<ChildList>
    /// The other children: a match's event infos, an outcome's edges.
    private(set) var otherChildren: UnsafeMutablePointer<ChildList>
    /// The position of the row's node in its event's model, where one is kept.
    private(set) var nodes: UnsafeMutablePointer<UInt32>
    private(set) var capacity = 16
    /// Rows ever used; those in `freeRows` included.
    private(set) var rowCount = 0
    /// Entities that are there.
    var entityCount = 0
    private(set) var freeRows = GrowableBuffer<UInt32>()
    private(set) var index = IDTable()

    init(type: EntityType) {
        self.type = type
        columnCount = Schema.slotCount(of: type)
        let properties = Schema.properties(of: type)
        forms = .allocate(capacity: columnCount)
        linkTargets = .allocate(capacity: columnCount)
        lastTexts = .allocate(capacity: columnCount)
        lastTexts.initialize(repeating: TextID(rawValue: .max), count: columnCount)
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
            (columns + property.index).initialize(
                to: .allocate(byteCount: capacity * form.stride, alignment: 8))
        }
        self.booleanMask = booleanMask
        self.textMask = textMask
        self.linkMask = linkMask
        wordMask = ((1 << UInt32(columnCount)) - 1) & ~(textMask | linkMask)
        states = .allocate(capacity: capacity)
        siblings = .allocate(capacity: capacity)
        children = .allocate(capacity: capacity)
        otherChildren = .allocate(capacity: capacity)
        nodes = .allocate(capacity: capacity)
    }

    deinit {
        for column in 0..<columnCount { columns[column].deallocate() }
        columns.deallocate()
        forms.deallocate()
        linkTargets.deallocate()
        lastTexts.deallocate()
        states.deallocate()
        siblings.deallocate()
        children.deallocate()
        otherChildren.deallocate()
        nodes.deallocate()
    }
}

// MARK: - Rows

extension EntityTable {
    /// The row of an entity, which may not be there yet. Complexity: expected
    /// O(1).
    @inline(__always)
    func find(_ key: EntityKey) -> Row? {
        let states = states
        return index.find(hash: key.hash) { states[$0].key == key }
    }

    /// Makes a row for a key that has none. Complexity: amortized O(columns)
    /// over the growth, else O(1).
    mutating func addRow(_ key: EntityKey) -> Row {
        let row: Row
        var state = RowState(key: key)
        if freeRows.isEmpty {
            if rowCount == capacity { grow(to: capacity * 2) }
            row = rowCount
            rowCount += 1
        } else {
            row = Row(freeRows.removeLast())
            state.flags = states[row].flags.intersection(.listed)
        }
        (states + row).initialize(to: state)
        (siblings + row).initialize(to: SiblingLink())
        (children + row).initialize(to: ChildList())
        (otherChildren + row).initialize(to: ChildList())
        (nodes + row).initialize(to: noRow)
        index.insert(hash: key.hash, row: row)
        return row
    }

    /// Frees a row that nothing names. Complexity: expected O(1).
    mutating func freeRow(_ row: Row) {
        index.remove(hash: states[row].key.hash, row: row)
        freeRows.append(UInt32(row))
    }

    /// Where the state of a row is, for changing it. Changes through `states`
    /// itself would trip the compiler up under the thread sanitizer.
    @inline(__always)
    func state(_ row: Row) -> UnsafeMutablePointer<RowState> { states + row }

    @inline(__always)
    func exists(_ row: Row) -> Bool { states[row].flags.contains(.exists) }

    /// Makes room for `added` more rows.
    mutating func reserve(adding added: Int) {
        let total = rowCount - freeRows.count + added
        if total > capacity { grow(to: total) }
        index.reserve(total)
    }

    private mutating func grow(to newCapacity: Int) {
        for column in 0..<columnCount {
            let stride = forms[column].stride
            let old = columns[column]
            columns[column] = .allocate(byteCount: newCapacity * stride, alignment: 8)
            columns[column].copyMemory(from: old, byteCount: rowCount * stride)
            old.deallocate()
        }
        Self.grow(&states, rowCount, newCapacity)
        Self.grow(&siblings, rowCount, newCapacity)
        Self.grow(&children, rowCount, newCapacity)
        Self.grow(&otherChildren, rowCount, newCapacity)
        Self.grow(&nodes, rowCount, newCapacity)
        capacity = newCapacity
    }

    private static func grow<Element>(
        _ column: inout UnsafeMutablePointer<Element>, _ count: Int, _ newCapacity: Int
    ) {
        let new = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        new.moveInitialize(from: column, count: count)
        column.deallocate()
        column = new
    }

}

// MARK: - Values

extension EntityTable {
    /// A word column's value; defined where the property is present.
    @inline(__always)
    func word(_ column: Int, _ row: Row) -> UInt64 {
        assert(forms[column] == .word)
        return columns[column].load(fromByteOffset: row &* 8, as: UInt64.self)
    }

    @inline(__always)
    func setWord(_ column: Int, _ row: Row, _ value: UInt64) {
        columns[column].storeBytes(of: value, toByteOffset: row &* 8, as: UInt64.self)
    }

    /// Sets a word column's value and says whether it had another one.
    @inline(__always)
    func exchangeWord(_ column: Int, _ row: Row, _ value: UInt64) -> Bool {
        let words = columns[column].assumingMemoryBound(to: UInt64.self)
        let old = words[row]
        words[row] = value
        return old != value
    }

    @inline(__always)
    func text(_ column: Int, _ row: Row) -> TextID {
        assert(forms[column] == .text)
        return TextID(rawValue: columns[column].load(fromByteOffset: row &* 4, as: UInt32.self))
    }

    @inline(__always)
    func setText(_ column: Int, _ row: Row, _ value: TextID) {
        columns[column].storeBytes(of: value.rawValue, toByteOffset: row &* 4, as: UInt32.self)
    }

    /// A link column's value; defined where the property is present.
    @inline(__always)
    func link(_ column: Int, _ row: Row) -> Row {
        assert(forms[column] == .link)
        return Row(columns[column].load(fromByteOffset: row &* 4, as: UInt32.self))
    }

    @inline(__always)
    func setLink(_ column: Int, _ row: Row, _ value: Row) {
        columns[column].storeBytes(
            of: UInt32(truncatingIfNeeded: value), toByteOffset: row &* 4, as: UInt32.self)
    }

    @inline(__always)
    func has(_ property: Int, _ row: Row) -> Bool {
        states[row].present & (1 << UInt32(truncatingIfNeeded: property)) != 0
    }
}
