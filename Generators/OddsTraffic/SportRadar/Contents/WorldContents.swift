import OddsModel

/// A world on SportRadar's wire: its open contents, and what each step of the world changes
/// in them.
///
/// What a content shows follows from the world, except the order of lists and the scores of
/// parts that are over: these are kept here, from the first content that is opened until
/// the last one is closed. Notes and writes the changes of a step without allocating, unless
/// events come to lists. One thread owns it, beside the world.
struct WorldContents: ~Copyable {
    /// An event on a list shows the markets of its first slots alone.
    let listMarketsMax: Int

    var views = GrowableBuffer<ContentView>()
    /// The first part of each element of a content, by content.
    private(set) var openings: [[UInt8]] = []
    private(set) var names: [ContentName?] = []
    private(set) var scopes: [ContentScope?] = []
    var lists: [EventList?] = []
    var facts: EventFacts
    var chains: ContentChains
    var journal = StepJournal()
    /// The number of live events of each league.
    var liveCounts: [Int] = []
    /// The number of the step that was noted last; wraps around.
    var step: UInt32 = 0
    /// The events that another one has replaced, or that have begun, in this step.
    var turned = GrowableBuffer<TurnedEvent>()
    let fractions: FractionLadder
    /// Of the element that was written last.
    var offerOpening = OfferOpening()
    /// Scratch memory: the markets of an event, in their order.
    var orderedMarkets = GrowableBuffer<Int>()

    struct TurnedEvent: BitwiseCopyable {
        let event: Int
        let oldID: UInt64
        let isReplaced: Bool
    }

    /// - Complexity: O(events).
    init(of world: borrowing TrafficWorld, listMarketsMax: Int = .max) {
        self.listMarketsMax = listMarketsMax
        facts = EventFacts(of: world)
        chains = ContentChains(eventCount: world.events.count)
        fractions = FractionLadder(world.ladder)
        liveCounts = Array(repeating: 0, count: Vocabulary.leagues.count)
        for event in 0..<world.events.count where world.events[event].phase != .prematch {
            liveCounts[Int(world.events[event].league)] += 1
        }
    }

    func liveCount(ofSport sport: Int) -> Int {
        liveCounts.indices.reduce(0) {
            $0 + (Vocabulary.leagues[$1].sport == sport ? liveCounts[$1] : 0)
        }
    }

    /// Opens a content, whose changes are noted from now on.
    ///
    /// - Returns: Its number, which may be used again once it is closed.
    /// - Throws: `notSubscribable`, `notFound`.
    /// - Complexity: O(events); for a list, O(events · log events); for a market, O(markets).
    mutating func open(
        _ name: ContentName, of world: borrowing TrafficWorld
    ) throws(ContentError) -> Int {
        guard name.type.isSubscribable else { throw .notSubscribable(name.type) }
        let scope = try ContentScope(name)
        let view = try view(of: scope, name, world)
        let content = freeContent()
        views[content] = view
        names[content] = name
        scopes[content] = scope
        let opening =
            #"{"contentId":{"type":"\#(name.type.rawValue)","id":"\#(name.id)"},"changeType":""#
        openings[content] = Array(opening.utf8)
        switch scope {
        case .list(let scope, let pageSize, let page):
            let list = openList(scope, pageSize: pageSize, of: world)
            lists[list]?.add(content, page: page)
            for member in lists[list]?.members(onPage: page) ?? [] {
                chains.add(content, toEvent: member.event, step: step)
            }
        case .event, .liveData:
            chains.add(content, toEvent: Int(view.index), step: step)
        case .market:
            chains.add(content, toEvent: world.event(ofMarket: Int(view.index)), step: step)
        case .sports, .topNodes, .nodes, .noNodes, .search, .selection: break
        }
        return content
    }

    private mutating func freeContent() -> Int {
        if let free = names.firstIndex(where: { $0 == nil }) { return free }
        views.append(.closed)
        names.append(nil)
        scopes.append(nil)
        openings.append([])
        journal.prepare(names.count - 1)
        return names.count - 1
    }

    private mutating func openList(
        _ scope: ListScope, pageSize: Int, of world: borrowing TrafficWorld
    ) -> Int {
        let open = lists.firstIndex { $0?.scope == scope && $0?.pageSize == pageSize }
        if let open { return open }
        let list = lists.firstIndex { $0 == nil } ?? lists.count
        if list == lists.count { lists.append(nil) }
        lists[list] = EventList(scope, pageSize: pageSize, of: world)
        return list
    }

    /// Closes a content.
    ///
    /// - Precondition: It is open.
    /// - Complexity: O(events on it).
    mutating func close(_ content: Int, of world: borrowing TrafficWorld) {
        let view = views[content]
        precondition(view.form != .closed, "the content is closed")
        if case .list(let scope, let pageSize, let page) = scopes[content] {
            closeList(scope, pageSize: pageSize, page: page, content)
        } else if view.isThere, view.form == .events || view.form == .liveData {
            chains.remove(content, fromEvent: Int(view.index))
        } else if view.isThere, view.form == .market {
            chains.remove(content, fromEvent: world.event(ofMarket: Int(view.index)))
        }
        views[content] = .closed
        names[content] = nil
        scopes[content] = nil
        openings[content] = []
    }

    private mutating func closeList(
        _ scope: ListScope, pageSize: Int, page: Int, _ content: Int
    ) {
        let list = lists.firstIndex { $0?.scope == scope && $0?.pageSize == pageSize }
        guard let list, let events = lists[list]?.members(onPage: page) else { return }
        for member in events { chains.remove(content, fromEvent: member.event) }
        lists[list]?.remove(content)
        if lists[list]?.contents.isEmpty == true { lists[list] = nil }
    }

    /// The league whose event group a content is.
    func group(of content: Int) -> Int? {
        guard case .list(.group(let league), _, _) = scopes[content] else { return nil }
        return league
    }

    /// The events that an open content of a list shows, in order.
    func members(of content: Int) -> ArraySlice<EventList.Member> {
        guard case .list(let scope, let pageSize, let page) = scopes[content] else { return [] }
        let list = lists.first { $0?.scope == scope && $0?.pageSize == pageSize }
        return list??.members(onPage: page) ?? []
    }
}

extension WorldContents {
    /// What a content shows.
    func view(
        of scope: ContentScope, _ name: ContentName, _ world: borrowing TrafficWorld
    ) throws(ContentError) -> ContentView {
        switch scope {
        case .list:
            var view = ContentView(form: .events)
            view.endSlot = UInt32(min(listMarketsMax, world.marketsPerEvent))
            return view
        case .sports(let areCounted): return ContentView(form: areCounted ? .sports : .fixed)
        case .topNodes: return ContentView(form: .sportNodes)
        case .nodes(let sport):
            var view = ContentView(form: .leagueNodes)
            view.index = UInt32(sport)
            return view
        case .noNodes: return ContentView(form: .fixed)
        case .event(let id, let selection):
            return try eventView(id, selection, name, world)
        case .liveData(let id):
            var view = try eventView(id, .all, name, world)
            view.form = .liveData
            return view
        case .market(let id):
            guard let market = world.market(ofID: id) else {
                throw .notFound(name, reason: "there is no market \"\(name.id)\"")
            }
            var view = ContentView(form: .market)
            view.index = UInt32(market)
            view.id = id
            return view
        case .search, .selection: throw .notSubscribable(name.type)
        }
    }

    func eventView(
        _ id: UInt64, _ selection: ContentScope.MarketSelection, _ name: ContentName,
        _ world: borrowing TrafficWorld
    ) throws(ContentError) -> ContentView {
        guard let event = world.event(ofID: id) else {
            throw .notFound(name, reason: "there is no event \"\(name.id)\"")
        }
        var view = ContentView(form: .events)
        view.index = UInt32(event)
        view.id = id
        let slots = selection.slots(of: world.marketsPerEvent)
        view.firstSlot = UInt32(slots.lowerBound)
        view.endSlot = UInt32(slots.upperBound)
        return view
    }
}

extension ContentScope.MarketSelection {
    func slots(of count: Int) -> Range<Int> {
        let mainCount = min(ContentScope.mainMarketCount, count)
        return switch self {
        case .all: 0..<count
        case .main: 0..<mainCount
        case .others: mainCount..<count
        }
    }
}

extension TrafficWorld {
    /// - Complexity: O(events).
    func event(ofID id: UInt64) -> Int? {
        (0..<events.count).first { events[$0].id == id }
    }

    /// - Complexity: O(markets).
    func market(ofID id: UInt64) -> Int? {
        (0..<markets.count).first { markets[$0].id == id }
    }
}
