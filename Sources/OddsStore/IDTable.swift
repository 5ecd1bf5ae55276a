import OddsModel

/// Finds rows by hash: open addressing, linear probing, deletion by shifting
/// back, so that no tombstones pile up. Less than half of the buckets are used;
/// whether a row is the one looked for is the caller's question, as only the
/// caller has the keys.
///
/// A bucket is 4 bytes, so that the table of 15,000 entities leaves room in the
/// cache for these. From the low end: the row, in one bit less than number the buckets;
/// three bits that say how far behind the bucket that its hash chose it is; and the
/// highest bits of the hash, its tag. Hence a row can be removed without a look at
/// others, which are probably not in the cache, but those that are seven or more behind.
///
/// Allocates when it grows. One thread owns it.
package struct IDTable: ~Copyable {
    /// No row is as large as half of the number of buckets less one.
    static let empty = UInt32.max

    private(set) var buckets: UnsafeMutablePointer<UInt32>
    /// The bits of a hash that choose a bucket.
    private(set) var mask: UInt32
    private(set) var count = 0

    package init() {
        buckets = .allocate(capacity: 16)
        mask = 15
        buckets.initialize(repeating: Self.empty, count: 16)
    }

    deinit { buckets.deallocate() }

    /// The row with `hash` for which `isMatch` says so.
    ///
    /// - Complexity: expected O(1).
    @inline(__always)
    package func find(hash: UInt32, isMatch: (Int) -> Bool) -> Int? {
        var slot = hash & mask
        while true {
            let bucket = buckets[Int(slot)]
            if (bucket ^ hash) & ~noTag == 0 {
                let row = row(of: bucket)
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

    /// Adds a row that is not there yet.
    ///
    /// - Parameter row: takes memory in proportion to its number.
    /// - Parameter hashOf: the hash of a row that is in the table.
    /// - Complexity: amortized O(1).
    package mutating func insert(hash: UInt32, row: Int, hashOf: (Int) -> UInt32) {
        reserve(max(count, row) + 1, hashOf: hashOf)
        place(row, hash)
        count += 1
    }

    /// Removes a row that is there.
    ///
    /// - Complexity: expected O(1).
    package mutating func remove(hash: UInt32, row: Int, hashOf: (Int) -> UInt32) {
        var slot = hash & mask
        while self.row(of: buckets[Int(slot)]) != row {
            assert(buckets[Int(slot)] != Self.empty, "the row is not in the table")
            slot = (slot &+ 1) & mask
        }
        count -= 1
        var hole = slot
        while true {
            slot = (slot &+ 1) & mask
            let bucket = buckets[Int(slot)]
            if bucket == Self.empty { break }
            let known = distance(of: bucket)
            let distance =
                known < Self.distanceMax ? known : (slot &- hashOf(self.row(of: bucket))) & mask
            // A bucket may move into the hole unless its home lies behind it.
            let step = (slot &- hole) & mask
            if distance >= step {
                buckets[Int(hole)] = self.bucket(
                    row: bucket & rowMask, distance: distance &- step, tag: bucket & ~noTag)
                hole = slot
            }
        }
        buckets[Int(hole)] = Self.empty
    }

    /// Makes sure that `total` rows fit.
    mutating func reserve(_ total: Int, hashOf: (Int) -> UInt32) {
        var size = bucketCount
        while (total + 1) * 2 > size { size *= 2 }
        if size > bucketCount { resize(to: size, hashOf) }
    }

    var bucketCount: Int { Int(mask) + 1 }

    /// The bits of a hash that are not in a bucket.
    var noTag: UInt32 { mask &<< 2 | 3 }

    private var rowMask: UInt32 { mask &>> 1 }

    func row(of bucket: UInt32) -> Int { Int(bucket & rowMask) }

    /// The distance that stands for all from there on.
    static let distanceMax: UInt32 = 7

    private var rowBitCount: UInt32 { UInt32(truncatingIfNeeded: rowMask.nonzeroBitCount) }

    /// How far a bucket is behind the one that its hash chose; at most `distanceMax`.
    func distance(of bucket: UInt32) -> UInt32 { (bucket & noTag) &>> rowBitCount }

    private func bucket(row: UInt32, distance: UInt32, tag: UInt32) -> UInt32 {
        tag | row | min(distance, Self.distanceMax) &<< rowBitCount
    }

    private func place(_ row: Int, _ hash: UInt32) {
        assert(row < Int(rowMask))
        var distance: UInt32 = 0
        while buckets[Int((hash &+ distance) & mask)] != Self.empty { distance &+= 1 }
        buckets[Int((hash &+ distance) & mask)] = bucket(
            row: UInt32(truncatingIfNeeded: row), distance: distance, tag: hash & ~noTag)
    }

    private mutating func resize(to size: Int, _ hashOf: (Int) -> UInt32) {
        let old = buckets
        let (oldCount, oldMask) = (bucketCount, mask)
        buckets = .allocate(capacity: size)
        HugePages.populate(buckets, byteCount: size * MemoryLayout<UInt32>.stride)
        buckets.initialize(repeating: Self.empty, count: size)
        mask = UInt32(size - 1)
        for slot in 0..<oldCount where old[slot] != Self.empty {
            let row = Int(old[slot] & oldMask &>> 1)
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
