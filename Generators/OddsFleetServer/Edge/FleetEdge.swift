import Foundation
import Logging
import NIOConcurrencyHelpers
import OddsFleetFeed
import OddsNATS
import OddsServer
import OddsSimulator

/// The feed of an edge: frames and dumps come from a source over NATS, and are passed on byte
/// for byte.
///
/// All state is behind one lock, and what is given to the shards is given to them within it, so
/// that each gets frames and dumps in one order. Nothing waits there.
package final class FleetEdge: @unchecked Sendable {
    // Unchecked, because mutable state is only used behind `lock`.

    let connection: NATSConnection
    let subjects: FeedSubjects
    let streams: JetStream
    let logger: Logger
    let lock = NIOLock()
    let fetches = AsyncStream<EdgeFetch>.makeStream()
    /// For calls of the C library, which may wait.
    let calls = DispatchQueue(label: "oddsbench.edge.calls")
    /// Tells when topics are named, and when budgets have recovered.
    let time: @Sendable () -> UInt64

    var shards: [Shard] = []
    var entries: [TopicNumber: EdgeEntry] = [:]
    var numbers: [String: TopicNumber] = [:]
    /// Those that somebody waits for.
    var waitedFor: Set<TopicNumber> = []
    var nextNumber: TopicNumber = 0
    var nextRequest: UInt64 = 0
    var budgets = EdgeBudgets()
    /// When topics are named next, in nanoseconds.
    var nextNaming: UInt64
    var watch: EpochWatch
    /// What the log says of the source.
    var loggedSign = SourceSign.none

    /// What is known of a source by its beats.
    enum SourceSign: Equatable {
        case none, silent
        /// With its epoch.
        case there(UInt64)
    }

    var beats = BeatAssembler()
    /// The last whole beat.
    var beat: Beat?
    /// The source's clock less this machine's, in nanoseconds; 0 on the same machine, `nil`
    /// before it is known.
    var clockOffset: Int64?
    /// Of topics that are gone.
    var pastCounters = EdgeCounters()
    var pastMalformed = 0
    var pastUnread = 0
    /// Messages that could not be read.
    var malformedCount = 0
    /// Frames that came while a thread had more to send than it can.
    var overflowCount = 0
    var isStopped = false
    private var tasks: [Task<Void, Never>] = []
    private var subscriptions: [NATSSubscription] = []

    /// The topics that an edge has at most: those that a source may open, and as many that it
    /// is being asked for.
    static let entriesMax = 2 * FleetLimits.topicsMax
    /// How long a topic without clients is kept.
    static let idleNanoseconds: UInt64 = 60_000_000_000
    /// How often time passes for the topics.
    private static let tick = Duration.milliseconds(50)
    /// Fetches at a time: each waits for one answer after the other.
    private static let fetchersMax = 16

    /// - Parameter time: A monotonic clock, in nanoseconds, by which topics are named to the
    ///   source, and limits kept.
    /// - Throws: `NATSError`.
    package init(
        world: WorldName, over connection: NATSConnection, logger: Logger,
        time: @escaping @Sendable () -> UInt64 = { FleetClock.now }
    ) throws(NATSError) {
        self.connection = connection
        self.logger = logger
        self.time = time
        nextNaming = time() + OpenTopics.namingInterval
        subjects = FeedSubjects(world)
        streams = try JetStream(connection)
        watch = EpochWatch(now: FleetClock.now)
    }

    /// Begins to listen to the source.
    ///
    /// - Throws: `NATSError`.
    package func begin() async throws(NATSError) {
        let beats = try connection.subscribe(subjects.beat) { [weak self] in self?.hearBeat($0) }
        lock.withLock { subscriptions.append(beats) }
        let inbox = connection.makeInbox()
        let answers = try connection.subscribe(inbox) { _ in }
        try connection.publish(subjects.time, reply: inbox, TimeRequest(number: 0).json)
        // Without the permission its topics would be closed every two minutes.
        try connection.publish(subjects.topics, TopicNames.none.json)
        try await connection.whenAvailable { [connection, subjects] () throws(NATSError) in
            try await connection.flush(
                needing: [subjects.beat, inbox, subjects.time, subjects.topics])
        }
        answers.cancel()
        var started: [Task<Void, Never>] = [
            Task { [weak self] in
                while !Task.isCancelled, let self {
                    passTime()
                    nameTopics()
                    try? await Task.sleep(for: Self.tick)
                }
            },
            Task { [weak self] in
                while !Task.isCancelled, let self {
                    await readClock()
                    try? await Task.sleep(for: .seconds(10))
                }
            },
        ]
        for _ in 0..<Self.fetchersMax {
            started.append(
                Task { [weak self, fetches] in
                    for await fetch in fetches.stream { await self?.carryOut(fetch) }
                })
        }
        lock.withLock { tasks += started }
    }

    func end() {
        let (ended, left, links) = lock.withLock {
            isStopped = true
            shards = []
            defer {
                tasks = []
                subscriptions = []
            }
            return (tasks, subscriptions, entries.values.map(\.link))
        }
        for task in ended { task.cancel() }
        fetches.continuation.finish()
        for subscription in left { subscription.cancel() }
        for link in links { link.end() }
    }

    // MARK: Topics, behind the lock

    /// The entry of a topic, which is made if need be.
    ///
    /// - Parameter client: Who pays for a new one; `nil` for the operator.
    /// - Throws: `FeedError` for what cannot be a topic, beyond the bound, and beyond the budget.
    func number(of text: String, for client: UInt64?) throws(FeedError) -> TopicNumber {
        if let known = numbers[text] { return known }
        let token: TopicToken
        do throws(FleetFormatError) {
            token = try TopicToken(topic: text)
        } catch {
            throw FeedError(error.description)
        }
        guard entries.count < Self.entriesMax else {
            throw FeedError("this edge has \(entries.count) topics, and no room for more")
        }
        if let client { try openTopic(for: client) }
        let number = nextNumber
        nextNumber += 1
        numbers[text] = number
        entries[number] = EdgeEntry(
            text: text, token: token, number: number, machine: EdgeTopic(epoch: watch.epoch ?? 0),
            link: TopicLink(over: connection, on: calls),
            counts: Array(repeating: 0, count: shards.count))
        return number
    }

    /// Ends a topic that nobody needs.
    func remove(_ number: TopicNumber) {
        guard let entry = entries.removeValue(forKey: number) else { return }
        numbers[entry.text] = nil
        waitedFor.remove(number)
        pastCounters.add(entry.machine.counters)
        pastMalformed += entry.parts.dropped
        pastUnread += entry.link.droppedCount
        entry.link.end()
    }

    /// What all topics have counted. From any thread.
    var counters: EdgeCounters { lock.withLock { allCounters } }

    /// The same, behind the lock.
    var allCounters: EdgeCounters {
        entries.values.reduce(into: pastCounters) { $0.add($1.machine.counters) }
    }

    var memory: QueueMemory? { shards.first?.memory }
}
