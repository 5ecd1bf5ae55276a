import Testing

/// §2 and rule 9: the links between entities.
@Suite struct LinkTests {
    private static let relation = "MARKET_OUTCOME_RELATION"

    private func relation(_ market: String, _ outcome: String) -> String {
        #""marketId":"\#(market)","outcomeId":"\#(outcome)""#
    }

    /// Every order in which parents and children can come, in one frame and in
    /// a frame each.
    @Test(arguments: Subject.allCases)
    func orderOfArrivalBetweenParentAndChildDoesNotMatter(subject: Subject) {
        let records = [
            ("MATCH", "1", ""), ("MARKET", "10", #""eventId":"1""#), ("OUTCOME", "20", ""),
            ("BETTING_OFFER", "30", #""outcomeId":"20""#),
            (Self.relation, "50", relation("10", "20")),
        ]
        for order in permutations(Array(records.indices)) {
            let (dumped, created) = (subject.makeChannel(), subject.makeChannel())
            let entities = order.map { entity(records[$0].0, records[$0].1, records[$0].2) }
            dumped.receive(
                #"{"messageType":"INITIAL_DUMP","records":[\#(entities.joined(separator: ","))]}"#)
            #expect(dumped.outline == "1(10(20(30)))", "\(order)")

            created.dump()
            for index in order {
                created.update(create(records[index].0, records[index].1, records[index].2))
            }
            #expect(created.outline == "1(10(20(30)))", "\(order)")
        }
    }

    private func permutations(_ elements: [Int]) -> [[Int]] {
        guard !elements.isEmpty else { return [[]] }
        return elements.flatMap { first in
            permutations(elements.filter { $0 != first }).map { [first] + $0 }
        }
    }

    @Test(arguments: Subject.allCases)
    func childOfAMissingParentShowsAsSoonAsTheParentIsThere(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("BETTING_OFFER", "30", #""outcomeId":"20""#),
            entity("MARKET", "10", #""eventId":"1""#), entity("OUTCOME", "20", #""marketId":"10""#),
            entity("EVENT_INFO", "40", #""eventId":"1""#))
        #expect(channel.events == "[]")
        #expect(channel.update(create("MATCH", "1")).changed == ["+MATCH 1"])
        #expect(channel.outline == "1{40}(10(20(30)))")
    }

    @Test(arguments: Subject.allCases)
    func outcomeThatSeveralMarketsNameShowsUnderEach(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MATCH", "2"), entity("MARKET", "10", #""eventId":"1""#),
            entity("MARKET", "11", #""eventId":"1""#), entity("MARKET", "12", #""eventId":"2""#),
            entity("OUTCOME", "20", #""marketId":"12""#),
            entity("BETTING_OFFER", "30", #""outcomeId":"20""#),
            entity(Self.relation, "50", relation("10", "20")),
            entity(Self.relation, "51", relation("11", "20")))
        #expect(channel.outline == "1(10(20(30)) 11(20(30))) 2(12(20(30)))")
        channel.update(change("BETTING_OFFER", "30", #""odds":3"#))
        #expect(channel.events.components(of: #""odds":3"#) == 3)
        channel.update(change("OUTCOME", "20", #""marketId":null,"code":"X""#))
        #expect(channel.outline == "1(10(20(30)) 11(20(30))) 2(12)")
        #expect(channel.events.components(of: #""code":"X""#) == 2)
        channel.update(
            delete(Self.relation, "50"), create("BETTING_OFFER", "31", #""outcomeId":"20""#))
        #expect(channel.outline == "1(10 11(20(30 31))) 2(12)")
    }

    @Test(arguments: Subject.allCases)
    func outcomeNamedTwiceByAMarketStaysUntilTheLastLinkIsGone(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#),
            entity("OUTCOME", "20", #""marketId":"10""#),
            entity(Self.relation, "50", relation("10", "20")),
            entity(Self.relation, "51", relation("10", "20")))
        #expect(channel.outline == "1(10(20))")
        channel.update(delete(Self.relation, "50"))
        #expect(channel.outline == "1(10(20))")
        channel.update(change("OUTCOME", "20", #""marketId":null"#))
        #expect(channel.outline == "1(10(20))")
        channel.update(change(Self.relation, "51", #""outcomeId":"21""#))
        #expect(channel.outline == "1(10)")
        channel.update(create("OUTCOME", "21"))
        #expect(channel.outline == "1(10(21))")
    }

    @Test(arguments: Subject.allCases)
    func eachLinkAloneHoldsTheOutcome(subject: Subject) {
        for last in ["50", "51", "marketId"] {
            let channel = subject.makeChannel()
            channel.dump(
                entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#),
                entity(Self.relation, "50", relation("10", "20")),
                entity("OUTCOME", "20", #""marketId":"10""#),
                entity(Self.relation, "51", relation("10", "20")))
            for link in ["50", "51", "marketId"] where link != last {
                channel.update(
                    link == "marketId"
                        ? change("OUTCOME", "20", #""marketId":"""#) : delete(Self.relation, link))
                #expect(channel.outline == "1(10(20))", "\(link) gone, \(last) stays")
            }
        }
    }

    @Test(arguments: Subject.allCases)
    func changedLinkMovesTheChildWithAllBelowIt(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MATCH", "2"), entity("MARKET", "10", #""eventId":"1""#),
            entity("MARKET", "11", #""eventId":"2""#), entity("OUTCOME", "20", #""marketId":"10""#),
            entity("OUTCOME", "21", #""marketId":"11""#),
            entity("BETTING_OFFER", "30", #""outcomeId":"20""#),
            entity("EVENT_INFO", "40", #""eventId":"1""#))
        #expect(channel.outline == "1{40}(10(20(30))) 2(11(21))")
        let moved = channel.update(change("MARKET", "10", #""eventId":"2""#))
        #expect(moved.changed == ["~MARKET 10 eventId"])
        #expect(channel.outline == "1{40} 2(10(20(30)) 11(21))")
        channel.update(change("OUTCOME", "20", #""marketId":"11""#))
        #expect(channel.outline == "1{40} 2(10 11(20(30) 21))")
        channel.update(change("BETTING_OFFER", "30", #""outcomeId":"21""#))
        #expect(channel.outline == "1{40} 2(10 11(20 21(30)))")
        channel.update(change("EVENT_INFO", "40", #""eventId":"2""#))
        #expect(channel.outline == "1 2{40}(10 11(20 21(30)))")
    }

    @Test(arguments: Subject.allCases)
    func relationMayMoveAtBothEnds(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#),
            entity("MARKET", "11", #""eventId":"1""#), entity("OUTCOME", "20"),
            entity("OUTCOME", "21"), entity(Self.relation, "50", relation("10", "20")))
        #expect(channel.outline == "1(10(20) 11)")
        let moved = channel.update(change(Self.relation, "50", relation("11", "21")))
        #expect(moved.changed == ["~MARKET_OUTCOME_RELATION 50 marketId outcomeId"])
        #expect(channel.outline == "1(10 11(21))")
        channel.update(change(Self.relation, "50", #""marketId":"10""#))
        #expect(channel.outline == "1(10(21) 11)")
        channel.update(change(Self.relation, "50", #""marketId":null"#))
        #expect(channel.outline == "1(10 11)")
        channel.update(change(Self.relation, "50", #""marketId":"11""#))
        #expect(channel.outline == "1(10 11(21))")
        channel.update(create(Self.relation, "50", #""marketId":"11""#))
        #expect(channel.outline == "1(10 11)")
    }

    @Test(arguments: Subject.allCases)
    func outcomeSurvivesARelationThatIsRecreatedElsewhere(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#),
            entity("MARKET", "11", #""eventId":"1""#), entity("OUTCOME", "20"),
            entity(Self.relation, "50", relation("10", "20")))
        channel.update(
            delete(Self.relation, "50"), create(Self.relation, "50", relation("11", "20")))
        #expect(channel.outline == "1(10 11(20))")
        channel.update(delete("OUTCOME", "20"))
        #expect(channel.outline == "1(10 11)")
        channel.update(create("OUTCOME", "20", #""marketId":"10""#))
        #expect(channel.outline == "1(10(20) 11(20))")
    }

    /// The outcome moves between markets that the tree does not show, or that
    /// have another link to it; what stays is its node below the other market.
    @Test(arguments: Subject.allCases)
    func outcomesOwnLinkIsAValueUnderEveryMarketThatNamesIt(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#),
            entity("OUTCOME", "20", #""marketId":"11""#),
            entity(Self.relation, "50", relation("10", "20")))
        #expect(channel.events.contains(#""marketId":"11""#))
        channel.update(change("OUTCOME", "20", #""marketId":"12","code":"X""#))
        #expect(channel.events.contains(#""marketId":"12""#))
        channel.update(change("OUTCOME", "20", #""marketId":"10""#))
        #expect(channel.events.contains(#""marketId":"10""#))
        channel.update(change("OUTCOME", "20", #""marketId":null"#))
        #expect(!channel.events.contains("marketId"))
        #expect(channel.outline == "1(10(20))")
    }

    /// What several places showed is changed where one of them is left.
    @Test(arguments: Subject.allCases)
    func outcomeOfSeveralMarketsIsChangedInTheOneThatIsLeft(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#),
            entity("OUTCOME", "20", #""marketId":"11""#),
            entity("BETTING_OFFER", "30", #""outcomeId":"20""#),
            entity("MATCH", "2"), entity("MARKET", "12", #""eventId":"2""#),
            entity("OUTCOME", "19", #""marketId":"11""#),
            entity("BETTING_OFFER", "29", #""outcomeId":"19""#),
            entity("MARKET", "11", #""eventId":"2""#),
            entity(Self.relation, "50", relation("10", "20")))
        #expect(channel.outline == "1(10(20(30))) 2(12 11(20(30) 19(29)))")
        channel.update(change("OUTCOME", "20", #""marketId":null,"code":"X""#))
        channel.update(change("BETTING_OFFER", "30", #""odds":2"#))
        #expect(
            channel.events == """
                [{"eventInfos":[],"id":"1","markets":[{"eventId":"1","id":"10","outcomes":[\
                {"bettingOffers":[{"id":"30","odds":2.0,"outcomeId":"20"}],"code":"X","id":"20"}\
                ]}]},{"eventInfos":[],"id":"2","markets":[\
                {"eventId":"2","id":"12","outcomes":[]},\
                {"eventId":"2","id":"11","outcomes":[\
                {"bettingOffers":[{"id":"29","outcomeId":"19"}],"id":"19","marketId":"11"}]}]}]
                """)
    }

    @Test(arguments: Subject.allCases)
    func emptyOrForeignLinksLeadNowhere(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"""#),
            entity("MARKET", "11", #""eventId":"01""#), entity("MARKET", "12", #""eventId":"10""#),
            entity("MARKET", "13"), entity("EVENT_INFO", "40", #""eventId":" 1""#),
            entity("MATCH", "2", #""parentId":"1""#), entity("OUTCOME", "20", #""eventId":"1""#))
        #expect(channel.outline == "1 2")
    }

    @Test(arguments: Subject.allCases)
    func integerLinkMeansItsText(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "9007199254740993", #""eventId":1"#),
            #"{"_type":"OUTCOME","id":20,"marketId":9007199254740993}"#,
            entity("BETTING_OFFER", "30", #""outcomeId":20"#), entity("OUTCOME", "21"),
            entity(Self.relation, "50", #""marketId":9007199254740993,"outcomeId":21"#))
        #expect(channel.outline == "1(9007199254740993(20(30) 21))")
    }

    @Test(arguments: Subject.allCases)
    func idsCompareByTheirBytes(subject: Subject) {
        let channel = subject.makeChannel()
        let ids = ["7", "007", "é", "e\u{301}", "-7", "+7", "7 ", "9223372036854775808"]
        channel.dump()
        for id in ids { channel.update(create("MATCH", id)) }
        for (index, id) in ids.enumerated() {
            channel.update(create("MARKET", "\(index)", #""eventId":"\#(id)""#))
        }
        #expect(
            channel.outline
                == ids.enumerated().map { "\($0.element)(\($0.offset))" }.joined(separator: " "))
    }
}

extension String {
    /// How often `part` occurs.
    fileprivate func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
