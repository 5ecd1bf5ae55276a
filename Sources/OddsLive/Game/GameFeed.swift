import OddsMeasurement
import OddsTopics

/// The feed behind a server of the page: the simulator, and its list that the server follows.
package struct GameFeed: Sendable {
    fileprivate let simulator: any LiveServer
    fileprivate let topic: String

    /// - Parameters:
    ///   - simulator: What sends the feed.
    ///   - matches: How many matches the server asks of it.
    package init(_ simulator: any LiveServer, matches: Int) {
        self.simulator = simulator
        // As `ServicesProviderClient` asks for matches that have not begun, by its defaults. That
        // it is this list is checked, by the records that were due to it.
        topic = EMTopic(
            operatorID: "7001", language: "en",
            content: .nextMatches(sport: .all, EMPage(events: matches, markets: 5))
        ).description
    }

    func pause() async throws { try await simulator.pause() }

    func resume() async throws { try await simulator.resume() }

    /// The records that were due to all who read the feed, so far.
    fileprivate func recordsDue() async throws -> Int {
        try await simulator.metrics()["emsim_records_due_total"] ?? 0
    }
}

/// What a feed schedules while a page is measured, and how late its generator is with that.
struct GameFeedSchedule {
    private let feed: GameFeed
    private let recordsBefore: Int
    /// The generator's own delay of what was due within the window.
    private(set) var lateness = LatencyHistogram()
    /// Why the delay says nothing; `nil` if it does.
    private(set) var fault: String?

    /// Notes the schedule from now on. The feed is paused, and nothing is on its way.
    init(_ feed: GameFeed) async throws {
        self.feed = feed
        try await feed.simulator.noteFrames(of: [feed.topic])
        recordsBefore = try await feed.recordsDue()
    }

    /// Takes what was due within a window, once it is closed, with the feed still running: a
    /// pause leaves out what is late.
    ///
    /// - Parameter window: On the machine's monotonic clock.
    mutating func close(_ window: Range<UInt64>) async throws {
        let schedule = try await LiveSchedule(feed.simulator, [feed.topic], window)
        for frame in schedule.frames[feed.topic] ?? [] where window.contains(frame.due) {
            lateness.record(frame.delay)
        }
        fault = schedule.gap
        if lateness.count == 0 { fault = fault ?? "no frame of the feed was due" }
    }

    /// Ends the notes. The feed is paused, and nothing is on its way.
    mutating func end() async throws {
        let noted = try await feed.simulator.ledgerFrames(of: feed.topic)
            .reduce(0) { $0 + Int($1.records) }
        let due = try await feed.recordsDue() - recordsBefore
        try await feed.simulator.noteFrames(of: [])
        fault = fault ?? Self.difference(noted: noted, due: due)
    }

    /// Why the list whose schedule was noted is not the one that the server follows; `nil` if it
    /// is.
    static func difference(noted: Int, due: Int) -> String? {
        guard noted != due else { return nil }
        return """
            the simulator noted the schedule of \(noted) records, and \(due) were due to the \
            server of the page: it follows another list, and how late the generator was is not \
            known
            """
    }
}
