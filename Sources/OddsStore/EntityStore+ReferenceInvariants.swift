import OddsModel

#if ODDS_INVARIANTS
extension EntityStore {
    /// Checks the reference entities: types, rows, and the chains of their
    /// properties.
    func checkReferences() throws(InvariantViolation) {
        let types = tables.references.types.count
        try tables.references.typeIndex.checkInvariants(
            of: "reference types", rowCount: types, isUsed: { _ in true },
            hashOf: { mixedHash(UInt64(tables.references.types[$0].name.rawValue)) })
        let rowCount = tables.references.states.count
        let isFree = try tables.references.freeRows.freeRows(
            of: "references", rowCount: rowCount, Invariant.freeRows)
        for row in 0..<rowCount {
            let state = tables.references.states[row]
            let isUsed = state.exists || state.isReleased
            try require(!isFree[row] || !isUsed, Invariant.freeRows, "references", row)
            try require(isFree[row] || isUsed, Invariant.usedRows, "references", row)
            try require(state.type < types, Invariant.linkTargets, "references", row)
        }
        try tables.references.index.checkInvariants(
            of: "references", rowCount: rowCount, isUsed: { !isFree[$0] },
            hashOf: { ReferenceTables.hash(tables.references.states[$0]) })
        try checkReferenceLists()
        try checkPairs()
    }

    private func checkReferenceLists() throws(InvariantViolation) {
        var members = 0
        for type in 0..<tables.references.types.count {
            let rows = try checkedSiblings(
                in: tables.references.types[type].entities, of: "references",
                tables.references.siblings.pointer, rowCount: tables.references.states.count)
            for row in rows {
                let state = tables.references.states[row]
                try require(
                    state.exists && state.type == type, Invariant.listMembers, "references", row)
            }
            members += rows.count
        }
        for row in 0..<tables.references.states.count where tables.references.states[row].exists {
            members -= 1
        }
        try require(members == 0, Invariant.listMembers, "references")
    }

    private func checkPairs() throws(InvariantViolation) {
        let pairs = UnsafeBufferPointer(
            start: tables.references.pairs.pointer, count: tables.references.pairs.count)
        let isFree = try tables.references.freePairs.freeRows(
            of: "reference properties", rowCount: pairs.count, Invariant.freeRows)
        var members = tables.references.freePairs.count
        for row in 0..<tables.references.states.count {
            let state = tables.references.states[row]
            let list = ChildList(first: state.firstPair, last: noRow)
            let rows = try checkedRows(
                of: list, in: "reference properties", rowCount: pairs.count, hasLast: false
            ) { (pairs[$0].next, pairs[$0].previous) }
            var names: Set<UInt32> = []
            for pair in rows {
                try require(
                    state.exists && !isFree[pair]
                        && names.insert(pairs[pair].name.rawValue).inserted,
                    Invariant.listMembers, "reference properties", pair)
            }
            members += rows.count
        }
        try require(members == pairs.count, Invariant.listMembers, "reference properties")
    }
}
#endif
