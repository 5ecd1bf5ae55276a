import OddsModel

// Reads single entities out of the store as values.

extension EntityStore {
    /// An entity as a value that shares nothing with the store; `nil` if it is
    /// not there.
    ///
    /// - Complexity: O(properties, offers of an outcome included); one
    ///   allocation for typed entities.
    package mutating func value(
        of name: EntityName, with builder: inout EventModelBuilder
    ) -> EntityValue? {
        guard let key = key(of: name.id) else { return nil }
        if name.type == .reference { return referenceValue(name.referenceType, key) }
        let table = tables.table(name.type)
        guard let row = table.pointee.find(key), table.pointee.exists(row) else { return nil }
        if name.type == .marketOutcomeRelation { return relationValue(row, name.id) }
        eventTexts.beginEvent(textCount: texts.entries.rowCount)
        builder.beginDetached(name.type)
        appendDetached(name.type, row, to: &builder)
        if name.type == .outcome {
            let offers = table.pointee.children[row]
            for offer in tables.table(.bettingOffer).pointee.siblings(in: offers) {
                appendDetached(.bettingOffer, offer, to: &builder)
            }
        }
        return builder.finishDetached(name.type)
    }

    /// `nil` for a text that nothing in the store is called by.
    private mutating func key(of id: EntityID) -> EntityKey? {
        id.utf8.withUnsafeBytes { utf8 in
            EntityKey(word: utf8) ?? texts.find(utf8).map { EntityKey($0) }
        }
    }

    private mutating func referenceValue(_ name: [UInt8], _ key: EntityKey) -> EntityValue? {
        guard let text = name.withUnsafeBytes({ texts.find($0) }),
            let type = tables.references.findType(text),
            let row = tables.references.find(key, type: type),
            tables.references.states[row].exists
        else { return nil }
        return .reference(referenceModel(row, typeName: String(decoding: name, as: UTF8.self)))
    }

    private mutating func relationValue(_ row: EntityRow, _ id: EntityID) -> EntityValue {
        let table = tables.table(.marketOutcomeRelation)
        var properties: [(name: String, json: String)] = []
        for property in Schema.properties(of: .marketOutcomeRelation)
        where table.pointee.has(property.index, row) {
            let target = table.pointee.linkTargets[property.index]
            let key = tables.table(target).pointee.key(table.pointee.link(property.index, row))
            let text =
                key.isWord
                ? key.wordText : String(decoding: bytes(of: key), as: UTF8.self)
            properties.append((name: "\(property.name)", json: "\"\(text)\""))
        }
        return .reference(
            ReferenceModel(
                type: "\(EntityType.marketOutcomeRelation.feedName)", id: id,
                properties: properties))
    }
}
