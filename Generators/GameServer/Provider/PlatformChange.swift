/// A change of the odds of a match of the platform.
struct PlatformChange: Equatable, Sendable {
    /// The match's place in the list.
    let place: Int
    private(set) var change: OddsChange
    /// When its frame was read from the socket.
    private(set) var received: GameTime
    /// When the store had it.
    private(set) var applied: GameTime

    init(_ match: MatchWithOdds, place: Int, _ times: FrameTimes, _ clock: GameClock) {
        self.place = place
        change = OddsChange(match, due: clock.time(monotonicNanoseconds: times.due))
        received = clock.time(monotonicNanoseconds: times.received)
        applied = clock.time(monotonicNanoseconds: times.applied)
    }

    /// This change in place of an older one of the same match that has not been sent: its odds
    /// have waited since the older one was due.
    func superseding(_ older: PlatformChange) -> PlatformChange {
        var change = self
        change.change.due = older.change.due
        change.received = older.received
        change.applied = older.applied
        return change
    }
}
