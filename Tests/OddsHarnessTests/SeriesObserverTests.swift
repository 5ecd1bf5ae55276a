import Testing

@testable import OddsHarness

@Suite struct SeriesObserverTests {
    /// The observer under the loop on a virtual clock: an interval's sample
    /// holds its own frames and no others.
    @Test func seriesHasASampleAnInterval() {
        let run = VirtualRun(duration: 10_000)
        var source = TicketList(run.evenTickets(every: 100), clock: run.clock)
        var server = TimedServer(clock: run.clock) { $0 < 5_000 ? 10 : 20 }
        let cores = CoreSession()
        let base = RunObserver(frameBufferBytes: 0, heap: nil, cores: cores)
        var observer = SeriesObserver(base, interval: 1_000, board: nil, cores: cores)
        _ = OpenLoop(clock: run.clock, window: run.window).run(
            &source, on: &server, observer: &observer)
        let samples = observer.samples
        #expect(samples.map(\.atNanoseconds) == (1...10).map { UInt64($0) * 1_000 })
        #expect(samples.map(\.responseTime.count) == Array(repeating: 10, count: 10))
        #expect(samples.map(\.responseTime.max) == [10, 10, 10, 10, 10, 20, 20, 20, 20, 20])
        #expect(samples.map(\.serviceTime?.max) == samples.map(\.responseTime.max))
        #expect(samples.allSatisfy { $0.allocatedBytes == nil })
        #expect(
            samples.allSatisfy { $0.referenceLoopNanoseconds == nil },
            "no wait is long enough for the reference loop")
    }

    @Test("An interval that the window cuts off is no sample, nor is one without frames")
    func incompleteIntervalsAreDropped() {
        func samples(duration: UInt64, of tickets: [FrameTicket]? = nil) -> [UInt64] {
            let run = VirtualRun(duration: duration)
            var source = TicketList(tickets ?? run.evenTickets(every: 100), clock: run.clock)
            var server = TimedServer(clock: run.clock) { _ in 10 }
            let cores = CoreSession()
            let base = RunObserver(frameBufferBytes: 0, heap: nil, cores: cores)
            var observer = SeriesObserver(base, interval: 1_000, board: nil, cores: cores)
            _ = OpenLoop(clock: run.clock, window: run.window).run(
                &source, on: &server, observer: &observer)
            return observer.samples.map(\.atNanoseconds)
        }
        #expect(samples(duration: 2_900) == [1_000, 2_000])
        #expect(samples(duration: 3_000) == [1_000, 2_000, 3_000])
        #expect(samples(duration: 3_000, of: []) == [])
    }

    @Test("The reference loop runs while no frame is due")
    func seriesHasTheMachinesSpeed() {
        let run = VirtualRun(duration: 100_000_000)
        var source = TicketList(run.evenTickets(every: 1_000_000), clock: run.clock)
        var server = TimedServer(clock: run.clock) { _ in 10_000 }
        let cores = CoreSession()
        let base = RunObserver(frameBufferBytes: 0, heap: nil, cores: cores)
        var observer = SeriesObserver(base, interval: 10_000_000, board: nil, cores: cores)
        let record = OpenLoop(clock: run.clock, window: run.window).run(
            &source, on: &server, observer: &observer)
        #expect(observer.samples.count == 10)
        #expect(observer.samples.allSatisfy { $0.referenceLoopNanoseconds ?? 0 > 0 })
        #expect(record.lateness.max == 0)
    }
}
