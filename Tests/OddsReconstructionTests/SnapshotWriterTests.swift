import OddsModel
import OddsWire
import Testing

@testable import OddsReconstruction

@Suite struct SnapshotWriterTests {
    private func text(_ utf8: [UInt8]) -> String { String(decoding: utf8, as: UTF8.self) }

    private func state(_ references: [ReferenceModel]) -> String {
        text(SnapshotWriter.state(events: [], references: references))
    }

    @Test func emptyDocument() {
        #expect(text(SnapshotWriter.document(of: [])) == #"{"channels":[]}"#)
    }

    /// EM-S1.
    @Test func channels() {
        var counters = ChannelCounters()
        counters.framesApplied = 1
        counters.framesRejected = 2
        counters.framesStale = 3
        counters.framesHeld = 4
        counters.framesHeldDropped = 5
        counters.recordsApplied = 6
        counters.recordsRejected = 7
        counters.orphanUpdates = 8
        counters.orphanDeletes = 9
        let first = ChannelSnapshot(
            channel: "/sports/\"1\"", version: FrameVersion(number: 7, text: "007"), events: [],
            references: [], counters: counters)
        var second = first
        second.channel = ""
        second.version = nil
        second.counters = ChannelCounters()
        #expect(
            text(SnapshotWriter.document(of: [first, second])) == #"""
                {"channels":[{"channel":"/sports/\"1\"","version":"007","events":[],\#
                "references":{},"counters":{"framesApplied":1,"framesRejected":2,\#
                "framesStale":3,"framesHeld":4,"framesHeldDropped":5,"recordsApplied":6,\#
                "recordsRejected":7,"orphanUpdates":8,"orphanDeletes":9}},\#
                {"channel":"","version":null,"events":[],"references":{},\#
                "counters":{"framesApplied":0,"framesRejected":0,"framesStale":0,\#
                "framesHeld":0,"framesHeldDropped":0,"recordsApplied":0,"recordsRejected":0,\#
                "orphanUpdates":0,"orphanDeletes":0}}]}
                """#)
    }

    /// EM-S2.
    @Test func treeInSchemaOrder() {
        var builder = EventModelBuilder()
        builder.append(.match, id: EntityID("1"))
        builder.set(Schema.Match.allowsLiveOdds, to: false)
        builder.set(Schema.Match.startTime, to: .min)
        builder.set(Schema.Match.name, to: "A \u{2013} B")
        builder.append(.eventInfo, id: EntityID("x\ty"))
        builder.append(.market, id: EntityID("007"))
        builder.set(Schema.Market.eventId, to: EntityID("1"))
        builder.append(.outcome, id: EntityID("3"))
        builder.set(Schema.Outcome.paramFloat1, to: -0.0)
        builder.append(.bettingOffer, id: EntityID("4"))
        builder.set(Schema.Offer.odds, to: 1.1)
        builder.set(Schema.Offer.isLive, to: true)
        builder.append(.outcome, id: EntityID("5"))
        builder.append(.market, id: EntityID("6"))
        let written = SnapshotWriter.state(events: [builder.finish()], references: [])
        #expect(
            text(written) == #"""
                {"events":[{"id":"1","name":"A – B","startTime":-9223372036854775808,\#
                "allowsLiveOdds":false,"eventInfos":[{"id":"x\u0009y"}],\#
                "markets":[{"id":"007","eventId":"1","outcomes":[\#
                {"id":"3","paramFloat1":-0.0,\#
                "bettingOffers":[{"id":"4","odds":1.1,"isLive":true}]},\#
                {"id":"5","bettingOffers":[]}]},{"id":"6","outcomes":[]}]}],"references":{}}
                """#)
    }

    /// EM-S2.
    @Test(arguments: [
        0, -0.0, 1, 0.1, 1e16, 1e21, 1e-7, 123_456_789.123_456_79,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.leastNormalMagnitude,
        9_007_199_254_740_992,
    ])
    func numbersReadBackAsTheSameDouble(number: Double) throws {
        var builder = EventModelBuilder()
        builder.append(.match, id: EntityID("1"))
        builder.append(.eventInfo, id: EntityID("2"))
        builder.set(Schema.Info.paramFloat1, to: number)
        let written = text(SnapshotWriter.state(events: [builder.finish()], references: []))
        let start = try #require(written.firstRange(of: "\"paramFloat1\":")?.upperBound)
        let literal = written[start...].prefix { $0 != "}" }
        #expect(Double(literal)?.bitPattern == number.bitPattern)
        #expect(literal.wholeMatch(of: /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/) != nil)
    }

    @Test func referencesAreSortedByTypeAndName() {
        let references = [
            ReferenceModel(
                type: "SPORT", id: EntityID("2"),
                properties: [("name", "\"Tennis\""), ("\u{E9}", "1"), ("e\u{301}", "2")]),
            ReferenceModel(type: "LOCATION", id: EntityID("1"), properties: []),
            ReferenceModel(type: "SPORT", id: EntityID("1"), properties: [("a", "null")]),
        ]
        #expect(
            Array(state(references).utf8) == Array((
                #"{"events":[],"references":{"LOCATION":[{"id":"1"}],"#
                    + #""SPORT":[{"id":"2","e"# + "\u{301}" + #"":2,"name":"Tennis",""# + "\u{E9}"
                    + #"":1},{"id":"1","a":null}]}}"#
            ).utf8))
    }

    @Test func orderOfPropertiesDoesNotMatter() {
        let one = ReferenceModel(
            type: "T", id: EntityID("1"), properties: [("a", "1"), ("b", #"{"x":1,"y":2}"#)])
        let two = ReferenceModel(
            type: "T", id: EntityID("1"), properties: [("b", #"{ "y":2,"x":1 }"#), ("a", "1")])
        #expect(state([one]) == state([two]))
    }
}
