/// A row's neighbours in a list.
struct ListLink<Table>: BitwiseCopyable {
    var next = Row<Table>.noRow
    var previous = Row<Table>.noRow
}

/// Where the rows of a table keep their neighbours in lists of one kind: a row
/// is in at most one of these lists.
protocol ListLinks<Table> {
    associatedtype Table

    subscript(row: Row<Table>) -> ListLink<Table> { get nonmutating set }
}

/// The ends of a doubly linked list that is threaded through the rows of a
/// table. No allocation.
struct RowList<Table>: BitwiseCopyable {
    private(set) var first = Row<Table>.noRow
    private(set) var last = Row<Table>.noRow

    var isEmpty: Bool { first == .noRow }

    /// Puts `row` behind the last row that does not belong behind it. O(1) if
    /// that is the last one.
    ///
    /// - Complexity: O(rows that belong behind `row`).
    @inline(__always)
    mutating func insert(
        _ row: Row<Table>, _ links: some ListLinks<Table>,
        isBehind: (Row<Table>) -> Bool = { _ in false }
    ) {
        var link = ListLink(next: Row<Table>.noRow, previous: last)
        while link.previous != .noRow, isBehind(link.previous) {
            link = ListLink(next: link.previous, previous: links[link.previous].previous)
        }
        links[row] = link
        if link.previous == .noRow { first = row } else { links[link.previous].next = row }
        if link.next == .noRow { last = row } else { links[link.next].previous = row }
    }

    /// Takes out `row`, which is in the list.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    mutating func remove(_ row: Row<Table>, _ links: some ListLinks<Table>) {
        let link = links[row]
        if link.previous == .noRow {
            first = link.next
        } else {
            links[link.previous].next = link.next
        }
        if link.next == .noRow {
            last = link.previous
        } else {
            links[link.next].previous = link.previous
        }
    }

    /// The rows from first to last; the one given last may be taken out.
    @inline(__always)
    func rows<Links: ListLinks<Table>>(_ links: Links) -> ListRows<Links> {
        ListRows(next: first, links: links)
    }
}

/// Goes through the rows of a list.
struct ListRows<Links: ListLinks>: Sequence, IteratorProtocol {
    private var nextRow: Row<Links.Table>
    private let links: Links

    @inline(__always)
    fileprivate init(next: Row<Links.Table>, links: Links) {
        nextRow = next
        self.links = links
    }

    @inline(__always)
    mutating func next() -> Row<Links.Table>? {
        guard nextRow != .noRow else { return nil }
        defer { nextRow = links[nextRow].next }
        return nextRow
    }
}
