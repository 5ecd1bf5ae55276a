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
        var schedule = SteadySchedule(rate: rate, seed: 1, now: start)
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
        // The last batch of the last second comes at its end, and is as much larger as an
        // update is late in its share.
        #expect(abs(next - rate * seconds) <= rate / 250 + 1)
    }

    @Test("Lateness shifts nothing")
    func lateness() {
        for rate in [50, 300, 20_000] {
            var random = SplitMix64(seed: UInt64(rate))
            var onTime = SteadySchedule(rate: rate, seed: 1, now: start)
            var late = SteadySchedule(rate: rate, seed: 1, now: start)
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

    @Test("Shares stay exact for years")
    func shares() {
        let schedule = SteadySchedule(rate: 19_999, seed: 1, now: start)
        let year = 366 * 86_400
        let begin = start + .seconds(Int64(year))
        let first = schedule.due(19_999 * year) - begin
        let second = schedule.due(19_999 * year + 1) - begin
        #expect((0..<50).contains(first.microseconds))
        #expect((50..<100).contains(second.microseconds))
    }

    @Test("Updates are due at all places of a frame, by the seed")
    func places() {
        let schedule = SteadySchedule(rate: 10, seed: 1, now: start)
        let other = SteadySchedule(rate: 10, seed: 2, now: start)
        // In sixths of a frame of 1/60 s.
        var counts = [0, 0, 0, 0, 0, 0]
        var same = 0
        for update in 0..<6_000 {
            let time = (schedule.due(update) - start).microseconds
            #expect(time / 100_000 == update)
            counts[Int(time * 360 / 1_000_000 % 6)] += 1
            if schedule.due(update) == other.due(update) { same += 1 }
        }
        #expect(counts.allSatisfy { (850...1_150).contains($0) }, "\(counts)")
        #expect(same < 10)
    }
}
