import OddsModel
import Testing

/// How the changes that one frame makes to one entity merge into an entry.
@Suite struct ChangeSetTests {
    private static let odds = PropertySet(index: Schema.Offer.odds)
    private static let isLive = PropertySet(index: Schema.Offer.isLive)

    private func withBytes<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Result)
        -> Result {
        Array(text.utf8).withUnsafeBytes(body)
    }

    private func entries(_ set: ChangeSet) -> [ChangeSet.Entry] {
        var entries: [ChangeSet.Entry] = []
        set.forEach { entries.append($0) }
        return entries
    }

    /// A set with one entry of `kinds` for an offer.
    private func offerSet(_ kinds: ChangeSet.Kinds) -> (set: ChangeSet, position: Int) {
        var set = ChangeSet()
        let position = set.append(key: EntityKey(rawValue: 7), type: .bettingOffer, kinds: kinds)
        return (set, position)
    }

    @Test func updatesMerge() throws {
        var (set, position) = offerSet([])
        #expect(set.isEmpty)
        set.noteUpdate(at: position, properties: Self.odds)
        set.noteUpdate(at: position, properties: Self.isLive)
        let entry = try #require(entries(set).first)
        #expect(entry.kinds == .updated)
        #expect(entry.properties == [Self.odds, Self.isLive])
        #expect(set.propertyNames(of: entry) == ["odds", "isLive"])
        #expect(set.id(of: entry) == EntityID("7"))
        #expect(set.typeName(of: entry) == "BETTING_OFFER")
    }

    @Test func anInsertedEntityIsNewAsAWhole() throws {
        var (set, position) = offerSet(.inserted)
        set.noteUpdate(at: position, properties: Self.odds)
        let entry = try #require(entries(set).first)
        #expect(entry.kinds == .inserted)
        #expect(entry.properties == [])
    }

    @Test func createdAndDeletedLeavesNoTrace() {
        var (set, position) = offerSet(.inserted)
        set.noteRemoval(at: position)
        #expect(set.isEmpty)
        #expect(entries(set).isEmpty)
        #expect(set.entryCount == 1)
    }

    @Test func removalForgetsUpdates() throws {
        var (set, position) = offerSet([])
        set.noteUpdate(at: position, properties: Self.odds)
        set.noteRemoval(at: position)
        let entry = try #require(entries(set).first)
        #expect(entry.kinds == .removed)
        #expect(entry.properties == [])
    }

    @Test func deletedAndCreatedAgainIsBoth() throws {
        var (set, position) = offerSet(.removed)
        set.noteInsertion(at: position)
        set.noteUpdate(at: position, properties: Self.odds)
        let entry = try #require(entries(set).first)
        #expect(entry.kinds == [.removed, .inserted])
        #expect(entry.properties == [])

        set.noteRemoval(at: position)
        #expect(entries(set).map(\.kinds) == [.removed])
    }

    @Test func createdDeletedAndCreatedAgainIsInserted() {
        var (set, position) = offerSet(.inserted)
        set.noteRemoval(at: position)
        set.noteInsertion(at: position)
        #expect(entries(set).map(\.kinds) == [.inserted])
    }

    @Test func entriesComeInOrderOfFirstChange() {
        var set = ChangeSet()
        let first = set.append(key: EntityKey(rawValue: 2), type: .market, kinds: [])
        _ = set.append(key: EntityKey(rawValue: 1), type: .match, kinds: .inserted)
        set.noteRemoval(at: first)
        #expect(entries(set).map(\.key.rawValue) == [2, 1])
    }

    @Test func textIdsStandInTheSideTable() throws {
        var set = ChangeSet()
        _ = withBytes("unrelated") { set.addText($0) }
        let text = withBytes("e\u{301}/007") { set.addText($0) }
        _ = set.append(key: EntityKey(textPosition: text), type: .outcome, kinds: .removed)
        let entry = try #require(entries(set).first)
        #expect(set.id(of: entry) == EntityID("e\u{301}/007"))
    }

    @Test func referencePropertiesMergeByName() throws {
        var set = ChangeSet()
        let type = withBytes("SPORT") { set.addText($0) }
        let position = set.appendReference(
            key: EntityKey(rawValue: 1), typePosition: type, kinds: [])
        let other = set.appendReference(
            key: EntityKey(rawValue: 2), typePosition: type, kinds: [])
        for name in ["name", "\u{E9}", "name", "e\u{301}"] {
            withBytes(name) { set.noteReferenceUpdate(at: position, key: $0) }
            withBytes("other") { set.noteReferenceUpdate(at: other, key: $0) }
        }
        let found = entries(set)
        let entry = try #require(found.first)
        #expect(set.typeName(of: entry) == "SPORT")
        #expect(
            set.propertyNames(of: entry).map { Array($0.utf8) }
                == ["name", "\u{E9}", "e\u{301}"].map { Array($0.utf8) })
        #expect(found.last.map { set.propertyNames(of: $0) } == ["other"])

        set.noteRemoval(at: position)
        let removed = try #require(entries(set).first)
        #expect(removed.kinds == .removed)
        #expect(set.propertyNames(of: removed) == [])
    }

    @Test func aReferenceInsertedIsNewAsAWhole() throws {
        var set = ChangeSet()
        let type = withBytes("SPORT") { set.addText($0) }
        let position = set.appendReference(
            key: EntityKey(rawValue: 1), typePosition: type, kinds: .inserted)
        withBytes("name") { set.noteReferenceUpdate(at: position, key: $0) }
        let entry = try #require(entries(set).first)
        #expect(entry.kinds == .inserted)
        #expect(set.propertyNames(of: entry) == [])
    }

    @Test func beginEmptiesTheSetAndNotItsCopies() {
        var (set, _) = offerSet(.inserted)
        set.begin(isReset: true)
        let kept = set
        #expect(set.isEmpty && set.isReset && set.entryCount == 0)
        _ = set.append(key: EntityKey(rawValue: 8), type: .market, kinds: .inserted)
        #expect(!set.isEmpty)
        #expect(kept.isEmpty)
        set.begin()
        #expect(!set.isReset)
    }
}
