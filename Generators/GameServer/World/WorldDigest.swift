import OddsMeasurement

/// What a page must show to be right: the ids and odds of all matches.
enum WorldDigest {
    /// The SHA-256 of a line for each match, such as `1001 1.85 2.10`, sorted by id.
    ///
    /// - Complexity: O(rows × log rows).
    static func hexadecimal(_ rows: [MatchWithOdds]) -> String {
        var hasher = SHA256Digest.Hasher()
        for row in rows.sorted(by: { $0.match.id < $1.match.id }) {
            let line = "\(row.match.id) \(text(row.odds.teamA)) \(text(row.odds.teamB))\n"
            Array(line.utf8).withUnsafeBytes { hasher.update($0) }
        }
        return hasher.finalize().hexadecimal
    }

    private static func text(_ price: Price) -> String {
        let fraction = price.hundredths % 100
        return "\(price.hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
