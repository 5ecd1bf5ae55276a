import OddsMeasurement
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
            TimedServer(clock: clock) { _ in 1_000 }, clock: clock, share: 0.15)
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
}
