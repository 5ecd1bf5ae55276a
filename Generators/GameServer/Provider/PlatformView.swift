/// What a page's world shows of the platform's matches: the first of them. It belongs to
/// `GameWorlds`.
final class PlatformView {
    private let matches: PlatformMatches
    private let matchCount: Int
    /// By match, what control holds back.
    private var heldBack: [Int: PlatformChange] = [:]

    init(_ matches: PlatformMatches, matchCount: Int) {
        self.matches = matches
        self.matchCount = matchCount
    }

    /// The matches, in the feed's order.
    var rows: [MatchWithOdds] {
        matches.rows.count <= matchCount ? matches.rows : Array(matches.rows.prefix(matchCount))
    }

    var seq: Int { matches.seq }

    /// How many matches it shows. Views of as many show the same.
    var shownCount: Int { min(matchCount, matches.rows.count) }

    /// Whether the first match that is another one is among those that it shows or showed.
    func isConcerned(by change: PlatformMatches.ListChange) -> Bool { change.place < matchCount }

    // What control holds back.

    /// Keeps changes until `release`. Of those of one match the newest stays, which then has
    /// waited since the first was due.
    func hold(_ changes: [PlatformChange]) {
        for change in changes where change.place < matchCount {
            let id = change.change.matchID
            heldBack[id] = heldBack[id].map(change.superseding) ?? change
        }
    }

    /// Forgets what is held back: there is no page that has to get it.
    func forgetHeldBack() { heldBack = [:] }

    /// Forgets what is held back of matches that it shows no more: a long pause would gather
    /// all that ever were in the list.
    func forgetGone() {
        guard !heldBack.isEmpty else { return }
        let shown = Set(rows.map(\.match.id))
        heldBack = heldBack.filter { shown.contains($0.key) }
    }

    /// What was held back, in order.
    func release() -> [PlatformChange] {
        defer { heldBack = [:] }
        return heldBack.values.sorted { $0.change.odds.seq < $1.change.odds.seq }
    }
}
