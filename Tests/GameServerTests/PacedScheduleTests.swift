import SeededRandom
import Testing

@testable import GameServer

/// The stream that asks for no rate, on a virtual clock.
struct PacedScheduleTests {
    private static let messages = 100_000

    /// When messages were sent.
    ///
    /// - Parameter lateness: Of a message, in microseconds.
    private func times(
        seed: UInt64, limit: Int = PacedSchedule.limitDefault, count: Int = messages,
        lateness: () -> Int64 = { 0 }
    ) -> (due: [GameTime], sent: [GameTime]) {
        var schedule = PacedSchedule(seed: seed, limit: limit, now: GameTime(seconds: 1_000))
        var due: [GameTime] = []
        var sent: [GameTime] = []
        for _ in 0..<count {
            due.append(schedule.due)
            let time = max(schedule.ready, schedule.due + GameInterval(microseconds: lateness()))
            sent.append(time)
            schedule.didSend(at: time)
        }
        return (due, sent)
    }

    private func expectLimits(_ times: [GameTime], limit: Int = PacedSchedule.limitDefault) {
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 >= .milliseconds(10) })
        let spans = zip(times, times.dropFirst(limit)).map { $1 - $0 }
        #expect(spans.allSatisfy { $0 >= .seconds(1) }, "the eleventh waits for a second to pass")
    }

    @Test("Ten a second at most, ten milliseconds apart at least")
    func limits() {
        let times = times(seed: 1).sent
        expectLimits(times)
        // The pauses are 55 ms on average, so ten messages take half a second, and the next
        // one waits.
        let seconds = Double((times[times.count - 1] - times[0]).microseconds) / 1e6
        #expect((9.9...10.001).contains(Double(Self.messages) / seconds))
    }

    @Test("Messages are due as if none had been sent late, and are sent within the limits")
    func lateness() {
        var random = SplitMix64(seed: 2)
        let times = times(seed: 1) { Int64.random(in: 0...30_000, using: &random) }
        #expect(times.due == self.times(seed: 1).due)
        expectLimits(times.due)
        expectLimits(times.sent)
    }

    @Test("What waits after the server stood still keeps the time at which it was due")
    func stall() {
        var number = 0
        let times = times(seed: 7, count: 200) {
            number += 1
            return number == 20 ? 3_000_000 : 0
        }
        #expect(times.due == self.times(seed: 7, count: 200).due)
        expectLimits(times.sent)
        // Those that were due meanwhile are sent at the limit, late, and say so.
        let late = zip(times.due, times.sent).dropFirst(19).map { $1 - $0 }
        #expect(late[0] >= .seconds(3) && late[1] > .seconds(2))
        #expect(late.allSatisfy { $0 >= .zero })
    }

    @Test("Pauses are drawn evenly from 10 to 100 ms")
    func pauses() {
        let times = times(seed: 3, limit: 1_000).due
        let gaps = zip(times, times.dropFirst()).map { ($1 - $0).microseconds }
        #expect((10_000...10_050).contains(gaps.min() ?? 0))
        #expect((99_950...100_000).contains(gaps.max() ?? 0))
        let buckets = Dictionary(grouping: gaps) { min(8, ($0 - 10_000) / 10_000) }
        #expect(buckets.count == 9)
        for (bucket, gaps) in buckets {
            let share = Double(gaps.count) * 9 / Double(Self.messages)
            #expect((0.95...1.05).contains(share), "bucket \(bucket): \(share)")
        }
    }

    @Test("The same seed gives the same times")
    func seeds() {
        #expect(times(seed: 4, count: 1_000).due == times(seed: 4, count: 1_000).due)
        #expect(times(seed: 4, count: 1_000).due != times(seed: 5, count: 1_000).due)
    }

    @Test("A stream that begins again keeps the limits")
    func restart() {
        var schedule = PacedSchedule(seed: 6, limit: 10, now: GameTime(seconds: 0))
        var sent: [GameTime] = []
        var random = SplitMix64(seed: 6)
        for _ in 0..<10_000 {
            sent.append(schedule.due)
            schedule.didSend(at: schedule.due)
            if Int.random(in: 0..<3, using: &random) == 0 {
                let pause = GameInterval(microseconds: .random(in: 0...5_000, using: &random))
                schedule.restart(now: sent[sent.count - 1] + pause)
            }
        }
        expectLimits(sent)
    }
}
