import OddsModel

/// Finds a market by the ids of what belongs to it.
///
/// A new market has greater ids than all before it, so that a list of markets in the order
/// in which they came is sorted. One that has been replaced stays in the list until this is
/// full, and then all of those are removed at once. The list is empty until it is needed.
struct MarketIndex: ~Copyable {
    struct Entry: BitwiseCopyable {
        let id: UInt64
        let market: Int
    }

    private var entries = GrowableBuffer<Entry>()
    /// How many entries there may be: half of them for markets to come.
    private var countMax = 0

    /// Must be called before markets are looked up.
    ///
    /// - Complexity: at first O(markets · log markets), then O(1).
    mutating func fill(_ markets: borrowing GrowableBuffer<MarketState>) {
        guard entries.isEmpty else { return }
        var sorted: [Entry] = []
        for market in 0..<markets.count {
            sorted.append(Entry(id: markets[market].id, market: market))
        }
        sorted.sort { $0.id < $1.id }
        countMax = 2 * sorted.count
        entries.reserve(countMax)
        for entry in sorted { entries.append(entry) }
    }

    /// Notes that a market has just been replaced by another one. Does not allocate.
    ///
    /// - Complexity: amortized O(1).
    mutating func replace(_ market: Int, of markets: borrowing GrowableBuffer<MarketState>) {
        guard !entries.isEmpty else { return }
        if entries.count == countMax { removeReplaced(markets) }
        entries.append(Entry(id: markets[market].id, market: market))
    }

    private mutating func removeReplaced(_ markets: borrowing GrowableBuffer<MarketState>) {
        var kept = 0
        for index in 0..<entries.count {
            let entry = entries[index]
            guard markets[entry.market].id == entry.id else { continue }
            entries[kept] = entry
            kept += 1
        }
        entries.truncate(to: kept)
    }

    /// The only market to which an id can belong; `nil` if it is older than all of them, or
    /// its market has been replaced.
    ///
    /// - Complexity: O(log markets).
    func market(ofID id: UInt64, in markets: borrowing GrowableBuffer<MarketState>) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id <= id { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return markets[entry.market].id == entry.id ? entry.market : nil
    }
}
