import OddsModel

/// That an outcome is named by a market: by any number of relations and by its
/// own `marketId`, counted together, so that it shows once and stays until the
/// last of them is gone (EM-E2 of the feed contract).
struct Edge: BitwiseCopyable {
    var market: UInt32
    var outcome: UInt32
    /// How many links make this edge.
    var links: UInt32 = 1
    /// Whether it stands in the market's list: its outcome is there.
    var isPlaced = false
    var nextInMarket = noRow
    var previousInMarket = noRow
    var nextInOutcome = noRow
    var previousInOutcome = noRow
}

/// The edges between markets and outcomes, by row; freed rows are used again.
/// Allocates when it grows. One thread owns it.
struct EdgeTable: ~Copyable {
    private(set) var edges = GrowableBuffer<Edge>(capacity: 16)
    private(set) var freeRows = GrowableBuffer<UInt32>()

    subscript(row: Row) -> UnsafeMutablePointer<Edge> {
        @inline(__always) get { edges.pointer + row }
    }

    mutating func reserve(adding added: Int) {
        edges.reserve(edges.count - freeRows.count + added)
    }

    mutating func add(market: Row, outcome: Row) -> Row {
        let edge = Edge(market: UInt32(market), outcome: UInt32(outcome))
        if freeRows.isEmpty {
            edges.append(edge)
            return edges.count - 1
        }
        let row = Row(freeRows.removeLast())
        edges[row] = edge
        return row
    }

    mutating func free(_ row: Row) { freeRows.append(UInt32(row)) }

    // MARK: Lists

    /// Puts an edge into its market's list, by arrival of the outcomes.
    /// Complexity: O(1) at the end, else O(outcomes that arrived later).
    func place(
        _ row: Row, in list: UnsafeMutablePointer<ChildList>,
        _ outcomes: UnsafeMutablePointer<SiblingLink>
    ) {
        let edge = self[row]
        let arrival = outcomes[Row(edge.pointee.outcome)].arrival
        var previous = list.pointee.last
        var next = noRow
        while previous != noRow,
            outcomes[Row(self[Row(previous)].pointee.outcome)].arrival > arrival {
            next = previous
            previous = self[Row(previous)].pointee.previousInMarket
        }
        edge.pointee.isPlaced = true
        edge.pointee.previousInMarket = previous
        edge.pointee.nextInMarket = next
        if previous == noRow {
            list.pointee.first = UInt32(row)
        } else {
            self[Row(previous)].pointee.nextInMarket = UInt32(row)
        }
        if next == noRow {
            list.pointee.last = UInt32(row)
        } else {
            self[Row(next)].pointee.previousInMarket = UInt32(row)
        }
    }

    /// Takes an edge out of its market's list. Complexity: O(1).
    func unplace(_ row: Row, from list: UnsafeMutablePointer<ChildList>) {
        let edge = self[row].pointee
        self[row].pointee.isPlaced = false
        if edge.previousInMarket == noRow {
            list.pointee.first = edge.nextInMarket
        } else {
            self[Row(edge.previousInMarket)].pointee.nextInMarket = edge.nextInMarket
        }
        if edge.nextInMarket == noRow {
            list.pointee.last = edge.previousInMarket
        } else {
            self[Row(edge.nextInMarket)].pointee.previousInMarket = edge.previousInMarket
        }
    }

    /// Adds an edge to its outcome's list, whose order means nothing.
    func addToOutcome(_ row: Row, _ list: UnsafeMutablePointer<ChildList>) {
        let first = list.pointee.first
        self[row].pointee.nextInOutcome = first
        if first != noRow { self[Row(first)].pointee.previousInOutcome = UInt32(row) }
        list.pointee.first = UInt32(row)
    }

    func removeFromOutcome(_ row: Row, _ list: UnsafeMutablePointer<ChildList>) {
        let edge = self[row].pointee
        if edge.previousInOutcome == noRow {
            list.pointee.first = edge.nextInOutcome
        } else {
            self[Row(edge.previousInOutcome)].pointee.nextInOutcome = edge.nextInOutcome
        }
        if edge.nextInOutcome != noRow {
            self[Row(edge.nextInOutcome)].pointee.previousInOutcome = edge.previousInOutcome
        }
    }
}
