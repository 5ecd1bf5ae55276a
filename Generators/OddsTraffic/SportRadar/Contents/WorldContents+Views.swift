// What a content shows, as its name says.
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
        case .first: 0..<min(1, count)
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
