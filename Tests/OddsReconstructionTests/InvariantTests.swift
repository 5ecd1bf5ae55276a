import OddsModel
import OddsTestInputs
import Testing

@testable import OddsReconstruction
@testable import OddsStore
@testable import OddsWire

#if ODDS_INVARIANTS
/// Each invariant of the store, its texts and its indices, violated at a random
/// row of a store that hostile traffic filled: the check finds it and names it.
@Suite struct StoreInvariantTests {
    static let seeds = UInt64(1)...5

    @Test(arguments: EntityStore.Invariant.allCases, seeds)
    func corruptionOfTheStoreIsFound(invariant: EntityStore.Invariant, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let channel = try HostileStore(seed: seed)
        let row = try channel.corrupt(invariant, using: &random)
        let violation = #expect(throws: InvariantViolation.self) {
            try channel.store.checkInvariants()
        }
        #expect(violation?.invariant == invariant.rawValue)
        #expect(violation?.row == row)
    }

    @Test(arguments: InternedTexts.Invariant.allCases, seeds)
    func corruptionOfTheTextsIsFound(invariant: InternedTexts.Invariant, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var texts = InternedTexts()
        for _ in 0..<100 { intern("\(random.below(80)) of the texts", in: &texts) }
        for _ in 0..<20 {
            let id = TextID(random.below(texts.entries.rowCount))
            while texts.references[id.index] > 0 { texts.release(id) }
        }
        try texts.checkInvariants()
        let row = corrupt(&texts, invariant, using: &random)
        let violation = try violation { () throws(InvariantViolation) in
            try texts.checkInvariants()
        }
        #expect(violation.invariant == invariant.rawValue)
        #expect(violation.row == row)
    }

    @discardableResult
    private func intern(_ text: String, in texts: inout InternedTexts) -> TextID {
        Array(text.utf8).withUnsafeBytes { texts.intern($0) }
    }

    private func corrupt(
        _ texts: inout InternedTexts, _ invariant: InternedTexts.Invariant,
        using random: inout SplitMix64
    ) -> Int? {
        let entries = texts.entries.column
        let references = texts.references.pointer
        let text = random.pick(texts.entries.rows.filter { references[$0.index] > 0 })
        switch invariant {
        case .freeTexts:
            references[text.index] = 0
            return text.index
        case .textHashes:
            entries[text].hash ^= 1
            return text.index
        case .shortSlots:
            texts.shortSlots.pointer[text.index] ^= 1
            return text.index
        case .textMemory:
            // Free and in use at once. A free block begins with the address of
            // the next one, so that the text has to begin with none.
            let text = intern(String(repeating: "\0", count: 16), in: &texts)
            texts.memory.freeBlocks[2] = UnsafeMutableRawPointer(texts.entries[text].start)
            return nil
        }
    }

    @Test(arguments: IDTable.Invariant.allCases, seeds)
    func corruptionOfAnIndexIsFound(invariant: IDTable.Invariant, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let hashes = (0..<50).map { _ in UInt32(truncatingIfNeeded: random.next()) }
        var index = IDTable()
        for row in hashes.indices { index.insert(hash: hashes[row], row: row) { hashes[$0] } }
        let check = { (index: borrowing IDTable) throws(InvariantViolation) in
            try index.checkInvariants(
                of: "rows", rowCount: hashes.count, isUsed: { _ in true }, hashOf: { hashes[$0] })
        }
        try check(index)
        let used = (0..<index.bucketCount).filter { index.buckets[$0] != IDTable.empty }
        let bucket = random.pick(used)
        switch invariant {
        case .bucketCount: index.buckets[bucket] = IDTable.empty
        // The same row, under a hash that is none of a row's.
        case .indexedRows: index.buckets[bucket] ^= 1 << 31
        case .distances: index.buckets[bucket] ^= index.mask ^ index.mask >> 1
        }
        let violation = try violation { () throws(InvariantViolation) in try check(index) }
        #expect(violation.invariant == invariant.rawValue)
    }

    /// For checks of what cannot be copied into the closure of an expectation.
    private func violation(
        _ check: () throws(InvariantViolation) -> Void
    ) throws -> InvariantViolation {
        do throws(InvariantViolation) { try check() } catch { return error }
        throw NoViolation()
    }

    private struct NoViolation: Error {}
}

/// Where each invariant of a tree kept current is violated in a graph that
/// hostile traffic filled.
@Suite struct TreeInvariantTests {
    @Test(arguments: EventList.Invariant.allCases, StoreInvariantTests.seeds)
    func corruptionOfTheTreeIsFound(invariant: EventList.Invariant, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let channel = try HostileStore(seed: seed)
        let row = try channel.corrupt(invariant, using: &random)
        let violation = #expect(throws: InvariantViolation.self) { try channel.checkTree() }
        #expect(violation == InvariantViolation(invariant, "events", row))
    }
}
#endif
