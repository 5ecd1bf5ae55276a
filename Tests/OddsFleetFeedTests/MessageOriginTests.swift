import OddsFleetFeed
import Testing

/// What a stream has given out under another subject is not taken for its publisher's.
@Suite(.timeLimit(.minutes(1)))
struct MessageOriginTests {
    private let sent: [FleetHeader] = [("Odds-Epoch", "7"), ("Odds-Frame", "1")]
    private let stamps: [FleetHeader] = [("Nats-Stream", "ODDS_main"), ("Nats-Sequence", "4")]

    @Test("By a subscription comes what has no stamp of a stream")
    func subscription() {
        #expect(MessageOrigin.isDirect(sent))
        #expect(MessageOrigin.isDirect([]))
        #expect(!MessageOrigin.isDirect(sent + stamps))
        #expect(!MessageOrigin.isDirect(stamps))
    }

    @Test("A stream's own stamp is all that a stored message has")
    func stream() {
        #expect(MessageOrigin.wasDirect(sent + stamps))
        #expect(!MessageOrigin.wasDirect(sent + stamps + stamps))
        #expect(!MessageOrigin.wasDirect(sent + stamps + [("Nats-Stream", "RUNS")]))
    }
}
