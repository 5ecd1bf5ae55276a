// UPDATEs of matches, their infos, and sports.
extension TrafficWorld {
    mutating func changeCounters(to writer: inout FrameWriter) {
        let event = sampler.draw(using: &random)
        moveCounters(ofEvent: event)
        writer.beginUpdate(.match(event), events[event].id)
        writer.property("numberOfMarkets", Int64(events[event].marketCount))
        writer.property("numberOfBettingOffers", Int64(events[event].offerCount))
        writer.endUpdate()
    }

    private mutating func moveCounters(ofEvent event: Int) {
        let step = Int32(1 + random.below(3))
        let count = events[event].marketCount
        let isUp = count < 20 || (count < 90 && random.coin())
        events[event].marketCount += isUp ? step : -step
        events[event].offerCount = events[event].marketCount * 5 / 2 + Int32(random.below(9))
    }

    /// Changes infos of a live event: scores a point, changes the server,
    /// advances the clock, or now and then starts the next part of the match.
    mutating func changeInfos(to writer: inout FrameWriter) {
        let event = drawLiveEvent()
        if random.below(16) == 0 {
            startNextPart(ofEvent: event, to: &writer)
        } else if random.below(4) > 0 {
            scorePoint(ofEvent: event, to: &writer)
        } else if family(ofEvent: event) == .sets {
            changeServer(ofEvent: event, to: &writer)
        } else {
            advanceClock(ofEvent: event, to: &writer)
        }
    }

    mutating func scorePoint(ofEvent event: Int, to writer: inout FrameWriter) {
        let isHome = random.coin()
        writer.beginUpdate(.info(event), infoID(.partScore, ofEvent: event))
        if isHome {
            events[event].homePartScore = (events[event].homePartScore + 1) % 100
            writer.property("paramFloat1", Int64(events[event].homePartScore))
        } else {
            events[event].awayPartScore = (events[event].awayPartScore + 1) % 100
            writer.property("paramFloat2", Int64(events[event].awayPartScore))
        }
        writer.endUpdate()
        if hasLifeCycle, random.below(8) == 0 { scoreGoal(ofEvent: event, to: &writer) }
    }

    /// Scores a goal for the home side in the match score.
    mutating func scoreGoal(ofEvent event: Int, to writer: inout FrameWriter) {
        events[event].homeScore = (events[event].homeScore + 1) % 100
        writer.beginUpdate(.info(event), infoID(.score, ofEvent: event))
        writer.property("paramFloat1", Int64(events[event].homeScore))
        writer.endUpdate()
        guard hasLifeCycle, hasPartScore(event) else { return }
        writer.beginUpdate(.partScore(event), partScoreID(ofEvent: event))
        writer.property("homeScore", id: UInt64(events[event].homeScore))
        writer.endUpdate()
    }

    private mutating func changeServer(ofEvent event: Int, to writer: inout FrameWriter) {
        events[event].isHomeServing.toggle()
        writer.beginUpdate(.info(event), infoID(.serve, ofEvent: event))
        writer.property("paramParticipantId1", id: server(event).id)
        writer.endUpdate()
    }

    private mutating func advanceClock(ofEvent event: Int, to writer: inout FrameWriter) {
        events[event].minutes = (events[event].minutes + 1) % 100
        events[event].seconds = UInt8(random.below(60))
        writer.beginUpdate(.info(event), infoID(.clock, ofEvent: event))
        writer.property("paramFloat2", Int64(events[event].seconds))
        writer.property("paramFloat1", Int64(events[event].minutes))
        writer.endUpdate()
    }

    /// Updates the current part of the match and replaces the old part's infos.
    private mutating func startNextPart(ofEvent event: Int, to writer: inout FrameWriter) {
        let parts = Vocabulary.parts(of: family(ofEvent: event))
        let part = Int(events[event].part) % (parts.count - 1) + 1
        events[event].part = UInt8(part)
        moveCounters(ofEvent: event)
        writer.beginUpdate(.match(event), events[event].id)
        writer.property("currentPartId", id: parts[part].id)
        writer.property("numberOfMarkets", Int64(events[event].marketCount))
        writer.property("currentPartName", parts[part].name)
        writer.property("shortCurrentPartName", parts[part].name)
        writer.property("numberOfBettingOffers", Int64(events[event].offerCount))
        writer.endUpdate()
        for kind in InfoKind.progress {
            writer.delete(.info(event), infoID(kind, ofEvent: event))
        }
        events[event].progressInfoID = ids.take(InfoKind.progress.count, using: &random)
        events[event].homePartScore = 0
        events[event].awayPartScore = 0
        for kind in InfoKind.progress {
            writeInfo(kind, ofEvent: event, as: .create, to: &writer)
        }
    }

    mutating func changeSport(to writer: inout FrameWriter) {
        let index = random.below(sports.count)
        let step = Int64(1 + random.below(8))
        let isUp = sports[index].liveMarkets < step || random.coin()
        sports[index].liveMarkets += isUp ? step : -step
        sports[index].markets += isUp ? step : -step
        sports[index].liveBettingOffers = sports[index].liveMarkets * 5 / 2
        sports[index].bettingOffers = sports[index].markets * 5 / 2
        let state = sports[index]
        writer.beginUpdate(.sport(index), Vocabulary.sports[index].id)
        writer.property("numberOfMarkets", state.markets)
        writer.property("numberOfLiveMarkets", state.liveMarkets)
        writer.property("numberOfLiveEvents", state.liveEvents)
        writer.property("numberOfLiveBettingOffers", state.liveBettingOffers)
        writer.property(
            "numberOfMatchesWhichWillHaveLiveOdds", id: UInt64(state.matchesWithLiveOdds))
        writer.property("numberOfEvents", state.events)
        writer.property("numberOfUpcomingMatches", state.upcomingMatches)
        writer.property("numberOfBettingOffers", state.bettingOffers)
        writer.endUpdate()
    }
}
