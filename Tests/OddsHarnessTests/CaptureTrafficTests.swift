import OddsCapture
import OddsFixtures
import OddsTraffic
import Testing

@testable import OddsHarness

@Suite struct CaptureTrafficTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Two channels; the first dump is the second frame; four updates in all,
    /// two of them in one frame.
    private func capture() throws -> CaptureTraffic {
        let frames = [
            ("a", FeedText.odds(version: 1, [("7", 1.5)])),
            ("a", FeedText.dump(version: 2, offers: [("7", 2), ("8", 3)])),
            ("a", FeedText.odds(version: 3, [("7", 2.5), ("8", 3.5)])),
            ("b", "no frame"),
            ("a", FeedText.odds(version: 4, [("8", 4)])),
        ]
        return try CaptureTraffic(path: folder.capture("a.ndjson", frames))
    }

    private func tickets(
        _ traffic: CaptureTraffic, rate: Double, until end: UInt64
    ) throws -> [FrameTicket] {
        var tickets: [FrameTicket] = []
        try traffic.forEachFrame(updatesPerSecond: rate, until: end) { tickets.append($1) }
        return tickets
    }

    @Test func knowsWhatIsInTheFile() throws {
        let traffic = try capture()
        #expect(traffic.channelNames == ["a", "b"])
        #expect(traffic.preloadCount == 2)
        #expect(traffic.updateCount == 4)
    }

    /// A socket's contents come whole one after the other, and change from then on.
    @Test func initialStateOfASocketEndsAheadOfItsFirstChange() throws {
        let path = folder.path("s.ndjson")
        var traffic = TrafficConfiguration()
        (traffic.events, traffic.markets, traffic.rate) = (30, 2, 1_000)
        traffic.stateFrameBytesMax = 64 << 10
        var generator = try SportRadarGenerator(traffic)
        var writer = FrameWriter()
        var initialCount = 0
        while generator.nextInitialFrame(into: &writer) != nil { initialCount += 1 }
        #expect(initialCount > 2)
        try SportRadarGenerator.writeCapture(
            of: traffic, durationNanoseconds: 100_000_000, to: path)
        let capture = try CaptureTraffic(path: path)
        #expect(capture.provider == .sportRadar && capture.channelNames == ["socket"])
        #expect(capture.feed == FeedChannels(["socket"], of: .sportRadar))
        #expect(capture.preloadCount <= initialCount && capture.preloadCount > 1)
        #expect(capture.updateCount >= 80)
    }

    @Test func framesAreDueWhenThoseBeforeThemHadTheirTime() throws {
        // One update every 100 nanoseconds.
        let tickets = try tickets(capture(), rate: 1e7, until: 250)
        #expect(
            tickets == [
                FrameTicket(
                    intendedNanoseconds: 0, updateCount: 1, channel: 0, isPreload: true),
                FrameTicket(
                    intendedNanoseconds: 0, updateCount: 0, channel: 0, isPreload: true),
                FrameTicket(intendedNanoseconds: 0, updateCount: 2, channel: 0),
                FrameTicket(intendedNanoseconds: 200, updateCount: 0, channel: 1),
                FrameTicket(intendedNanoseconds: 200, updateCount: 1, channel: 0),
            ])
    }

    @Test func captureBeginsAgainUntilTheScheduleIsFull() throws {
        let tickets = try tickets(capture(), rate: 1e7, until: 1_000)
        let scheduled = tickets.filter { !$0.isPreload }
        #expect(scheduled.reduce(0) { $0 + Int($1.updateCount) } >= 10)
        #expect(scheduled.map(\.intendedNanoseconds).max()! < 1_000)
        #expect(scheduled[3].intendedNanoseconds == 300, "the first frame of the second round")
        #expect(scheduled[4].intendedNanoseconds == 400, "the dump, now part of the schedule")
    }

    @Test func captureWithoutDumpIsRefused() throws {
        let path = try folder.capture("u.ndjson", [("a", FeedText.odds(version: 1, [("7", 1)]))])
        #expect(throws: HarnessError.self) { _ = try CaptureTraffic(path: path) }
    }

    @Test func captureWithoutUpdatesIsRefused() throws {
        let path = try folder.capture("d.ndjson", [("a", FeedText.dump(version: 1, offers: []))])
        #expect(throws: HarnessError.self) { _ = try CaptureTraffic(path: path) }
    }

    @Test func missingFileIsACaptureError() {
        #expect(throws: CaptureError.self) {
            _ = try CaptureTraffic(path: folder.path("none.ndjson"))
        }
    }

    @Test func preparedFramesAreThoseOfTheSchedule() throws {
        let traffic = try capture()
        let window = MeasurementWindow(warmupNanoseconds: 500, durationNanoseconds: 500)
        var reader = try PreparedTraffic(
            traffic, updatesPerSecond: 1e7, window: window)
        var read: [FrameTicket] = []
        while let frame = reader.next() {
            read.append(frame.ticket)
            reader.release()
        }
        let waitCount = reader.waitCount
        #expect(read == (try tickets(traffic, rate: 1e7, until: 1_000)))
        #expect(waitCount == 0)
    }
}
