import OddsModel

/// What the wire has said of each event last. EM replaces the scores of a part by those of
/// the next one; this wire cannot take them back, so that they stay, and are kept here.
struct EventFacts: ~Copyable {
    struct Entry: BitwiseCopyable {
        var id: UInt64
        var marketCount: Int32
        /// The parts that have a score, in the order in which they got it: four bits
        /// each, the first one in the lowest.
        var parts: UInt32
        var phase: EventPhase
        var part: UInt8
        var minutes: UInt8
        var seconds: UInt8
        var isHomeServing: Bool
        var homeScore: UInt8
        var awayScore: UInt8
    }

    struct Score: BitwiseCopyable, Equatable {
        var home: UInt8
        var away: UInt8
    }

    private static let partsMax = 5

    private var entries: GrowableBuffer<Entry>
    private var partScores: GrowableBuffer<Score>

    /// - Complexity: O(events).
    init(of world: borrowing TrafficWorld) {
        entries = GrowableBuffer(capacity: world.events.count)
        partScores = GrowableBuffer(capacity: world.events.count * Self.partsMax)
        for event in 0..<world.events.count {
            entries.append(Self.entry(world.events[event]))
            for _ in 0..<Self.partsMax { partScores.append(Score(home: 0, away: 0)) }
            begin(event, world)
        }
    }

    subscript(event: Int) -> Entry { entries[event] }

    func score(ofPart part: Int, ofEvent event: Int) -> Score {
        partScores[event * Self.partsMax + part - 1]
    }

    /// Calls `body` with each part that has a score.
    func forEachPart(ofEvent event: Int, _ body: (Int) -> Void) {
        var parts = entries[event].parts
        while parts > 0 {
            body(Int(parts & 0xF))
            parts >>= 4
        }
    }

    private static func entry(_ state: EventState) -> Entry {
        Entry(
            id: state.id, marketCount: state.marketCount, parts: 0, phase: state.phase,
            part: state.part, minutes: state.minutes, seconds: state.seconds,
            isHomeServing: state.isHomeServing, homeScore: state.homeScore,
            awayScore: state.awayScore)
    }

    /// The part whose score EM shows: the first one once a match has ended.
    private static func shownPart(_ state: EventState) -> Int { max(1, Int(state.part)) }

    /// Forgets what was said of an event, and takes over what is to be said of it now.
    mutating func begin(_ event: Int, _ world: borrowing TrafficWorld) {
        let state = world.events[event]
        entries[event] = Self.entry(state)
        if state.phase != .prematch { _ = noteScore(ofPart: Self.shownPart(state), event, state) }
    }

    /// Takes over what has changed, and appends it to the changes of the step.
    ///
    /// - Precondition: It is the same event as before.
    mutating func note(
        _ event: Int, _ world: borrowing TrafficWorld, in journal: inout StepJournal
    ) {
        let state = world.events[event]
        let old = entries[event]
        var new = Self.entry(state)
        new.parts = old.parts
        entries[event] = new
        if state.marketCount != old.marketCount {
            journal.append(ContentChange(.marketCount, event))
        }
        guard state.phase != .prematch else { return }
        let begins = old.phase == .prematch
        let isPartNew = state.phase != old.phase || state.part != old.part
        if isPartNew { journal.append(ContentChange(.status, event)) }
        switch world.family(ofEvent: event) {
        case .goals:
            // How the time is said depends on the part.
            if isPartNew || (state.minutes, state.seconds) != (old.minutes, old.seconds) {
                journal.append(ContentChange(.clock, event))
            }
        case .sets:
            if begins || state.isHomeServing != old.isHomeServing {
                journal.append(ContentChange(.serve, event))
            }
        }
        var sides: ContentChange.Sides = begins ? .both : []
        if state.homeScore != old.homeScore { sides.insert(.home) }
        if state.awayScore != old.awayScore { sides.insert(.away) }
        if !sides.isEmpty { journal.append(.score(.score, event, sides)) }
        let part = Self.shownPart(state)
        guard let (kind, sides) = noteScore(ofPart: part, event, state) else { return }
        journal.append(.score(kind, event, sides, part: part))
    }

    /// Takes over the score of a part; `nil` if it is the same as before.
    private mutating func noteScore(
        ofPart part: Int, _ event: Int, _ state: EventState
    ) -> (ContentChange.Kind, ContentChange.Sides)? {
        let place = event * Self.partsMax + part - 1
        let new = Score(home: state.homePartScore, away: state.awayPartScore)
        let old = partScores[place]
        partScores[place] = new
        var shift: UInt32 = 0
        while entries[event].parts >> shift & 0xF != 0 {
            if entries[event].parts >> shift & 0xF == part {
                var sides: ContentChange.Sides = []
                if new.home != old.home { sides.insert(.home) }
                if new.away != old.away { sides.insert(.away) }
                return sides.isEmpty ? nil : (.partScore, sides)
            }
            shift += 4
        }
        entries[event].parts |= UInt32(part) << shift
        return (.newPartScore, .both)
    }
}
