import SeededRandom
import Testing

@testable import GameServer

/// Streams of a rate, on a virtual clock.
struct SteadyScheduleTests {
    private let start = GameTime(seconds: 1_790_000_000)

    @Test("Updates come once, in order and at their times", arguments: [
        1, 7, 59, 60, 249, 250, 251, 1_000, 4_999, 20_000,
    ])
    func updates(rate: Int) {
        var schedule = SteadySchedule(rate: rate, now: start)
        var next = 0
        let seconds = 3
        while schedule.due < start + .seconds(Int64(seconds)) {
            let due = schedule.due
            guard let batch = schedule.takeBatch(now: due) else {
                Issue.record("it is due and not there")
                return
            }
            #expect(batch.lowerBound == next)
            next = batch.upperBound
            for update in batch {
                let age = due - schedule.due(update)
                #expect(age >= .zero && age <= SteadySchedule.span)
            }
            if rate <= 250 { #expect(batch.count == 1) }
        }
        // The last batch of the last second comes at its end.
        #expect(abs(next - rate * seconds) <= max(1, rate / 250))
    }

    @Test("Lateness shifts nothing")
    func lateness() {
        for rate in [50, 300, 20_000] {
            var random = SplitMix64(seed: UInt64(rate))
            var onTime = SteadySchedule(rate: rate, now: start)
            var late = SteadySchedule(rate: rate, now: start)
            var now = start
            for _ in 0..<2_000 {
                now = now + GameInterval(microseconds: .random(in: 0...40_000, using: &random))
                while let batch = late.takeBatch(now: now) {
                    let due = onTime.due
                    #expect(onTime.takeBatch(now: due) == batch)
                    #expect(due <= now)
                }
                #expect(late.due > now, "nothing that is due is left")
            }
        }
    }

    @Test("Times stay exact for years")
    func times() {
        let schedule = SteadySchedule(rate: 19_999, now: start)
        let year = 366 * 86_400
        #expect(schedule.due(19_999 * year) - start == .seconds(Int64(year)))
        #expect(schedule.due(19_999 * year + 1) - start
            == .seconds(Int64(year)) + GameInterval(microseconds: 50))
    }
}
