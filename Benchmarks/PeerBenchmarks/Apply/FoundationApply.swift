import Foundation
import SimdjsonPeer

/// `JSONDecoder` into structs, merged property by property into string-keyed
/// dictionaries, with a dictionary of children beside them.
struct FoundationApply: StorePeer {
    static let name = "JSONDecoder"
    static let omissions = "\(foundationOmissions); change sets, versions"
    static let framesMax = 2_000

    private let decoder = JSONDecoder()
    private(set) var tables = EntityTables()
    private(set) var children = ChildIDs()

    init() {}

    mutating func apply(_ index: Int, of frames: FrameSet) -> Bool {
        guard
            let frame = try? decoder.decode(
                FoundationFrame.self, from: Data(noCopy: frames[index]))
        else { return false }
        if frame.messageType == .initialDump {
            tables = EntityTables()
            children = ChildIDs()
        }
        for record in frame.records { apply(record) }
        return true
    }

    mutating func fold(into digest: inout PeerStateDigest) { tables.fold(into: &digest) }

    private mutating func apply(_ record: FoundationRecord) {
        switch record.entity {
        case .match(let match): apply(record, match, \.matches, nil)
        case .market(let market): apply(record, market, \.markets, \.markets)
        case .outcome(let outcome): apply(record, outcome, \.outcomes, nil)
        case .offer(let offer): apply(record, offer, \.offers, \.offers)
        case .info(let info): apply(record, info, \.infos, \.infos)
        case .relation(let relation): apply(record, relation, \.relations, \.relations)
        case .other: break
        }
    }

    private mutating func apply<Entity: CodableEntity>(
        _ record: FoundationRecord, _ entity: Entity,
        _ table: WritableKeyPath<EntityTables, EntityTable<Entity>>,
        _ list: WritableKeyPath<ChildIDs, [String: [String]]>?
    ) {
        let id = record.id
        let oldParent: String?
        switch record.operation {
        case .put:
            oldParent = tables[keyPath: table][id]?.parentID
            var entity = entity
            entity.id = id
            tables[keyPath: table].put(entity, id)
        case .patch:
            oldParent = tables[keyPath: table][id]?.parentID
            tables[keyPath: table][id]?.merge(entity)
        case .remove:
            oldParent = tables[keyPath: table].remove(id)?.parentID
        }
        let newParent = tables[keyPath: table][id]?.parentID
        guard let list, oldParent != newParent else { return }
        if let oldParent { children[keyPath: list][oldParent]?.removeAll { $0 == id } }
        if let newParent { children[keyPath: list][newParent, default: []].append(id) }
    }
}

/// The ids of the children of each parent.
struct ChildIDs {
    var markets: [String: [String]] = [:]
    var infos: [String: [String]] = [:]
    var relations: [String: [String]] = [:]
    var offers: [String: [String]] = [:]
}
