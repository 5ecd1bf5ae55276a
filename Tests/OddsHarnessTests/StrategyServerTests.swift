import OddsFixtures
import OddsReconstruction
import OddsResults
import Testing

@testable import OddsHarness

/// The real strategies behind the harness, on the virtual clock's terms: what
/// they serve and leave behind, not how long it takes.
@Suite struct StrategyServerTests {
    private let frames: [String] = [
        FeedText.dump(version: 1, offers: [("7", 2), ("8", 3), ("x9", 4)]),
        FeedText.odds(version: 2, [("7", 2.5)]),
        FeedText.odds(version: 3, [("8", 3.5), ("x9", 4.5)]),
        FeedText.odds(version: 4, [("7", 2.75)]),
    ]

    /// Serves the first `servedCount` frames and absorbs the others.
    private func outcome<
        Strategy: ReconstructionStrategy & ~Copyable, Consumer: TreeConsumer
    >(
        _ strategy: Strategy.Type, _ consumer: Consumer.Type, serving servedCount: Int,
        of frames: [String]
    ) -> ServerOutcome {
        var server = StrategyServer<Strategy, Consumer, NoProbe>(
            feed: FeedChannels(["test"]), probe: NoProbe())
        for (position, text) in frames.enumerated() {
            var text = text
            text.withUTF8 { utf8 in
                let frame = ScheduledFrame(
                    ticket: FrameTicket(intendedNanoseconds: 0, updateCount: 1),
                    bytes: UnsafeRawBufferPointer(utf8))
                if position < servedCount {
                    server.serve(frame, start: 0)
                } else {
                    server.absorb(frame)
                }
            }
        }
        server.readOnce()
        return server.outcome()
    }

    private func expectAgreement<Consumer: TreeConsumer>(
        _ consumer: Consumer.Type, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let full = outcome(FullRebuild.self, consumer, serving: 4, of: frames)
        let delta = outcome(DeltaRebuild.self, consumer, serving: 4, of: frames)
        let graph = outcome(IncrementalGraph.self, consumer, serving: 4, of: frames)
        let late = outcome(FullRebuild.self, consumer, serving: 2, of: frames)
        #expect(full.reads.count == 4, sourceLocation: sourceLocation)
        for other in [delta, graph] {
            #expect(other.reads == full.reads, sourceLocation: sourceLocation)
            #expect(other.checksum == full.checksum, sourceLocation: sourceLocation)
            #expect(other.digest == full.digest, sourceLocation: sourceLocation)
        }
        // Overloaded after two frames: other reads, the same end.
        #expect(late.reads.count == 2, sourceLocation: sourceLocation)
        #expect(late.checksum == full.checksum, sourceLocation: sourceLocation)
        #expect(late.digest == full.digest, sourceLocation: sourceLocation)
    }

    @Test func changesAgree() { expectAgreement(ChangesConsumer.self) }
    @Test func pagesAgree() { expectAgreement(PageConsumer.self) }
    @Test func snapshotsAgree() { expectAgreement(SnapshotConsumer.self) }

    @Test func everyReadValueAndItsOrderCount() {
        let checksum = { (frames: [String]) in
            outcome(FullRebuild.self, SnapshotConsumer.self, serving: frames.count, of: frames)
                .reads.checksum
        }
        let usual = checksum(frames)
        var otherOdds = frames
        otherOdds[1] = FeedText.odds(version: 2, [("7", 2.25)])
        #expect(checksum(otherOdds) != usual)
        #expect(checksum([frames[0], frames[1], frames[3]]) != usual)
        #expect(
            checksum([FeedText.dump(version: 1, offers: [("8", 3), ("7", 2)])])
                != checksum([FeedText.dump(version: 1, offers: [("7", 2), ("8", 3)])]))
    }

    @Test func debugBuildsGiveNoFigures() throws {
        let folder = try TemporaryFolder()
        let path = try folder.capture("a.ndjson", frames.map { ("a", $0) })
        let window = MeasurementWindow(warmupNanoseconds: 0, durationNanoseconds: 1_000)
        var source = try PreparedTraffic(
            CaptureTraffic(path: path), updatesPerSecond: 1e7, window: window)
        let plan = MeasurementPlan(window: window)
        if !Harness.isOptimized {
            #expect(throws: HarnessError.unoptimized) {
                _ = try Harness.measure(IncrementalGraph.self, on: &source, plan: plan)
            }
        } else {
            let result = try Harness.measure(IncrementalGraph.self, on: &source, plan: plan)
            #expect(result.strategy == "graph")
            #expect(result.responseTime.count > 0)
        }
    }
}
