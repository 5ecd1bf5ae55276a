/// That an outcome is named by a market: by any number of relations and by its
/// own `marketId`, counted together, so that it shows once and stays until the
/// last of them is gone (EM-E3).
struct Edge: BitwiseCopyable {
    var market: MarketRow
    var outcome: OutcomeRow
    /// How many links make this edge.
    var links: UInt32 = 1
    /// Whether it stands in the market's list: its outcome is there.
    var isPlaced = false
    /// The neighbours in the market's list, by arrival of the outcomes.
    var inMarket = ListLink<Tables.Edge>()
    /// The neighbours in the outcome's list, which has no order.
    var inOutcome = ListLink<Tables.Edge>()
}

struct EdgesOfMarket: ListLinks {
    let edges: Column<Tables.Edge, Edge>

    subscript(edge: EdgeRow) -> ListLink<Tables.Edge> {
        @inline(__always) get { edges[edge].inMarket }
        @inline(__always) nonmutating _modify { yield &edges[edge].inMarket }
    }
}

struct EdgesOfOutcome: ListLinks {
    let edges: Column<Tables.Edge, Edge>

    subscript(edge: EdgeRow) -> ListLink<Tables.Edge> {
        @inline(__always) get { edges[edge].inOutcome }
        @inline(__always) nonmutating _modify { yield &edges[edge].inOutcome }
    }
}
