import OddsMeasurement
import Testing

@testable import OddsExperiments

/// What is said of processes that measured while they stood still.
@Suite struct ClientStallTests {
    /// The wake-ups of an idle thread in a minute, in which it was stopped for so long.
    private static func wakeDelay(stopped: UInt64) -> LatencyHistogram {
        var delays = LatencyHistogram()
        for _ in 0..<(60_000_000_000 - stopped) / 1_000_000 { delays.record(50_000) }
        delays.record(stopped, missedEvery: JitterMonitor.intervalNanoseconds)
        return delays
    }

    /// The times of a frame each millisecond in that minute.
    private static func response(stopped: UInt64, other: UInt64 = 1_000_000) -> LatencyHistogram {
        var times = LatencyHistogram()
        for frame in 0..<60_000 as Range<UInt64> {
            let due = frame * 1_000_000
            times.record(other + (due < stopped ? stopped - due : 0))
        }
        return times
    }

    @Test func stopOfTenSecondsIsNamed() throws {
        let stopped: UInt64 = 10_000_000_000
        let response = Self.response(stopped: stopped)
        #expect(try #require(response.value(at: .p99)) > 9_000_000_000)
        let reason = try #require(
            ClientStall.reason("a1", wakeDelay: Self.wakeDelay(stopped: stopped), in: response))
        #expect(reason.hasPrefix("a1 stood still itself"))
        #expect(reason.contains("woke up as much as 10.0 s late"))
        #expect(reason.contains("at the p90 it is 4."))
    }

    /// What the feed took is not the client's.
    @Test func slowFeedIsNoStop() {
        let response = Self.response(stopped: 10_000_000_000)
        let own = Self.wakeDelay(stopped: 0)
        #expect(ClientStall.reason("a1", wakeDelay: own, in: response) == nil)
    }

    @Test func stopCountsFromATenthOfTheTimesOn() {
        func isNamed(_ stopped: UInt64, other: UInt64) -> Bool {
            ClientStall.reason(
                "a1", wakeDelay: Self.wakeDelay(stopped: stopped),
                in: Self.response(stopped: stopped, other: other)) != nil
        }
        #expect(!isNamed(99_000_000, other: 1_000_000))
        #expect(isNamed(110_000_000, other: 1_000_000))
        #expect(!isNamed(110_000_000, other: 2_000_000_000))
        #expect(isNamed(300_000_000, other: 2_000_000_000))
    }

    /// Of delays that are always there, from a tenth of a percentile and 5 ms on.
    @Test func delaysOfAllWakeUpsCountByPercentiles() {
        func isNamed(_ delay: UInt64, response: UInt64) -> Bool {
            var (delays, times) = (LatencyHistogram(), LatencyHistogram())
            for _ in 0..<10_000 {
                delays.record(delay)
                times.record(response)
            }
            return ClientStall.reason("a1", wakeDelay: delays, in: times) != nil
        }
        #expect(!isNamed(4_900_000, response: 10_000_000))
        #expect(isNamed(5_100_000, response: 10_000_000))
        #expect(isNamed(6_000_000, response: 50_000_000))
        #expect(!isNamed(6_000_000, response: 70_000_000))
    }

    @Test func withoutAnythingNothingIsNamed() {
        #expect(ClientStall.reason("a1", wakeDelay: .init(), in: .init()) == nil)
        let stopped = Self.wakeDelay(stopped: 10_000_000_000)
        #expect(ClientStall.reason("a1", wakeDelay: stopped, in: .init()) == nil)
    }
}
