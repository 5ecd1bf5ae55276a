import OddsFixtures
import OddsMeasurement
import OddsReconstruction
import OddsResults
import Testing

@testable import OddsHarness

/// Takes known times for its stages, on the virtual clock.
private struct StagedServer: FrameServing {
    let clock: VirtualClock
    var probe: ClockProbe<VirtualClock>

    init(clock: VirtualClock) {
        self.clock = clock
        probe = ClockProbe(clock: clock)
    }

    mutating func serve(_ frame: ScheduledFrame, start: UInt64) {
        probe.begin(at: start)
        for (stage, nanoseconds) in zip(ServiceStage.allCases.dropLast(), [100, 20, 3]) {
            clock.advance(by: UInt64(nanoseconds))
            probe.mark(stage)
        }
        // Handing out what was rebuilt is part of it.
        clock.advance(by: 1)
        probe.mark(.reconstruct)
        clock.advance(by: 5_000)
    }

    mutating func noteServed(end: UInt64, isMeasured: Bool) {
        probe.end(at: end, isMeasured: isMeasured)
    }

    mutating func absorb(_ frame: ScheduledFrame) {}
    mutating func readOnce() {}
}

@Suite struct StageTests {
    @Test func stagesAddUpToTheServiceTime() throws {
        let run = VirtualRun(warmup: 100_000, duration: 1_000_000)
        var source = TicketList(run.evenTickets(every: 10_000), clock: run.clock)
        var server = StagedServer(clock: run.clock)
        var observer = NoObserver()
        let record = OpenLoop(clock: run.clock, window: run.window).run(
            &source, on: &server, observer: &observer)
        let figures = StageFigures(
            server.probe.stages, serviceTime: record.serviceTime, probingNanosecondsPerFrame: 0)
        #expect(figures.decode.meanNanoseconds == 100)
        #expect(figures.apply.time.p50 == 20)
        #expect(figures.reconstruct.meanNanoseconds == 4)
        #expect(figures.deliver.meanNanoseconds == 5_000)
        #expect(figures.decode.time.count == 100, "the warm-up does not count")
        #expect(record.serviceTime.max == 5_124)
        #expect(abs(try #require(figures.shareOfServiceTime) - 1) < 0.001)
    }

    /// The real strategies pass through all stages, rejected frames through
    /// the first alone.
    @Test func channelMarksTheStagesInOrder() {
        #expect(marks(FeedText.odds(version: 2, [("7", 3)])) == [.decode, .apply, .reconstruct])
        #expect(marks("no frame") == [.decode])
        #expect(marks(FeedText.odds(version: 0, [("7", 3)])) == [.decode])
    }

    private struct Recorder: StageProbe {
        var stages: [ServiceStage] = []
        mutating func mark(_ stage: ServiceStage) { stages.append(stage) }
    }

    private func marks(_ text: String) -> [ServiceStage] {
        var channel = Channel<DeltaRebuild>()
        var probe = Recorder()
        for text in [FeedText.dump(version: 1, offers: [("7", 2)]), text] {
            probe.stages = []
            _ = Array(text.utf8).withUnsafeBytes {
                channel.receive($0, probe: &probe) { _, _ in }
            }
        }
        return probe.stages
    }
}
