import OddsModel

#if ODDS_INVARIANTS
extension EntityStore {
    package enum Invariant: String, CaseIterable, Sendable {
        // Rows
        /// A list of free rows names rows, each once, and none that is in use.
        case freeRows
        /// A row in use has an entity, is named by a link or an edge, or is
        /// listed to be freed.
        case usedRows
        /// The number of entities is that of the rows that have one.
        case entityCount
        /// Only entities have values, only those of their type's properties,
        /// and only present booleans are true.
        case presentValues
        // Links
        /// A link names a row in use.
        case linkTargets
        /// A row's number of references is that of the links and edges that
        /// name it.
        case referenceCounts
        /// The neighbours in a list name each other, and its ends the first and
        /// the last.
        case listLinks
        /// A list holds exactly the rows that belong to its owner.
        case listMembers
        /// Siblings stand in the order of their arrival.
        case arrivalOrder
        /// An edge counts the links that make it; a pair of market and outcome
        /// has at most one.
        case edgeLinks
        /// An edge stands in its market's list exactly if its outcome is there.
        case placedEdges
        // Notes
        /// The rows flagged as to be freed are those listed, each once.
        case releasedRows
        /// The rows flagged as changed are those listed, each once.
        case dirtyRows
        /// The events flagged as stale are those listed, each once.
        case dirtyEvents
        /// The rows flagged as touched are those of the entries of the change
        /// set, which they name.
        case touchedRows
        // Text
        /// A text's number of references is that of the ids and values that
        /// hold it.
        case textReferences
    }

    /// Checks the store, its texts and its change set. To be called between
    /// batches.
    ///
    /// - Complexity: O(rows, links and texts), beside sorting the texts;
    ///   allocates.
    package func checkInvariants() throws(InvariantViolation) {
        try changes.checkInvariants()
        try texts.checkInvariants()
        for type in EntityType.typed { try checkRows(of: type) }
        try checkReferences()
        try checkLinks()
        try checkNotes()
        try checkTouchedRows()
        try checkTextReferences()
    }

    private func checkRows(of type: EntityType) throws(InvariantViolation) {
        let table = tables.table(type)
        let name = "\(type.feedName)"
        let rowCount = table.pointee.rowCount
        let isFree = try table.pointee.freeRows.freeRows(
            of: name, rowCount: rowCount, Invariant.freeRows)
        let all = (1 << UInt32(Schema.properties(of: type).count)) - 1 as UInt32
        var entityCount = 0
        for row in table.pointee.rows {
            let structure = table.pointee.structure(row).pointee
            let state = table.pointee.state(row).pointee
            let isFree = isFree[row.index]
            let exists = state.flags.contains(.exists)
            let isUsed = exists || structure.references > 0 || state.flags.contains(.isReleased)
            try require(!isFree || !isUsed, Invariant.freeRows, name, row.index)
            try require(isFree || isUsed, Invariant.usedRows, name, row.index)
            if exists { entityCount += 1 }
            guard !isFree else { continue }
            try require(
                state.present & ~(exists ? all : 0) == 0
                    && structure.booleans & ~(state.present & table.pointee.booleanMask) == 0,
                Invariant.presentValues, name, row.index)
        }
        try require(entityCount == table.pointee.entityCount, Invariant.entityCount, name)
        try table.pointee.index.checkInvariants(
            of: name, rowCount: rowCount, isUsed: { !isFree[$0] },
            hashOf: { table.pointee.key(EntityRow($0)).hash })
    }

    // MARK: Notes

    private func checkNotes() throws(InvariantViolation) {
        try checkFlags(.isReleased, releasedRows, Invariant.releasedRows)
        try checkFlags(.isDirty, dirtyRows, Invariant.dirtyRows)
        var stale = GrowableBuffer<TypedRow>()
        for position in 0..<dirtyEvents.count {
            stale.append(TypedRow(.match, dirtyEvents[position].entity))
        }
        try checkFlags(.isDirtyBelow, stale, Invariant.dirtyEvents)
        try checkReleasedReferences()
    }

    /// Checks that the rows with `flag` are those of `list`.
    private func checkFlags(
        _ flag: RowFlags, _ list: borrowing GrowableBuffer<TypedRow>, _ invariant: Invariant
    ) throws(InvariantViolation) {
        var listed = [Set<EntityRow>](repeating: [], count: EntityType.typed.count)
        for position in 0..<list.count {
            let entry = list[position]
            try require(
                listed[Int(entry.type.rawValue)].insert(entry.row).inserted, invariant,
                "\(entry.type.feedName)", entry.row.index)
        }
        for type in EntityType.typed {
            let rows = listed[Int(type.rawValue)]
            let table = tables.table(type)
            try require(
                rows.allSatisfy { $0.index < table.pointee.rowCount }, invariant,
                "\(type.feedName)")
            for row in table.pointee.rows {
                let isFlagged = table.pointee.state(row).pointee.flags.contains(flag)
                try require(
                    isFlagged == rows.contains(row), invariant, "\(type.feedName)", row.index)
            }
        }
    }

    private func checkReleasedReferences() throws(InvariantViolation) {
        var listed: Set<ReferenceRow> = []
        for position in 0..<releasedReferences.count {
            let row = releasedReferences[position]
            try require(
                listed.insert(row).inserted && row.index < tables.references.states.rowCount,
                Invariant.releasedRows, "references", row.index)
        }
        for row in tables.references.states.rows {
            try require(
                tables.references.states[row].isReleased == listed.contains(row),
                Invariant.releasedRows, "references", row.index)
        }
    }

    private func checkTouchedRows() throws(InvariantViolation) {
        for position in 0..<changes.entryCount {
            let entry = changes.entry(at: position)
            guard entry.row != .max else { continue }
            if entry.type == .reference {
                let row = ReferenceRow(number: entry.row)
                try require(
                    row.index < tables.references.states.rowCount
                        && Int(tables.references.states[row].change) == position,
                    Invariant.touchedRows, "references", row.index)
            } else {
                let row = EntityRow(number: entry.row)
                let table = tables.table(entry.type)
                try require(
                    row.index < table.pointee.rowCount
                        && Int(table.pointee.state(row).pointee.change) == position,
                    Invariant.touchedRows, "\(entry.type.feedName)", row.index)
            }
        }
    }

    // MARK: Text

    private func checkTextReferences() throws(InvariantViolation) {
        var references = [UInt32](repeating: 0, count: texts.entries.rowCount)
        for type in EntityType.typed {
            let table = tables.table(type)
            for row in table.pointee.rows where isUsed(type, row) {
                count(table.pointee.key(row), &references)
                var rest = table.pointee.state(row).pointee.present & table.pointee.textMask
                while rest != 0 {
                    references[table.pointee.text(rest.trailingZeroBitCount, row).index] += 1
                    rest &= rest - 1
                }
            }
        }
        countReferenceTexts(&references)
        for text in texts.entries.rows {
            try require(
                references[text.index] == texts.references[text.index],
                Invariant.textReferences, "text", text.index)
        }
    }

    private func isUsed(_ type: EntityType, _ row: EntityRow) -> Bool {
        !isUnused(type, row)
            || tables.table(type).pointee.state(row).pointee.flags.contains(.isReleased)
    }

    private func countReferenceTexts(_ references: inout [UInt32]) {
        for type in tables.references.types.rows {
            references[tables.references.types[type].name.index] += 1
        }
        for row in tables.references.states.rows {
            let state = tables.references.states[row]
            if state.exists || state.isReleased { count(state.key, &references) }
            for pair in tables.references.pairs(of: row) {
                references[tables.references.pairs[pair].name.index] += 1
                if let text = tables.references.pairs[pair].value.interned {
                    references[text.index] += 1
                }
            }
        }
    }

    private func count(_ key: EntityKey, _ references: inout [UInt32]) {
        if !key.isWord { references[key.textPosition] += 1 }
    }
}
#endif
