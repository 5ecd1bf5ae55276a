/// A club or a player: an index into the names that the vocabulary can make.
struct Participant {
    let index: Int
    let family: SportFamily

    static func count(_ family: SportFamily) -> Int {
        family == .goals
            ? Vocabulary.towns.count * Vocabulary.clubs.count
            : Vocabulary.firstNames.count * Vocabulary.lastNames.count
    }

    /// Of 18 digits, without order.
    var id: UInt64 {
        let base: UInt64 = family == .goals ? 112_600_000_000_000_000 : 163_100_000_000_000_000
        return base + UInt64(index) * 97_003_331_584
    }
}

extension FrameWriter {
    mutating func raw(_ participant: Participant) {
        switch participant.family {
        case .goals:
            raw(Vocabulary.towns[participant.index / Vocabulary.clubs.count])
            raw(" ")
            raw(Vocabulary.clubs[participant.index % Vocabulary.clubs.count])
        case .sets:
            raw(Vocabulary.firstNames[participant.index / Vocabulary.lastNames.count])
            raw(" ")
            raw(Vocabulary.lastNames[participant.index % Vocabulary.lastNames.count])
        }
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

    /// Someone else than the two: the `number`th, from 1, behind the away one.
    func guest(_ number: Int, ofEvent event: Int) -> Participant {
        let family = family(ofEvent: event)
        return Participant(
            index: (Int(events[event].away) + number) % Participant.count(family), family: family)
    }
}
