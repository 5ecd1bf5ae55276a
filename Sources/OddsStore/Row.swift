// Rows and columns that know their table, so that rows of different tables,
// counts and entity ids do not mix. They cost nothing: a row is four bytes, a
// column is a pointer.

/// What tells the rows of one table from those of another.
package enum Tables {
    /// A typed table of which only the program knows which one it is.
    enum Entity {}
    package enum Match: TypedTable {}
    enum Market: TypedTable {}
    enum Outcome: TypedTable {}
    enum Edge {}
    enum Reference {}
    enum ReferenceType {}
    enum ReferencePair {}
    enum Text {}
}

/// A typed table that is known at compile time.
package protocol TypedTable {}

/// A row of a table: its position, from 0.
@frozen
@usableFromInline
package struct Row<Table>: BitwiseCopyable, Hashable, Sendable {
    @usableFromInline let number: UInt32

    /// - Precondition: `index` is less than 2³² - 1.
    @inlinable @inline(__always)
    package init(_ index: Int) { number = UInt32(truncatingIfNeeded: index) }

    @inlinable @inline(__always)
    init(number: UInt32) { self.number = number }

    @inlinable package var index: Int {
        @inline(__always) get { Int(number) }
    }

    /// Where a column of rows has none.
    @inlinable static var noRow: Row {
        @inline(__always) get { Row(number: .max) }
    }
}

typealias EntityRow = Row<Tables.Entity>
package typealias EventRow = Row<Tables.Match>
typealias MarketRow = Row<Tables.Market>
typealias OutcomeRow = Row<Tables.Outcome>
typealias EdgeRow = Row<Tables.Edge>
typealias ReferenceRow = Row<Tables.Reference>
typealias ReferenceTypeRow = Row<Tables.ReferenceType>
typealias PairRow = Row<Tables.ReferencePair>

extension Row where Table: TypedTable {
    /// A row that the caller knows to be of this table.
    @inline(__always)
    init(_ row: EntityRow) { number = row.number }

    var entity: EntityRow {
        @inline(__always) get { EntityRow(number: number) }
    }
}

/// A column of a table: a value for each row. Owned by the table, and valid
/// until that grows.
struct Column<Table, Element: BitwiseCopyable>: BitwiseCopyable {
    private(set) var base: UnsafeMutablePointer<Element>

    @inline(__always)
    init(base: UnsafeMutablePointer<Element>) { self.base = base }

    init(capacity: Int) { base = .allocate(capacity: capacity) }

    subscript(row: Row<Table>) -> Element {
        @inline(__always) get { base[row.index] }
        @inline(__always) nonmutating _modify { yield &base[row.index] }
    }

    func deallocate() { base.deallocate() }

    /// Moves `count` values into memory for `capacity`.
    mutating func grow(_ count: Int, _ capacity: Int) {
        let new = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        new.moveInitialize(from: base, count: count)
        base.deallocate()
        base = new
    }
}
