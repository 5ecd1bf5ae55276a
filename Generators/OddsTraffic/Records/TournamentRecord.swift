extension TrafficWorld {
    func sport(ofLeague league: Int) -> Sport {
        Vocabulary.sports[Vocabulary.leagues[league].sport]
    }

    /// Writes a league's season as a TOURNAMENT, which only answers to calls have.
    func writeTournament(
        _ index: Int, _ counts: TournamentCounts, to writer: inout FrameWriter
    ) {
        let league = Vocabulary.leagues[index]
        let sport = sport(ofLeague: index)
        let location = Vocabulary.locations[league.location]
        let id = Vocabulary.tournamentID(ofLeague: index)
        writer.beginEntity(.tournament(index), id, as: .dump)
        writer.property("typeId", "2")
        writer.property("typeName", "Tournament")
        writer.beginText("name")
        writer.seasonName(of: league)
        writer.endText()
        writer.property("shortName", league.shortName)
        writer.property("sportId", id: sport.id)
        writer.property("sportName", sport.name)
        writer.property("shortSportName", sport.shortName)
        writer.property("venueId", id: location.id)
        writer.property("venueName", location.name)
        writer.property("shortVenueName", location.shortName)
        writer.property("categoryId", id: location.id * 1_000 + sport.id)
        writer.property("categoryName", location.name)
        writer.property("templateId", id: Vocabulary.templateID(ofTournament: id))
        writer.property("startTime", Vocabulary.seasonStart)
        writer.property("endTime", Vocabulary.seasonEnd)
        writer.property("numberOfEvents", counts.live + counts.upcoming)
        writer.property("numberOfMarkets", counts.markets)
        writer.property("numberOfBettingOffers", counts.offers)
        writer.property("numberOfLiveEvents", counts.live)
        writer.property("numberOfUpcomingMatches", counts.upcoming)
        writer.endEntity(as: .dump)
    }
}

extension FrameWriter {
    /// The name of a league's current season.
    mutating func seasonName(of league: League) {
        raw(league.name)
        raw(" 2026")
    }
}
