// The records that answer queries.
extension TrafficWorld {
    /// Writes the records of an answer between the brackets of a list. A search stops
    /// once there are more than `bytesMax` bytes.
    ///
    /// - Throws: `noSuchSport`, `noSuchMatch`.
    /// - Complexity: O(events + written bytes); for outcomes O(markets · log outcomes).
    func writeRecords(
        of query: WorldQuery, bytesMax: Int, to writer: inout FrameWriter
    ) throws(TopicScopeError) {
        switch query {
        case .sports:
            for index in 0..<sports.count { writeSport(index, as: .dump, to: &writer) }
        case .tournaments(let query): try writeTournaments(query, to: &writer)
        case .match(let id):
            try TopicView(.matchOdds(matchID: id), of: self).writeDump(of: self, to: &writer)
        case .outcomes(let ids): writeOutcomes(ids.sorted(), to: &writer)
        case .search(let query): writeResults(of: query, bytesMax: bytesMax, to: &writer)
        }
    }

    // MARK: Tournaments

    private func writeTournaments(
        _ query: TournamentQuery, to writer: inout FrameWriter
    ) throws(TopicScopeError) {
        if let id = query.sportID, !Vocabulary.sports.contains(where: { $0.id == id }) {
            throw .noSuchSport(id)
        }
        let counts = tournamentCounts()
        var leagues = counts.indices.filter { league in
            let isOfSport =
                query.sportID.map { sport(ofLeague: league).id == $0 } ?? true
            return isOfSport && counts[league].isShown(as: query.liveStatus)
        }
        if query.isByPopularity {
            leagues.sort { (counts[$0].offers, $1) > (counts[$1].offers, $0) }
        }
        for league in leagues.prefix(query.countMax) {
            writeTournament(league, counts[league], to: &writer)
        }
    }

    /// What each league has now.
    private func tournamentCounts() -> [TournamentCounts] {
        var counts = Array(repeating: TournamentCounts(), count: Vocabulary.leagues.count)
        for event in 0..<events.count {
            let state = events[event]
            switch state.phase {
            case .prematch: counts[Int(state.league)].upcoming += 1
            case .live: counts[Int(state.league)].live += 1
            case .ended: continue
            }
            counts[Int(state.league)].markets += Int64(state.marketCount)
            counts[Int(state.league)].offers += Int64(state.offerCount)
        }
        return counts
    }

    // MARK: Outcomes

    /// - Parameter ids: Ascending.
    private func writeOutcomes(_ ids: [UInt64], to writer: inout FrameWriter) {
        var lastEvent: Int?
        for market in 0..<markets.count {
            let (first, last) = (outcomeID(market, 0), outcomeID(market, offersPerMarket - 1))
            var index = ids.partitioningIndex { $0 >= first }
            var isFirst = true
            while index < ids.count, ids[index] <= last {
                defer { index += 1 }
                let distance = ids[index] - first
                guard distance.isMultiple(of: 3 * IDSequence.step) else { continue }
                let event = event(ofMarket: market)
                if lastEvent != event { writeMatch(event, as: .dump, to: &writer) }
                lastEvent = event
                if isFirst { writeMarket(market, as: .dump, to: &writer) }
                isFirst = false
                writeOutcomeWithOffer(
                    Int(distance / (3 * IDSequence.step)), of: market, to: &writer)
            }
        }
    }

    private func writeOutcomeWithOffer(
        _ outcome: Int, of market: Int, to writer: inout FrameWriter
    ) {
        writeOutcome(outcome, of: market, as: .dump, to: &writer)
        writeRelation(outcome, of: market, as: .dump, to: &writer)
        writeOffer(outcome, of: market, as: .dump, to: &writer)
    }

    // MARK: Search

    private func writeResults(
        of query: SearchQuery, bytesMax: Int, to writer: inout FrameWriter
    ) {
        let text = query.text.utf8.map(\.lowercased)
        var name: [UInt8] = []
        if query.kinds.contains(.tournament) {
            let counts = tournamentCounts()
            var count = 0
            for league in counts.indices where count < query.countMax {
                name.removeAll(keepingCapacity: true)
                name.appendLowercased(Vocabulary.leagues[league].name)
                let isSought =
                    query.statusIDs.contains(1) && counts[league].upcoming > 0
                    || query.statusIDs.contains(2) && counts[league].live > 0
                guard isSought, name.contains(text) else { continue }
                writeTournament(league, counts[league], to: &writer)
                count += 1
            }
        }
        guard query.kinds.contains(.match) else { return }
        var count = 0
        for event in 0..<events.count where count < query.countMax {
            guard query.statusIDs.contains(events[event].phase.number) else { continue }
            spellNames(ofEvent: event, into: &name)
            guard name.contains(text) else { continue }
            writeResult(event, query, to: &writer)
            count += 1
            if writer.byteCount > bytesMax { return }
        }
    }

    /// The names by which an event is found, in lower case.
    private func spellNames(ofEvent event: Int, into name: inout [UInt8]) {
        name.removeAll(keepingCapacity: true)
        name.appendLowercased(home(ofEvent: event))
        name.append(UInt8(ascii: "\n"))
        name.appendLowercased(away(ofEvent: event))
        name.append(UInt8(ascii: "\n"))
        name.appendLowercased(league(ofEvent: event).name)
    }

    /// The events of a page of what a search finds: live ones and those to come.
    func events(of search: EventSearch) -> [Int] {
        let text = search.text.utf8.map(\.lowercased)
        var name: [UInt8] = []
        var found: [Int] = []
        var skipped = 0
        for event in 0..<events.count where found.count < search.limit {
            guard events[event].phase != .ended else { continue }
            spellNames(ofEvent: event, into: &name)
            guard name.contains(text) else { continue }
            if skipped / search.limit < search.page {
                skipped += 1
            } else {
                found.append(event)
            }
        }
        return found
    }

    private func writeResult(_ event: Int, _ query: SearchQuery, to writer: inout FrameWriter) {
        writeMatch(event, as: .dump, to: &writer)
        if query.additions.contains(.infos), hasInfos(event) {
            for kind in InfoKind.allCases {
                writeInfo(kind, ofEvent: event, as: .dump, to: &writer)
            }
        }
        guard query.additions.contains(.odds) else { return }
        for slot in 0..<marketsPerEvent {
            let market = market(slot, ofEvent: event)
            let type = kind(ofMarket: market).bettingType(family(ofEvent: event)).id
            guard query.bettingTypeIDs?.contains(type) ?? true else { continue }
            writeMarket(market, as: .dump, to: &writer)
            for outcome in 0..<offersPerMarket {
                writeOutcomeWithOffer(outcome, of: market, to: &writer)
            }
        }
    }
}

/// What a tournament has now.
struct TournamentCounts {
    var live: Int64 = 0
    var upcoming: Int64 = 0
    /// By the feed's own counts of each match.
    var markets: Int64 = 0
    var offers: Int64 = 0

    func isShown(as status: TournamentQuery.LiveStatus) -> Bool {
        switch status {
        case .live: live > 0
        case .notLive: upcoming > 0
        case .both: live + upcoming > 0
        }
    }
}

extension EventPhase {
    /// The feed's id of it.
    fileprivate var number: UInt64 { UInt64(rawValue) + 1 }
}

extension UInt8 {
    /// ASCII letters in lower case; all else as it is.
    fileprivate var lowercased: UInt8 { (65...90).contains(self) ? self + 32 : self }
}

extension [UInt8] {
    fileprivate mutating func appendLowercased(_ text: StaticString) {
        text.withUTF8Buffer { for byte in $0 { append(byte.lowercased) } }
    }

    fileprivate mutating func appendLowercased(_ participant: Participant) {
        let (first, last) = participant.names
        appendLowercased(first)
        append(UInt8(ascii: " "))
        appendLowercased(last)
    }
}

extension [UInt64] {
    /// The first index whose element fulfils a condition that all after it fulfil, too.
    func partitioningIndex(where isBehind: (UInt64) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
