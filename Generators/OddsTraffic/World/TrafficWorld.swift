import OddsModel

/// The state of the traffic as known to a client that has read all frames so
/// far, and the source of all future frames.
///
/// The state is in flat arrays of fixed size. The market in slot `s` of event
/// `e` has the index `e * marketsPerEvent + s`, and likewise for offers. A
/// deleted market leaves its slot to a new one with new ids. Allocates only in
/// `init`, unless settlements are asked for. One thread owns it.
struct TrafficWorld: ~Copyable {
    let marketsPerEvent: Int
    let offersPerMarket: Int
    let sampler: EventSampler
    let ladder = PriceLadder()

    var events: GrowableBuffer<EventState>
    var markets: GrowableBuffer<MarketState>
    var offers: GrowableBuffer<OfferState>
    var sports: GrowableBuffer<SportState>
    /// Markets to reopen: those that are not available, and those whose offers
    /// are suspended.
    var unavailableMarkets: MarketQueue
    var suspendedMarkets: MarketQueue
    /// Scratch memory: the markets that the current frame replaces.
    var replacedMarkets: GrowableBuffer<Int>

    /// Where markets are by their ids.
    var marketIndex = MarketIndex()

    /// What became of markets, until it is taken; `nil` if nobody wants to know.
    var settlements: [MarketSettlement]?
    let seed: UInt64

    /// Whether matches begin and end. If not, every tenth one has ended from
    /// the start, and the others are live and never end.
    let hasLifeCycle: Bool
    private(set) var liveEventCount = 0
    /// Increases whenever an event is replaced or changes its phase.
    private(set) var phaseChangeCount = 0

    var random: TrafficRandom
    var ids: IDSequence
    /// The time of the frame being written, in milliseconds since 1970.
    var now: Int64

    init(_ configuration: TrafficConfiguration, now: Int64) {
        marketsPerEvent = configuration.markets
        offersPerMarket = configuration.outcomes
        sampler = EventSampler(configuration.popularity, eventCount: configuration.events)
        self.now = now
        hasLifeCycle = configuration.lifeCycleMilliseconds != nil
        seed = configuration.seed
        random = TrafficRandom(seed: configuration.seed)
        ids = IDSequence(using: &random)
        let marketCount = configuration.events * configuration.markets
        events = GrowableBuffer(capacity: configuration.events)
        markets = GrowableBuffer(capacity: marketCount)
        offers = GrowableBuffer(capacity: marketCount * configuration.outcomes)
        sports = GrowableBuffer(capacity: Vocabulary.sports.count)
        // Each queue holds at most an eighth of all markets.
        let closedMax = min(TrafficLimits.closedMarketsMax, max(1, marketCount / 8))
        unavailableMarkets = MarketQueue(capacity: closedMax)
        suspendedMarkets = MarketQueue(capacity: closedMax)
        replacedMarkets = GrowableBuffer(capacity: 64)
        for event in 0..<configuration.events {
            let phase: EventPhase =
                hasLifeCycle
                ? LifeCycle.initialPhase(ofEvent: event) : event % 10 == 9 ? .ended : .live
            events.append(newEvent(at: event, phase))
            if phase == .live { liveEventCount += 1 }
        }
        for market in 0..<marketCount {
            markets.append(newMarket(at: market))
            for _ in 0..<offersPerMarket { offers.append(newOffer()) }
        }
        for _ in Vocabulary.sports { sports.append(newSport()) }
    }

    /// Every change of an event's phase must go through here.
    mutating func setPhase(_ phase: EventPhase, ofEvent event: Int) {
        if events[event].isLive { liveEventCount -= 1 }
        if phase == .live { liveEventCount += 1 }
        events[event].phase = phase
        phaseChangeCount += 1
    }

    /// Replaces an event by another one with other ids.
    mutating func putEvent(_ new: EventState, at event: Int) {
        let phase = new.phase
        // Before the assignment, as it reads the old event's phase.
        setPhase(phase, ofEvent: event)
        events[event] = new
    }

    /// Replaces a market by another one with other ids, and its offers by new ones.
    mutating func putMarket(_ new: MarketState, at market: Int) {
        markets[market] = new
        for outcome in 0..<offersPerMarket {
            let offer = newOffer()
            offers[market * offersPerMarket + outcome] = offer
        }
        marketIndex.replace(market, of: markets)
    }

    // Indices

    func event(ofMarket market: Int) -> Int { market / marketsPerEvent }
    func slot(ofMarket market: Int) -> Int { market % marketsPerEvent }
    func market(_ slot: Int, ofEvent event: Int) -> Int { event * marketsPerEvent + slot }

    func league(ofEvent event: Int) -> League { Vocabulary.leagues[Int(events[event].league)] }
    func tournamentID(ofEvent event: Int) -> UInt64 {
        Vocabulary.tournamentID(ofLeague: Int(events[event].league))
    }
    func sport(ofEvent event: Int) -> Sport { Vocabulary.sports[league(ofEvent: event).sport] }

    /// The sport family of the event's league, which never changes.
    func family(ofEvent event: Int) -> SportFamily { event % 2 == 0 ? .goals : .sets }

    func kind(ofMarket market: Int) -> MarketKind {
        MarketKind(
            slot: slot(ofMarket: market), family: family(ofEvent: event(ofMarket: market)))
    }

    // Ids

    func relationID(_ market: Int, _ outcome: Int) -> UInt64 {
        markets[market].id + IDSequence.step * UInt64(1 + 3 * outcome)
    }

    func outcomeID(_ market: Int, _ outcome: Int) -> UInt64 {
        markets[market].id + IDSequence.step * UInt64(2 + 3 * outcome)
    }

    func offerID(_ market: Int, _ outcome: Int) -> UInt64 {
        markets[market].id + IDSequence.step * UInt64(3 + 3 * outcome)
    }
}
