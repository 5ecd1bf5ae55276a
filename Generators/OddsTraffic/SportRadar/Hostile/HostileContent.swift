/// The contents of hostile traffic: one of each type, and a second page.
struct HostileContent: Equatable, Sendable {
    enum Shape { case events, group, event, market, selection, liveData, sports, nodes }

    let type: ContentType
    let id: String
    let shape: Shape

    static let all: [HostileContent] = [
        HostileContent(type: .liveEvents, id: "FBL/0", shape: .events),
        HostileContent(type: .liveEvents, id: "FBL/1", shape: .events),
        HostileContent(
            type: .events, id: "FBL/202610020000/202610022359/0/20/T", shape: .events),
        HostileContent(type: .search, id: "a/20/0", shape: .events),
        HostileContent(type: .group, id: "7.1", shape: .group),
        HostileContent(type: .event, id: "1.1", shape: .event),
        HostileContent(type: .eventSummary, id: "1.1", shape: .event),
        HostileContent(type: .eventWithOtherMarkets, id: "2.1", shape: .event),
        HostileContent(type: .liveSummary, id: "1.1", shape: .event),
        HostileContent(type: .market, id: "10.1", shape: .market),
        HostileContent(type: .selection, id: "20.1", shape: .selection),
        HostileContent(type: .liveData, id: "1.1", shape: .liveData),
        HostileContent(type: .liveSports, id: "", shape: .sports),
        HostileContent(type: .sports, id: "202610020000/202610022359", shape: .sports),
        HostileContent(type: .navigation, id: "BO/top", shape: .nodes),
    ]
}
