import Testing

@testable import OddsTraffic

@Suite struct ContentNameTests {
    private func error(_ type: String, _ id: String) throws -> ContentError? {
        var feed = try WorldFeed(.small())
        do throws(ContentError) {
            let name = try ContentName(type: type, id: id)
            _ = try feed.open(name)
            return nil
        } catch {
            return error
        }
    }

    @Test("Types that are not there, and those that can only be asked for",
        arguments: ["weather", "event ", "Event", "eventSearch", "selection"])
    func types(type: String) throws {
        let error = try #require(try error(type, "1.1"))
        #expect(error.errorType == "CONTENT_TYPE_NOT_FOUND")
        #expect("\(error)".contains(type))
    }

    @Test("Ids that no world has, or this one has not", arguments: [
        ("liveDataSummaryAdvancedListBySportType", "XYZ/0", "no sport \"XYZ\""),
        ("liveDataSummaryAdvancedListBySportType", "FBL", "no page"),
        ("liveDataSummaryAdvancedListBySportType", "FBL/-1", "the page is \"-1\""),
        ("liveDataSummaryAdvancedListBySportType", "FBL/+1", "the page is \"+1\""),
        ("liveDataSummaryAdvancedListBySportType", "FBL/0/1", "\"1\" follows"),
        ("liveDataSummaryAdvancedListBySportType", "", "no sport"),
        ("liveDataSummaryAdvancedListBySportType", "FBL/99999999999999999999", "the page"),
        ("eventListBySportTypeDate", "FBL/20261002/202610022359/0/20/T", "the from"),
        ("eventListBySportTypeDate", "FBL/202610020000/202613022359/0/20/T", "the to"),
        ("eventListBySportTypeDate", "FBL/202610020000/202610022359/0/0/T", "the count"),
        ("eventListBySportTypeDate", "FBL/202610020000/202610022359/0/20/X", "T or P"),
        ("eventListBySportTypeDate", "FBL/202610020000/202610022359/0/20", "no sort"),
        ("inplaySportListBySportType", "FBL", "follows"),
        ("sportTypeByDate", "202610020000", "no to"),
        ("boNavigationList", "web", "no node"), ("boNavigationList", "web/9.1", "no node \"9.1\""),
        ("boNavigationList", "/top", "the front end"), ("boNavigationList", "a b/top", "front end"),
        ("event", "7.1", "no event \"7.1\""), ("event", "7", "no event"), ("event", "", "no event"),
        ("event", "007.1", "no event"), ("event", "_TOKEN_", "no event"),
        ("eventSummary", "7.1", "no event"), ("eventWithBalancedMarkets", "7.1", "no event"),
        ("liveDataExtended", "7.1", "no event"), ("market", "7.1", "no market \"7.1\""),
        ("eventGroup", "7.1", "no event group"),
    ])
    func ids(type: String, id: String, reason: String) throws {
        let error = try #require(try error(type, id))
        #expect(error.errorType == "CONTENT_NOT_FOUND")
        #expect("\(error)".hasPrefix("\(type)/\(id): ") && "\(error)".contains(reason), "\(error)")
    }

    @Test("What can only be asked for")
    func asked() throws {
        var feed = try WorldFeed(.small())
        let offer = feed.offerIDs(ofEvent: 2)[4]
        let selection = ContentTree(
            try feed.data(of: ContentName(.selection, SportRadarID.text(of: offer))))
        #expect(selection["idfoselection"]?.text == "\(offer).1")
        #expect(throws: ContentError.self) { try feed.data(of: ContentName(.selection, "7.1")) }

        let event = ContentTree(
            try feed.data(of: ContentName(.event, SportRadarID.text(of: feed.matchIDs[2]))))
        let name = try #require(event["participantname_home"]?.text).uppercased()
        let found = ContentTree(try feed.data(of: ContentName(.search, "\(name)/20/0"))).elements
        #expect(found.contains(event))
        let all = ContentTree(try feed.data(of: ContentName(.search, "e/200/0"))).elements
        let pages = try (0..<4).flatMap { page in
            ContentTree(try feed.data(of: ContentName(.search, "e/3/\(page)"))).elements
        }
        #expect(all.count > 9 && Array(all.prefix(12)) == pages)
        for id in ["e/0/0", "e/201/0", "e/3", "/3/0", "\(String(repeating: "e", count: 101))/3/0"] {
            #expect(throws: ContentError.self) { try feed.data(of: ContentName(.search, id)) }
        }
        // The query may have slashes.
        #expect(try feed.data(of: ContentName(.search, "a/b/20/0")) == Array("[]".utf8))
    }

    @Test("The markets of an event in parts")
    func parts() throws {
        var feed = try WorldFeed(.small())
        let id = SportRadarID.text(of: feed.matchIDs[0])
        let markets = try [ContentType.event, .eventSummary, .eventWithOtherMarkets].map {
            ContentTree(try feed.data(of: ContentName($0, id)))["markets"]?.elements ?? []
        }
        #expect(markets.map(\.count) == [9, 5, 4] && markets[0] == markets[1] + markets[2])
    }

    @Test("A content larger than a frame is refused")
    func size() throws {
        var configuration = TrafficConfiguration.small()
        configuration.events = 100
        configuration.stateFrameBytesMax = 64 << 10
        var feed = try WorldFeed(configuration)
        let name = ContentName(.liveEvents, "FBL/0")
        let content = try feed.open(name)
        #expect(throws: ContentError.tooLarge(name, bytesMax: 64 << 10)) {
            try feed.refreshed(content)
        }
        #expect(throws: ContentError.tooLarge(name, bytesMax: 64 << 10)) {
            try feed.data(of: name)
        }
        #expect(ContentError.tooLarge(name, bytesMax: 1).errorType == "CONTENT_TOO_LARGE")
    }

    @Test("Dates of ids", arguments: [
        ("197001010000", 0), ("202604010000", 1_775_001_600_000),
        ("200002292359", 951_868_740_000), ("196912312359", -60_000),
        ("202402290000", 1_709_164_800_000),
    ] as [(String, Int64)])
    func dates(text: String, milliseconds: Int64) {
        #expect(ContentDate.milliseconds(of: text) == milliseconds)
        var writer = FrameWriter()
        writer.date(milliseconds, as: .zulu)
        let date = String(decoding: writer.bytes, as: UTF8.self)
        #expect(date.filter(\.isNumber) == text + "00" && date.hasSuffix("Z"))
    }

    @Test("What is no date", arguments: [
        "202602290000", "190002290000", "202613010000", "202600010000", "202601000000",
        "202601012400", "202601010060", "2026010100", "20260101000x", "", "２０２６０１０１００００",
    ])
    func noDates(text: String) {
        #expect(ContentDate.milliseconds(of: text) == nil)
    }

    /// SR-V5.
    @Test("Times are spelt in three ways, with milliseconds where there are some")
    func spellings() {
        let spell = { (milliseconds: Int64, spelling: ContentDate.Spelling) in
            var writer = FrameWriter()
            writer.date(milliseconds, as: spelling)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let time: Int64 = 1_775_001_600_000
        #expect(spell(time, .offset) == "2026-04-01T02:00:00.000+0200")
        #expect(spell(time + 7, .utc) == "2026-04-01T00:00:00.007+0000")
        #expect(spell(time - 1_000, .utc) == "2026-03-31T23:59:59+0000")
        #expect(spell(time, .zulu) == "2026-04-01T00:00:00Z")
    }
}
