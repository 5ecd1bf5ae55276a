import OddsMeasurement
import OddsResults

/// The windows of one measurement, added up: one, or those of a soak.
struct GameWindows {
    private(set) var count = 0
    private(set) var nanoseconds: UInt64 = 0
    private(set) var clock = GameClock(
        offsetNanoseconds: 0, errorNanoseconds: 0, roundTripNanoseconds: 0)
    private(set) var paint = LatencyHistogram()
    private(set) var mainThread = LatencyHistogram()
    private(set) var interval = LatencyHistogram()
    private var stages: [GameStage.Name: LatencyHistogram] = [:]
    private(set) var frameCount = 0
    private(set) var lateCount = 0
    private(set) var longestFrame: UInt64 = 0
    private var medianFrames: [UInt64] = []
    private(set) var longTasks = GameLongTasks()
    private var longFrames: [GameLongFrame] = []
    private(set) var updates = GameUpdates()
    private(set) var series: [GameSample] = []

    /// So many long frames are kept, the longest.
    static let longFramesMax = 100

    mutating func add(_ page: PageFigures) {
        count += 1
        nanoseconds += UInt64((page.seconds * 1e9).rounded())
        // The worst, as it says how wrong any of the windows may be.
        let clock = page.clock.figures
        if clock.errorNanoseconds >= self.clock.errorNanoseconds { self.clock = clock }
        paint.merge(page.paint.latencies)
        mainThread.merge(page.mainThread.latencies)
        interval.merge(page.frames.interval.latencies)
        for (name, histogram) in page.stages {
            stages[name, default: LatencyHistogram()].merge(histogram.latencies)
        }
        frameCount += page.frames.count
        lateCount += page.frames.late
        longestFrame = max(longestFrame, page.frames.longestMs.nanoseconds)
        medianFrames.append(page.frames.medianMs.nanoseconds)
        longTasks.count += page.longTasks.count
        longTasks.longestNanoseconds = max(
            longTasks.longestNanoseconds, page.longTasks.longestMs.nanoseconds)
        longFrames += page.longAnimationFrames.map { frame in
            GameLongFrame(
                startNanoseconds: frame.startMs.nanoseconds,
                durationNanoseconds: frame.durationMs.nanoseconds,
                blockingNanoseconds: frame.blockingMs.nanoseconds)
        }
        updates.add(page.updates)
    }

    /// Notes a window of a soak, after it was added.
    ///
    /// - Parameters:
    ///   - page: Its figures.
    ///   - at: When it ended, since the first one began.
    ///   - heapBytes: What page and worker kept then.
    mutating func note(_ page: PageFigures, at: UInt64, heapBytes: Int?) {
        series.append(
            GameSample(
                atNanoseconds: at, paint: LatencySummary(page.paint.latencies),
                mainThread: LatencySummary(page.mainThread.latencies),
                lateFrames: page.frames.late, heapBytes: heapBytes))
    }

    /// True while percentiles lack samples that another window would bring.
    var wantsAnother: Bool {
        count < GamePlan.windowsMax
            && min(paint.count, mainThread.count) < GamePlan.percentile.sampleCountMin
    }

    var frames: GameFrames {
        GameFrames(
            count: frameCount, late: lateCount, longestNanoseconds: longestFrame,
            medianNanoseconds: medianFrames.sorted().dropFirst(medianFrames.count / 2).first ?? 0,
            interval: LatencySummary(interval, keepsHistogram: true))
    }

    /// In the order of an update's way.
    var stagesInOrder: [GameStage] {
        GameStage.Name.allCases.compactMap { name in
            stages[name].map {
                GameStage(name: name, time: LatencySummary($0, keepsHistogram: true))
            }
        }
    }

    var longestFrames: [GameLongFrame] {
        longFrames.sorted { $0.durationNanoseconds > $1.durationNanoseconds }
            .prefix(Self.longFramesMax).sorted { $0.startNanoseconds < $1.startNanoseconds }
    }

    /// How much the figures of a soak may rise, as shares: latencies as in any soak; the heap by
    /// as much as a browser's collector leaves now and then.
    private static let latencyRiseMax = 0.2
    private static let heapRiseMax = 0.05

    /// The trends of a soak; `nil` for other measurements.
    var trends: SoakTrends? {
        guard !series.isEmpty else { return nil }
        let figures: [(String, Double, (GameSample) -> UInt64?)] = [
            ("paint.p50", Self.latencyRiseMax, { $0.paint.p50 }),
            ("paint.p99", Self.latencyRiseMax, { $0.paint.p99 }),
            ("mainThread.p99", Self.latencyRiseMax, { $0.mainThread.p99 }),
            ("heapBytes", Self.heapRiseMax, { $0.heapBytes.map { UInt64(clamping: $0) } }),
        ]
        return SoakTrends(
            of: figures.map { metric, riseMax, value in
                (
                    metric: metric, riseMax: riseMax,
                    values: series.compactMap { sample in
                        value(sample).map { (at: sample.atNanoseconds, value: Double($0)) }
                    }
                )
            })
    }
}

extension GameRun {
    /// Takes over what was measured.
    mutating func take(_ windows: GameWindows, isCutShort: Bool) {
        clock = windows.clock
        paint = LatencySummary(windows.paint, keepsHistogram: true)
        frames = windows.frames
        mainThread = LatencySummary(windows.mainThread, keepsHistogram: true)
        windowNanoseconds = windows.nanoseconds
        stages = windows.stagesInOrder
        longTasks = windows.longTasks
        longAnimationFrames = windows.longestFrames
        updates = windows.updates
        series = windows.series.isEmpty ? nil : windows.series
        trends = windows.trends
        cutShortNanoseconds = isCutShort ? windows.nanoseconds : nil
    }

    mutating func take(_ verdict: GameVerdict) {
        status = verdict.status
        reason = verdict.reason
    }
}

extension GameFrames {
    init(_ page: PageFrames) {
        self.init(
            count: page.count, late: page.late, longestNanoseconds: page.longestMs.nanoseconds,
            medianNanoseconds: page.medianMs.nanoseconds,
            interval: LatencySummary(page.interval.latencies, keepsHistogram: true))
    }
}

extension GameUpdates {
    fileprivate mutating func add(_ page: PageFigures.Updates) {
        received += page.received
        applied += page.applied
        coalesced += page.coalesced
        superseded += page.superseded
        stale += page.stale
        unknown += page.unknown
        sampled += page.sampled
        unseen += page.unseen
    }
}
