import OddsResults
import Testing

@testable import OddsHarness

/// The observer under the loop on a virtual clock.
@Suite struct RampTests {
    private let second: UInt64 = 1_000_000_000

    /// Frames of two updates each at so many a second in each step of a second.
    private func tickets(_ rates: [UInt64], from start: UInt64 = 0) -> [FrameTicket] {
        rates.enumerated().flatMap { step, rate in
            (0..<rate).map { number in
                FrameTicket(
                    intendedNanoseconds: start + UInt64(step) * second + number * second / rate,
                    updateCount: 2)
            }
        }
    }

    private func steps(
        _ tickets: [FrameTicket], warmup: UInt64 = 0, duration: UInt64, count: Int,
        losses: [UInt64: UInt64] = [:], countUntilEnd: Int? = nil,
        service: @escaping (UInt64) -> UInt64
    ) throws -> (steps: [RampStep], record: LoopRecord, samples: [SeriesSample]) {
        let run = VirtualRun(warmup: warmup, duration: duration)
        var source = TicketList(tickets, clock: run.clock, countUntilEnd: countUntilEnd)
        var server = TimedServer(clock: run.clock, serviceNanoseconds: service)
        server.losses = losses
        let cores = CoreSession()
        let base = RunObserver(
            frameBufferBytes: 0, heap: nil, cores: cores, rampStepCount: count)
        var observer = SeriesObserver(
            base, interval: duration / UInt64(count), board: nil, cores: cores,
            ramp: RampRecord(window: run.window, stepCount: count))
        let record = OpenLoop(clock: run.clock, window: run.window).run(
            &source, on: &server, observer: &observer)
        return (try #require(observer.steps(record)), record, observer.samples)
    }

    /// 1 ms a frame sustains 1,000 frames a second, and no more.
    @Test func stepsThatAreTooFastAreSaturated() throws {
        let rates: [UInt64] = [250, 500, 1_000, 2_000, 4_000]
        let (steps, record, samples) = try steps(
            tickets(rates), duration: 5 * second, count: 5) { _ in 1_000_000 }
        #expect(steps.map(\.offeredRate) == rates.map { Double(2 * $0) })
        #expect(steps.map(\.status) == [.ok, .ok, .ok, .saturated, .saturated])
        #expect(steps.map(\.startNanoseconds) == (0..<5).map { $0 * second })
        #expect(steps.map(\.endNanoseconds) == (1...5).map { $0 * second })
        for (step, served) in zip(steps, [500.0, 1_000, 2_000, 2_000, 2_000]) {
            #expect(abs(step.achievedRate - served) <= 2, "a frame at each end")
        }
        #expect(steps[0].responseTime.max == 1_000_000)
        #expect(steps.map(\.serviceTime.max).prefix(4).allSatisfy { $0 == 1_000_000 })
        #expect(steps.map(\.unserved.frames).prefix(3) == [0, 0, 0])
        // A step's frames wait for the frames of steps before it.
        #expect(steps[4].responseTime.p50 ?? 0 > steps[2].responseTime.p50 ?? .max)
        // Each frame of the run's sample is in a step.
        #expect(steps.map(\.responseTime.count) == rates)
        #expect(steps.reduce(0) { $0 + $1.responseTime.count } == record.responseTime.count)
        #expect(steps.reduce(0) { $0 + $1.serviceTime.count } == record.serviceTime.count)
        #expect(steps.reduce(0) { $0 + $1.unserved.frames } == record.unserved.frames)
        #expect(samples.count == 5)
    }

    /// Two steps are a second each, and the first one has a pause of 50 ms at its end.
    @Test func burstsSaturateTheirOwnStepAlone() throws {
        let (steps, _, _) = try steps(
            tickets([1_000, 1_000]), duration: 2 * second, count: 2
        ) { intended in intended == 980_000_000 ? 50_000_000 : 10_000 }
        #expect(steps.map(\.status) == [.saturated, .ok])
    }

    /// The same pause as the machine's own is not the strategy's.
    @Test func delaysOfTheHarnessSaturateNoStep() throws {
        let (steps, record, _) = try steps(
            tickets([1_000, 1_000]), duration: 2 * second, count: 2,
            losses: [980_000_000: 50_000_000]
        ) { _ in 10_000 }
        #expect(record.serviceLostNanoseconds > 40_000_000)
        #expect(steps.map(\.status) == [.ok, .ok])
    }

    /// A frame of the warm-up is late, and served within the window.
    @Test func warmupIsInNoStep() throws {
        let (steps, record, _) = try steps(
            tickets([100, 100, 200]), warmup: second, duration: 2 * second, count: 2
        ) { intended in intended == 980_000_000 ? 25_000_000 : 10_000 }
        #expect(record.responseTime.count == 301)
        #expect(steps.map(\.responseTime.count) == [100, 200])
        #expect(steps.map(\.achievedRate) == [202, 400])
        #expect(steps.map(\.offeredRate) == [200, 400])
    }

    @Test func runThatEndsEarlyHasTheStepsThatBegan() throws {
        let (steps, record, _) = try steps(
            tickets([100, 100, 100]), duration: 3 * second, count: 3, countUntilEnd: 151
        ) { _ in 10_000 }
        #expect(record.hasEndedEarly)
        #expect(steps.count == 2)
        #expect(steps[1].endNanoseconds == record.openNanoseconds)
        #expect(steps[1].responseTime.count == 51)
        #expect(abs(steps[1].offeredRate - 204) < 1, "51 frames in half a second")
    }
}
