import NIOCore

/// The matches of the platform, as all pages see them, and the changes that wait to be sent.
/// It belongs to `GameWorlds`.
///
/// Every change is sent as an update of its own, so that the page sees from when each of them
/// was due; those of up to four milliseconds go in one message.
final class PlatformMatches {
    /// What a reading has changed beside odds.
    struct ListChange: Equatable {
        /// The first place at which the list has another match than before.
        let place: Int
    }

    /// How many matches were asked for.
    let matchesMax: Int
    /// The matches in the feed's order. One whose odds have not come has odds of 0.
    private(set) var rows: [MatchWithOdds] = []
    /// Whether the list has come.
    private(set) var isThere = false
    /// The number of the last change of odds.
    private(set) var seq: Int
    /// Whether the feed is connected.
    var isConnected = false

    /// Changes that have not been sent, in order.
    private var waiting: [PlatformChange] = []
    /// When changes were sent last.
    private var lastSent = GameTime(microseconds: 0)
    /// Sends what waits.
    var timer: Scheduled<Void>?

    private let clock: GameClock
    private var numbers = MatchNumbers()

    /// The pause between two messages: that of the game's own matches.
    static let pause = SteadySchedule.span

    /// No matches yet.
    ///
    /// The first change gets the number of tens of microseconds since 1970, and each further
    /// one the next: so all have greater numbers than those that a page has kept from an
    /// earlier run, as long as that had less than a hundred thousand a second.
    init(matchesMax: Int, clock: GameClock) {
        self.matchesMax = matchesMax
        self.clock = clock
        seq = Int(clock.now.microseconds / 10)
    }

    /// Takes what was read over; its changes wait to be sent.
    ///
    /// - Returns: `nil` if the list is the same.
    /// - Complexity: O(matches read).
    func take(_ reading: FeedReading) -> ListChange? {
        switch reading.content {
        case .odds(let odds):
            for (place, odds) in odds { note(odds, place: place, reading.times) }
            return nil
        case .list(let matches): return replace(by: matches, reading.times)
        }
    }

    private func note(_ odds: FeedOdds, place: Int, _ times: FrameTimes) {
        guard let odds = rows[place].odds.changed(to: odds, seq: seq + 1) else { return }
        seq += 1
        rows[place].odds = odds
        waiting.append(PlatformChange(rows[place], place: place, times, clock))
    }

    private func replace(by matches: [FeedMatch], _ times: FrameTimes) -> ListChange? {
        let old = rows
        let known = Dictionary(uniqueKeysWithValues: old.map { ($0.match.id, $0.odds) })
        rows = []
        rows.reserveCapacity(matches.count)
        for (number, match) in zip(numbers.numbers(of: matches.map(\.id)), matches) {
            let place = rows.count
            let odds = known[number]
            rows.append(
                MatchWithOdds(match: Match(match, number: number), odds: odds ?? .unknown))
            if odds != nil {
                note(match.odds, place: place, times)
            } else if let first = MatchOdds.unknown.changed(to: match.odds, seq: seq + 1) {
                // No page has the match: it gets the odds with it.
                seq += 1
                rows[place].odds = first
            }
        }
        let isFirst = !isThere
        isThere = true
        let sameCount = zip(old, rows).prefix { $0.match == $1.match }.count
        let isSame = sameCount == max(old.count, rows.count)
        return isFirst || !isSame ? ListChange(place: sameCount) : nil
    }

    // Sending.

    /// When what waits may be sent; `nil` if nothing waits.
    var due: GameTime? { waiting.isEmpty ? nil : lastSent + Self.pause }

    /// The changes that wait, which are sent now.
    func takeWaiting(_ now: GameTime) -> [PlatformChange] {
        defer { waiting.removeAll(keepingCapacity: true) }
        timer?.cancel()
        timer = nil
        if !waiting.isEmpty { lastSent = now }
        return waiting
    }
}

extension MatchOdds {
    /// Of a match whose odds have not come.
    static let unknown = MatchOdds(
        teamA: Price(hundredths: 0), teamB: Price(hundredths: 0), seq: 0)

    /// Whether there are odds.
    var areKnown: Bool { teamA.hundredths > 0 }

    /// These odds after a reading; `nil` if they are the same. What the feed has no more keeps
    /// its last odds, on which nobody can bet.
    fileprivate func changed(to feed: FeedOdds, seq: Int) -> MatchOdds? {
        let known = areKnown ? self : nil
        guard let teamA = feed.teamA ?? known?.teamA, let teamB = feed.teamB ?? known?.teamB else {
            return nil
        }
        let isOpen = feed.areOpen && feed.teamA != nil && feed.teamB != nil
        guard teamA != self.teamA || teamB != self.teamB || isSuspended == isOpen else {
            return nil
        }
        return MatchOdds(teamA: teamA, teamB: teamB, seq: seq, isSuspended: !isOpen)
    }
}

extension Match {
    fileprivate init(_ match: FeedMatch, number: Int) {
        self.init(
            id: number, teamA: match.teamA, teamB: match.teamB, startSeconds: match.startSeconds)
    }
}
