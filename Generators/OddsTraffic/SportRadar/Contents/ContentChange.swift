/// What a step of the world has changed, as far as contents say so.
struct ContentChange: BitwiseCopyable {
    enum Kind: UInt8 {
        case eventAdded, eventRemoved
        case marketAdded, marketRemoved, marketAvailability
        case offer
        case marketCount, status, clock, serve, score, partScore, newPartScore
        case sport, league
        case sportAdded, sportRemoved
    }

    /// The sides of a score that are others than before.
    struct Sides: OptionSet, BitwiseCopyable {
        let rawValue: UInt8
        static let home = Sides(rawValue: 1)
        static let away = Sides(rawValue: 2)
        static let both: Sides = [.home, .away]
    }

    let kind: Kind
    var availability = RecordChange.Availability.unchanged
    var sides = Sides.both
    /// Of a score.
    var part: UInt8 = 0
    /// The index of an event, of a market, of a sport or of a league, as the kind has it.
    let index: UInt32
    /// Of an offer.
    var outcome: UInt16 = 0
    var rungBefore: UInt16 = 0
    var rungAfter: UInt16 = 0
    /// Of what has gone.
    var id: UInt64 = 0

    init(_ kind: Kind, _ index: Int) {
        self.kind = kind
        self.index = UInt32(index)
    }

    static func eventRemoved(_ event: Int, id: UInt64) -> Self {
        var change = Self(.eventRemoved, event)
        change.id = id
        return change
    }

    static func score(_ kind: Kind, _ event: Int, _ sides: Sides, part: Int = 0) -> Self {
        var change = Self(kind, event)
        change.sides = sides
        change.part = UInt8(part)
        return change
    }
}
