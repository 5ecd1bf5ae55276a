import OddsBetting

/// What results make of a bet.
struct BetOutcome: Equatable, Sendable {
    /// What the remaining stake returns.
    let returned: Money
    let status: BetStatus
}

extension BetRecord {
    /// Whether it is neither over nor waits only for being paid.
    var isOpen: Bool { status == .open && !isDecided }

    /// What the results so far make of it; `nil` as long as its return depends on what is open.
    var outcome: BetOutcome? { isDecided ? outcomeIfOpenWins : nil }

    /// What the remaining stake returns if all that is open wins.
    var potentialReturn: Money { outcomeIfOpenWins.returned }

    /// The return of a stake of 1 if all wins, which is far from the greatest where a bet is
    /// taken.
    var factor: Odds {
        builderPrice ?? formula { SelectionValue(open: $0.odds) }?.factor ?? .max
    }

    private var isDecided: Bool {
        let isComplete = selections.allSatisfy { $0.result != nil }
        guard builderPrice == nil else {
            return isComplete || selections.contains { $0.result == .lost }
        }
        let (bankers, others) = divided
        let sizes = type.sizes(count: others.count, bankers: bankers.count)
        return isComplete || bankers.contains { $0.result == .lost }
            || others.count { $0.result != .lost } < sizes?.lowerBound ?? 0
    }

    // A bet that is lost early is lost with what is open as well, whatever becomes of it.
    private var outcomeIfOpenWins: BetOutcome {
        let results = selections.map { $0.result ?? .won }
        if results.allSatisfy({ $0 == .void }) { return void }
        let whole: Int64
        if let builderPrice {
            // Lost with its first lost leg, won if all have won, else void.
            if results.contains(.lost) { return BetOutcome(returned: .zero, status: .lost) }
            guard results.allSatisfy({ $0 == .won }) else { return void }
            whole = units(BetReturn(others: [SelectionValue(open: builderPrice)], type: .single))
        } else {
            whole = units(formula { $0.value })
        }
        // A free bet's return is less by its stake.
        let returned = Money(minorUnits: isFree ? max(0, whole - remaining.minorUnits) : whole)
        return BetOutcome(returned: returned, status: returned > .zero ? .won : .lost)
    }

    private var void: BetOutcome { BetOutcome(returned: remaining, status: .void) }

    private func units(_ formula: BetReturn?) -> Int64 {
        formula?.minorUnits(stake: remaining.minorUnits) ?? 0
    }

    private func formula(_ value: (Selection) -> SelectionValue) -> BetReturn? {
        let (bankers, others) = divided
        return BetReturn(bankers: bankers.map(value), others: others.map(value), type: type)
    }

    private var divided: (bankers: [Selection], others: [Selection]) {
        type.divide(selections, isBanker: \.isBanker)
    }
}

extension BetRecord.Selection {
    /// Its value by its result; as if it won while it is open.
    var value: SelectionValue {
        result.map { SelectionValue($0, odds: odds) } ?? SelectionValue(open: odds)
    }
}
