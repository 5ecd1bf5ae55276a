import OddsMeasurement
import OddsResults
import Testing

@testable import OddsHarness

@Suite struct SlowedServerTests {
    @Test func serviceTakesItsShareLonger() throws {
        let clock = VirtualClock(now: 1_000)
        let window = MeasurementWindow(warmupNanoseconds: 0, durationNanoseconds: 1_000_000)
        let tickets = (0..<100).map {
            FrameTicket(intendedNanoseconds: UInt64($0) * 10_000, updateCount: 1)
        }
        var source = TicketList(tickets, clock: clock)
        var server = SlowedServer(
            TimedServer(clock: clock) { _ in 1_000 }, clock: clock,
            slowdown: InjectedSlowdown(.all, share: 0.15))
        var observer = NoObserver()
        let record = OpenLoop(clock: clock, window: window).run(
            &source, on: &server, observer: &observer)
        #expect(record.serviceTime.count == 100)
        #expect(record.serviceTime.max == 1_150)
        #expect(record.serviceTime.value(at: .p50) == 1_150)
        let servedCount = server.base.served.count
        let readCount = server.base.readCount
        #expect(servedCount == 100)
        #expect(readCount == 2)
    }

    @Test("a slowdown of the tail leaves the median and raises the p99")
    func tailOnly() throws {
        let clock = VirtualClock(now: 1_000)
        let period: UInt64 = 100_000
        let window = MeasurementWindow(
            warmupNanoseconds: 2_000 * period, durationNanoseconds: 10_000 * period)
        let tickets = (0..<12_000).map {
            FrameTicket(intendedNanoseconds: UInt64($0) * period, updateCount: 1)
        }
        print("seed 17")
        var random = SplitMix64(seed: 17)
        let services = tickets.map { _ in
            UInt64.random(in: 1_000..<2_000, using: &random)
        }
        func record(_ slowdown: InjectedSlowdown) -> LoopRecord {
            var source = TicketList(tickets, clock: clock)
            var server = SlowedServer(
                TimedServer(clock: clock) { services[Int($0 / period)] },
                clock: clock, slowdown: slowdown)
            var observer = NoObserver()
            return OpenLoop(clock: clock, window: window).run(
                &source, on: &server, observer: &observer)
        }
        let plain = record(InjectedSlowdown(.tail, share: 1e-9)).serviceTime
        let slowed = record(InjectedSlowdown(.tail, share: 0.3)).serviceTime
        let medians = (plain.value(at: .p50), slowed.value(at: .p50))
        #expect(medians.0 == medians.1)
        let tails = (try #require(plain.value(at: .p99)), try #require(slowed.value(at: .p99)))
        #expect(abs(Double(tails.1) / Double(tails.0) - 1.3) < 0.02, "\(tails)")
    }
}
