import OddsModel
import OddsWire

/// The state of a channel but for its text: what a dump replaces at once.
struct EntityTables: ~Copyable {
    private let typed: UnsafeMutablePointer<EntityTable>
    /// Where rows of `typed` may be, which goes after these.
    private var block: RowBlock?
    var edges = RowPool<Tables.Edge, Edge>(capacity: 16)
    var references = ReferenceTables()
    /// The events that are there.
    var events = RowList<Tables.Entity>()
    var nextArrival: UInt64 = 0

    /// - Parameter indexes: Where the tables' rows are looked for, by type; not
    ///   owned.
    init(_ indexes: UnsafeMutablePointer<RowIndex>) {
        typed = .allocate(capacity: EntityType.typed.count)
        for type in EntityType.typed {
            let index = indexes + Int(type.rawValue)
            (typed + Int(type.rawValue)).initialize(to: EntityTable(type: type, index))
        }
    }

    deinit {
        typed.deinitialize(count: EntityType.typed.count)
        typed.deallocate()
    }

    /// Makes room for so many rows of each typed type, by its number, and a few more,
    /// so that the next CREATE does not move them.
    ///
    /// - Precondition: There are no rows yet.
    mutating func reserve(_ rowCounts: UnsafeMutableBufferPointer<Int>) {
        var byteCount = 0
        for type in EntityType.typed {
            rowCounts[Int(type.rawValue)] += rowCounts[Int(type.rawValue)] / 16 + 16
            byteCount += table(type).pointee.blockBytes(rowCounts[Int(type.rawValue)])
        }
        var block = RowBlock(byteCount: byteCount)
        for type in EntityType.typed {
            table(type).pointee.reserve(rowCounts[Int(type.rawValue)], from: &block)
        }
        self.block = consume block
    }

    /// The table of a typed type.
    @inline(__always)
    func table(_ type: EntityType) -> UnsafeMutablePointer<EntityTable> {
        assert(type != .reference)
        return typed + Int(type.rawValue)
    }

    /// The events that are there, in order of arrival.
    @inline(__always)
    func eventRows() -> ListRows<Siblings> { table(.match).pointee.siblings(in: events) }

    /// The edges of a market that show, in order of arrival of the outcomes.
    @inline(__always)
    func edges(ofMarket row: EntityRow) -> ListRows<EdgesOfMarket> {
        table(.market).pointee.edges[row].rows(EdgesOfMarket(edges: edges.column))
    }

    /// All edges of an outcome.
    @inline(__always)
    func edges(ofOutcome row: EntityRow) -> ListRows<EdgesOfOutcome> {
        table(.outcome).pointee.edges[row].rows(EdgesOfOutcome(edges: edges.column))
    }
}
