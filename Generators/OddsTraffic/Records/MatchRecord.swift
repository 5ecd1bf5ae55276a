extension TrafficWorld {
    func writeMatch(_ event: Int, as form: EntityForm, to writer: inout FrameWriter) {
        let state = events[event]
        let league = league(ofEvent: event)
        let sport = sport(ofEvent: event)
        let location = Vocabulary.locations[league.location]
        let parts = Vocabulary.parts(of: sport.family)
        let leagueID = tournamentID(ofEvent: event)
        let home = home(ofEvent: event)
        let away = away(ofEvent: event)

        writer.beginEntity(.match(event), state.id, as: form)
        writer.property("typeId", "1")
        writer.property("sportId", id: sport.id)
        writer.property("parentId", id: leagueID)
        writer.property("parentPartId", "1")
        writer.matchName("name", home, away)
        writer.property("startTime", state.startTime)
        writer.property("venueId", id: location.id)
        writer.property("statusId", state.phase.statusID)
        writer.property("rootPartId", id: parts[0].id)
        if state.isLive { writer.property("currentPartId", id: parts[Int(state.part)].id) }
        writer.property("allowsLiveOdds", false)
        writer.property("numberOfMarkets", Int64(state.marketCount))
        writer.property("numberOfBettingOffers", Int64(state.offerCount))
        writer.property("typeName", "Generic Match")
        writer.property("sportName", sport.name)
        writer.property("shortSportName", sport.shortName)
        writer.beginText("parentName")
        writer.seasonName(of: league)
        writer.endText()
        writer.property("shortParentName", league.shortName)
        writer.property("parentPartName", "Whole Event")
        writer.property("shortParentPartName", "Whole Event")
        writer.property("venueName", location.name)
        writer.property("shortVenueName", location.shortName)
        writer.property("statusName", state.phase.statusName)
        writer.property("rootPartName", parts[0].name)
        writer.property("shortRootPartName", parts[0].name)
        if state.isLive {
            writer.property("currentPartName", parts[Int(state.part)].name)
            writer.property("shortCurrentPartName", parts[Int(state.part)].name)
        }
        writer.matchName("shortName", home, away)
        writer.property("parentStartTime", Vocabulary.seasonStart)
        writer.property("parentEndTime", Vocabulary.seasonEnd)
        writer.property("parentTemplateId", id: Vocabulary.templateID(ofTournament: leagueID))
        writer.property("homeParticipantId", id: home.id)
        writer.property("homeParticipantName", home)
        writer.property("awayParticipantId", id: away.id)
        writer.property("awayParticipantName", away)
        writer.property("homeShortParticipantName", home)
        writer.property("awayShortParticipantName", away)
        writer.property("categoryId", id: location.id * 1_000 + sport.id)
        writer.property("categoryName", location.name)
        writer.property("redirectDelay", "60000")
        writer.property("displayChildren", false)
        writer.property("layoutStyle", sport.family == .goals ? "EU" : "US")
        writer.endEntity(as: form)
    }
}

extension EventPhase {
    var statusID: StaticString {
        switch self {
        case .prematch: "1"
        case .live: "2"
        case .ended: "3"
        }
    }

    var statusName: StaticString {
        switch self {
        case .prematch: "Pending"
        case .live: "In Progress"
        case .ended: "Ended"
        }
    }
}

extension FrameWriter {
    mutating func matchName(
        _ name: StaticString, _ home: Participant, _ away: Participant
    ) {
        beginText(name)
        raw(home)
        raw(" - ")
        raw(away)
        endText()
    }
}
