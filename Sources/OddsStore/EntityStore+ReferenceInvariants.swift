import OddsModel

#if ODDS_INVARIANTS
extension EntityStore {
    /// Checks the reference entities: types, rows, and the chains of their
    /// properties.
    func checkReferences() throws(InvariantViolation) {
        let types = tables.references.types.rowCount
        try tables.references.typeIndex.checkInvariants(
            of: "reference types", rowCount: types, isUsed: { _ in true },
            hashOf: { ReferenceTables.hash(tables.references.types[ReferenceTypeRow($0)].name) })
        let rowCount = tables.references.states.rowCount
        let isFree = try tables.references.states.freeRows.freeRows(
            of: "references", rowCount: rowCount, Invariant.freeRows)
        for row in tables.references.states.rows {
            let state = tables.references.states[row]
            let isUsed = state.exists || state.isReleased
            let isFree = isFree[row.index]
            try require(!isFree || !isUsed, Invariant.freeRows, "references", row.index)
            try require(isFree || isUsed, Invariant.usedRows, "references", row.index)
            try require(state.type.index < types, Invariant.linkTargets, "references", row.index)
        }
        try tables.references.index.checkInvariants(
            of: "references", rowCount: rowCount, isUsed: { !isFree[$0] },
            hashOf: { ReferenceTables.hash(tables.references.states[ReferenceRow($0)]) })
        try checkReferenceLists()
        try checkPairs()
    }

    private func checkReferenceLists() throws(InvariantViolation) {
        let states = tables.references.states.column
        var members = 0
        for type in tables.references.types.rows {
            let rows = try checkedRows(
                of: tables.references.types[type].entities, ReferenceSiblings(states: states),
                in: "references", rowCount: tables.references.states.rowCount)
            try checkOrder(of: rows, in: "references") { states[$0].arrival }
            for row in rows {
                try require(
                    states[row].exists && states[row].type == type, Invariant.listMembers,
                    "references", row.index)
            }
            members += rows.count
        }
        for row in tables.references.states.rows where states[row].exists { members -= 1 }
        try require(members == 0, Invariant.listMembers, "references")
    }

    private func checkPairs() throws(InvariantViolation) {
        let name = "reference properties"
        let pairs = tables.references.pairs.column
        let pairCount = tables.references.pairs.rowCount
        let isFree = try tables.references.pairs.freeRows.freeRows(
            of: name, rowCount: pairCount, Invariant.freeRows)
        var members = 0
        for row in tables.references.states.rows {
            let state = tables.references.states[row]
            let rows = try checkedRows(
                of: state.pairs, ReferencePairs(pairs: pairs), in: name, rowCount: pairCount)
            var names: Set<TextID> = []
            for pair in rows {
                try require(
                    state.exists && !isFree[pair.index] && pairs[pair].owner == row
                        && names.insert(pairs[pair].name).inserted,
                    Invariant.listMembers, name, pair.index)
            }
            members += rows.count
        }
        try require(members == tables.references.pairs.count, Invariant.listMembers, name)
    }
}
#endif
