import OddsModel

// Reads events out of the store as values.

extension EntityStore {
    /// Events that are there.
    package var eventCount: Int { tables.table(.match).pointee.entityCount }

    /// Rebuilds every event and calls `body` with each in server order.
    package mutating func forEachEventModel(
        with builder: inout EventModelBuilder, _ body: (EventModel) -> Void
    ) {
        for row in tables.eventRows() {
            body(makeEvent(EventRow(row), with: &builder, keepsNodes: false))
        }
    }

    /// The event at `row` as a value that shares nothing with the store.
    /// Allocates the two blocks of the event.
    ///
    /// - Parameter keepsNodes: note for each entity where it stands in the
    ///   event, so that a changed value can be patched in.
    /// - Complexity: O(entities below it and their properties).
    mutating func makeEvent(
        _ row: EventRow, with builder: inout EventModelBuilder, keepsNodes: Bool
    ) -> EventModel {
        let matches = tables.table(.match)
        eventTexts.beginEvent(textCount: texts.entries.rowCount)
        append(.match, row.entity, to: &builder)
        let infos = matches.pointee.infos[row.entity]
        for info in tables.table(.eventInfo).pointee.siblings(in: infos) {
            if keepsNodes { noteNode(.eventInfo, info, builder) }
            append(.eventInfo, info, to: &builder)
        }
        let markets = matches.pointee.children[row.entity]
        for market in tables.table(.market).pointee.siblings(in: markets) {
            appendMarket(market, to: &builder, keepsNodes: keepsNodes)
        }
        return builder.finish()
    }

    @inline(__always)
    private mutating func appendMarket(
        _ row: EntityRow, to builder: inout EventModelBuilder, keepsNodes: Bool
    ) {
        let offers = tables.table(.bettingOffer)
        if keepsNodes { noteNode(.market, row, builder) }
        append(.market, row, to: &builder)
        for edge in tables.edges(ofMarket: row) {
            let outcome = tables.edges[edge].outcome.entity
            if keepsNodes { noteNode(.outcome, outcome, builder) }
            append(.outcome, outcome, to: &builder)
            let list = tables.table(.outcome).pointee.children[outcome]
            for offer in offers.pointee.siblings(in: list) {
                if keepsNodes { noteNode(.bettingOffer, offer, builder) }
                append(.bettingOffer, offer, to: &builder)
            }
        }
    }

    @inline(__always)
    private func noteNode(
        _ type: EntityType, _ row: EntityRow, _ builder: borrowing EventModelBuilder
    ) {
        tables.table(type).pointee.structure(row).pointee.node = UInt32(builder.count(of: type))
    }

    /// Appends the node of one entity. Compiled once for all types, as `append`
    /// takes long to compile.
    @inline(never)
    mutating func appendDetached(
        _ type: EntityType, _ row: EntityRow, to builder: inout EventModelBuilder
    ) { append(type, row, to: &builder) }

    /// Appends the node of one entity.
    @inline(__always)
    private mutating func append(
        _ type: EntityType, _ row: EntityRow, to builder: inout EventModelBuilder
    ) {
        let table = tables.table(type)
        let structure = table.pointee.structure(row).pointee
        let state = table.pointee.state(row).pointee
        let key = state.key
        let id = key.isWord ? key.rawValue : builder.id(text: bytes(of: key))
        let slots = builder.append(
            type, id: id, present: state.present, booleans: structure.booleans)
        // All words at once, those of absent properties too, which nobody reads.
        let textCount = Schema.textSlotCount(of: type)
        (slots.words + textCount).initialize(
            from: table.pointee.words(row), count: Schema.slotCount(of: type) - textCount)
        let cells = table.pointee.cells(row)
        var links = state.present & table.pointee.linkMask
        while links != 0 {
            let column = links.trailingZeroBitCount
            links &= links - 1
            let target = tables.table(table.pointee.linkTargets[column])
            let key = target.pointee.key(EntityRow(Int(cells[column])))
            slots.texts[column] =
                key.isWord ? builder.text(word: key) : builder.text(bytes(of: key))
        }
        var rest = state.present & table.pointee.textMask
        while rest != 0 {
            let column = rest.trailingZeroBitCount
            rest &= rest - 1
            slots.texts[column] = textSlot(TextID(Int(cells[column])), &builder)
        }
    }

    @inline(__always)
    private func textSlot(_ text: TextID, _ builder: inout EventModelBuilder) -> UInt64 {
        let short = texts.shortSlots[text.index]
        if short != 0 { return short }
        if let slot = eventTexts.slot(of: text) { return slot }
        let slot = builder.text(texts.bytes(text))
        eventTexts.note(slot, of: text)
        return slot
    }

    /// The bytes of an id that no word holds.
    @inline(__always)
    func bytes(of key: EntityKey) -> UnsafeRawBufferPointer {
        texts.bytes(key.text)
    }
}

// MARK: - Reference entities

extension EntityStore {
    /// All reference entities, by type and in order of arrival. Allocates.
    package func referenceModels() -> [ReferenceModel] {
        var models: [ReferenceModel] = []
        for type in tables.references.types.rows {
            let type = tables.references.types[type]
            let name = String(decoding: texts.bytes(type.name), as: UTF8.self)
            let links = ReferenceSiblings(states: tables.references.states.column)
            for row in type.entities.rows(links) {
                models.append(referenceModel(row, typeName: name))
            }
        }
        return models
    }

    func referenceModel(_ row: ReferenceRow, typeName: String) -> ReferenceModel {
        let state = tables.references.states[row]
        let id =
            state.key.isWord
            ? EntityID(state.key.wordText) : EntityID(utf8: bytes(of: state.key))
        var properties: [(name: String, json: String)] = []
        for pair in tables.references.pairs(of: row) {
            let pair = tables.references.pairs[pair]
            properties.append(
                (
                    String(decoding: texts.bytes(pair.name), as: UTF8.self),
                    string(pair.value)
                ))
        }
        return ReferenceModel(type: typeName, id: id, properties: properties)
    }
}
