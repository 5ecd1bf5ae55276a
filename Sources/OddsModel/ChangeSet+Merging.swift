/// Makes one change set of several that follow each other, for readers who see
/// only the state after the last: what came and went again leaves no trace, and
/// an entity has one entry. A value that changed there and back counts as
/// updated.
///
/// Complexity of `add`: O(entries), expected. Allocates freely: readers who
/// keep up never need it.
package struct ChangeSetMerger {
    private var merged = ChangeSet()
    private var positions: [EntityName: Int] = [:]
    private var isFirst = true

    package init() {}

    /// Adds the change set that follows those before.
    package mutating func add(_ changes: ChangeSet) {
        // A reset says nothing of what came before it, but its entries are the
        // difference to it, so both count.
        if isFirst { merged.begin(isReset: changes.isReset) }
        if changes.isReset { merged.markReset() }
        isFirst = false
        changes.forEach { entry in
            let name = changes.name(of: entry)
            let position = positions[name] ?? append(name)
            positions[name] = position
            merge(entry, of: changes, into: position)
        }
    }

    /// The set of all that was added.
    package consuming func finish() -> ChangeSet { merged }

    private mutating func append(_ name: EntityName) -> Int {
        let key =
            name.id.utf8.withUnsafeBytes { utf8 in
                EntityKey(word: utf8) ?? EntityKey(textPosition: merged.addText(utf8))
            }
        guard name.type == .reference else {
            return merged.append(key: key, type: name.type, kinds: [])
        }
        let typePosition = name.referenceType.withUnsafeBytes { merged.addText($0) }
        return merged.appendReference(key: key, typePosition: typePosition, kinds: [])
    }

    private mutating func merge(
        _ entry: ChangeSet.Entry, of changes: ChangeSet, into position: Int
    ) {
        if entry.kinds.contains(.removed) { merged.noteRemoval(at: position) }
        if entry.kinds.contains(.inserted) { merged.noteInsertion(at: position) }
        guard entry.kinds.contains(.updated) else { return }
        if entry.type == .reference {
            // They come last first.
            for name in changes.propertyNames(of: entry) {
                Array(name.utf8).withUnsafeBytes {
                    merged.noteReferenceUpdate(at: position, key: $0)
                }
            }
        } else {
            merged.noteUpdate(at: position, properties: entry.properties)
        }
    }
}

extension ChangeSet {
    /// The entity of an entry. Allocates.
    public func name(of entry: Entry) -> EntityName {
        guard entry.type == .reference else { return EntityName(entry.type, id(of: entry)) }
        return EntityName(feedType: typeName(of: entry), id: id(of: entry))
    }

    /// Notes that the whole state was replaced.
    mutating func markReset() {
        makeUnique()
        buffers.pointee.isReset = true
    }
}
