import Testing

@testable import GameServer

/// Streams without a socket, on a virtual clock.
struct UpdateStreamTests {
    @Test("Messages of lists begin at 60 a second")
    func lists() {
        let now = GameTime(seconds: 1)
        #expect(!UpdateStream.paced(PacedSchedule(seed: 1, limit: 10, now: now)).sendsLists)
        #expect(!UpdateStream.steady(SteadySchedule(rate: 59, seed: 1, now: now)).sendsLists)
        #expect(UpdateStream.steady(SteadySchedule(rate: 60, seed: 1, now: now)).sendsLists)
    }

    @Test("A message without a rate comes no sooner after one that was late")
    func late() {
        var stream = UpdateStream.paced(
            PacedSchedule(seed: 1, limit: 1_000, now: GameTime(seconds: 1)))
        for _ in 0..<100 {
            let now = stream.ready + .milliseconds(50)
            #expect(stream.takeMessage(now: now)?.count == 1)
            #expect(stream.ready >= now + PacedSchedule.pauseMin)
            #expect(stream.takeMessage(now: now) == nil)
        }
    }

    @Test("Nothing is taken before it is due, and everything after", arguments: [0, 59, 20_000])
    func takes(rate: Int) throws {
        let now = GameTime(seconds: 1)
        var stream: UpdateStream =
            rate == 0
            ? .paced(PacedSchedule(seed: 1, limit: 10, now: now))
            : .steady(SteadySchedule(rate: rate, seed: 1, now: now))
        for _ in 0..<100 {
            let due = stream.due
            #expect(stream.takeMessage(now: due + GameInterval(microseconds: -1)) == nil)
            let message = stream.takeMessage(now: due)
            let times = try #require(message)
            #expect(times.allSatisfy { $0 <= due } && stream.due > due)
        }
        // Nothing that it can be late by is skipped, and what helps nobody any more is.
        let due = stream.due
        let last = due + UpdateStream.lateMax
        let restarts = stream.restartIfLate(now: last)
        #expect(!restarts && stream.due == due)
        let late = last + GameInterval(microseconds: 1)
        let restartsLater = stream.restartIfLate(now: late)
        #expect(restartsLater && stream.due >= late)
    }
}
