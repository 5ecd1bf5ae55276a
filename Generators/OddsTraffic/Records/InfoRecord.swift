/// The EVENT_INFOs of an event. The first three exist as long as the event, the
/// others as long as a part of the match.
enum InfoKind: Int, CaseIterable {
    /// Set sports: the server. Goal sports: the place of play, without a value.
    case serve
    /// Set sports: the number of sets. Goal sports: the time played.
    case clock
    /// Goals, or sets won.
    case score
    case status
    /// Goals or points in the current part.
    case partScore

    /// The kinds that are replaced in each part of the match.
    static let progress: [InfoKind] = [.status, .partScore]
}

extension TrafficWorld {
    func infoID(_ kind: InfoKind, ofEvent event: Int) -> UInt64 {
        switch kind {
        case .serve: events[event].id + IDSequence.step
        case .clock: events[event].id + IDSequence.step * 2
        case .score: events[event].id + IDSequence.step * 3
        case .status: events[event].progressInfoID
        case .partScore: events[event].progressInfoID + IDSequence.step
        }
    }

    func writeInfo(
        _ kind: InfoKind, ofEvent event: Int, as form: EntityForm, to writer: inout FrameWriter
    ) {
        let state = events[event]
        let family = family(ofEvent: event)
        let parts = Vocabulary.parts(of: family)
        let current = parts[max(1, Int(state.part))]
        let part = kind == .partScore ? current : parts[0]
        let type = Self.infoType(kind, family)

        writer.beginEntity(.info(event), infoID(kind, ofEvent: event), as: form)
        writer.property("typeId", type.id)
        writer.property("eventId", id: state.id)
        writer.property("providerId", "3900417")
        writer.property("statusId", kind == .status && !state.isLive ? "4" : "1")
        writer.property("eventPartId", id: part.id)
        switch kind {
        case .status:
            if state.isLive { writer.property("paramEventPartId1", id: current.id) }
            writer.property("paramEventStatusId1", state.phase.statusID)
            if state.isLive { writer.property("paramEventPartName1", current.name) }
            writer.property("paramEventStatusName1", state.phase.statusName)
        case .serve:
            if family == .sets { writer.property("paramParticipantId1", id: server(event).id) }
        case .clock:
            writer.property("paramFloat1", family == .goals ? Int64(state.minutes) : 5)
            if family == .goals { writer.property("paramFloat2", Int64(state.seconds)) }
        case .score, .partScore:
            let isPart = kind == .partScore
            writer.property("paramFloat1", Int64(isPart ? state.homePartScore : state.homeScore))
            writer.property("paramFloat2", Int64(isPart ? state.awayPartScore : state.awayScore))
            writer.property("paramParticipantId1", id: home(ofEvent: event).id)
            writer.property("paramParticipantId2", id: away(ofEvent: event).id)
            writer.property("paramScoringUnitId1", Self.scoringUnit(family, isPart).id)
        }
        writer.property("eventPartName", part.name)
        writer.property("typeName", type.name)
        writer.property("shortTypeName", type.name)
        writer.property("shortEventPartName", part.name)
        if kind == .status, state.isLive {
            writer.property("shortParamEventPartName1", current.name)
        }
        if kind == .score || kind == .partScore {
            writer.property(
                "paramScoringUnitName1", Self.scoringUnit(family, kind == .partScore).name)
        }
        writer.property("eventPartRelativePosition", part.position)
        writer.endEntity(as: form)
    }

    func server(_ event: Int) -> Participant {
        events[event].isHomeServing ? home(ofEvent: event) : away(ofEvent: event)
    }

    private static func infoType(
        _ kind: InfoKind, _ family: SportFamily
    ) -> (id: StaticString, name: StaticString) {
        switch (kind, family) {
        case (.serve, .sets): ("37", "Serve")
        case (.serve, .goals): ("278", "Played at")
        case (.clock, .sets): ("51", "Number of event parts")
        case (.clock, .goals): ("95", "Match Time")
        case (.score, _), (.partScore, _): ("1", "Score")
        case (.status, _): ("92", "Current event status")
        }
    }

    private static func scoringUnit(
        _ family: SportFamily, _ isPart: Bool
    ) -> (id: StaticString, name: StaticString) {
        if family == .goals { return ("28", "Goal") }
        return isPart ? ("45", "Point") : ("53", "Set")
    }
}
