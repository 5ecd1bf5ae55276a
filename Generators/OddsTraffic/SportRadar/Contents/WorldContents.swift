import OddsModel

/// A world on SportRadar's wire: its open contents, and what each step of the world changes
/// in them. Each outcome of the world is of one market and has one offer, so that every
/// offer is a selection.
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
    /// Numbers of contents that can be used again.
    private var freeContents: [Int] = []
    /// The open contents that show numbers of events.
    private(set) var numberContents: [Int] = []
    var lists: [EventList?] = []
    var facts: EventFacts
    var chains: ContentChains
    var journal = StepJournal()
    /// The number of live events of each league.
    var liveCounts: [Int] = []
    /// The sports that have live events, in the order in which they came.
    var liveSports: [Int] = []
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
        liveSports.reserveCapacity(Vocabulary.sports.count)
        liveSports += Vocabulary.sports.indices.filter { liveCount(ofSport: $0) > 0 }
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
        case .sports, .topNodes, .nodes: numberContents.append(content)
        case .noNodes, .search, .selection: break
        }
        return content
    }

    private mutating func freeContent() -> Int {
        if let free = freeContents.popLast() { return free }
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
        if let open = index(ofList: scope, pageSize: pageSize) { return open }
        let list = lists.firstIndex { $0 == nil } ?? lists.count
        if list == lists.count { lists.append(nil) }
        lists[list] = EventList(scope, pageSize: pageSize, of: world)
        return list
    }

    private func index(ofList scope: ListScope, pageSize: Int) -> Int? {
        lists.firstIndex { $0?.scope == scope && $0?.pageSize == pageSize }
    }

    /// A list of which a page is open.
    func openList(_ scope: ListScope, pageSize: Int) -> EventList? {
        index(ofList: scope, pageSize: pageSize).flatMap { lists[$0] }
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
        numberContents.removeAll { $0 == content }
        freeContents.append(content)
    }

    private mutating func closeList(
        _ scope: ListScope, pageSize: Int, page: Int, _ content: Int
    ) {
        guard let list = index(ofList: scope, pageSize: pageSize),
            let events = lists[list]?.members(onPage: page)
        else { return }
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
        return openList(scope, pageSize: pageSize)?.members(onPage: page) ?? []
    }
}
