import OddsBetting
import OddsJSON
import OddsTraffic

// What becomes of outcomes.
extension Platform {
    /// Markets whose results are kept in one transaction, so that others need not wait for long.
    private static let marketsPerTransaction = 200

    /// Takes what the world says.
    package func take(_ news: WorldNews) async throws(Refusal) {
        switch news {
        case .settled(let markets):
            for start in stride(from: 0, to: markets.count, by: Self.marketsPerTransaction) {
                let some = markets[start..<min(markets.count, start + Self.marketsPerTransaction)]
                try await state.transact { try $0.keepResults(of: some) }
            }
            try await settleBets()
        case .reached(let nanoseconds): try await state.transact { try $0.noteWorld(nanoseconds) }
        case .changed(let change): try await state.transact { try $0.note(change) }
        case .restarted: try await state.transact { try $0.restartWorld() }
        }
    }

    /// Settles the bets on outcomes that have results, in transactions between which others
    /// run. What is left when one of them fails or the process ends, the next call settles.
    func settleBets() async throws(Refusal) {
        let countMax = settings.settledBetsPerTransaction
        while try await state.transact({ try $0.settleBets(max: countMax) }) {}
    }

    /// How far the world had come when the state was kept last.
    package func worldPosition() async throws(Refusal) -> WorldPosition {
        try await state.transact { try $0.worldPosition() }
    }

    /// Settles outcomes, or corrects them.
    ///
    /// - Throws: 404 if there is no such outcome; nothing is settled then.
    package func settle(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        guard case .object(let members) = try body.value("outcomes") else {
            throw .badShape("outcomes: expected an object")
        }
        let reader = try body.object("outcomes")
        var results: [(outcome: Int64, result: OutcomeResult)] = []
        for member in members {
            let result = try reader.choice(member.name, of: OutcomeResult.self)
            guard let outcome = Int64(member.name), outcome > 0 else { throw .notFound }
            results.append((outcome, result))
        }
        let offered: Set<UInt64>
        do {
            offered = Set(
                try await world.quotes(results.map { UInt64($0.outcome) }, of: .outcome)
                    .map(\.outcomeID))
        } catch {
            throw .failed(error)
        }
        let known = results
        try await state.transact { transaction in
            for (outcome, _) in known where !offered.contains(UInt64(outcome)) {
                guard try transaction.knows(outcome: outcome) else { throw Refusal.notFound }
            }
            try transaction.keepResults(known)
        }
        try await settleBets()
        return ["settled": .number(results.count)]
    }
}
