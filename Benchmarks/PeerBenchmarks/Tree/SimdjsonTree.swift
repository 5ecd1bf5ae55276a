import SimdjsonPeer

/// The store's own nodes, from row to row.
extension SimdjsonApply: TreePeer {
    static var treeOmissions: String { "\(omissions); tree values: it walks the live store" }

    mutating func readEvents(at positions: some Collection<Int>) -> UInt64 {
        positions.reduce(0) { $0 &+ simdjsonReadEvent(store, $1) }
    }
}
