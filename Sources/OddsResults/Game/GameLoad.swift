/// Many pages on one server, without a browser: each is a client with a world of its own that
/// loads it, and reads its stream.
package struct GameLoad: Codable, Equatable, Sendable {
    package var pages: Int
    /// Updates per second of each page; `nil` for the stream of the exercise, at most ten.
    package var rate: Int?
    /// The run's number, from 1.
    package var repetition: Int
    package var status: RunResult.Status
    /// Why the run is INVALID or SATURATED; `nil` for other runs.
    package var reason: String?
    /// How long was measured.
    package var windowNanoseconds: UInt64
    /// Updates that the pages received within the window.
    package var updates: Int
    /// Messages that they came in.
    package var messages: Int
    /// The bytes of those messages, without the frames around them.
    package var messageBytes: Int
    /// From when an update was due until its page had read it.
    package var delay: LatencySummary
    /// The part of that until it was written to the page's socket.
    package var lateness: LatencySummary
    /// From the request for the matches until the stream was open, of each page.
    package var opening: LatencySummary
    package var server: GameProcess
    /// This process, which has the pages.
    package var client: GameProcess
    /// What was compared afterwards.
    package var checks: [PlatformCheck]

    package init(
        pages: Int, rate: Int?, repetition: Int, delay: LatencySummary, lateness: LatencySummary,
        opening: LatencySummary
    ) {
        self.pages = pages
        self.rate = rate
        self.repetition = repetition
        status = .ok
        windowNanoseconds = 0
        updates = 0
        messages = 0
        messageBytes = 0
        self.delay = delay
        self.lateness = lateness
        self.opening = opening
        server = GameProcess()
        client = GameProcess()
        checks = []
    }

    private var seconds: Double { Double(windowNanoseconds) / 1e9 }

    package var updatesPerSecond: Double { windowNanoseconds == 0 ? 0 : Double(updates) / seconds }

    package var messagesPerSecond: Double {
        windowNanoseconds == 0 ? 0 : Double(messages) / seconds
    }

    /// What the server keeps for a page, beyond what it had without any; `nil` where that is not
    /// known.
    package var serverBytesPerPage: Double? {
        guard let idle = server.residentBytesIdle, let loaded = server.residentBytesLoaded,
            pages > 0
        else { return nil }
        return Double(loaded - idle) / Double(pages)
    }

    /// The server's processor time of a message, without what it takes idle; `nil` where that is
    /// not known, or without a message.
    package var serverNanosecondsPerMessage: Double? {
        guard let share = server.processorShare, let idle = server.processorShareIdle,
            messages > 0
        else { return nil }
        return (share - idle) * seconds / Double(messages) * 1e9
    }
}

extension GameLoad: LoadRun {
    /// One that is ended early is dropped: its checks need all of its end.
    package var cutShortNanoseconds: UInt64? { nil }

    package var title: String {
        "run \(repetition) of \(FigureFormat.counted(pages, "page"))"
    }
}

/// A process without load and with it.
package struct GameProcess: Codable, Equatable, Sendable {
    /// Resident before there was a page.
    package var residentBytesIdle: Int?
    /// Resident at the end of the window.
    package var residentBytesLoaded: Int?
    /// The most that was resident until then.
    package var residentBytesPeak: Int?
    /// Processor time by time before there was a page: 1 is one core.
    package var processorShareIdle: Double?
    /// Processor time by the window.
    package var processorShare: Double?

    package init() {}
}
