import OddsModel
import OddsWire

/// The entities of one typed type by row number. What an update of a price needs of
/// a row is together in memory, and so is what a walk of the tree needs, and so are
/// texts and links: see `RowLayout`. Rows are dense; a freed one is used again.
///
/// Which properties there are comes from `Schema`, so this code is the same
/// for all types. Allocates when it grows. One thread owns it.
struct EntityTable: ~Copyable {
    /// How the values of a property are stored; booleans are bits of the line.
    enum ColumnForm: UInt8, BitwiseCopyable {
        /// `TextID`, 4 bytes.
        case text
        /// The row of the entity named, 4 bytes.
        case link
        /// An `Int64` or the bits of a `Double`, 8 bytes of the line.
        case word
    }

    let type: EntityType
    let columnCount: Int
    let forms: UnsafeMutablePointer<ColumnForm>
    /// The type that each link column names.
    let linkTargets: UnsafeMutablePointer<EntityType>
    let booleanMask: UInt32
    let textMask: UInt32
    let linkMask: UInt32
    /// The properties in cells: texts and links.
    let cellMask: UInt32
    /// The properties in words.
    let wordMask: UInt32
    /// The text that each text column was given last: often the next row's,
    /// too.
    let lastTexts: UnsafeMutablePointer<TextID>
    /// By column: the row that a link named last.
    let lastLinks: UnsafeMutablePointer<EntityRow>
    let layout: RowLayout
    /// Texts and links come first.
    let firstWord: Int
    /// The first two properties in words: of an offer, those that a price changes.
    let firstWords: UInt32
    private var lines: UnsafeMutableRawPointer
    private var structures: UnsafeMutableRawPointer
    /// Texts and links, by rows.
    private(set) var cells: UnsafeMutableRawPointer
    private(set) var capacity = 0
    /// Whether the rows' memory is the table's own: not where there is none yet, nor
    /// where it is that of a block.
    private var ownsRows = false
    /// Rows ever used; those in `freeRows` included.
    private(set) var rowCount = 0
    /// Entities that are there.
    var entityCount = 0
    private(set) var freeRows = GrowableBuffer<EntityRow>()
    private(set) var index = IDTable()
    /// Where others look for rows; not owned.
    private let shared: UnsafeMutablePointer<RowIndex>

    /// - Parameter shared: Told where rows are looked for, whenever that changes.
    init(type: EntityType, _ shared: UnsafeMutablePointer<RowIndex>) {
        self.type = type
        self.shared = shared
        columnCount = Schema.slotCount(of: type)
        firstWord = Schema.textSlotCount(of: type)
        firstWords = 3 << UInt32(firstWord)
        let layout = RowLayout(of: type)
        self.layout = layout
        forms = .allocate(capacity: columnCount)
        linkTargets = .allocate(capacity: columnCount)
        lastTexts = .allocate(capacity: columnCount)
        lastTexts.initialize(repeating: .noRow, count: columnCount)
        lastLinks = .allocate(capacity: columnCount)
        lastLinks.initialize(repeating: .noRow, count: columnCount)
        var booleanMask: UInt32 = 0
        var textMask: UInt32 = 0
        var linkMask: UInt32 = 0
        for property in Schema.properties(of: type) {
            let bit = 1 << UInt32(property.index) as UInt32
            var form = ColumnForm.word
            var target = EntityType.reference
            switch property.kind {
            case .boolean:
                booleanMask |= bit
                continue
            case .text:
                form = .text
                textMask |= bit
            case .link(let to):
                (form, target) = (.link, to)
                linkMask |= bit
            case .integer, .number: break
            }
            (forms + property.index).initialize(to: form)
            (linkTargets + property.index).initialize(to: target)
            assert((form == .word) == (property.index >= firstWord))
        }
        self.booleanMask = booleanMask
        self.textMask = textMask
        self.linkMask = linkMask
        cellMask = textMask | linkMask
        wordMask = ((1 << UInt32(columnCount)) - 1) & ~cellMask
        // A dump's rows get a block, so none are made before; what is never read has to be
        // some address.
        lines = UnsafeMutableRawPointer(forms)
        structures = lines
        cells = lines
        share()
    }

    private func share() {
        shared.pointee = RowIndex(
            buckets: index.buckets, mask: index.mask, noTag: index.noTag,
            lines: RowIndex.Part(lines, bytes: layout.lineBytes),
            structures: RowIndex.Part(structures, bytes: layout.structureBytes),
            cells: RowIndex.Part(cells, bytes: layout.cellBytes))
    }

    deinit {
        forms.deallocate()
        linkTargets.deallocate()
        lastTexts.deallocate()
        lastLinks.deallocate()
        freeRowMemory()
    }

    private func freeRowMemory() {
        guard ownsRows else { return }
        lines.deallocate()
        structures.deallocate()
        cells.deallocate()
    }
}

// MARK: - The parts of rows

// All pointers are valid until rows are added.
extension EntityTable {
    /// A match's markets, an outcome's offers, in order of arrival.
    var children: RowField<RowList<Tables.Entity>> {
        @inline(__always) get { list(layout.children) }
    }

    /// A match's event infos, in order of arrival.
    var infos: RowField<RowList<Tables.Entity>> {
        @inline(__always) get { list(layout.infos) }
    }

    /// A market's edges in order of arrival of their outcomes, an outcome's in
    /// no order.
    var edges: RowField<RowList<Tables.Edge>> {
        @inline(__always) get { list(layout.edges) }
    }

    var allStructures: RowField<RowStructure> {
        @inline(__always) get { structureField(0) }
    }

    var siblings: Siblings {
        @inline(__always) get { Siblings(structures: allStructures) }
    }

    private var states: RowField<RowState> {
        @inline(__always) get { RowField(lines, offset: 0, rowBytes: layout.lineBytes) }
    }

    @inline(__always)
    func state(_ row: EntityRow) -> UnsafeMutablePointer<RowState> { states.pointer(row) }

    @inline(__always)
    func structure(_ row: EntityRow) -> UnsafeMutablePointer<RowStructure> {
        allStructures.pointer(row)
    }

    /// The first of a row's words.
    @inline(__always)
    func words(_ row: EntityRow) -> UnsafeMutablePointer<UInt64> { Self.words(of: state(row)) }

    /// The first of the words that a row has behind its state.
    @inline(__always)
    static func words(of state: UnsafeMutablePointer<RowState>) -> UnsafeMutablePointer<UInt64> {
        (UnsafeMutableRawPointer(state) + RowLayout.words).assumingMemoryBound(to: UInt64.self)
    }

    @inline(__always)
    private func structureField<Element>(_ offset: Int) -> RowField<Element> {
        RowField(structures, offset: offset, rowBytes: layout.structureBytes)
    }

    @inline(__always)
    private func list<Table>(_ offset: Int?) -> RowField<RowList<Table>> {
        guard let offset else { preconditionFailure("rows of this type have no such list") }
        return structureField(offset)
    }
}

// MARK: - Rows

extension EntityTable {
    /// The rows ever used, free ones included.
    var rows: LazyMapSequence<Range<Int>, EntityRow> { (0..<rowCount).lazy.map { EntityRow($0) } }

    /// The row of an entity, which may not be there yet.
    ///
    /// - Complexity: expected O(1).
    @inline(__always)
    func find(_ key: EntityKey) -> EntityRow? {
        let states = states
        return index.findRow(hash: key.hash) { states.pointer($0).pointee.key == key }
    }

    /// The row of an entity that is there.
    ///
    /// - Complexity: expected O(1).
    @inline(__always)
    func findExisting(_ key: EntityKey) -> EntityRow? {
        guard let row = find(key), exists(row) else { return nil }
        return row
    }

    /// Whether an entity that is there has a row.
    ///
    /// - Parameter row: Any number.
    @inline(__always)
    func isRow(_ row: UInt32, of key: EntityKey) -> Bool {
        guard row < rowCount else { return false }
        let state = state(EntityRow(Int(row))).pointee
        return state.key == key && state.flags.contains(.exists)
    }

    /// Makes a row for a key that has none.
    ///
    /// - Complexity: amortized O(columns) over the growth, else O(1).
    mutating func addRow(_ key: EntityKey) -> EntityRow {
        let row: EntityRow
        var state = RowState(key: key)
        if freeRows.isEmpty {
            if rowCount == capacity { grow(to: max(capacity * 2, Self.grownCapacityMin)) }
            row = EntityRow(rowCount)
            rowCount += 1
        } else {
            row = freeRows.removeLast()
            state.flags = self.state(row).pointee.flags.intersection(.listed)
        }
        self.state(row).initialize(to: state)
        structure(row).initialize(to: RowStructure())
        if layout.children != nil { children[row] = RowList() }
        if layout.infos != nil { infos[row] = RowList() }
        if layout.edges != nil { edges[row] = RowList() }
        let states = states
        let buckets = index.buckets
        index.insert(hash: key.hash, row: row.index) { states.hash($0) }
        if index.buckets != buckets { share() }
        return row
    }

    /// Frees a row that nothing names.
    ///
    /// - Complexity: expected O(1).
    mutating func freeRow(_ row: EntityRow) {
        let states = states
        index.remove(hash: key(row).hash, row: row.index) { states.hash($0) }
        freeRows.append(row)
    }

    /// The rows of a list of siblings in this table.
    @inline(__always)
    func siblings(in list: RowList<Tables.Entity>) -> ListRows<Siblings> {
        list.rows(siblings)
    }

    @inline(__always)
    func key(_ row: EntityRow) -> EntityKey { state(row).pointee.key }

    @inline(__always)
    func exists(_ row: EntityRow) -> Bool { state(row).pointee.flags.contains(.exists) }

    /// What `count` rows take of a block.
    func blockBytes(_ count: Int) -> Int {
        RowBlock.bytes(count * layout.lineBytes) + RowBlock.bytes(count * layout.structureBytes)
            + RowBlock.bytes(count * layout.cellBytes)
    }

    /// Takes the memory of `count` rows from a block that outlives the table.
    ///
    /// - Precondition: The table has no rows yet.
    mutating func reserve(_ count: Int, from block: inout RowBlock) {
        precondition(rowCount == 0, "the rows would have to be moved")
        if count > capacity {
            freeRowMemory()
            lines = block.take(byteCount: count * layout.lineBytes)
            structures = block.take(byteCount: count * layout.structureBytes)
            cells = block.take(byteCount: count * layout.cellBytes)
            capacity = count
            ownsRows = false
        }
        let states = states
        index.reserve(count) { states.hash($0) }
        share()
    }

    private static var grownCapacityMin: Int { 16 }

    private mutating func grow(to newCapacity: Int) {
        let old = (lines, structures, cells)
        lines = copy(of: old.0, layout.lineBytes, newCapacity)
        structures = copy(of: old.1, layout.structureBytes, newCapacity)
        cells = copy(of: old.2, layout.cellBytes, newCapacity)
        if ownsRows {
            old.0.deallocate()
            old.1.deallocate()
            old.2.deallocate()
        }
        ownsRows = true
        capacity = newCapacity
        share()
    }

    /// What has `rowBytes` a row, in memory for `capacity` rows.
    private func copy(
        of old: UnsafeMutableRawPointer, _ rowBytes: Int, _ capacity: Int
    ) -> UnsafeMutableRawPointer {
        let new = HugePages.allocate(byteCount: capacity * rowBytes)
        new.copyMemory(from: old, byteCount: rowCount * rowBytes)
        return new
    }

    /// The bytes of one row.
    var rowBytes: Int { layout.lineBytes + layout.structureBytes + layout.cellBytes }
}

extension RowField<RowState> {
    @inline(__always)
    fileprivate func hash(_ row: Int) -> UInt32 { self[EntityRow(row)].key.hash }
}
