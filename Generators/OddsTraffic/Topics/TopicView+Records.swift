// Complete entities of a topic: its dump, and events that enter or leave it.
extension TopicView {
    /// The sort key of an entity among those of its kind: when it appeared on
    /// the topic. Entities that appeared with their event are sorted by the
    /// event's entry, then by id, which puts older ones first.
    private struct Place: Comparable {
        let arrival: UInt64
        let entryNumber: UInt32
        let id: UInt64
        /// The index of the info kind or of the market's slot; otherwise 0.
        let index: Int
        let event: Int

        init(_ member: Member, id: UInt64, index: Int) {
            arrival = max(member.entry, id)
            entryNumber = id > member.entry ? .max : member.entryNumber
            self.id = id
            self.index = index
            event = member.event
        }

        static func < (left: Place, right: Place) -> Bool {
            (left.arrival, left.entryNumber, left.id)
                < (right.arrival, right.entryNumber, right.id)
        }
    }

    /// Writes the topic's dump.
    /// - Complexity: O(n log n) in the number of entities on the topic.
    func writeDump(of world: borrowing TrafficWorld, to writer: inout FrameWriter) {
        if isOfOneOffer { return writeChain(of: world, to: &writer) }
        writeLists(of: world, to: &writer)
        for member in members where scope.shows(.match) {
            world.writeMatch(member.event, as: .dump, to: &writer)
        }
        writeTrees(of: members, world, as: .dump, to: &writer)
    }

    func createEvent(
        _ event: Int, of world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        guard let member = members.last(where: { $0.event == event }) else { return }
        if scope.shows(.match) { world.writeMatch(event, as: .create, to: &writer) }
        writeTrees(of: [member], world, as: .create, to: &writer)
    }

    func deleteEvent(
        _ event: Int, of world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        let markets = shownMarkets(ofEvent: event, world)
        for market in markets where scope.shows(.offer) {
            for outcome in 0..<world.offersPerMarket {
                writer.delete(.offer(market, outcome), world.offerID(market, outcome))
                writer.delete(.relation(market, outcome), world.relationID(market, outcome))
                writer.delete(.outcome(market, outcome), world.outcomeID(market, outcome))
            }
        }
        for market in markets {
            if scope.shows(.marketInfo), world.hasInfo(market) {
                writer.delete(.marketInfo(market), world.markets[market].id)
            }
            if scope.shows(.market) { writer.delete(.market(market), world.markets[market].id) }
        }
        if scope.shows(.info), world.hasInfos(event) {
            for kind in InfoKind.allCases {
                writer.delete(.info(event), world.infoID(kind, ofEvent: event))
            }
        }
        if scope.shows(.statistics), world.hasStatistics(event) {
            writer.delete(.statistics(event), world.statisticsID(ofEvent: event))
        }
        if scope.shows(.match) { writer.delete(.match(event), world.events[event].id) }
    }

    private func shownMarkets(ofEvent event: Int, _ world: borrowing TrafficWorld) -> [Int] {
        (0..<min(world.marketsPerEvent, scope.marketsMax)).map {
            world.market($0, ofEvent: event)
        }
    }

    /// Entities that belong to no event.
    private func writeLists(of world: borrowing TrafficWorld, to writer: inout FrameWriter) {
        if scope.shows(.sport) {
            for index in 0..<world.sports.count {
                world.writeSport(index, as: .dump, to: &writer)
            }
        }
        if scope.shows(.location) {
            for index in Vocabulary.locations.indices {
                world.writeLocation(index, as: .dump, to: &writer)
            }
        }
        if scope.shows(.category) {
            for index in Vocabulary.categories.indices {
                world.writeCategory(index, as: .dump, to: &writer)
            }
        }
        if scope.shows(.mainMarket) {
            for index in 0..<TrafficWorld.mainMarketCount {
                world.writeMainMarket(index, as: .dump, to: &writer)
            }
        }
        if scope.shows(.liveMatchesNumber) {
            world.writeLiveMatchesNumber(as: .dump, to: &writer)
        }
        if scope.shows(.popularMatchesNumber) {
            world.writePopularMatchesNumber(as: .dump, to: &writer)
        }
        if scope.shows(.marketGroup) {
            for index in Vocabulary.marketGroups.indices {
                world.writeMarketGroup(index, as: .dump, to: &writer)
            }
        }
    }

    private func writeTrees(
        of members: [Member], _ world: borrowing TrafficWorld, as form: EntityForm,
        to writer: inout FrameWriter
    ) {
        for event in places(of: members, .statistics, { [world.statisticsID(ofEvent: $0)] })
        where world.hasStatistics(event.event) {
            world.writeStatistics(ofEvent: event.event, as: form, to: &writer)
        }
        for event in places(of: members, .partScore, { [world.partScoreID(ofEvent: $0)] })
        where world.hasPartScore(event.event) {
            world.writePartScore(ofEvent: event.event, as: form, to: &writer)
        }
        let infos = places(of: members, .info) { event in
            InfoKind.allCases.map { world.infoID($0, ofEvent: event) }
        }
        for info in infos where world.hasInfos(info.event) {
            world.writeInfo(
                InfoKind.allCases[info.index], ofEvent: info.event, as: form, to: &writer)
        }
        let markets = places(of: members, .market) { event in
            shownMarkets(ofEvent: event, world).map { world.markets[$0].id }
        }
        .map { world.market($0.index, ofEvent: $0.event) }
        for market in markets { world.writeMarket(market, as: form, to: &writer) }
        for market in markets where scope.shows(.marketInfo) && world.hasInfo(market) {
            world.writeMarketInfo(market, as: form, to: &writer)
        }
        for market in markets {
            for outcome in 0..<world.offersPerMarket {
                world.writeOutcome(outcome, of: market, as: form, to: &writer)
                world.writeRelation(outcome, of: market, as: form, to: &writer)
                world.writeOffer(outcome, of: market, as: form, to: &writer)
            }
        }
    }

    /// The entities of a kind in the order in which they appeared on the topic.
    /// `ids` returns the ids of an event's entities of this kind.
    private func places(
        of members: [Member], _ kind: EntityKind, _ ids: (Int) -> [UInt64]
    ) -> [Place] {
        guard scope.shows(kind) else { return [] }
        return members.flatMap { member in
            ids(member.event).enumerated().map { Place(member, id: $1, index: $0) }
        }
        .sorted()
    }
}
