import OddsModel
import Testing

@Suite struct ChangeSetMergerTests {
    private let offer = EntityKey(rawValue: 30)

    private func set(
        _ kinds: ChangeSet.Kinds, _ properties: PropertySet = [], isReset: Bool = false
    ) -> ChangeSet {
        var changes = ChangeSet()
        changes.begin(isReset: isReset)
        _ = changes.append(key: offer, type: .bettingOffer, kinds: kinds, properties: properties)
        return changes
    }

    private func merged(_ sets: ChangeSet...) -> ChangeSet {
        var merger = ChangeSetMerger()
        for set in sets { merger.add(set) }
        return merger.finish()
    }

    @Test("What came and went leaves no trace; what went and came again is both", arguments: [
        ([.inserted, .removed], []), ([.updated, .removed], .removed),
        ([.removed, .inserted], [.removed, .inserted]), ([.inserted, .updated], .inserted),
        ([.removed, .inserted, .removed], .removed), ([.updated, .updated], .updated),
        ([[.removed, .inserted], .updated], [.removed, .inserted]),
    ] as [([ChangeSet.Kinds], ChangeSet.Kinds)])
    func kinds(steps: [ChangeSet.Kinds], expected: ChangeSet.Kinds) {
        var merger = ChangeSetMerger()
        for kinds in steps { merger.add(set(kinds)) }
        let changes = merger.finish()
        #expect(changes.entryCount == 1)
        #expect(changes.kinds(at: 0) == expected)
    }

    @Test("Properties add up, and a reset stays one")
    func properties() {
        let odds = PropertySet(index: Schema.Offer.odds)
        let status = PropertySet(index: Schema.Offer.statusId)
        let changes = merged(set(.updated, odds, isReset: true), set(.updated, status))
        #expect(changes.isReset)
        changes.forEach { #expect($0.properties == odds.union(status)) }
    }

    @Test("Text ids and reference entities are told apart by their bytes")
    func references() {
        func sport(_ id: String, _ property: String) -> ChangeSet {
            var changes = ChangeSet()
            changes.begin()
            let type = Array("SPORT".utf8).withUnsafeBytes { changes.addText($0) }
            let text = Array(id.utf8).withUnsafeBytes { changes.addText($0) }
            let position = changes.appendReference(
                key: EntityKey(textPosition: text), typePosition: type, kinds: [])
            Array(property.utf8).withUnsafeBytes {
                changes.noteReferenceUpdate(at: position, key: $0)
            }
            return changes
        }
        let changes = merged(sport("é", "a"), sport("e\u{301}", "b"), sport("é", "c"))
        var seen: [[String]] = []
        changes.forEach { seen.append(changes.propertyNames(of: $0)) }
        #expect(seen == [["a", "c"], ["b"]])
    }
}
