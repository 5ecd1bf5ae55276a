import OddsModel
import Testing

@Suite struct EventModelTests {
    private func text(_ value: String) -> PlainValue { .text(Array(value.utf8)) }

    private func node(
        _ type: EntityType, _ id: String, _ properties: [Int: PlainValue] = [:],
        _ children: [PlainNode] = []
    ) -> PlainNode {
        PlainNode(type: type, id: Array(id.utf8), properties: properties, children: children)
    }

    private func offer(_ id: String, odds: Double?, isAvailable: Bool?) -> PlainNode {
        var node = node(.bettingOffer, id)
        node.properties[Schema.Offer.odds] = odds.map { .number($0.bitPattern) }
        node.properties[Schema.Offer.isAvailable] = isAvailable.map { .boolean($0) }
        return node
    }

    /// An event whose only text is `name`.
    private func event(named name: String) -> EventModel {
        buildEvent(node(.match, "1", [Schema.Match.name: text(name)]))
    }

    /// More nodes than the builder has room for at first: each has to be where
    /// its region is after it has grown.
    @Test func eventLargerThanTheBuilder() {
        let markets = (0..<500).map { market in
            node(
                .market, "\(market)", [:],
                (0..<4).map { outcome in
                    let id = "\(market * 10 + outcome)"
                    return node(.outcome, id, [:], [offer(id, odds: 2, isAvailable: true)])
                })
        }
        let event = buildEvent(node(.match, "1", [:], markets))
        #expect(event.markets.map { $0.id } == (0..<500).map { EntityID("\($0)") })
        for market in event.markets {
            let ids = (0..<4).map { EntityID("\(Int(market.id.description)! * 10 + $0)") }
            #expect(market.outcomes.map { $0.id } == ids)
            #expect(market.outcomes.flatMap { $0.bettingOffers.map { $0.id } } == ids)
        }
    }

    @Test func emptyEvent() {
        let event = buildEvent(node(.match, "1"))
        #expect(event.id == EntityID("1"))
        #expect(event.present == [])
        #expect(event.markets.isEmpty && event.eventInfos.isEmpty)
        #expect(event.name == nil && event.startTime == nil && event.allowsLiveOdds == nil)
        event.forEachBettingOffer { _, _, _ in Issue.record("an offer from nowhere") }
    }

    @Test(arguments: [
        "", "007", "0", "7", "9999999999999999999", "10000000000000000000", "x", "e\u{301}",
        "a rather long id that is not a number",
    ])
    func idsOfAnyShape(id: String) {
        let event = buildEvent(node(.match, id, [:], [node(.market, id)]))
        #expect(event.id == EntityID(id))
        #expect(event.markets[0].id == EntityID(id))
        #expect(event.markets[0].withIDBytes { Array($0) } == Array(id.utf8))
        #expect(event == buildEvent(node(.match, id, [:], [node(.market, id)])))
        #expect(event != buildEvent(node(.match, id + "1", [:], [node(.market, id)])))
    }

    @Test(arguments: ["", "1234567", "12345678", "\u{1F3BE}\u{1F3BE}", "nul \0 inside it"])
    func textShortAndLong(name: String) {
        #expect(event(named: name).name.map { Array($0.utf8) } == Array(name.utf8))
        #expect(event(named: name).withText(at: Schema.Match.name) { $0.count } == name.utf8.count)
        #expect(event(named: name) != event(named: name + "!"))
    }

    @Test(arguments: [("\u{E9}", "e\u{301}"), ("caf\u{E9} noir", "cafe\u{301} noir")])
    func textIsEqualByItsBytes(composed: String, decomposed: String) {
        #expect(composed == decomposed)
        #expect(event(named: composed) != event(named: decomposed))
        #expect(event(named: composed) == event(named: composed))
    }

    @Test func positionsOfTextDoNotMatter() {
        var builder = EventModelBuilder()
        let long = "longer than seven bytes"
        builder.append(.match, id: EntityID("1"))
        builder.set(Schema.Match.name, to: "first written, then replaced")
        builder.set(Schema.Match.name, to: long)
        builder.set(Schema.Match.shortName, to: long)
        let replaced = builder.finish()
        builder.append(.match, id: EntityID("1"))
        builder.set(Schema.Match.shortName, to: long)
        builder.set(Schema.Match.name, to: long)
        #expect(builder.finish() == replaced)
    }

    @Test func textAsNumberEqualsTextAsBytes() {
        for digits in ["0", "1234567", "12345678", "123456789012345678", "9999999999999999999"] {
            let plain = node(.match, "1", [Schema.Match.sportId: text(digits)])
            var builder = EventModelBuilder()
            builder.appendValues(plain)
            let fromBytes = builder.finish()
            builder.appendWords(plain)
            let fromNumber = builder.finish()
            #expect(fromNumber.sportId == digits)
            #expect(fromNumber == fromBytes)
        }
    }

    @Test func numbersAreEqualByTheirBits() {
        func event(_ odds: Double) -> EventModel {
            let offer = offer("1", odds: odds, isAvailable: nil)
            let outcome = node(.outcome, "1", [:], [offer])
            return buildEvent(node(.match, "1", [:], [node(.market, "1", [:], [outcome])]))
        }
        #expect(event(0) != event(-0.0))
        #expect(event(-0.0) == event(-0.0))
        #expect(event(1.5) != event(1.5.nextUp))
    }

    @Test func booleansHaveThreeStates() {
        let markets = [nil, false, true].enumerated().map { index, value in
            node(
                .market, "\(index)",
                value.map { [Schema.Market.isClosed: .boolean($0)] } ?? [:])
        }
        let event = buildEvent(node(.match, "1", [:], markets))
        #expect(event.markets.map(\.isClosed) == [nil, false, true])
        #expect(event.markets.map(\.mainLine) == [nil, nil, nil])
    }

    @Test func childrenComeUnderTheirParents() {
        let tree = node(.match, "1", [:], [
            node(.market, "10"),
            node(.market, "11", [:], [
                node(.outcome, "20"),
                node(.outcome, "21", [:], [
                    offer("30", odds: 1.5, isAvailable: true),
                    offer("31", odds: nil, isAvailable: nil),
                ]),
            ]),
            node(.market, "12", [:], [
                node(.outcome, "20", [:], [offer("32", odds: 2, isAvailable: false)])
            ]),
        ])
        let event = buildEvent(tree)
        #expect(PlainNode(event) == tree)
        #expect(event.markets.map { $0.outcomes.count } == [0, 2, 1])
        #expect(event.markets[1].outcomes.map { $0.bettingOffers.count } == [0, 2])

        var offers: [(UInt64, Double, Bool)] = []
        event.forEachBettingOffer { offers.append(($0.rawValue, $1, $2)) }
        #expect(offers.map(\.0) == [30, 31, 32])
        #expect(offers.map(\.1.bitPattern) == [1.5, .nan, 2].map(\.bitPattern))
        #expect(offers.map(\.2) == [true, false, false])
    }

    @Test func subtreesAreEqualByContent() {
        func market(_ id: String, odds: Double) -> PlainNode {
            let offer = offer("5", odds: odds, isAvailable: true)
            return node(.market, id, [:], [node(.outcome, "a long outcome id", [:], [offer])])
        }
        let left = buildEvent(node(.match, "1", [:], [market("9", odds: 3), market("8", odds: 2)]))
        let right = buildEvent(node(.match, "2", [:], [market("8", odds: 2), market("9", odds: 4)]))
        #expect(left.markets[1] == right.markets[0])
        #expect(left.markets[1].outcomes == right.markets[0].outcomes)
        #expect(left.markets[0] != right.markets[1])
        #expect(left.markets[0].outcomes[0] != right.markets[1].outcomes[0])
        #expect(left.markets[0].outcomes[0].bettingOffers[0]
            != right.markets[1].outcomes[0].bettingOffers[0])
        #expect(left.markets != right.markets)
        #expect(left.markets[0].outcomes == left.markets[0].outcomes)
    }

    @Test func theBuilderStartsAfresh() {
        var builder = EventModelBuilder()
        let long = "longer than seven bytes"
        let tree = node(.match, long, [Schema.Match.name: text(long)], [node(.market, long)])
        builder.appendWords(tree)
        #expect(builder.count(of: .match) == 1)
        #expect(builder.count(of: .market) == 1)
        let first = builder.finish()
        #expect(builder.count(of: .match) == 0)
        #expect(builder.count(of: .market) == 0)
        builder.appendWords(tree)
        let second = builder.finish()
        #expect(second == first)
        #expect(second.contentBytes == first.contentBytes)
    }

    @Test func strayBitsOfBooleansAreIgnored() {
        var builder = EventModelBuilder()
        let name = PropertySet(index: Schema.Match.name).rawValue
        let slots = builder.append(.match, id: 1, present: name, booleans: .max)
        slots.texts[Schema.Match.name] = Array("x".utf8).withUnsafeBytes { builder.text($0) }
        let event = builder.finish()
        #expect(event.allowsLiveOdds == nil)
        #expect(event == self.event(named: "x"))
    }
}
