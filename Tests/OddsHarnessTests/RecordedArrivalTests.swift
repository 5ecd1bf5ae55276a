import OddsCapture
import OddsFixtures
import OddsMeasurement
import OddsTraffic
import Testing

@testable import OddsHarness

/// Frames offered at the times at which they were recorded.
@Suite struct RecordedArrivalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// An update, the dump 100 ms after it, and two bursts behind that.
    private func capture(
        times: [Int64] = [900, 1_000, 1_010, 1_010, 1_400]
    ) throws -> CaptureTraffic {
        let frames = [
            FeedText.odds(version: 1, [("7", 1.5)]),
            FeedText.dump(version: 2, offers: [("7", 2), ("8", 3)]),
            FeedText.odds(version: 3, [("7", 2.5), ("8", 3.5)]),
            FeedText.odds(version: 4, [("8", 4)]),
            FeedText.odds(version: 5, [("8", 5)]),
        ]
        let path = folder.path("recorded.ndjson")
        var writer = try CaptureWriter(path: path)
        for (frame, time) in zip(frames, times) {
            try Array(frame.utf8).withUnsafeBytes {
                try writer.write($0, channel: "a", at: time)
            }
        }
        try writer.finish()
        return try CaptureTraffic(path: path)
    }

    private func dueMilliseconds(
        _ traffic: CaptureTraffic, speed: Double, until milliseconds: UInt64
    ) throws -> [Double] {
        var due: [Double] = []
        try traffic.forEachFrame(.recorded(speed: speed), until: milliseconds * 1_000_000) {
            if !$1.isPreload { due.append(Double($1.intendedNanoseconds) / 1e6) }
        }
        return due
    }

    @Test("Frames are due at their recorded times, counted from the first dump")
    func recordedTimes() throws {
        #expect(try dueMilliseconds(capture(), speed: 1, until: 401) == [10, 10, 400])
        #expect(try dueMilliseconds(capture(), speed: 1, until: 400) == [10, 10])
    }

    @Test("The speed divides all times", arguments: [2, 0.5, 10])
    func speed(speed: Double) throws {
        let due = try dueMilliseconds(capture(), speed: speed, until: 801)
        #expect(due.prefix(3) == [10 / speed, 10 / speed, 400 / speed])
    }

    @Test("A repetition begins one mean interval after the last frame, with all frames")
    func seam() throws {
        // 500 ms of 5 frames: the mean interval is 125 ms.
        let due = try dueMilliseconds(capture(), speed: 1, until: 1_700)
        let second = [0, 100, 110, 110, 500].map { 400 + 125.0 + $0 }
        let third = second.map { $0 + 500 + 125 }
        #expect(due == [10, 10, 400] + second + third)
    }

    @Test("Times that decrease make no schedule, but a rate does")
    func disorder() throws {
        let traffic = try capture(times: [900, 1_000, 1_010, 1_009, 1_400])
        let error = #expect(throws: HarnessError.self) { try traffic.checkRecordedTimes() }
        #expect("\(try #require(error))".contains("frame 4 was recorded at 1009"))
        var count = 0
        try traffic.forEachFrame(.rate(1_000), until: 3_000_000) { _, _ in count += 1 }
        #expect(count > 2)
    }

    @Test("Times that are all the same, or too far apart, make no schedule")
    func noTimes() throws {
        let traffic = try capture(times: [7, 7, 7, 7, 7])
        #expect(throws: HarnessError.self) { try traffic.checkRecordedTimes() }
        let far = try capture(times: [.min, 0, 1, 2, .max])
        #expect(throws: HarnessError.self) { try far.checkRecordedTimes() }
    }

    /// The generator stamps frames with its own schedule, to the millisecond.
    @Test("Recorded bursts stay bursts: each second is offered what it had when recorded")
    func bursts() throws {
        var configuration = TrafficConfiguration()
        configuration.events = 5
        configuration.markets = 4
        configuration.rate = 2_000
        configuration.arrival = .bursts
        let path = folder.path("bursts.ndjson")
        try TrafficGenerator.writeCapture(
            of: configuration, durationNanoseconds: 4_000_000_000, to: path)
        var recorded: [Int64] = []
        var reader = try CaptureReader(path: path)
        while let frame = try reader.next() { recorded.append(frame.at) }

        let traffic = try CaptureTraffic(path: path)
        let start = recorded[traffic.preloadCount - 1]
        let expected = counts(recorded.dropFirst(traffic.preloadCount).map { $0 - start })
        var offered: [Int64] = []
        var even: [Int64] = []
        let end = UInt64(recorded[recorded.count - 1] - start) * 1_000_000 + 1
        try traffic.forEachFrame(.recorded(speed: 1), until: end) {
            if !$1.isPreload { offered.append(Int64($1.intendedNanoseconds / 1_000_000)) }
        }
        try traffic.forEachFrame(.rate(2_000), until: end) {
            if !$1.isPreload { even.append(Int64($1.intendedNanoseconds / 1_000_000)) }
        }
        #expect(counts(offered) == expected)
        // Bursts have ten times the mean rate; even spacing never has.
        let most = try #require(counts(offered).values.max())
        #expect(try most > 2 * #require(counts(even).values.max()))

        // A frame takes half of the mean interval. Evenly spaced, none waits
        // behind more than the rest of one; in a burst most do.
        let service = end / UInt64(offered.count) / 2
        let atTimes = try responseTime(traffic, .recorded(speed: 1), end, service)
        let atRate = try responseTime(traffic, .rate(2_000), end, service)
        #expect(try #require(atTimes.value(at: .p50)) > 3 * #require(atRate.value(at: .p50)))
        #expect(try #require(atTimes.value(at: .p99)) > 3 * #require(atRate.value(at: .p99)))
    }

    /// On a virtual clock, with the same service time for all frames.
    private func responseTime(
        _ traffic: CaptureTraffic, _ pacing: CapturePacing, _ end: UInt64, _ service: UInt64
    ) throws -> LatencyHistogram {
        var tickets: [FrameTicket] = []
        try traffic.forEachFrame(pacing, until: end) { if !$1.isPreload { tickets.append($1) } }
        var run = VirtualRun(duration: end)
        return run.run(tickets) { _ in service }.record.responseTime
    }

    /// Frames in each hundredth of a second.
    private func counts(_ milliseconds: some Sequence<Int64>) -> [Int64: Int] {
        milliseconds.reduce(into: [:]) { $0[$1 / 10, default: 0] += 1 }
    }
}
