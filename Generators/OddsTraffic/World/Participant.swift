/// A club or a player: an index into the names that the vocabulary can form.
struct Participant {
    let index: Int
    let family: SportFamily

    static func count(_ family: SportFamily) -> Int {
        family == .goals
            ? Vocabulary.towns.count * Vocabulary.clubs.count
            : Vocabulary.firstNames.count * Vocabulary.lastNames.count
    }

    /// Town and club, or first and last name.
    var names: (first: StaticString, last: StaticString) {
        switch family {
        case .goals:
            (
                Vocabulary.towns[index / Vocabulary.clubs.count],
                Vocabulary.clubs[index % Vocabulary.clubs.count]
            )
        case .sets:
            (
                Vocabulary.firstNames[index / Vocabulary.lastNames.count],
                Vocabulary.lastNames[index % Vocabulary.lastNames.count]
            )
        }
    }

    /// An id of 18 digits. Unlike other ids, it does not indicate age.
    var id: UInt64 {
        let base: UInt64 = family == .goals ? 112_600_000_000_000_000 : 163_100_000_000_000_000
        return base + UInt64(index) * 97_003_331_584
    }
}

extension FrameWriter {
    mutating func raw(_ participant: Participant) {
        let (first, last) = participant.names
        raw(first)
        raw(" ")
        raw(last)
    }

    mutating func property(_ name: StaticString, _ participant: Participant) {
        beginText(name)
        raw(participant)
        endText()
    }
}

extension TrafficWorld {
    func home(ofEvent event: Int) -> Participant {
        Participant(index: Int(events[event].home), family: family(ofEvent: event))
    }

    func away(ofEvent event: Int) -> Participant {
        Participant(index: Int(events[event].away), family: family(ofEvent: event))
    }

    /// The `number`th participant after the away side, from 1: usually neither
    /// of the two that play.
    func guest(_ number: Int, ofEvent event: Int) -> Participant {
        let family = family(ofEvent: event)
        return Participant(
            index: (Int(events[event].away) + number) % Participant.count(family), family: family)
    }
}
