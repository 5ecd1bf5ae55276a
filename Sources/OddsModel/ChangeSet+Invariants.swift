#if ODDS_INVARIANTS
extension ChangeSet {
    package enum Invariant: String, CaseIterable, Sendable {
        /// Texts follow each other in the bytes without gap or overlap.
        case textRanges
        /// Ids that are no numbers, and type names of reference entities, are
        /// texts of the set; typed entities name no type.
        case entryTexts
        /// An entity came, went, went and came back, or was updated.
        case entryKinds
        /// The updated properties are those of the type; there are some exactly
        /// if the entry is an update.
        case entryProperties
        /// The changed keys of a reference entity are a chain of its own, each
        /// key once.
        case keyChains
        /// An entity has one entry.
        case oneEntryPerEntity
    }

    /// Checks the set against itself.
    ///
    /// - Complexity: O(entries and their texts); allocates.
    package func checkInvariants() throws(InvariantViolation) {
        try checkTexts()
        var chained: Set<UInt32> = []
        var names: Set<EntityName> = []
        for position in 0..<entryCount {
            let entry = entry(at: position)
            try checkEntry(entry, position)
            try checkKeys(of: entry, position, &chained)
            try require(
                names.insert(name(of: entry)).inserted, Invariant.oneEntryPerEntity, "entries",
                position)
        }
    }

    private func checkTexts() throws(InvariantViolation) {
        var end: UInt32 = 0
        for position in 0..<buffers.pointee.texts.count {
            let range = buffers.pointee.texts[position]
            try require(range.start == end, Invariant.textRanges, "texts", position)
            end += range.count
        }
        try require(Int(end) == buffers.pointee.utf8.count, Invariant.textRanges, "texts")
    }

    private func checkEntry(_ entry: Entry, _ position: Int) throws(InvariantViolation) {
        let isReference = entry.type == .reference
        let textCount = buffers.pointee.texts.count
        try require(
            (entry.key.isWord || entry.key.textPosition < textCount)
                && (isReference
                    ? entry.typePosition < textCount
                    : entry.typePosition == .max && entry.lastKey == .max),
            Invariant.entryTexts, "entries", position)
        let kinds: [Kinds] = [[], .inserted, .updated, .removed, [.removed, .inserted]]
        try require(kinds.contains(entry.kinds), Invariant.entryKinds, "entries", position)
        let all = PropertySet(rawValue: (1 << UInt32(Schema.properties(of: entry.type).count)) - 1)
        let isUpdate = entry.kinds.contains(.updated)
        try require(
            entry.properties.isSubset(of: all)
                && (isReference || entry.properties.isEmpty == !isUpdate),
            Invariant.entryProperties, "entries", position)
    }

    /// - Parameter chained: The links of the chains of other entries.
    private func checkKeys(
        of entry: Entry, _ position: Int, _ chained: inout Set<UInt32>
    ) throws(InvariantViolation) {
        guard entry.type == .reference else { return }
        let keys = UnsafeBufferPointer(
            start: buffers.pointee.keys.pointer, count: buffers.pointee.keys.count)
        var names: Set<[UInt8]> = []
        var link = entry.lastKey
        try require(
            (link != .max) == entry.kinds.contains(.updated), Invariant.keyChains, "entries",
            position)
        while link != .max {
            try require(
                link < keys.count && chained.insert(link).inserted
                    && keys[Int(link)].text < buffers.pointee.texts.count
                    && names.insert(Array(bytes(at: Int(keys[Int(link)].text)))).inserted,
                Invariant.keyChains, "entries", position)
            link = keys[Int(link)].previous
        }
    }
}
#endif
