import OddsBetting
import OddsTraffic

// What has become of outcomes. Their bets are settled in later transactions, and each result
// has beside it how far that has come: up to which bet, or `NULL` for all of them.
extension Transaction {
    /// Keeps the results of markets as the world says, unless they are known already.
    func keepResults(of markets: some Sequence<MarketSettlement>) throws {
        for market in markets {
            let winner = try winner(of: market)
            for (index, outcome) in market.outcomeIDs.enumerated() {
                guard try hasBets(outcome: Int64(outcome)) else {
                    settledOutcomes.withLockedValue { $0.insert(Int64(outcome)) }
                    continue
                }
                let result: OutcomeResult = winner.map { $0 == index ? .won : .lost } ?? .void
                try run(
                    """
                    INSERT OR IGNORE INTO outcomeResult (outcome, result, settledUpTo)
                    VALUES (?, ?, 0)
                    """, [Int64(outcome), result.rawValue])
            }
        }
    }

    /// The index of the outcome that wins: the one that control has made win; else the one that
    /// was drawn, or the next of which control has not decided otherwise.
    private func winner(of market: MarketSettlement) throws -> Int? {
        guard let drawn = market.winner else { return nil }
        let results = try market.outcomeIDs.map { outcome -> OutcomeResult? in
            try row("SELECT result FROM outcomeResult WHERE outcome = ?", [Int64(outcome)])
                .flatMap { OutcomeResult(rawValue: $0[0]) }
        }
        let others = results.indices.map { (drawn + $0) % results.count }
        return results.firstIndex(of: .won) ?? others.first { results[$0] == nil } ?? drawn
    }

    /// Keeps results, or corrects them: then all bets on these outcomes are looked at anew.
    func keepResults(_ results: [(outcome: Int64, result: OutcomeResult)]) throws {
        for (outcome, result) in results {
            try run(
                """
                INSERT INTO outcomeResult (outcome, result, settledUpTo) VALUES (?, ?, 0)
                ON CONFLICT (outcome) DO UPDATE SET result = excluded.result, settledUpTo = 0
                """, [outcome, result.rawValue])
        }
    }

    /// Whether an outcome has been settled or bet on.
    func knows(outcome: Int64) throws -> Bool {
        try isSettled(outcome: outcome) || hasBets(outcome: outcome)
    }

    /// Whether an outcome has been settled.
    func isSettled(outcome: Int64) throws -> Bool {
        try settledOutcomes.withLockedValue { $0.contains(outcome) }
            || row("SELECT 1 FROM outcomeResult WHERE outcome = ?", [outcome]) != nil
    }

    private func hasBets(outcome: Int64) throws -> Bool {
        try row("SELECT 1 FROM selection WHERE outcome = ? LIMIT 1", [outcome]) != nil
    }
}
