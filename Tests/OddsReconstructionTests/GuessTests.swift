import OddsTestInputs
import Testing

@testable import OddsStore

/// What is guessed from the record before, of a text or of the row that a link names, is
/// what a look-up finds, whatever is there by then.
@Suite struct GuessTests {
    /// Names come in turns, some once; texts without references give their rows away.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func textIsThatWhichIsInterned(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var texts = InternedTexts()
        var last = TextID.noRow
        var alive: [(id: TextID, text: String)] = []
        for step in 0..<2_000 {
            let text =
                random.below(8) == 0
                ? "once \(step)" : ["home", "draw", "away", "a name beyond eight bytes"][step % 4]
            let bytes = Array(text.utf8)
            let id = bytes.withUnsafeBytes { texts.intern($0, likely: &last) }
            #expect(texts.bytes(id).elementsEqual(bytes))
            let found = bytes.withUnsafeBytes { texts.find($0) }
            #expect(id == last && id == found)
            alive.append((id, text))
            while alive.count > 6 || (random.below(3) == 0 && !alive.isEmpty) {
                texts.release(alive.remove(at: random.below(alive.count)).id)
            }
        }
        for (id, text) in alive { #expect(texts.bytes(id).elementsEqual(text.utf8)) }
        #if ODDS_INVARIANTS
        try texts.checkInvariants()
        #endif
    }

    /// A link names the parent that the one before named, the next, one that is gone, one
    /// whose row another has by now, or one that is not there yet.
    @Test(arguments: Subject.allCases)
    func linkLeadsToTheParentThatItNames(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MATCH", "2"), entity("MATCH", "3"),
            entity("MARKET", "10", #""eventId":"1""#), entity("MARKET", "11", #""eventId":"1""#),
            entity("MARKET", "12", #""eventId":"2""#), entity("MARKET", "13", #""eventId":"3""#))
        #expect(channel.outline == "1(10 11) 2(12) 3(13)")
        channel.update(
            delete("MATCH", "2"), create("MARKET", "14", #""eventId":"2""#),
            create("MARKET", "15", #""eventId":"4""#), create("MARKET", "16", #""eventId":"3""#))
        #expect(channel.outline == "1(10 11) 3(13 16)")
        channel.update(delete("MARKET", "12"), delete("MARKET", "14"))
        channel.update(
            create("MATCH", "5"), create("MARKET", "17", #""eventId":"5""#),
            create("MATCH", "4"), create("MARKET", "18", #""eventId":"2""#),
            create("MARKET", "19", #""eventId":"5""#))
        #expect(channel.outline == "1(10 11) 3(13 16) 5(17 19) 4(15)")
        channel.update(create("MATCH", "2"))
        #expect(channel.outline == "1(10 11) 3(13 16) 5(17 19) 4(15) 2(18)")
    }

    /// The row that was named last is nobody's, and then another's.
    @Test(arguments: Subject.allCases)
    func linkDoesNotLeadToAFreedRow(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#))
        channel.update(delete("MARKET", "10"), delete("MATCH", "1"))
        channel.update(create("MARKET", "11", #""eventId":"1""#))
        channel.update(create("MATCH", "2"))
        #expect(channel.outline == "2")
        channel.update(create("MATCH", "1"))
        #expect(channel.outline == "2 1(11)")
    }
}
