// Wrong codes. A token ends after a few of them, but tokens can be asked for again: what keeps
// a code from being guessed is how many wrong ones an account has in a day.
extension Transaction {
    private static let wrongCodesMax = 10
    private static let dayMilliseconds: Int64 = 24 * 60 * 60_000
    /// How many of accounts that do not exist are kept.
    static let unknownWrongCodesMax: Int64 = 20_000

    /// Until when no code of an account is taken; `nil` if codes are taken now. No more than so
    /// many wrong ones are taken in any span of a day.
    func guessedUntil(_ account: String) throws -> Int64? {
        let times = try rows(
            "SELECT time FROM wrongCode WHERE account = ? AND time > ? ORDER BY id DESC LIMIT ?",
            [account, now - Self.dayMilliseconds, Self.wrongCodesMax])
        guard times.count == Self.wrongCodesMax, let first = times.last else { return nil }
        return first[0] + Self.dayMilliseconds
    }

    /// - Throws: A refusal while no code of an account is taken.
    func refuseIfGuessed(_ account: String) throws {
        if let end = try guessedUntil(account) { throw Refusal.tooManyAttempts(until: end) }
    }

    /// Counts a wrong code.
    ///
    /// - Parameter player: `nil` if the account does not exist.
    func noteWrongCode(of account: String, player: Int64?) throws {
        try run("DELETE FROM wrongCode WHERE time <= ?", [now - Self.dayMilliseconds])
        try run(
            "INSERT INTO wrongCode (account, player, time) VALUES (?, ?, ?)",
            [account, player, now])
        try run(
            "DELETE FROM wrongCode WHERE player IS NULL AND id <= ?",
            [insertedID - Self.unknownWrongCodesMax])
    }
}
