import Foundation

/// A client that keeps every entity as a dictionary: what frames without errors
/// in them add up to.
struct FeedModel: Equatable {
    struct Key: Hashable {
        let type: String
        let id: String
    }

    private(set) var entities: [Key: [String: AnyHashable]] = [:]
    /// UPDATEs and DELETEs of unknown entities, and CREATEs of known ones.
    private(set) var orphanCount = 0
    private(set) var dumpCount = 0

    static func == (left: FeedModel, right: FeedModel) -> Bool {
        left.entities == right.entities
    }

    func count(_ type: String) -> Int { entities.keys.count { $0.type == type } }

    func all(_ type: String) -> [[String: AnyHashable]] {
        entities.filter { $0.key.type == type }.map(\.value)
    }

    mutating func apply(_ frame: [UInt8]) {
        let object = try? JSONSerialization.jsonObject(with: Data(frame))
        guard let fields = object as? [String: Any],
            let records = fields["records"] as? [[String: Any]]
        else {
            orphanCount += 1
            return
        }
        let isDump = fields["messageType"] as? String == "INITIAL_DUMP"
        if isDump {
            entities = [:]
            dumpCount += 1
        }
        for record in records { isDump ? put(record) : applyChange(record) }
    }

    private mutating func applyChange(_ record: [String: Any]) {
        let key = key(record, "entityType")
        let isKnown = entities[key] != nil
        switch record["changeType"] as? String {
        case "CREATE":
            if isKnown { orphanCount += 1 }
            put(record["entity"] as? [String: Any] ?? [:])
        case "UPDATE":
            if !isKnown { orphanCount += 1 }
            for (name, value) in record["changedProperties"] as? [String: Any] ?? [:] {
                entities[key]?[name] = value is NSNull ? nil : value as? AnyHashable
            }
        default:
            if !isKnown { orphanCount += 1 }
            entities[key] = nil
        }
    }

    private mutating func put(_ entity: [String: Any]) {
        entities[key(entity, "_type")] = entity.compactMapValues { $0 as? AnyHashable }
    }

    private func key(_ record: [String: Any], _ type: String) -> Key {
        Key(type: record[type] as? String ?? "", id: record["id"] as? String ?? "")
    }
}
