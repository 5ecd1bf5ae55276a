import Foundation
import SimdjsonPeer

/// What the app does today: `JSONDecoder`, and a merge by JSON reflection, in
/// which the entity is encoded as JSON, the changed properties are laid over
/// its dictionary, and the result is decoded again.
struct NaiveApply: StorePeer {
    static let name = "naive"
    static let omissions = "\(naiveOmissions); change sets, versions"
    static let framesMax = 1_000

    private(set) var tables = EntityTables()

    init() {}

    mutating func apply(_ index: Int, of frames: FrameSet) throws -> Bool {
        let frame = try JSONDecoder().decode(NaiveFrame.self, from: Data(noCopy: frames[index]))
        if frame.messageType == .initialDump { tables = EntityTables() }
        for record in frame.records {
            switch record.type {
            case .match: try apply(record, \.matches)
            case .market: try apply(record, \.markets)
            case .outcome: try apply(record, \.outcomes)
            case .offer: try apply(record, \.offers)
            case .info: try apply(record, \.infos)
            case .relation: try apply(record, \.relations)
            case nil: break
            }
        }
        return true
    }

    mutating func fold(into digest: inout PeerStateDigest) { tables.fold(into: &digest) }

    private mutating func apply<Entity: CodableEntity>(
        _ record: NaiveRecord, _ table: WritableKeyPath<EntityTables, EntityTable<Entity>>
    ) throws {
        switch record.change {
        case nil, .create:
            let entity: Entity = try decoded(["id": record.id], record.properties)
            tables[keyPath: table].put(entity, record.id)
        case .update:
            guard let entity = tables[keyPath: table][record.id] else { return }
            let data = try JSONEncoder().encode(entity)
            let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            tables[keyPath: table][record.id] = try decoded(object ?? [:], record.properties)
        case .delete:
            _ = tables[keyPath: table].remove(record.id)
        }
    }

    private func decoded<Entity: CodableEntity>(
        _ object: [String: Any], _ properties: [String: JSONValue]
    ) throws -> Entity {
        let merged = object.merging(properties.mapValues(\.foundationValue)) { $1 }
        let data = try JSONSerialization.data(withJSONObject: merged)
        return try JSONDecoder().decode(Entity.self, from: data)
    }
}
