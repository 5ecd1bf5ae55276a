import OddsTestInputs
import Testing

@testable import OddsModel

#if ODDS_INVARIANTS
/// Each invariant of a change set, violated at a random place: the check finds
/// it and names it.
@Suite struct ChangeSetInvariantTests {
    static let cases = ChangeSet.Invariant.allCases.flatMap { invariant in
        (UInt64(1)...5).map { (invariant, $0) }
    }

    @Test(arguments: cases)
    func corruptionIsFoundAndNamed(invariant: ChangeSet.Invariant, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var changes = Self.changes(using: &random)
        try changes.checkInvariants()
        let row = Self.corrupt(&changes, invariant, using: &random)
        let table = invariant == .textRanges ? "texts" : "entries"
        #expect(throws: InvariantViolation(invariant, table, row)) {
            try changes.checkInvariants()
        }
    }

    /// Offers, and reference entities with some changed keys, in turn.
    private static func changes(using random: inout SplitMix64) -> ChangeSet {
        var changes = ChangeSet()
        for number in 0..<UInt64(10 + random.below(20)) {
            let key = EntityKey(rawValue: number)
            if number % 2 == 0 {
                _ = changes.append(
                    key: key, type: .bettingOffer, kinds: .updated,
                    properties: PropertySet(index: random.below(8)))
            } else {
                let type = addText("SPORT", to: &changes)
                let position = changes.appendReference(key: key, typePosition: type, kinds: [])
                for name in ["name", "code"] {
                    Array(name.utf8).withUnsafeBytes {
                        changes.noteReferenceUpdate(at: position, key: $0)
                    }
                }
            }
        }
        return changes
    }

    private static func addText(_ text: String, to changes: inout ChangeSet) -> Int {
        Array(text.utf8).withUnsafeBytes { changes.addText($0) }
    }

    /// Violates one invariant and returns where.
    private static func corrupt(
        _ changes: inout ChangeSet, _ invariant: ChangeSet.Invariant,
        using random: inout SplitMix64
    ) -> Int {
        let buffers = changes.buffers
        let offer = 2 * random.below(changes.entryCount / 2)
        let reference = offer + 1
        let entries = buffers.pointee.entries.pointer
        switch invariant {
        case .textRanges:
            let text = random.below(buffers.pointee.texts.count)
            buffers.pointee.texts.pointer[text].start += 1
            return text
        case .entryTexts:
            entries[reference].typePosition = UInt32(buffers.pointee.texts.count)
            return reference
        case .entryKinds:
            entries[offer].kinds = [.inserted, .updated]
            return offer
        case .entryProperties:
            entries[offer].properties = []
            return offer
        case .keyChains:
            let last = Int(entries[reference].lastKey)
            buffers.pointee.keys.pointer[last].previous = UInt32(last)
            return reference
        case .oneEntryPerEntity:
            return changes.append(key: entries[offer].key, type: .bettingOffer, kinds: .removed)
        }
    }
}
#endif
