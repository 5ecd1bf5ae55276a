import OddsClient
import Testing

@Suite struct BackoffTests {
    /// Draws the same number every time.
    private struct Constant: RandomNumberGenerator {
        let value: UInt64
        mutating func next() -> UInt64 { value }
    }

    @Test("Doubles up to the cap")
    func growth() {
        let backoff = Backoff(initial: .seconds(1), cap: .seconds(10), jitter: 0)
        var random = Constant(value: 0)
        let delays = (1...6).map { backoff.delay(before: $0, using: &random) }
        #expect(delays == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
        #expect(backoff.delay(before: 1_000_000, using: &random) == .seconds(10))
    }

    @Test("Jitter shortens by its share at most", arguments: [0, .max] as [UInt64])
    func jitter(draw: UInt64) {
        let backoff = Backoff(initial: .seconds(1), cap: .seconds(8), jitter: 0.5)
        var random = Constant(value: draw)
        for attempt in 1...5 {
            let delay = backoff.delay(before: attempt, using: &random)
            let whole = min(.seconds(1 << (attempt - 1)), Duration.seconds(8))
            #expect(delay <= whole && delay >= whole / 2 - .milliseconds(1))
        }
    }
}
