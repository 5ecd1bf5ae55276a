import OddsModel

/// Finds rows by hash: open addressing, linear probing, deletion by shifting
/// back, so that no tombstones pile up. At most half of the buckets are used;
/// whether a row is the one looked for is the caller's question, as only the
/// caller has the keys.
///
/// A bucket is 4 bytes, so that the table of 15,000 entities leaves room in the
/// cache for these: the row in the low bits, as many as number the buckets, and
/// above them those bits of the hash that did not choose the bucket.
///
/// Allocates when it grows. One thread owns it.
package struct IDTable: ~Copyable {
    /// No row is as large as the number of buckets.
    static let empty = UInt32.max

    private(set) var buckets: UnsafeMutablePointer<UInt32>
    private var mask: UInt32
    private(set) var count = 0

    package init() {
        buckets = .allocate(capacity: 16)
        mask = 15
        buckets.initialize(repeating: Self.empty, count: 16)
    }

    deinit { buckets.deallocate() }

    /// The row with `hash` for which `isMatch` says so. Complexity: expected
    /// O(1).
    @inline(__always)
    package func find(hash: UInt32, isMatch: (Int) -> Bool) -> Int? {
        var slot = hash & mask
        while true {
            let bucket = buckets[Int(slot)]
            if (bucket ^ hash) & ~mask == 0 {
                let row = Int(bucket & mask)
                if bucket != Self.empty, isMatch(row) { return row }
            }
            if bucket == Self.empty { return nil }
            slot = (slot &+ 1) & mask
        }
    }

    /// `find` for a table whose rows have a type.
    @inline(__always)
    func findRow<Table>(hash: UInt32, isMatch: (Row<Table>) -> Bool) -> Row<Table>? {
        find(hash: hash) { isMatch(Row($0)) }.map { Row($0) }
    }

    /// Adds a row that is not there yet. Complexity: amortized O(1).
    ///
    /// - Parameter hashOf: the hash of a row that is in the table.
    package mutating func insert(hash: UInt32, row: Int, hashOf: (Int) -> UInt32) {
        if (count + 1) * 2 > bucketCount { resize(to: bucketCount * 2, hashOf) }
        place(row, hash)
        count += 1
    }

    /// Removes a row that is there. Complexity: expected O(1).
    package mutating func remove(hash: UInt32, row: Int, hashOf: (Int) -> UInt32) {
        var slot = hash & mask
        while self.row(slot) != row {
            assert(buckets[Int(slot)] != Self.empty, "the row is not in the table")
            slot = (slot &+ 1) & mask
        }
        count -= 1
        var hole = slot
        while true {
            slot = (slot &+ 1) & mask
            let bucket = buckets[Int(slot)]
            if bucket == Self.empty { break }
            // A bucket may move into the hole unless its home lies behind it.
            let home = hashOf(self.row(slot))
            if (slot &- home) & mask >= (slot &- hole) & mask {
                buckets[Int(hole)] = bucket
                hole = slot
            }
        }
        buckets[Int(hole)] = Self.empty
    }

    /// Makes sure that `total` rows fit.
    mutating func reserve(_ total: Int, hashOf: (Int) -> UInt32) {
        var size = bucketCount
        while total * 2 > size { size *= 2 }
        if size > bucketCount { resize(to: size, hashOf) }
    }

    var bucketCount: Int { Int(mask) + 1 }

    private func row(_ slot: UInt32) -> Int { Int(buckets[Int(slot)] & mask) }

    private func place(_ row: Int, _ hash: UInt32) {
        assert(row < Int(mask))
        var slot = hash & mask
        while buckets[Int(slot)] != Self.empty { slot = (slot &+ 1) & mask }
        buckets[Int(slot)] = hash & ~mask | UInt32(truncatingIfNeeded: row)
    }

    private mutating func resize(to size: Int, _ hashOf: (Int) -> UInt32) {
        let old = buckets
        let (oldCount, oldMask) = (bucketCount, mask)
        buckets = .allocate(capacity: size)
        buckets.initialize(repeating: Self.empty, count: size)
        mask = UInt32(size - 1)
        for slot in 0..<oldCount where old[slot] != Self.empty {
            let row = Int(old[slot] & oldMask)
            place(row, hashOf(row))
        }
        old.deallocate()
    }
}

/// A well-mixed hash of a 64-bit key: both halves of a 128-bit product with an
/// odd constant, folded (the mixing step of wyhash).
@inline(__always)
package func mixedHash(_ key: UInt64) -> UInt32 {
    let product = (key ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    let folded = product.high ^ product.low
    return UInt32(truncatingIfNeeded: folded ^ folded >> 32)
}

extension EntityKey {
    @inline(__always) var hash: UInt32 { mixedHash(rawValue) }
}
