import OddsModel

/// Finds rows by hash: open addressing, linear probing, deletion by shifting
/// back, so that no tombstones pile up. A bucket is 8 bytes (32 bits of hash,
/// 32 bits of row), at most half of them used; whether a row is the one looked
/// for is the caller's question, as only the caller has the keys.
///
/// Allocates when it grows. One thread owns it.
struct IDTable: ~Copyable {
    private struct Bucket: BitwiseCopyable {
        var hash: UInt32
        var row: UInt32
    }

    private static let emptyRow = UInt32.max

    private var buckets: UnsafeMutablePointer<Bucket>
    private(set) var mask: Int
    private(set) var count = 0

    init() {
        buckets = .allocate(capacity: 16)
        mask = 15
        buckets.initialize(
            repeating: Bucket(hash: 0, row: Self.emptyRow), count: 16)
    }

    deinit { buckets.deallocate() }

    /// The row with `hash` for which `isMatch` says so. Complexity: expected
    /// O(1).
    @inline(__always)
    func find(hash: UInt32, isMatch: (Int) -> Bool) -> Int? {
        var slot = Int(hash) & mask
        while true {
            let bucket = buckets[slot]
            if bucket.row == Self.emptyRow { return nil }
            if bucket.hash == hash, isMatch(Int(bucket.row)) { return Int(bucket.row) }
            slot = (slot + 1) & mask
        }
    }

    /// Adds a row that is not there yet. Complexity: amortized O(1).
    mutating func insert(hash: UInt32, row: Int) {
        if (count + 1) * 2 > mask + 1 { resize(to: (mask + 1) * 2) }
        place(Bucket(hash: hash, row: UInt32(row)))
        count += 1
    }

    /// Removes a row that is there. Complexity: expected O(1).
    mutating func remove(hash: UInt32, row: Int) {
        var slot = Int(hash) & mask
        while buckets[slot].row != UInt32(row) {
            assert(buckets[slot].row != Self.emptyRow, "the row is not in the table")
            slot = (slot + 1) & mask
        }
        count -= 1
        var hole = slot
        while true {
            slot = (slot + 1) & mask
            let bucket = buckets[slot]
            if bucket.row == Self.emptyRow { break }
            // A bucket may move into the hole unless its home lies behind it.
            let distanceFromHome = (slot - Int(bucket.hash)) & mask
            if distanceFromHome >= (slot - hole) & mask {
                buckets[hole] = bucket
                hole = slot
            }
        }
        buckets[hole] = Bucket(hash: 0, row: Self.emptyRow)
    }

    /// Makes sure that `total` rows fit.
    mutating func reserve(_ total: Int) {
        var size = mask + 1
        while total * 2 > size { size *= 2 }
        if size > mask + 1 { resize(to: size) }
    }

    private func place(_ bucket: Bucket) {
        var slot = Int(bucket.hash) & mask
        while buckets[slot].row != Self.emptyRow { slot = (slot + 1) & mask }
        buckets[slot] = bucket
    }

    private mutating func resize(to size: Int) {
        let old = buckets
        let oldSize = mask + 1
        buckets = .allocate(capacity: size)
        buckets.initialize(repeating: Bucket(hash: 0, row: Self.emptyRow), count: size)
        mask = size - 1
        for slot in 0..<oldSize where old[slot].row != Self.emptyRow { place(old[slot]) }
        old.deallocate()
    }
}

/// A well-mixed hash of a 64-bit key: both halves of a 128-bit product with an
/// odd constant, folded (the mixing step of wyhash).
@inline(__always)
func mixedHash(_ key: UInt64) -> UInt32 {
    let product = (key ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    let folded = product.high ^ product.low
    return UInt32(truncatingIfNeeded: folded ^ folded >> 32)
}

extension EntityKey {
    @inline(__always) var hash: UInt32 { mixedHash(rawValue) }
}
