/// An entity as the state keeps it.
package struct ReferenceEntity: Sendable {
    /// Its place among all entities: the running number of its first arrival
    /// since it was last deleted.
    package var arrival: Int
    package var properties: [UTF8Text: ReferenceValue]
}

/// All entities of a channel, and what records do to them: EM-D3, EM-R4, EM-R5
/// and EM-R6.
package struct ReferenceState: Sendable {
    package private(set) var entities: [EntityName: ReferenceEntity] = [:]
    private var arrivals = 0

    struct Counts {
        var applied = 0
        var rejected = 0
        var orphanUpdates = 0
        var orphanDeletes = 0
    }

    mutating func apply(_ frame: ReferenceFrame) -> (counts: Counts, changes: ReferenceChanges) {
        let old = frame.isDump ? entities : [:]
        if frame.isDump { entities = [:] }
        var counts = Counts()
        // What an update's records name, as it was before them.
        var named: [EntityName: ReferenceEntity?] = [:]
        var deleted: Set<EntityName> = []
        var updated: [EntityName: Set<UTF8Text>] = [:]

        for record in frame.records {
            guard let record else {
                counts.rejected += 1
                continue
            }
            let name = record.name
            if !frame.isDump, named[name] == nil { named[name] = .some(entities[name]) }
            guard let present = entities[name] else {
                switch record.operation {
                case .put:
                    insert(record)
                    counts.applied += 1
                case .patch: counts.orphanUpdates += 1
                case .remove: counts.orphanDeletes += 1
                }
                continue
            }
            counts.applied += 1
            switch record.operation {
            case .put:
                entities[name]!.properties = record.properties.compactMapValues { $0 }
            case .patch:
                for (property, value) in record.properties {
                    entities[name]!.properties[property] = value
                }
            case .remove:
                entities[name] = nil
                deleted.insert(name)
            }
            if let now = entities[name] {
                updated[name, default: []].formUnion(present.difference(from: now.properties))
            }
        }
        let changes =
            frame.isDump
            ? ReferenceChanges(dumpFrom: old, to: entities)
            : ReferenceChanges(
                updateOf: named, to: entities, deleted: deleted, updated: updated)
        return (counts, changes)
    }

    private mutating func insert(_ record: ReferenceRecord) {
        arrivals += 1
        entities[record.name] = ReferenceEntity(
            arrival: arrivals, properties: record.properties.compactMapValues { $0 })
    }
}
