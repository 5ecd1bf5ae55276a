/// A topic as all its registrants see it: the events on it, in order of entry.
///
/// No other state is kept. Whether a record is on the topic follows from the
/// world. A dump lists entities in the order in which existing registrants have
/// received them: the entities of an event arrive with the event, or later when
/// they are created, and ids ascend in order of creation.
struct TopicView {
    struct Member {
        let event: Int
        let id: UInt64
        /// The newest id of the world when the event entered the topic, and a
        /// number that orders events that entered at the same moment.
        let entry: UInt64
        let entryNumber: UInt32
    }

    let scope: TopicScope
    /// The events on the topic, in order of entry.
    private(set) var members: [Member] = []
    private var isMember: [Bool]
    private var entryCount: UInt32 = 0
    /// The betting offer and its parents, for a topic of one offer.
    private var chain: OfferChain?

    /// - Throws: `noSuchSport`, `noSuchTournament`, `noSuchMatch`, `noSuchOffer`.
    init(_ scope: TopicScope, of world: borrowing TrafficWorld) throws(TopicScopeError) {
        self.scope = scope
        isMember = Array(repeating: false, count: world.events.count)
        if let id = scope.sportID, !Vocabulary.sports.contains(where: { $0.id == id }) {
            throw .noSuchSport(id)
        }
        switch scope.selection {
        case .tournament(let id) where Vocabulary.league(ofTournament: id) == nil:
            throw .noSuchTournament(id)
        case .live, .prematch, .tournament:
            for event in eligibleEvents(of: world) { enter(event, world) }
        case .match(let id):
            for event in 0..<world.events.count where world.events[event].id == id {
                enter(event, world)
            }
            if members.isEmpty { throw .noSuchMatch(id) }
        case .offer(let id):
            chain = OfferChain(offerID: id, of: world)
            if chain == nil { throw .noSuchOffer(id) }
        case .none:
            break
        }
    }

    /// Whether a record of the world is on the topic.
    ///
    /// - Complexity: O(1).
    func shows(_ mark: RecordMark, of world: borrowing TrafficWorld) -> Bool {
        let subject = mark.subject
        guard !subject.isStranger else { return true }
        guard scope.shows(subject.kind) else { return false }
        if let chain { return chain.ids.contains(mark.id) }
        let index = Int(subject.index)
        switch subject.kind {
        case .match, .statistics, .info, .partScore:
            return isMember[index]
        case .market, .outcome, .relation, .offer, .marketInfo:
            return isMember[world.event(ofMarket: index)]
                && world.slot(ofMarket: index) < scope.marketsMax
        case .sport, .location, .category, .mainMarket, .liveMatchesNumber,
            .popularMatchesNumber, .marketGroup, .tournament:
            return true
        }
    }

    /// Updates the members after an event has been replaced or has changed its
    /// phase. Writes the deletion of events that leave the topic but still
    /// exist, and the creation of events that enter it. Events that no longer
    /// exist were deleted by the world's own records. `flush` is called after
    /// each written event.
    mutating func updateMembers(
        of world: borrowing TrafficWorld, to writer: inout FrameWriter,
        flush: (inout FrameWriter) -> Void
    ) {
        var index = 0
        while index < members.count {
            let member = members[index]
            let isThere = world.events[member.event].id == member.id
            if isThere, keeps(member.event, world) {
                index += 1
                continue
            }
            if isThere {
                deleteEvent(member.event, of: world, to: &writer)
                flush(&writer)
            }
            members.remove(at: index)
            isMember[member.event] = false
        }
        switch scope.selection {
        case .live, .prematch, .tournament: break
        case .match, .offer, .none: return
        }
        for event in eligibleEvents(of: world) {
            enter(event, world)
            createEvent(event, of: world, to: &writer)
            flush(&writer)
        }
    }

    /// Whether a member remains on the topic.
    private func keeps(_ event: Int, _ world: borrowing TrafficWorld) -> Bool {
        switch scope.selection {
        case .live: world.events[event].phase != .prematch
        case .prematch: world.events[event].phase == .prematch
        case .tournament, .match, .offer, .none: true
        }
    }

    /// Whether an event may enter the topic.
    private func admits(_ event: Int, _ world: borrowing TrafficWorld) -> Bool {
        let phase = world.events[event].phase
        switch scope.selection {
        case .live:
            guard phase == .live else { return false }
        case .prematch:
            guard phase == .prematch else { return false }
        case .tournament(let id):
            return phase != .ended && world.tournamentID(ofEvent: event) == id
        case .match, .offer, .none: return false
        }
        return scope.sportID.map { world.sport(ofEvent: event).id == $0 } ?? true
    }

    /// The events that can enter the topic now, as many as there is room for.
    private func eligibleEvents(of world: borrowing TrafficWorld) -> [Int] {
        var found: [Int] = []
        let room = scope.eventsMax - members.count
        for event in 0..<world.events.count where found.count < room {
            if !isMember[event], admits(event, world) { found.append(event) }
        }
        return found
    }

    private mutating func enter(_ event: Int, _ world: borrowing TrafficWorld) {
        entryCount += 1
        isMember[event] = true
        members.append(
            Member(
                event: event, id: world.events[event].id, entry: world.ids.newest,
                entryNumber: entryCount))
    }
}

// The content of a topic of one offer.
extension TopicView {
    var isOfOneOffer: Bool { chain != nil }

    /// Writes whichever of the offer and its parents still exist.
    func writeChain(of world: borrowing TrafficWorld, to writer: inout FrameWriter) {
        guard let chain else { return }
        let (market, outcome) = (chain.market, chain.outcome)
        if world.events[chain.event].id == chain.ids[0] {
            world.writeMatch(chain.event, as: .dump, to: &writer)
        }
        guard world.markets[market].id == chain.ids[1] else { return }
        world.writeMarket(market, as: .dump, to: &writer)
        world.writeOutcome(outcome, of: market, as: .dump, to: &writer)
        world.writeRelation(outcome, of: market, as: .dump, to: &writer)
        world.writeOffer(outcome, of: market, as: .dump, to: &writer)
    }
}

/// A betting offer and its parents.
struct OfferChain {
    let event: Int
    let market: Int
    let outcome: Int
    /// The ids of match, market, outcome, relation and offer.
    let ids: [UInt64]

    /// Looks up an offer; `nil` if there is none with this id. Complexity:
    /// O(markets of the world).
    init?(offerID: UInt64, of world: borrowing TrafficWorld) {
        for market in 0..<world.markets.count {
            let first = world.offerID(market, 0)
            let distance = IDSequence.step * 3
            guard offerID >= first, (offerID - first).isMultiple(of: distance),
                (offerID - first) / distance < UInt64(world.offersPerMarket)
            else { continue }
            self.market = market
            event = world.event(ofMarket: market)
            outcome = Int((offerID - first) / distance)
            ids = [
                world.events[event].id, world.markets[market].id,
                world.outcomeID(market, outcome), world.relationID(market, outcome), offerID,
            ]
            return
        }
        return nil
    }
}
