import SeededRandom

/// The matches of one page, and their odds: all of what becomes of them, without clock or
/// sockets. Every call gets the time of the world.
///
/// Matches are in rows; a match that begins leaves its row to a new one, so there are always
/// as many. Ids are never used again.
struct World: Sendable {
    /// How many matches a page has that does not ask for another number.
    static let matchesDefault = 100
    /// The most matches of a world: their answers stay at about a megabyte.
    static let matchesMax = 10_000

    /// The matches, in no order.
    private(set) var rows: [MatchWithOdds] = []
    /// The number of changes of odds so far.
    private(set) var seq = 0
    /// When the first of them begins, in seconds since 1970.
    private(set) var firstStartSeconds = Int64.max
    private var rowOfID: [Int: Int] = [:]
    private var nextID: Int
    private var maker: MatchMaker
    private var walk: OddsWalk

    /// A world of new matches.
    ///
    /// - Parameters:
    ///   - seed: The same seed gives the same world.
    ///   - matchCount: 0 for a world that shows others' matches.
    init(seed: UInt64, matchCount: Int, now: GameTime) {
        self.init(seed: seed)
        for row in 0..<matchCount { put(newMatch(now), row: row) }
        noteFirstStart()
    }

    /// A world that takes over what a page had kept, without those that have begun, and new
    /// matches up to a number.
    ///
    /// - Parameters:
    ///   - kept: Of different ids. Of more than fit the ones that begin first are taken.
    ///   - matchCount: At least 1; the number of `kept` if that is less.
    init(seed: UInt64, kept: [KeptMatch], matchCount: Int, now: GameTime) {
        self.init(seed: seed)
        // Also of those that are not taken over: the page knows what they were.
        nextID = max(nextID, (kept.map(\.match.id).max() ?? 0) + 1)
        seq = kept.compactMap(\.seq).max() ?? 0
        let taken =
            kept.filter { $0.match.startSeconds > now.seconds }
            .sorted { ($0.match.startSeconds, $0.match.id) < ($1.match.startSeconds, $1.match.id) }
            .prefix(matchCount)
        for (row, kept) in taken.enumerated() { put(restored(kept), row: row) }
        for row in taken.count..<matchCount { put(newMatch(now), row: row) }
        noteFirstStart()
    }

    private init(seed: UInt64) {
        var seeds = SplitMix64(seed: seed)
        maker = MatchMaker(random: SplitMix64(seed: seeds.next()))
        walk = OddsWalk(random: SplitMix64(seed: seeds.next()))
        // A page can outlive its world: the ids of the next one of that name are others.
        nextID = 1_001 + 1_000 * Int(seeds.next() % 1_000_000)
    }

    /// The row of a match; `nil` if there is no such match.
    ///
    /// - Complexity: O(1).
    func row(of id: Int) -> Int? { rowOfID[id] }

    /// Puts a new match in the place of each that has begun.
    ///
    /// - Returns: Whether there was one.
    /// - Complexity: O(1) if there was none, else O(rows).
    mutating func replaceBegun(now: GameTime) -> Bool {
        guard now.seconds >= firstStartSeconds else { return false }
        for row in rows.indices where rows[row].match.startSeconds <= now.seconds {
            replace(row: row, now: now)
        }
        noteFirstStart()
        return true
    }

    /// Replaces all matches, and their odds.
    ///
    /// - Complexity: O(rows).
    mutating func reset(now: GameTime) {
        for row in rows.indices { replace(row: row, now: now) }
        noteFirstStart()
    }

    /// Changes the odds of a random match: those of one team or of both.
    ///
    /// - Returns: The match's row.
    /// - Complexity: O(1).
    mutating func step() -> Int {
        let row = walk.row(of: rows.count)
        walk.move(&rows[row].odds)
        seq += 1
        rows[row].odds.seq = seq
        return row
    }

    /// Sets the odds of a match, which counts as a change even where they are the same.
    ///
    /// - Complexity: O(1).
    mutating func set(row: Int, teamA: Price, teamB: Price) {
        seq += 1
        rows[row].odds = MatchOdds(teamA: teamA, teamB: teamB, seq: seq)
    }

    private mutating func replace(row: Int, now: GameTime) {
        rowOfID[rows[row].match.id] = nil
        put(newMatch(now), row: row)
    }

    private mutating func put(_ match: MatchWithOdds, row: Int) {
        if row == rows.count { rows.append(match) } else { rows[row] = match }
        rowOfID[match.match.id] = row
    }

    private mutating func newMatch(_ now: GameTime) -> MatchWithOdds {
        defer { nextID += 1 }
        seq += 1
        return MatchWithOdds(match: maker.match(id: nextID, now: now), odds: maker.odds(seq: seq))
    }

    private mutating func restored(_ kept: KeptMatch) -> MatchWithOdds {
        if let teamA = kept.teamA, let teamB = kept.teamB, let seq = kept.seq {
            return MatchWithOdds(
                match: kept.match, odds: MatchOdds(teamA: teamA, teamB: teamB, seq: seq))
        }
        seq += 1
        var odds = maker.odds(seq: seq)
        odds.teamA = kept.teamA ?? odds.teamA
        odds.teamB = kept.teamB ?? odds.teamB
        return MatchWithOdds(match: kept.match, odds: odds)
    }

    private mutating func noteFirstStart() {
        firstStartSeconds = rows.lazy.map(\.match.startSeconds).min() ?? .max
    }
}

/// A match that a page had in its storage.
struct KeptMatch: Equatable, Sendable {
    let match: Match
    /// Odds that had not come yet are drawn anew.
    let teamA: Price?
    let teamB: Price?
    let seq: Int?

    /// The highest id and the highest `seq` that are taken over: far below what a page can
    /// count exactly, so that a world can go on from them.
    static let numberMax = 1 << 50
    /// The longest name of a team, in bytes of UTF-8.
    static let nameBytesMax = 200
}
