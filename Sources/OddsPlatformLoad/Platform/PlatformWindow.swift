import OddsExperiments
import OddsMeasurement
import OddsResults

/// The window of a run, or a part of it, and what it has seen besides the requests.
struct PlatformWindow {
    /// When it opened and closed, on the monotonic clock.
    var times: Range<UInt64>
    /// Whether it closed early.
    var isCutShort = false
    var storms = 0
    /// Sessions that storms ended.
    var expired = 0
    var stolenShare: Double?
    /// How late an idle thread of this process woke up.
    private(set) var wakeDelay = LatencyHistogram()
    /// Requests that did not end.
    var leftOver = 0
    private var intervalCount = 0
    private var intervalEnd = Duration.zero

    /// Waits for a moment of the monotonic clock, and opens then.
    ///
    /// - Throws: `ExperimentFailure` after an interruption.
    init(openingAt open: UInt64) async throws {
        times = open..<open
        try await Interruption.current.sleep(for: .zero - passed)
        try Interruption.current.check()
    }

    /// How long it has been open.
    private var passed: Duration {
        .nanoseconds(Int64(MonotonicClock().now) - Int64(times.lowerBound))
    }

    var seconds: Double { Double(times.count) / 1e9 }

    /// Stays open until its end or a signal, and shows how far it is.
    ///
    /// - Parameters:
    ///   - duration: How long it is meant to be open.
    ///   - earlier: How much of the run's schedule was before it.
    ///   - progress: Where that is shown.
    ///   - interval: Takes the times since the last call, `nil` if nobody follows the run.
    ///     Called once a second.
    ///   - act: Does what is due so long after the opening, and returns when something is due
    ///     next; `nil` for never.
    mutating func pass(
        _ duration: Duration, after earlier: Duration, _ progress: ExperimentProgress,
        interval: () -> RequestRecorder.Interval? = { nil },
        act: (inout PlatformWindow, Duration) async throws -> Duration? = { _, _ in nil }
    ) async throws {
        let processorTime = ProcessorTime.current()
        let jitter = JitterMonitor(cores: CoreAffinity.allowedCores())
        jitter.beginRecording()
        defer { wakeDelay = jitter.finish().wakeDelay }
        var nextSecond = Duration.seconds(1)
        while case let now = passed, now < duration, !Interruption.current.isRequested {
            let nextAct = try await act(&self, now)
            var ended: [LiveInterval] = []
            if now >= nextSecond {
                if let interval = interval() { ended = [self.interval(interval, at: now)] }
                while nextSecond <= now { nextSecond += .seconds(1) }
            }
            progress.update(
                .measuring, elapsed: (earlier + now) / .seconds(1), intervals: ended)
            try await Interruption.current.sleep(
                for: min(nextSecond, nextAct ?? duration, duration) - passed)
        }
        let end = passed
        isCutShort = end < duration
        let length = UInt64(max(min(end, duration), .nanoseconds(1)) / .nanoseconds(1))
        times = times.lowerBound..<times.lowerBound + length
        stolenShare = processorTime.flatMap { start in
            ProcessorTime.current()?.stolenShare(since: start)
        }
    }

    /// That this process stood still itself; `nil` if it did not.
    ///
    /// - Parameter response: The times that it measured meanwhile.
    func stall(in response: LatencyHistogram) -> String? {
        ClientStall.reason("the process of the players", wakeDelay: wakeDelay, in: response)
    }

    /// The next interval for those who follow the run.
    ///
    /// - Parameters:
    ///   - interval: The times of its requests.
    ///   - now: Its end, since the window opened.
    private mutating func interval(
        _ interval: RequestRecorder.Interval, at now: Duration
    ) -> LiveInterval {
        let response = LatencySummary(interval.response)
        let service = LatencySummary(interval.service)
        defer {
            intervalCount += 1
            intervalEnd = now
        }
        return LiveInterval(
            number: intervalCount, atNanoseconds: UInt64(now / .nanoseconds(1)),
            responseP50: response.p50, responseP99: response.p99, responseMax: response.max,
            serviceP50: service.p50, serviceP99: service.p99, frames: response.count,
            updates: response.count, seconds: (now - intervalEnd) / .seconds(1),
            residentBytes: ProcessUsage.current()?.residentBytes, allocatedBytes: nil)
    }
}
