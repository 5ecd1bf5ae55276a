import OddsModel

// Reads events out of the store as values.

extension EntityStore {
    /// Events that are there.
    public var eventCount: Int { tables.table(.match).pointee.entityCount }

    /// Calls `body` with the row of each event in server order.
    @inline(__always)
    func forEachEventRow(_ body: (Row) -> Void) {
        let siblings = tables.table(.match).pointee.siblings
        var row = tables.events.pointee.first
        while row != noRow {
            body(Row(row))
            row = siblings[Row(row)].next
        }
    }

    /// Makes every event anew and calls `body` with each in server order.
    package mutating func forEachEventModel(
        with builder: inout EventModelBuilder, _ body: (EventModel) -> Void
    ) {
        var row = tables.events.pointee.first
        while row != noRow {
            body(makeEvent(Row(row), with: &builder, keepsNodes: false))
            row = tables.table(.match).pointee.siblings[Row(row)].next
        }
    }

    /// The event at `row` as a value that shares nothing with the store.
    /// Allocates the one block of the event. Complexity: O(entities below it
    /// and their properties).
    ///
    /// - Parameter keepsNodes: note for each entity where it stands in the
    ///   event, so that a changed value can be patched in.
    mutating func makeEvent(
        _ row: Row, with builder: inout EventModelBuilder, keepsNodes: Bool
    ) -> EventModel {
        let matches = tables.table(.match)
        eventTexts.beginEvent(textCount: texts.entries.count)
        append(.match, row, to: &builder)
        var info = matches.pointee.otherChildren[row].first
        while info != noRow {
            if keepsNodes { noteNode(.eventInfo, Row(info), builder) }
            append(.eventInfo, Row(info), to: &builder)
            info = tables.table(.eventInfo).pointee.siblings[Row(info)].next
        }
        var market = matches.pointee.children[row].first
        while market != noRow {
            appendMarket(Row(market), to: &builder, keepsNodes: keepsNodes)
            market = tables.table(.market).pointee.siblings[Row(market)].next
        }
        return builder.finish()
    }

    @inline(__always)
    private func appendMarket(
        _ row: Row, to builder: inout EventModelBuilder, keepsNodes: Bool
    ) {
        let offers = tables.table(.bettingOffer)
        if keepsNodes { noteNode(.market, row, builder) }
        append(.market, row, to: &builder)
        var edge = tables.table(.market).pointee.children[row].first
        while edge != noRow {
            let outcome = Row(tables.edges[Row(edge)].pointee.outcome)
            if keepsNodes { noteNode(.outcome, outcome, builder) }
            append(.outcome, outcome, to: &builder)
            var offer = tables.table(.outcome).pointee.children[outcome].first
            while offer != noRow {
                if keepsNodes { noteNode(.bettingOffer, Row(offer), builder) }
                append(.bettingOffer, Row(offer), to: &builder)
                offer = offers.pointee.siblings[Row(offer)].next
            }
            edge = tables.edges[Row(edge)].pointee.nextInMarket
        }
    }

    @inline(__always)
    private func noteNode(
        _ type: EntityType, _ row: Row, _ builder: borrowing EventModelBuilder
    ) {
        tables.table(type).pointee.nodes[row] = UInt32(builder.count(of: type))
    }

    /// Appends the node of one entity.
    @inline(__always)
    func append(_ type: EntityType, _ row: Row, to builder: inout EventModelBuilder) {
        let table = tables.table(type)
        let state = table.pointee.state(row).pointee
        let key = table.pointee.key(row)
        let id = key.isNumber ? key.rawValue : builder.id(text: bytes(of: key))
        let slots = builder.append(
            type, id: id, present: state.present, booleans: table.pointee.booleans[row])
        var rest = state.present & ~table.pointee.booleanMask
        while rest != 0 {
            let column = rest.trailingZeroBitCount
            rest &= rest - 1
            switch table.pointee.forms[column] {
            case .word: slots[column] = table.pointee.word(column, row)
            case .text: slots[column] = textSlot(table.pointee.text(column, row), &builder)
            case .link:
                let target = table.pointee.linkTargets[column]
                let key = tables.table(target).pointee.key(table.pointee.link(column, row))
                slots[column] =
                    key.isNumber
                    ? builder.text(number: key.rawValue) : builder.text(bytes(of: key))
            }
        }
    }

    @inline(__always)
    private func textSlot(_ text: TextID, _ builder: inout EventModelBuilder) -> UInt64 {
        if let slot = eventTexts.slot(of: text) { return slot }
        let slot = builder.text(texts.bytes(text))
        eventTexts.note(slot, of: text)
        return slot
    }

    /// The bytes of an id that is no number.
    @inline(__always)
    func bytes(of key: EntityKey) -> UnsafeRawBufferPointer {
        texts.bytes(TextID(rawValue: UInt32(key.textPosition)))
    }
}

// MARK: - Reference entities

extension EntityStore {
    /// All reference entities, by type and in order of arrival. Allocates.
    public func referenceModels() -> [ReferenceModel] {
        let references = tables.references.types.count
        var models: [ReferenceModel] = []
        for type in 0..<references {
            let type = tables.references.types[type]
            let name = String(decoding: texts.bytes(type.name), as: UTF8.self)
            var row = type.entities.first
            while row != noRow {
                models.append(referenceModel(Row(row), typeName: name))
                row = tables.references.siblings[Row(row)].next
            }
        }
        return models
    }

    func referenceModel(_ row: Row, typeName: String) -> ReferenceModel {
        let state = tables.references.states[row]
        let id =
            state.key.isNumber
            ? EntityID(String(state.key.rawValue)) : EntityID(utf8: bytes(of: state.key))
        var properties: [(name: String, json: String)] = []
        var position = state.firstPair
        while position != noRow {
            let pair = tables.references.pairs[Int(position)]
            properties.append(
                (
                    String(decoding: texts.bytes(pair.name), as: UTF8.self),
                    String(decoding: texts.bytes(pair.value), as: UTF8.self)
                ))
            position = pair.next
        }
        return ReferenceModel(type: typeName, id: id, properties: properties)
    }
}
