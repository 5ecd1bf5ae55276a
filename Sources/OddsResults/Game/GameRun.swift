import OddsMeasurement

/// One measurement of one page in a browser.
package struct GameRun: Codable, Equatable, Sendable {
    /// How the page drew.
    package var render: GameRender
    /// Updates per second that the server was asked for; those of the feed with a provider.
    package var rate: Int
    /// The run's number among those of its `render` and `rate`, from 1.
    package var repetition: Int
    /// Whether the figures are valid, and whether the page kept up with the rate.
    package var status: RunResult.Status
    /// Why the run is INVALID or SATURATED; `nil` for other runs.
    package var reason: String?
    /// How long was measured, which is the sum of the windows; 0 if the idle page decided.
    package var windowNanoseconds: UInt64
    /// How far the page's clock is from the server's.
    package var clock: GameClock
    /// From when an update was due until the first paint that shows it or a newer value of its
    /// cell; of updates of rows on the screen.
    package var paint: LatencySummary
    /// The parts of that, in the order of an update's way.
    package var stages: [GameStage]
    /// The frames of the same page without a stream, before the measurement.
    package var idle: GameFrames
    package var frames: GameFrames
    /// The main thread's time in each frame: from its animation callback to the first task after
    /// it, and what handled messages since the frame before.
    package var mainThread: LatencySummary
    package var longTasks: GameLongTasks
    /// The browser's own account of long frames; at most a hundred.
    package var longAnimationFrames: [GameLongFrame]
    package var updates: GameUpdates
    /// The generator's own delay: from when an update was due until the server wrote it to the
    /// page's socket; with a provider, until its feed handed the frame to its connections.
    package var lateness: LatencySummary
    /// What page and worker keep, before the measurement and after it; `nil` where the browser
    /// does not say.
    package var heapBytesBefore: Int?
    package var heapBytesAfter: Int?
    /// The windows of a soak; `nil` for other runs.
    package var series: [GameSample]?
    /// Their trends.
    package var trends: SoakTrends?
    /// What was compared afterwards.
    package var checks: [PlatformCheck]
    /// How long was measured, if a soak was ended early; `nil` for a whole run. Without windows a
    /// page cannot be asked for a part of its figures, and a run that is ended early is dropped.
    package var cutShortNanoseconds: UInt64?

    /// A run of which nothing is measured yet but the idle page.
    package init(render: GameRender, rate: Int, repetition: Int, idle: GameFrames) {
        self.render = render
        self.rate = rate
        self.repetition = repetition
        self.idle = idle
        status = .ok
        windowNanoseconds = 0
        clock = GameClock(offsetNanoseconds: 0, errorNanoseconds: 0, roundTripNanoseconds: 0)
        let nothing = LatencySummary(LatencyHistogram(), keepsHistogram: true)
        paint = nothing
        stages = []
        frames = GameFrames(
            count: 0, late: 0, longestNanoseconds: 0, medianNanoseconds: 0, interval: nothing)
        mainThread = nothing
        longTasks = GameLongTasks()
        longAnimationFrames = []
        updates = GameUpdates()
        lateness = nothing
        checks = []
    }
}

extension GameRun: LoadRun {
    package var title: String {
        "run \(repetition) of \(render.rawValue) at \(FigureFormat.count(Double(rate)))/s"
    }
}

/// How far the page's clock is from the server's, by the shortest of some round trips.
package struct GameClock: Codable, Equatable, Sendable {
    /// What the server's clock is ahead of the page's.
    package var offsetNanoseconds: Int
    /// How wrong that can be: half of the round trip.
    package var errorNanoseconds: UInt64
    package var roundTripNanoseconds: UInt64

    package init(offsetNanoseconds: Int, errorNanoseconds: UInt64, roundTripNanoseconds: UInt64) {
        self.offsetNanoseconds = offsetNanoseconds
        self.errorNanoseconds = errorNanoseconds
        self.roundTripNanoseconds = roundTripNanoseconds
    }
}

/// A part of an update's way to the screen.
package struct GameStage: Codable, Equatable, Sendable {
    /// The parts, in their order. The first three are those of a provider's feed.
    package enum Name: String, CaseIterable, Codable, Sendable {
        /// From the feed's intended time until the server read the frame from its socket.
        case wire
        /// Until the change was in the server's tree.
        case store
        /// Until the server wrote it to the page's socket.
        case server
        /// Until the page's worker had the message; from the intended time without a provider.
        case network
        /// Until the worker handed it to the view.
        case worker
        /// Until it was painted.
        case frame
    }

    package var name: Name
    package var time: LatencySummary

    package init(name: Name, time: LatencySummary) {
        self.name = name
        self.time = time
    }
}

/// Intervals between the frames of a page.
package struct GameFrames: Codable, Equatable, Sendable {
    package var count: Int
    /// Those that came more than half an interval late.
    package var late: Int
    package var longestNanoseconds: UInt64
    package var medianNanoseconds: UInt64
    package var interval: LatencySummary

    package init(
        count: Int, late: Int, longestNanoseconds: UInt64, medianNanoseconds: UInt64,
        interval: LatencySummary
    ) {
        self.count = count
        self.late = late
        self.longestNanoseconds = longestNanoseconds
        self.medianNanoseconds = medianNanoseconds
        self.interval = interval
    }

    /// The share of late ones; `nil` without a frame.
    package var lateShare: Double? { count == 0 ? nil : Double(late) / Double(count) }
}

/// Tasks of the main thread of more than 50 ms.
package struct GameLongTasks: Codable, Equatable, Sendable {
    package var count = 0
    /// 0 if there was none.
    package var longestNanoseconds: UInt64 = 0

    package init(count: Int = 0, longestNanoseconds: UInt64 = 0) {
        self.count = count
        self.longestNanoseconds = longestNanoseconds
    }
}

/// A frame of more than 50 ms, by the browser's own account.
package struct GameLongFrame: Codable, Equatable, Sendable {
    /// Since the page was opened.
    package var startNanoseconds: UInt64
    package var durationNanoseconds: UInt64
    /// For how long it kept the page from answering the user.
    package var blockingNanoseconds: UInt64

    package init(
        startNanoseconds: UInt64, durationNanoseconds: UInt64, blockingNanoseconds: UInt64
    ) {
        self.startNanoseconds = startNanoseconds
        self.durationNanoseconds = durationNanoseconds
        self.blockingNanoseconds = blockingNanoseconds
    }
}

/// What became of the updates that the page received while it was measured.
package struct GameUpdates: Codable, Equatable, Sendable {
    package var received = 0
    package var applied = 0
    /// Those whose cell had a newer value before the frame that would have drawn them.
    package var coalesced = 0
    /// Those that were handed to the view and overtaken before the paint.
    package var superseded = 0
    /// Those not newer than what the page had.
    package var stale = 0
    /// Those of matches that the page does not have.
    package var unknown = 0
    /// Those of rows on the screen, whose latency counts.
    package var sampled = 0
    /// Those of rows that left the screen before their paint, or for which there was no room:
    /// their latency is not known.
    package var unseen = 0

    package init() {}
}

/// One window of a soak, and what page and worker kept after it.
package struct GameSample: Codable, Equatable, Sendable {
    /// The window's end, since the first one began.
    package var atNanoseconds: UInt64
    package var paint: LatencySummary
    package var mainThread: LatencySummary
    package var lateFrames: Int
    package var heapBytes: Int?

    package init(
        atNanoseconds: UInt64, paint: LatencySummary, mainThread: LatencySummary, lateFrames: Int,
        heapBytes: Int?
    ) {
        self.atNanoseconds = atNanoseconds
        self.paint = paint
        self.mainThread = mainThread
        self.lateFrames = lateFrames
        self.heapBytes = heapBytes
    }
}
