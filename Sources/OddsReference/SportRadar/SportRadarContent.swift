/// What a channel is for (SR-C1).
struct SportRadarContent: Hashable, Sendable {
    /// What the `change` of a `REFRESHED` is.
    enum Shape {
        case events, group, event, market, selection, liveData, sports, nodes
    }

    let type: UTF8Text
    /// May be empty.
    let id: UTF8Text
    let shape: Shape

    private static let shapes: [UTF8Text: Shape] = [
        "liveDataSummaryAdvancedListBySportType": .events,
        "eventListBySportTypeDate": .events,
        "eventSearch": .events,
        "eventGroup": .group,
        "event": .event,
        "eventSummary": .event,
        "eventWithBalancedMarkets": .event,
        "liveDataSummaryEventSummary": .event,
        "market": .market,
        "selection": .selection,
        "liveDataExtended": .liveData,
        "inplaySportListBySportType": .sports,
        "sportTypeByDate": .sports,
        "boNavigationList": .nodes,
    ]

    /// `nil` if the `contentId` names no channel.
    init?(_ contentID: JSONValue?) {
        guard let members = contentID?.object, let type = members["type"]?.string,
            let shape = Self.shapes[type]
        else { return nil }
        if let id = members["id"], !id.isNull {
            guard let text = id.string ?? id.identifier else { return nil }
            self.id = text
        } else {
            id = ""
        }
        self.type = type
        self.shape = shape
    }

    /// The channel's name.
    var name: UTF8Text { UTF8Text(type.bytes + [UInt8(ascii: "/")] + id.bytes) }

    /// True if what the selectors of a key name can be put in (SR-A1, SR-A7).
    func takes(_ key: UTF8Text) -> Bool {
        key == "idfosporttype"
            ? shape == .sports : ["idfoevent", "idfomarket", "idfoselection"].contains(key)
    }

    /// Whether it is a *list*, whose events have a main line (SR-E4).
    var isList: Bool { shape == .events || shape == .group }
}
