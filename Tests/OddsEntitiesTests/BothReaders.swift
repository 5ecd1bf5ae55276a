import Foundation
import OddsEntities
import OddsModel
import OddsReconstruction

/// One channel as the project's own parser and store read it, and as the raw reader does.
struct BothReaders: ~Copyable {
    private var channel = Channel<IncrementalGraph>()
    private var parser = ResponseParser()
    /// What has been compared.
    private(set) var frameCount = 0
    private(set) var entityCount = 0

    /// Gives a frame to both.
    ///
    /// - Returns: The first difference of what they make of it; `nil` if there is none.
    mutating func receive(_ frame: [UInt8]) -> String? {
        frameCount += 1
        let expected = frame.withUnsafeBytes { channel.receive($0) }
        do throws(FeedResponseError) {
            let disposition = try parser.parse(Data(frame))
            switch (expected, disposition) {
            case (.applied, .applied), (.stale, .stale), (.held, .held): break
            default: return "\(expected), but \(disposition)"
            }
        } catch {
            guard case .rejected(let reason) = expected else { return "\(expected), but \(error)" }
            guard reason.offset == error.offset else { return "\(reason), but \(error)" }
        }
        return difference()
    }

    /// - Complexity: O(entities).
    private mutating func difference() -> String? {
        guard channel.version?.text == parser.version else {
            return "version \(channel.version?.text ?? "-"), but \(parser.version ?? "-")"
        }
        for name in parser.store.names {
            entityCount += 1
            let type =
                name.type == .reference
                ? String(decoding: name.referenceType, as: UTF8.self) : "\(name.type.feedName)"
            guard let record = parser.store.entity(type: type, id: "\(name.id)"),
                let value = channel.strategy.value(of: name)
            else { return "\(type) \(name.id) is not there" }
            if let what = difference(of: record, value) { return "\(type) \(name.id): \(what)" }
        }
        return differenceOfOrder()
    }

    /// What the tree shows is in the store, and references stand in the same order.
    private mutating func differenceOfOrder() -> String? {
        let events = channel.strategy.events(limit: .max)
        let shown: [(String, [EntityID])] = [
            ("MATCH", events.map(\.id)),
            ("MARKET", events.flatMap { $0.markets.map(\.id) }),
            ("EVENT_INFO", events.flatMap { $0.eventInfos.map(\.id) }),
            ("OUTCOME", events.flatMap { $0.markets.flatMap { $0.outcomes.map(\.id) } }),
            (
                "BETTING_OFFER",
                events.flatMap(\.markets).flatMap(\.outcomes).flatMap(\.bettingOffers).map(\.id)
            ),
        ]
        for (type, ids) in shown {
            let known = Set(parser.store.entities(type: type).compactMap(\.entity?.content.id))
            guard known.isSuperset(of: ids.map { "\($0)" }) else { return "\(type) lacks some" }
        }
        // The order of events is that of their arrival.
        let order = parser.store.entities(type: "MATCH").compactMap(\.entity?.content.id)
        guard order == events.map({ "\($0.id)" }) else { return "events in another order" }
        let references = Dictionary(grouping: channel.strategy.references(), by: \.type)
        for (type, models) in references {
            let ids = parser.store.entities(type: type).compactMap(\.entity?.content.id)
            guard ids == models.map({ "\($0.id)" }) else { return "\(type) in another order" }
        }
        return nil
    }

    private func difference(of record: EntityRecord, _ value: EntityValue) -> String? {
        switch (record, value) {
        case (.event(let entity), .event(let node)): typed(entity.content, node)
        case (.eventInfo(let entity), .eventInfo(let node)): typed(entity.content, node)
        case (.market(let entity), .market(let node)): typed(entity.content, node)
        case (.outcome(let entity), .outcome(let node)): typed(entity.content, node)
        case (.bettingOffer(let entity), .bettingOffer(let node)): typed(entity.content, node)
        case (.relation(let entity), .reference(let model)): reference(entity.content, model)
        case (.sport(let entity), .reference(let model)): reference(entity.content, model)
        case (.reference(let entity), .reference(let model)): reference(entity.content, model)
        default: "\(record), but \(value)"
        }
    }

    private func typed(_ content: EntityContent, _ node: some ModelNode) -> String? {
        for property in Schema.properties(of: type(of: node).entityType) {
            let name = "\(property.name)"
            let found = content[name]
            guard node.contains(property.index) else {
                if found != nil { return "\(name), which is absent" }
                continue
            }
            let isSame =
                switch property.kind {
                case .text, .link:
                    node.text(at: property.index).map { Array($0.utf8) }
                        == (found?.value as? String).map { Array($0.utf8) }
                case .integer:
                    node.integer(at: property.index) == (found?.value as? Int).map { Int64($0) }
                case .number:
                    node.number(at: property.index)
                        == (found?.value as? Double ?? (found?.value as? Int).map { Double($0) })
                case .boolean: node.boolean(at: property.index) == found?.value as? Bool
                }
            guard isSame else { return "\(name) is \(String(describing: found?.value))" }
        }
        return nil
    }

    private func reference(_ content: EntityContent, _ model: ReferenceModel) -> String? {
        guard model.properties.count == content.names.count else {
            return "\(content.names), but \(model.properties.map(\.name))"
        }
        for (name, json) in model.properties {
            // A frame whose only record has the value as received.
            let record = #"{"_type":"X","id":"1","v":\#(json)}"#
            let text = #"{"messageType":"INITIAL_DUMP","records":[\#(record)]}"#
            let parsed = try? ResponseParser.response(from: Data(text.utf8))
            guard let value = parsed?.records.first?.entity?.content["v"], value == content[name]
            else { return "\(name) is not \(json)" }
        }
        return nil
    }
}
