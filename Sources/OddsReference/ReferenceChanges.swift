/// What one frame changed, entity by entity.
package struct ReferenceChanges: Equatable, Sendable {
    package struct Entry: Equatable, Sendable {
        package var isRemoved = false
        package var isInserted = false
        /// The properties that an update changed.
        package var updated: Set<UTF8Text> = []

        package init() {}
    }

    /// Whether the frame was a dump.
    package var isReset = false
    /// Only entities that changed are here.
    package var entries: [EntityName: Entry] = [:]

    package init() {}
}

extension ReferenceChanges {
    /// The difference that a dump makes.
    init(dumpFrom old: [EntityName: ReferenceEntity], to new: [EntityName: ReferenceEntity]) {
        isReset = true
        for (name, entity) in old {
            var entry = Entry()
            if let newer = new[name] {
                entry.updated = entity.difference(from: newer.properties)
            } else {
                entry.isRemoved = true
            }
            add(entry, for: name)
        }
        for name in new.keys where old[name] == nil {
            var entry = Entry()
            entry.isInserted = true
            add(entry, for: name)
        }
    }

    /// What an update did, from what its records name, before and after it, and
    /// from what they did in between.
    init(
        updateOf named: [EntityName: ReferenceEntity?], to new: [EntityName: ReferenceEntity],
        deleted: Set<EntityName>, updated: [EntityName: Set<UTF8Text>]
    ) {
        for (name, old) in named {
            var entry = Entry()
            let isReplaced = deleted.contains(name)
            entry.isRemoved = old != nil && (new[name] == nil || isReplaced)
            entry.isInserted = new[name] != nil && (old == nil || isReplaced)
            if old != nil, new[name] != nil, !isReplaced {
                entry.updated = updated[name] ?? []
            }
            add(entry, for: name)
        }
    }

    private mutating func add(_ entry: Entry, for name: EntityName) {
        if entry != Entry() { entries[name] = entry }
    }
}

extension ReferenceEntity {
    /// The properties that do not have the same value in `other`.
    func difference(from other: [UTF8Text: ReferenceValue]) -> Set<UTF8Text> {
        Set(properties.keys).union(other.keys).filter { properties[$0] != other[$0] }
    }
}
