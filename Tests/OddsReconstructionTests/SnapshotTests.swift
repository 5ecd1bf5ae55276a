import OddsReconstruction
import OddsReference
import Testing

/// EM-S2, EM-S3 and EM-S4: the document as a whole.
@Suite struct SnapshotTests {
    @Test(arguments: Subject.allCases)
    func channelShowsVersionTreeReferencesAndCounters(subject: Subject) {
        let channel = subject.makeChannel()
        #expect(
            channel.snapshot.canonicalText == """
                {"channel":"test","counters":{"framesApplied":0,"framesHeld":0,\
                "framesHeldDropped":0,"framesRejected":0,"framesStale":0,"orphanDeletes":0,\
                "orphanUpdates":0,"recordsApplied":0,"recordsRejected":0},"events":[],\
                "references":{},"version":null}
                """)
        channel.update(version: "08", create("MARKET", "10", #""eventId":"1""#), "1")
        channel.receive("{")
        channel.dump(version: "7", entity("MATCH", "1"), entity("SPORT", "1"))
        channel.update(version: "6")
        channel.update(delete("MATCH", "2"), change("MATCH", "2", ""))
        #expect(
            channel.snapshot.canonicalText == """
                {"channel":"test","counters":{"framesApplied":3,"framesHeld":0,\
                "framesHeldDropped":0,"framesRejected":1,"framesStale":1,"orphanDeletes":1,\
                "orphanUpdates":1,"recordsApplied":3,"recordsRejected":1},\
                "events":[{"eventInfos":[],"id":"1",\
                "markets":[{"eventId":"1","id":"10","outcomes":[]}]}],\
                "references":{"SPORT":[{"id":"1"}]},"version":"08"}
                """)
    }

    /// EM-S4.
    @Test(arguments: Subject.allCases)
    func countersRunOnOverDumps(subject: Subject) {
        let channel = subject.makeChannel()
        for _ in 0..<3 {
            channel.dump(entity("MATCH", "1"), "0")
            channel.update(delete("MATCH", "2"))
        }
        #expect(
            channel.counters == [
                "framesApplied": 6, "recordsApplied": 3, "recordsRejected": 3, "orphanDeletes": 3,
            ])
    }

    /// What the writer makes of values must be legal JSON, whatever they are.
    @Test func documentIsLegalJSON() throws {
        let channel = StrategyChannel<FullRebuild>()
        channel.dump(
            version: "1", entity("MATCH", #"\u0000\"\\"#, #""name":"\ud800\n\u2028""#),
            entity(#"\u0001\""#, "1", #""\\\u001f":"\udfff","b":[ 1 , { } ]"#))
        let text = channel.snapshotText
        let document = try JSONReader.read(text)
        #expect(document.object?["channels"]?.array?.count == 1)
    }
}
