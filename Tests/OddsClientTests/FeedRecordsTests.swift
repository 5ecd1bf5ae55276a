import OddsClient
import OddsModel
import OddsWAMP
import Testing

@Suite struct FeedRecordsTests {
    private func read(_ text: String) throws -> FeedRecords {
        try FeedRecords(try #require(JSONObjectText(text.utf8)))
    }

    @Test("Entities are joined as in a dump, and the others kept in their order")
    func entities() throws {
        let list = [
            entity("TOURNAMENT", "9", #""name":"Cup""#), entity("MATCH", "2"),
            entity("BETTING_OFFER", "30", #""outcomeId":"20","odds":2.5"#),
            entity("OUTCOME", "20", #""marketId":"10""#), entity("MATCH", "1"),
            entity("MARKET", "10", #""eventId":"1""#), entity("TOURNAMENT", "8"),
        ].joined(separator: ",")
        let records = try read(#"{"version":"x","records":[\#(list)],"more":{}}"#)
        #expect(records.events.map { "\($0.id)" } == ["2", "1"])
        #expect(records.events[1].markets[0].outcomes[0].bettingOffers[0].odds == 2.5)
        #expect(records.references.map { "\($0.id)" } == ["9", "8"])
        #expect(records.rejectedCount == 0)
    }

    @Test("A record that cannot be read is left out and counted")
    func rejectedRecords() throws {
        let records = try read(#"{"records":[7,{"_type":"MATCH","id":"1"},{"id":"2"}]}"#)
        #expect(records.events.count == 1 && records.rejectedCount == 2)
    }

    @Test("A result without a list of records is none", arguments: [
        "{}", #"{"records":null}"#, #"{"records":{}}"#, #"{"record":[]}"#,
    ])
    func noRecords(text: String) throws {
        #expect(throws: ClientError.protocolViolation("a result without records")) {
            try read(text)
        }
    }
}
