import OddsModel

/// A first-in, first-out queue of markets with a fixed capacity.
struct MarketQueue: ~Copyable {
    private var ring: GrowableBuffer<Int>
    private var first = 0
    private var count = 0

    init(capacity: Int) {
        ring = GrowableBuffer(capacity: capacity)
        _ = ring.extend(by: capacity)
    }

    var isFull: Bool { count == ring.count }

    /// The queue must not be full.
    mutating func append(_ market: Int) {
        assert(!isFull)
        ring[(first + count) % ring.count] = market
        count += 1
    }

    mutating func popFirst() -> Int? {
        guard count > 0 else { return nil }
        defer {
            first = (first + 1) % ring.count
            count -= 1
        }
        return ring[first]
    }
}
