/// The events of a list.
enum ListScope: Hashable {
    /// Those that have begun, until they are removed.
    case live(sport: Int)
    case dates(Dates)
    /// Those of a tournament, whatever their phase.
    case group(league: Int)

    /// Events to come of a sport, by their start in milliseconds since 1970.
    struct Dates: Hashable {
        var sport: Int
        /// Both ends belong to it.
        var from: Int64
        var to: Int64
        var isByPopularity: Bool
    }

    func holds(_ event: Int, of world: borrowing TrafficWorld) -> Bool {
        let state = world.events[event]
        switch self {
        case .live(let sport):
            return state.phase != .prematch && world.league(ofEvent: event).sport == sport
        case .dates(let dates):
            return state.phase == .prematch && state.startTime >= dates.from
                && state.startTime <= dates.to
                && world.league(ofEvent: event).sport == dates.sport
        case .group(let league):
            return state.league == league
        }
    }
}

/// The events of a list, in order, of which each page shows some: page p has the places
/// from p · `pageSize` on. Events that come later come at the end.
struct EventList {
    struct Member: Equatable {
        let event: Int
        let id: UInt64
    }

    let scope: ListScope
    let pageSize: Int
    private(set) var members: [Member] = []
    /// The open contents that show pages of it.
    private(set) var contents: [(page: Int, content: Int)] = []

    /// - Complexity: O(events · log events).
    init(_ scope: ListScope, pageSize: Int, of world: borrowing TrafficWorld) {
        self.scope = scope
        self.pageSize = pageSize
        var events: [Int] = []
        for event in 0..<world.events.count where scope.holds(event, of: world) {
            events.append(event)
        }
        if case .dates(let dates) = scope {
            // Sorted by what is not the same for two of them.
            let keys = events.map { event in
                let state = world.events[event]
                return (dates.isByPopularity ? -Int64(state.offerCount) : state.startTime, event)
            }
            events = keys.sorted { $0 < $1 }.map { $0.1 }
        }
        members = events.map { Member(event: $0, id: world.events[$0].id) }
    }

    func place(ofEvent event: Int) -> Int? { members.firstIndex { $0.event == event } }

    func members(onPage page: Int) -> ArraySlice<Member> {
        let (first, overflows) = page.multipliedReportingOverflow(by: pageSize)
        guard !overflows, first < members.count else { return [] }
        return members[first...].prefix(pageSize)
    }

    /// The contents that show a page.
    func contents(onPage page: Int) -> [Int] {
        contents.filter { $0.page == page }.map(\.content)
    }

    mutating func add(_ content: Int, page: Int) { contents.append((page, content)) }

    mutating func remove(_ content: Int) { contents.removeAll { $0.content == content } }

    mutating func append(_ member: Member) { members.append(member) }

    mutating func remove(at place: Int) { members.remove(at: place) }
}
