import OddsModel

/// A table in one piece: elements by row; freed rows are used again.
///
/// Allocates when it grows. One thread owns it.
struct RowPool<Table, Element: BitwiseCopyable>: ~Copyable {
    private var elements: GrowableBuffer<Element>
    private(set) var freeRows = GrowableBuffer<Row<Table>>()

    init(capacity: Int = 0) { elements = GrowableBuffer(capacity: capacity) }

    /// Rows ever used, free ones included.
    var rowCount: Int { elements.count }

    /// The rows ever used, free ones included.
    var rows: LazyMapSequence<Range<Int>, Row<Table>> { (0..<rowCount).lazy.map { Row($0) } }

    /// Rows in use.
    var count: Int { elements.count - freeRows.count }

    var reservedBytes: Int { elements.reservedBytes + freeRows.reservedBytes }

    var liveBytes: Int { count * MemoryLayout<Element>.stride }

    /// The elements by row; valid until the pool grows.
    var column: Column<Table, Element> {
        @inline(__always) get { Column(base: elements.pointer) }
    }

    subscript(row: Row<Table>) -> Element {
        @inline(__always) get { elements[row.index] }
        @inline(__always) nonmutating _modify {
            assert(row.index < elements.count)
            yield &elements.pointer[row.index]
        }
    }

    mutating func reserve(adding added: Int) { elements.populate(count + added) }

    /// - Complexity: amortized O(1).
    @inline(__always)
    mutating func add(_ element: Element) -> Row<Table> {
        if freeRows.isEmpty {
            elements.append(element)
            return Row(elements.count - 1)
        }
        let row = freeRows.removeLast()
        self[row] = element
        return row
    }

    mutating func free(_ row: Row<Table>) { freeRows.append(row) }
}

extension GrowableBuffer {
    var reservedBytes: Int { capacity * MemoryLayout<Element>.stride }
}
