import Foundation
import SimdjsonPeer

/// What the app does today: `JSONDecoder`, dictionaries behind a concurrent queue, and
/// a merge by JSON reflection, in which a changed entity is encoded as JSON, the changed
/// properties are laid over its dictionary, and the result is decoded again.
struct NaiveApply: StorePeer {
    static let name = "naive"
    static let omissions = "\(naiveOmissions); change sets, versions"
    static let framesMax = 500

    let tables = GuardedTables()

    init() {}

    mutating func apply(_ index: Int, of frames: FrameSet) throws -> Bool {
        let frame = try JSONDecoder().decode(NaiveFrame.self, from: Data(noCopy: frames[index]))
        if frame.messageType == .initialDump { tables.write { $0 = EntityTables() } }
        for record in frame.records {
            switch record {
            case .whole(let record):
                tables.write { $0.take(record) }
            case .change(let type, let id, let properties):
                try merge(type, id, properties)
            }
        }
        return true
    }

    mutating func fold(into digest: inout PeerStateDigest) {
        tables.read { $0.fold(into: &digest) }
    }

    private func merge(
        _ type: FeedType?, _ id: String, _ properties: [String: JSONValue]
    ) throws {
        switch type {
        case .match: try merge(\.matches, id, properties)
        case .market: try merge(\.markets, id, properties)
        case .outcome: try merge(\.outcomes, id, properties)
        case .offer: try merge(\.offers, id, properties)
        case .info: try merge(\.infos, id, properties)
        case .relation: try merge(\.relations, id, properties)
        case nil: break
        }
    }

    private func merge<Entity: CodableEntity>(
        _ table: WritableKeyPath<EntityTables, EntityTable<Entity>>, _ id: String,
        _ properties: [String: JSONValue]
    ) throws {
        guard let entity = tables.read({ $0[keyPath: table][id] }) else { return }
        let data = try JSONEncoder().encode(entity)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        let properties = object.merging(properties.mapValues(\.foundationValue)) { $1 }
        let merged = try JSONDecoder().decode(
            Entity.self, from: JSONSerialization.data(withJSONObject: properties))
        tables.write { $0[keyPath: table][id] = merged }
    }
}

extension EntityTables {
    /// Puts a whole entity in, or removes one.
    fileprivate mutating func take(_ record: FoundationRecord) {
        switch record.entity {
        case .match(let match): take(record, match, \.matches)
        case .market(let market): take(record, market, \.markets)
        case .outcome(let outcome): take(record, outcome, \.outcomes)
        case .offer(let offer): take(record, offer, \.offers)
        case .info(let info): take(record, info, \.infos)
        case .relation(let relation): take(record, relation, \.relations)
        case .other: break
        }
    }

    private mutating func take<Entity: CodableEntity>(
        _ record: FoundationRecord, _ entity: Entity,
        _ table: WritableKeyPath<EntityTables, EntityTable<Entity>>
    ) {
        guard record.operation == .put else {
            _ = self[keyPath: table].remove(record.id)
            return
        }
        var entity = entity
        entity.id = record.id
        self[keyPath: table].put(entity, record.id)
    }
}
