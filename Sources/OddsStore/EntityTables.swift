import OddsModel

/// The state of a channel but for its text: what a dump replaces at once.
struct EntityTables: ~Copyable {
    private let typed: UnsafeMutablePointer<EntityTable>
    var edges = EdgeTable()
    var references = ReferenceTables()
    /// The ends of the list of events that are there.
    let events: UnsafeMutablePointer<ChildList>
    var nextArrival: UInt64 = 0

    init() {
        typed = .allocate(capacity: EntityType.typed.count)
        for type in EntityType.typed {
            (typed + Int(type.rawValue)).initialize(to: EntityTable(type: type))
        }
        events = .allocate(capacity: 1)
        events.initialize(to: ChildList())
    }

    deinit {
        typed.deinitialize(count: EntityType.typed.count)
        typed.deallocate()
        events.deallocate()
    }

    /// The table of a typed type.
    @inline(__always)
    func table(_ type: EntityType) -> UnsafeMutablePointer<EntityTable> {
        assert(type != .reference)
        return typed + Int(type.rawValue)
    }
}
