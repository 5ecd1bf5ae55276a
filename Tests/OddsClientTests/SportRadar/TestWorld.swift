import SeededRandom

/// A small world of live football, and how SportRadar's wire tells of it.
struct TestWorld {
    struct Selection {
        let id: String
        /// Odds are 1 + up/100. It only grows, so that an old price can be told.
        var up: Int
        var isTradable = true
    }

    struct Event {
        let number: Int
        var home = 0
        var selections: [Selection]

        var id: String { "\(number).1" }
        var market: String { "5\(number).1" }
    }

    static let pageSize = 20

    private(set) var events: [Event] = []
    /// The events that `change` does not remove.
    var kept: Set<String> = []
    private var lastNumber = 9_000
    private var lastUp = 20

    init(events count: Int) { for _ in 0..<count { events.append(makeEvent()) } }

    private mutating func makeEvent() -> Event {
        lastNumber += 1
        let selections = (1...3).map { Selection(id: "7\(lastNumber)\($0).1", up: 20) }
        return Event(number: lastNumber, selections: selections)
    }

    /// The pages that have events, and the first one that has none.
    var pages: Range<Int> { 0..<(events.count / Self.pageSize + 1) }

    static func page(_ number: Int) -> String {
        "liveDataSummaryAdvancedListBySportType/FBL/\(number)"
    }

    private func page(ofPlace place: Int) -> String { Self.page(place / Self.pageSize) }

    // MARK: Contents

    /// The whole of a content, as `change` of `REFRESHED`; `nil` if there is no such.
    func content(_ name: String) -> String? {
        let parts = name.split(separator: "/").map(String.init)
        switch parts.first {
        case "liveDataSummaryAdvancedListBySportType":
            guard parts.count == 3, parts[1] == "FBL", let page = Int(parts[2]) else {
                return nil
            }
            let shown = events.dropFirst(page * Self.pageSize).prefix(Self.pageSize)
            return "[\(shown.map(json).joined(separator: ","))]"
        case "event":
            return events.first { parts.count == 2 && $0.id == parts[1] }.map(json)
        case "inplaySportListBySportType":
            return """
                [{"idfosporttype":"FBL","sporttypename":"Football","numEvents":\(events.count)}]
                """
        default: return nil
        }
    }

    private func json(_ event: Event) -> String {
        let selections = event.selections.map(json).joined(separator: ",")
        return """
            {"idfoevent":"\(event.id)","name":"Event \(event.number)","idfosporttype":"FBL",\
            "tsstart":"2026-10-02T18:30:00.000+0200","numMarkets":1,"liveDataSummary":{\
            "matchTime":"63:12","status":"2nd_half","scores":{"CURRENT_SCORE":\
            {"home":\(event.home),"away":0}}},"markets":[{"idfomarket":"\(event.market)",\
            "name":"Winner","idefmarkettype":"2","istradable":true,\
            "selections":[\(selections)]}]}
            """
    }

    private func json(_ selection: Selection) -> String {
        """
        {"idfoselection":"\(selection.id)","name":"S","currentpriceup":"\(selection.up)",\
        "currentpricedown":"100","hadvalue":"H","istradable":\(selection.isTradable)}
        """
    }

    // MARK: Changes

    /// An element of a frame, and the content that it is about.
    struct Element {
        let content: String
        let type: String
        let path: String
        let change: String?

        var json: String {
            let slash = content.firstIndex(of: "/") ?? content.endIndex
            let id = content[slash...].dropFirst()
            let change = change.map { #","change":\#($0)"# } ?? ""
            return """
                {"contentId":{"type":"\(content[..<slash])","id":"\(id)"},\
                "changeType":"\(type)","path":"\(path)"\(change)}
                """
        }
    }

    /// Changes something, and returns what tells of it.
    mutating func change(_ random: inout SplitMix64) -> [Element] {
        guard !events.isEmpty else { return add() }
        let place = Int.random(in: events.indices, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return add()
        case 1 where !kept.contains(events[place].id): return remove(place)
        case 2...4: return score(place)
        case 5...6: return suspend(place, Int.random(in: 0..<3, using: &random))
        default: return price(place, Int.random(in: 0..<3, using: &random))
        }
    }

    /// What tells of a change of an event, on its page and in its own content.
    private func elements(
        _ type: String, _ place: Int, _ path: String, _ change: String?
    ) -> [Element] {
        [page(ofPlace: place), "event/\(events[place].id)"].map {
            Element(
                content: $0, type: type, path: "[idfoevent=\(events[place].id)]" + path,
                change: change)
        }
    }

    mutating func price(_ place: Int, _ index: Int) -> [Element] {
        lastUp += 1
        events[place].selections[index].up = lastUp
        let id = events[place].selections[index].id
        return elements(
            "UPDATED", place, path(place, id),
            #"{"idfoselection":"\#(id)","currentpriceup":"\#(lastUp)"}"#)
    }

    private mutating func suspend(_ place: Int, _ index: Int) -> [Element] {
        events[place].selections[index].isTradable.toggle()
        let selection = events[place].selections[index]
        return elements(
            "UPDATED", place, path(place, selection.id) + "|istradable",
            "\(selection.isTradable)")
    }

    private func path(_ place: Int, _ selection: String) -> String {
        "|markets|[idfomarket=\(events[place].market)]|selections|[idfoselection=\(selection)]"
    }

    private mutating func score(_ place: Int) -> [Element] {
        events[place].home += 1
        return elements(
            "UPDATED", place, "|liveDataSummary|scores|CURRENT_SCORE",
            #"{"home":\#(events[place].home),"away":0}"#)
    }

    private mutating func add() -> [Element] {
        events.append(makeEvent())
        let place = events.count - 1
        return [moved("ADDED", to: place / Self.pageSize, events[place])]
    }

    /// Each later page gives its first event to the page before.
    mutating func remove(_ place: Int) -> [Element] {
        let page = place / Self.pageSize
        var elements = [moved("REMOVED", to: page, events[place])]
        elements.append(
            Element(
                content: "event/\(events[place].id)", type: "REMOVED",
                path: "[idfoevent=\(events[place].id)]", change: nil))
        for later in pages.dropFirst(page + 1) where later * Self.pageSize < events.count {
            let first = events[later * Self.pageSize]
            elements.append(moved("ADDED", to: later - 1, first))
            elements.append(moved("REMOVED", to: later, first))
        }
        events.remove(at: place)
        return elements
    }

    private func moved(_ type: String, to page: Int, _ event: Event) -> Element {
        Element(
            content: Self.page(page), type: type, path: "[idfoevent=\(event.id)]",
            change: type == "ADDED" ? json(event) : nil)
    }
}
