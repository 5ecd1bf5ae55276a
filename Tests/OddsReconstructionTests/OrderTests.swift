import Testing

/// EM-E4: the order of siblings.
@Suite struct OrderTests {
    @Test(arguments: Subject.allCases)
    func siblingsStandInOrderOfTheirFirstArrival(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "3"), entity("MARKET", "12", #""eventId":"3""#),
            entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"3""#))
        channel.update(
            create("MATCH", "2"), create("MARKET", "11", #""eventId":"3""#),
            change("MATCH", "3", #""name":"C""#), create("MATCH", "3"))
        #expect(channel.outline == "3(12 10 11) 1 2")
    }

    @Test(arguments: Subject.allCases)
    func recreatedEntityGoesToTheEnd(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MATCH", "2"), entity("SPORT", "1"), entity("SPORT", "2"))
        channel.update(
            delete("MATCH", "1"), create("MATCH", "1"), delete("SPORT", "1"), create("SPORT", "1"))
        #expect(channel.outline == "2 1")
        #expect(channel.references("SPORT") == #"[{"id":"2"},{"id":"1"}]"#)
    }

    @Test(arguments: Subject.allCases)
    func movedChildStandsWhereItsOwnArrivalPutsIt(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MATCH", "2"), entity("MARKET", "10", #""eventId":"2""#),
            entity("MARKET", "11", #""eventId":"1""#), entity("MARKET", "12", #""eventId":"2""#),
            entity("MARKET", "13", #""eventId":"1""#))
        channel.update(change("MARKET", "12", #""eventId":"1""#))
        #expect(channel.outline == "1(11 12 13) 2(10)")
        channel.update(change("MARKET", "10", #""eventId":"1""#))
        #expect(channel.outline == "1(10 11 12 13) 2")
        // Away and back again, in two frames and in one.
        channel.update(change("MARKET", "11", #""eventId":null"#))
        channel.update(change("MARKET", "11", #""eventId":"1""#))
        channel.update(
            change("MARKET", "12", #""eventId":"2""#), change("MARKET", "12", #""eventId":"1""#))
        #expect(channel.outline == "1(10 11 12 13) 2")
    }

    @Test(arguments: Subject.allCases)
    func outcomesStandInTheirOwnOrderNotInThatOfTheirRelations(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MARKET_OUTCOME_RELATION", "52", #""marketId":"10","outcomeId":"22""#),
            entity("MARKET_OUTCOME_RELATION", "51", #""marketId":"10","outcomeId":"21""#),
            entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#),
            entity("OUTCOME", "21"),
            entity("OUTCOME", "20"), entity("OUTCOME", "22"))
        channel.update(
            create("MARKET_OUTCOME_RELATION", "50", #""marketId":"10","outcomeId":"20""#))
        #expect(channel.outline == "1(10(21 20 22))")
        channel.update(
            delete("MARKET_OUTCOME_RELATION", "51"),
            create("MARKET_OUTCOME_RELATION", "53", #""marketId":"10","outcomeId":"21""#))
        #expect(channel.outline == "1(10(21 20 22))")
        channel.update(delete("OUTCOME", "21"), create("OUTCOME", "21"))
        #expect(channel.outline == "1(10(20 22 21))")
    }

    @Test(arguments: Subject.allCases)
    func childrenThatCameBeforeTheirParentKeepTheirOrder(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("BETTING_OFFER", "32", #""outcomeId":"20""#),
            entity("BETTING_OFFER", "30", #""outcomeId":"20""#),
            entity("EVENT_INFO", "41", #""eventId":"1""#),
            entity("EVENT_INFO", "40", #""eventId":"1""#),
            entity("OUTCOME", "20", #""marketId":"10""#), entity("MARKET", "10", #""eventId":"1""#),
            entity("MATCH", "1"), entity("BETTING_OFFER", "31", #""outcomeId":"20""#))
        #expect(channel.outline == "1{41 40}(10(20(32 30 31)))")
    }

    @Test(arguments: Subject.allCases)
    func childrenOfARecreatedParentKeepTheirOrder(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "11", #""eventId":"1""#),
            entity("MARKET", "10", #""eventId":"1""#))
        channel.update(delete("MATCH", "1"), change("MARKET", "10", #""name":"M""#))
        channel.update(create("MATCH", "1"), create("MARKET", "12", #""eventId":"1""#))
        #expect(channel.outline == "1(11 10 12)")
    }
}
