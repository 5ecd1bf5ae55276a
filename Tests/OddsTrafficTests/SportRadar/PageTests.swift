import OddsTestInputs
import Testing

@testable import OddsTraffic

/// The pages of a list, played into arrays.
@Suite struct PageTests {
    /// The events of each page, as the client of a list has them.
    private struct Pages {
        var events: [[String]]

        var all: [String] { events.flatMap { $0 } }

        mutating func apply(_ element: ContentTree, page: Int) throws {
            let path = try #require(element["path"]?.text)
            let segments = PathSegment.segments(path)
            let id = try #require(segments.last).value
            guard segments.count == 1 else { return }
            switch element["changeType"]?.text {
            case "ADDED":
                #expect(!events[page].contains(id))
                #expect(element["change"]?["idfoevent"]?.text == id)
                events[page].append(id)
            case "REMOVED":
                #expect(element["change"] == nil)
                let place = try #require(events[page].firstIndex(of: id))
                events[page].remove(at: place)
            default: break
            }
        }
    }

    private func ids(_ element: [UInt8]) -> [String] {
        (ContentTree(element)["change"]?.elements ?? []).compactMap { $0["idfoevent"]?.text }
    }

    @Test("A page shows its places, new events come last, and one that leaves moves all behind",
        arguments: [
            ("liveDataSummaryAdvancedListBySportType", "FBL/*", 20),
            ("eventListBySportTypeDate", "FBL/202603310000/202604032359/*/7/T", 7),
            ("eventListBySportTypeDate", "FBL/202603310000/202604032359/*/3/P", 3),
        ])
    func pages(type: String, id: String, pageSize: Int) throws {
        var configuration = TrafficConfiguration.small(seed: 44)
        configuration.events = 600
        configuration.markets = 1
        configuration.outcomes = 2
        configuration.lifeCycleMilliseconds = 2_500
        var feed = try WorldFeed(configuration)
        let pageCount = 100 / pageSize + 1
        var pages = Pages(events: [])
        var contents: [WorldFeed.ContentID] = []
        for page in 0..<pageCount {
            let id = id.split(separator: "*", omittingEmptySubsequences: false)
                .joined(separator: "\(page)")
            contents.append(try feed.open(ContentName(type: type, id: id)))
            pages.events.append(ids(try feed.refreshed(contents[page])))
        }
        var counts = (left: 0, entered: 0, moved: 0)
        for _ in 0..<1_500 {
            let before = pages
            var elements: [(page: Int, element: ContentTree)] = []
            feed.advance({ _, _, _ in }, contents: { content, run, _ in
                guard let page = contents.firstIndex(of: content) else { return }
                for element in ContentTree([0x5B] + Array(run) + [0x5D]).elements {
                    elements.append((page, element))
                }
            })
            let old = before.all
            var after = pages
            for (page, element) in elements { try after.apply(element, page: page) }
            let stays = Set(old).intersection(after.all)
            for (page, element) in elements {
                try pages.apply(element, page: page)
                // Added there before it is removed here: it is never gone.
                #expect(stays.isSubset(of: pages.all))
            }
            let new = pages.all
            #expect(Set(new).count == new.count)
            // In the order of before, and what is new at the end.
            #expect(Array(new.prefix(stays.count)) == old.filter(stays.contains))
            for (page, events) in pages.events.enumerated() {
                let count = min(pageSize, max(0, new.count - page * pageSize))
                #expect(events.count == count, "page \(page) of \(new.count) events")
            }
            counts.left += old.count - stays.count
            counts.entered += new.count - stays.count
            counts.moved += stays.count { event in
                before.events.firstIndex { $0.contains(event) }
                    != pages.events.firstIndex { $0.contains(event) }
            }
        }
        #expect(counts.left > 15 && counts.entered > 15 && counts.moved > 15, "\(counts)")
        for page in 0..<pageCount {
            #expect(ids(try feed.refreshed(contents[page])) == pages.events[page])
        }
    }

    @Test("Lists begin in the order that their id asks for")
    func order() throws {
        var configuration = TrafficConfiguration.small()
        configuration.events = 300
        configuration.markets = 1
        configuration.lifeCycleMilliseconds = 2_500
        var feed = try WorldFeed(configuration)
        for _ in 0..<2_000 { feed.advance { _, _, _ in } }
        let byTime = try feed.data(
            of: ContentName(.events, "FBL/202603310000/202604032359/0/99/T"))
        let starts = ContentTree(byTime).elements.compactMap { event in
            feed.world.event(ofID: SportRadarID.number(of: event["idfoevent"]?.text ?? "") ?? 0)
                .map { feed.world.events[$0].startTime }
        }
        #expect(starts.count > 5 && starts == starts.sorted() && Set(starts).count > 2)
        let byPopularity = try feed.data(
            of: ContentName(.events, "FBL/202603310000/202604032359/0/99/P"))
        let offers = ContentTree(byPopularity).elements.compactMap { event in
            feed.world.event(ofID: SportRadarID.number(of: event["idfoevent"]?.text ?? "") ?? 0)
                .map { feed.world.events[$0].offerCount }
        }
        #expect(offers.count == starts.count && offers == offers.sorted(by: >))
        // To the minute, and both ends belong to it.
        let last = try #require(starts.last)
        let none = try feed.data(of: ContentName(.events, "FBL/202703310000/202704032359/0/9/T"))
        #expect(String(decoding: none, as: UTF8.self) == "[]")
        let minute = feed.world.date(ofStart: last)
        let one = try feed.data(of: ContentName(.events, "FBL/\(minute)/\(minute)/0/99/T"))
        #expect(!ContentTree(one).elements.isEmpty)
    }

    @Test("The numbers of live events are those of the lists")
    func numbers() throws {
        var configuration = TrafficConfiguration.small()
        configuration.events = 40
        configuration.lifeCycleMilliseconds = 2_000
        var feed = try WorldFeed(configuration)
        let sports = try feed.open(ContentName(.liveSports, ""))
        let nodes = try feed.open(ContentName(.navigation, "web/top"))
        var model = SocketModel()
        model.receive(elements: try feed.refreshed(sports))
        model.receive(elements: try feed.refreshed(nodes))
        var seen: Set<Int> = []
        for _ in 0..<600 {
            feed.advance({ _, _, _ in }, contents: { model.receive(elements: Array($1)); _ = $2 })
            let list = try feed.data(of: ContentName(.liveEvents, "FBL/0"))
            let count = ContentTree(list).elements.count
            seen.insert(count)
            let sport = model.contents["inplaySportListBySportType/"]??.elements
                .first { $0["idfosporttype"] == .text("FBL") }
            #expect(sport?["numEvents"] == (count == 0 ? nil : .word("\(count)")))
            let node = model.contents["boNavigationList/web/top"]??["bonavigationnodes"]?
                .elements.first
            #expect(node?["numinplayevents"] == .text("\(count)"))
            #expect(node?["numevents"] == .text("7"))
        }
        #expect(seen.count > 2 && model.orphans == [])
    }

    @Test("SR-A7: a sport is listed while it has live events, and comes back at the end")
    func sportsWithLiveEvents() throws {
        var configuration = TrafficConfiguration.small()
        configuration.events = 12
        configuration.lifeCycleMilliseconds = 1_000
        var feed = try WorldFeed(configuration)
        let name = ContentName(.liveSports, "")
        let sports = try feed.open(name)
        var model = SocketModel()
        model.receive(elements: try feed.refreshed(sports))
        let listed = { (model: SocketModel) in
            (model.contents[name.description]??.elements ?? []).map { $0["idfosporttype"]?.text }
        }
        var before = listed(model)
        for _ in 0..<1_500 {
            feed.advance({ _, _, _ in }, contents: { model.receive(elements: Array($1)); _ = $2 })
            let live = try Vocabulary.sports.map { "\($0.code)" }.filter { code in
                let list = try feed.data(of: ContentName(.liveEvents, "\(code)/0"))
                return !ContentTree(list).elements.isEmpty
            }
            let after = listed(model)
            let new = live.filter { !before.contains($0) }
            #expect(after == before.filter { live.contains($0 ?? "") } + new)
            before = after
        }
        #expect(model.elementCounts["ADDED", default: 0] > 5)
        #expect(model.elementCounts["REMOVED", default: 0] > 5)
        #expect(model.orphans == [])
    }
}

extension TrafficWorld {
    /// The minute of a time in milliseconds, as ids of lists have it.
    fileprivate func date(ofStart milliseconds: Int64) -> String {
        var writer = FrameWriter()
        writer.date(milliseconds, as: .zulu)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return String(text.filter(\.isNumber).prefix(12))
    }
}
