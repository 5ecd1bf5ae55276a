import OddsModel

#if ODDS_INVARIANTS
extension IDTable {
    package enum Invariant: String, CaseIterable, Sendable {
        /// `count` is the number of buckets in use, and less than half of them.
        case bucketCount
        /// Each row in use is found under its hash, and no other row is.
        case indexedRows
        /// A bucket says how far it is behind the one that its row's hash chose.
        case distances
    }

    /// Checks the table of the rows from 0 to `rowCount` for which `isUsed`
    /// says so.
    ///
    /// - Complexity: expected O(buckets).
    func checkInvariants(
        of name: String, rowCount: Int, isUsed: (Int) -> Bool, hashOf: (Int) -> UInt32
    ) throws(InvariantViolation) {
        var used = 0
        for slot in 0..<bucketCount where buckets[slot] != Self.empty { used += 1 }
        try require(used == count && count * 2 < bucketCount, Invariant.bucketCount, name)
        for row in 0..<rowCount where isUsed(row) {
            let found = find(hash: hashOf(row)) { $0 == row }
            try require(found != nil, Invariant.indexedRows, name, row)
            used -= 1
        }
        try require(used == 0, Invariant.indexedRows, name)
        for slot in 0..<bucketCount where buckets[slot] != Self.empty {
            let bucket = buckets[slot]
            let row = row(of: bucket)
            let distance = (UInt32(slot) &- hashOf(row)) & mask
            try require(
                self.distance(of: bucket) == min(distance, Self.distanceMax),
                Invariant.distances, name, row)
        }
    }
}

extension GrowableBuffer {
    /// Which of the rows from 0 to `rowCount` this list of free ones names.
    func freeRows<Table>(
        of name: String, rowCount: Int, _ invariant: some RawRepresentable<String>
    ) throws(InvariantViolation) -> [Bool] where Element == Row<Table> {
        var isFree = [Bool](repeating: false, count: rowCount)
        for position in 0..<count {
            let row = self[position].index
            try require(row < rowCount && !isFree[row], invariant, name, row)
            isFree[row] = true
        }
        return isFree
    }
}
#endif
