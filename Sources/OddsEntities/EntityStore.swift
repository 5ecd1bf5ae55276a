import OddsJSON
public import OddsModel

/// The entities of one channel, flat and as they were received.
///
/// It is for apps that want the feed's own records; the trees that screens show, and what
/// changed in them, are those of `OddsClient`. One thread at a time uses a store.
public final class EntityStore {
    private var entries: [EntityName: (place: Int, record: EntityRecord)] = [:]
    private var lastPlace = 0

    /// Makes a store without entities.
    public init() {}

    /// The number of entities.
    public var count: Int { entries.count }

    /// An entity, `nil` if it is not there.
    ///
    /// - Parameters:
    ///   - type: The type as the feed spells it.
    ///   - id: The id.
    public func entity(type: String, id: String) -> EntityRecord? {
        entries[EntityName(feedType: type, id: EntityID(id))]?.record
    }

    /// The entities of a type in the order in which they arrived since they were last deleted.
    ///
    /// - Complexity: O(n log n) in the number of all entities.
    public func entities(type: String) -> [EntityRecord] {
        let name = EntityName(feedType: type, id: EntityID(""))
        return entries.filter { entry in
            entry.key.type == name.type && entry.key.referenceType == name.referenceType
        }.values.sorted { $0.place < $1.place }.map(\.record)
    }

    /// The ids and types of all entities, in no particular order.
    public var names: [EntityName] { Array(entries.keys) }

    /// Puts a record in: an entity in place of the one of its type and id, whose place it keeps,
    /// or what a change does.
    ///
    /// - Returns: `true` if something was done; `false` for what is `unknown`, and for changes of
    ///   entities that are not there.
    @discardableResult
    public func store(_ record: EntityRecord) -> Bool {
        switch record {
        case .changeRecord(let change): return apply(change)
        case .unknown: return false
        default:
            guard let (type, content) = record.entity else { return false }
            let name = EntityName(feedType: type, id: EntityID(content.id))
            lastPlace += 1
            entries[name] = (entries[name]?.place ?? lastPlace, record)
            return true
        }
    }

    private func apply(_ change: ChangeRecord) -> Bool {
        switch change.changeType {
        case .create: change.entity.map { store($0) } ?? false
        case .update: update(change.entityType, change.id, change.changes)
        case .delete: deleteEntity(type: change.entityType, id: change.id)
        }
    }

    /// Replaces properties of an entity: `null` takes one away, the others stay.
    ///
    /// - Returns: `true` if the entity is there and all typed properties are of their kinds; if
    ///   not, nothing changes.
    @discardableResult
    public func updateEntity(
        type: String, id: String, changedProperties: [String: AnyCodable]
    ) -> Bool {
        let members = changedProperties.map { JSONMember($0.key, $0.value.json) }
        let changes = EntityContent.properties(EntityType(feedType: type), Members(members))
        return update(type, id, changes)
    }

    private func update(_ type: String, _ id: String, _ changes: Members?) -> Bool {
        let name = EntityName(feedType: type, id: EntityID(id))
        guard let changes, let (place, record) = entries[name],
            let content = record.entity?.content.changed(name.type, by: changes)
        else { return false }
        entries[name] = (place, EntityRecord(type, content))
        return true
    }

    /// Takes an entity out; its children stay.
    ///
    /// - Returns: `true` if it was there.
    @discardableResult
    public func deleteEntity(type: String, id: String) -> Bool {
        entries.removeValue(forKey: EntityName(feedType: type, id: EntityID(id))) != nil
    }

    /// Takes all entities out.
    public func removeAll() { entries = [:] }
}
