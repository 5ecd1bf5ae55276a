import Foundation
import Logging
import NIOCore
import OddsFleetFeed
import OddsNATS
import OddsServer
import Synchronization

/// Publishes a server's world at NATS: frames of the topics that edges have asked for, dumps,
/// beats, the time, and control.
package final class FleetSource: Sendable {
    /// What is published of the world, and its epochs.
    struct World {
        var topics = OpenTopics()
        /// That of each start of the world; the last is the present one.
        var epochs: [UInt64]
    }

    let server: EMServer
    let connection: NATSConnection
    let subjects: FeedSubjects
    let counters = SourceCounters()
    let logger: Logger
    /// For answers of the time: the C library's thread must not wait for a full socket.
    let clock = DispatchQueue(label: "oddsbench.source.clock")
    let sender: FrameSender
    let world: Mutex<World>
    /// Tells when a topic has gone unnamed for too long.
    let time: @Sendable () -> UInt64
    private let streams: JetStream
    private let stream: StreamConfiguration
    private let subscriptions = Mutex<[NATSSubscription]>([])
    private let tasks = Mutex<[Task<Void, Never>]>([])
    /// One beat after the other, so that none overtakes another.
    private let beatTriggers = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let end: @Sendable (SourceEnd) -> Void
    private let isRenewingStream = Atomic<Bool>(false)
    /// Whether the connection for frames is, and that for requests.
    private let areFramesAway = Atomic<Bool>(false)
    let areRequestsAway = Atomic<Bool>(false)
    /// Dumps are made and sent one after the other.
    let dumps = AsyncStream<DumpOrder>.makeStream(bufferingPolicy: .bufferingOldest(8_192))

    /// Requests of control are carried out one after the other.
    let controls = AsyncStream<ControlOrder>.makeStream(
        bufferingPolicy: .bufferingOldest(controlsMax))
    /// Those that wait at most: an agent has one question at a time.
    static let controlsMax = 512

    struct ControlOrder: Sendable {
        let name: String
        let body: [UInt8]
        let reply: String
    }

    struct DumpOrder: Sendable {
        let token: TopicToken
        let request: DumpRequest
        let reply: String
        let arrived: UInt64
    }

    /// Begins to publish a server's world.
    ///
    /// - Parameters:
    ///   - server: Has a world of its own.
    ///   - name: The world's name.
    ///   - limits: What the stream keeps.
    ///   - connection: For requests and answers.
    ///   - frames: For what is published, which dumps do not delay there. It tells
    ///     `connectionChanged` what happens to it.
    ///   - time: A monotonic clock, in nanoseconds, by which topics that no edge names are closed.
    ///   - end: Called, perhaps more than once, when it cannot go on.
    /// - Throws: `NATSError`; `ElsewhereError`.
    package static func start(
        _ server: EMServer, world name: WorldName, limits: StreamLimits,
        over connection: NATSConnection, frames: NATSConnection, logger: Logger,
        time: @escaping @Sendable () -> UInt64 = { FleetClock.now },
        end: @escaping @Sendable (SourceEnd) -> Void
    ) async throws -> FleetSource {
        let subjects = FeedSubjects(name)
        let streams = try JetStream(connection)
        let stream = limits.stream(of: subjects)
        let isWaiting: @Sendable (String) -> Void = { reason in
            logger.notice("waiting for JetStream: \(reason)")
        }
        try await streams.makeWhenAvailable(stream, isWaiting: isWaiting)
        let last = try await connection.whenAvailable(isWaiting: isWaiting) {
            () throws(NATSError) in try await lastEpoch(streams, subjects)
        }
        let source = FleetSource(
            server, connection, frames, subjects, streams, stream,
            epoch: EpochWatch.starting(at: FleetClock.sinceEpoch, after: last), logger, time, end)
        try await source.begin()
        return source
    }

    private init(
        _ server: EMServer, _ connection: NATSConnection, _ frames: NATSConnection,
        _ subjects: FeedSubjects, _ streams: JetStream, _ stream: StreamConfiguration,
        epoch: UInt64, _ logger: Logger, _ time: @escaping @Sendable () -> UInt64,
        _ end: @escaping @Sendable (SourceEnd) -> Void
    ) {
        self.server = server
        self.connection = connection
        self.subjects = subjects
        self.streams = streams
        self.stream = stream
        self.logger = logger
        self.time = time
        self.end = end
        world = Mutex(World(epochs: [epoch]))
        let missing = Mutex<(@Sendable () -> Void)?>(nil)
        acknowledgements = connection.makeInbox()
        sender = FrameSender(frames, counters: counters, inbox: acknowledgements) {
            missing.withLock { $0 }?()
        }
        missing.withLock { $0 = { [weak self] in self?.renewStream() } }
    }

    private let acknowledgements: String

    /// The epoch of the last frame that the stream has; `nil` for an empty one.
    private static func lastEpoch(
        _ streams: JetStream, _ subjects: FeedSubjects
    ) async throws(NATSError) -> UInt64? {
        guard let sequences = try await streams.state(of: subjects.streamName)?.sequences,
            !sequences.isEmpty,
            let last = try await streams.next(
                of: subjects.streamName, subject: subjects.allFrames,
                from: sequences.upperBound - 1)
        else { return nil }
        guard MessageOrigin.wasDirect(last.headers) else { return nil }
        return (try? FrameHeader(last.headers))?.epoch
    }

    private func begin() async throws {
        let made = [
            try connection.subscribe(acknowledgements + ".*") { [sender] in
                sender.acknowledge($0)
            },
            try connection.subscribe(subjects.allDumps) { [weak self] in self?.orderDump($0) },
            try connection.subscribe(subjects.topics) { [weak self] in self?.hearTopics($0) },
            try connection.subscribe(subjects.time) { [weak self] in self?.tellTime($0) },
            try connection.subscribe(subjects.allControls) { [weak self] in self?.control($0) },
            try connection.subscribe(subjects.beat) { [weak self] in self?.hearBeat($0) },
        ]
        subscriptions.withLock { $0 = made }
        try await connection.whenAvailable { [connection, subjects] () throws(NATSError) in
            try await connection.flush(
                needing: [
                    subjects.allDumps, subjects.topics, subjects.time, subjects.allControls,
                    subjects.beat,
                ])
        }
        sender.start()
        try server.publish(to: self)
        Task { [weak self, dumps] in
            for await order in dumps.stream { await self?.giveDump(order) }
        }
        Task { [weak self, controls] in
            for await order in controls.stream { await self?.answer(order) }
        }
        tasks.withLock {
            $0.append(
                Task { [beatTriggers] in
                    while !Task.isCancelled {
                        beatTriggers.continuation.yield()
                        try? await Task.sleep(for: .nanoseconds(Int64(Beat.interval)))
                    }
                })
            $0.append(
                Task { [weak self, beatTriggers] in
                    for await _ in beatTriggers.stream { await self?.beat() }
                })
        }
        logger.notice("publishing the world \(subjects.world), epoch \(epoch)")
    }

    /// Ends: what has been published is sent, as far as NATS takes it within two seconds.
    package func stop() async {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        dumps.continuation.finish()
        controls.continuation.finish()
        await sender.stop()
        for subscription in subscriptions.withLock({ $0 }) { subscription.cancel() }
    }

    /// What happened to the connection for frames.
    package func connectionChanged(_ event: NATSConnection.Event) {
        switch event {
        case .disconnected: areFramesAway.store(true, ordering: .relaxed)
        case .reconnected:
            areFramesAway.store(false, ordering: .relaxed)
            sender.sendAllAgain()
        case .closed(let reason):
            end(.refused("the connection to NATS was closed for good: \(reason)"))
        case .error: break
        }
    }

    /// What happened to the connection for requests. Its end is for the caller to act on.
    package func requestsChanged(_ event: NATSConnection.Event) {
        switch event {
        case .disconnected: areRequestsAway.store(true, ordering: .relaxed)
        case .reconnected:
            world.withLock { $0.topics.nameAll(now: time()) }
            areRequestsAway.store(false, ordering: .relaxed)
        case .closed, .error: break
        }
    }

    /// Why edges get nothing of it, for `/health`; `nil` if they do.
    package var fault: String? {
        if areFramesAway.load(ordering: .relaxed) { return "NATS is away: edges get no frames" }
        if areRequestsAway.load(ordering: .relaxed) { return "NATS is away: edges get no dumps" }
        return nil
    }

    /// The world's present epoch.
    package var epoch: UInt64 { world.withLock { $0.epochs[$0.epochs.count - 1] } }

    /// The families of `GET /metrics`.
    package var openMetrics: String {
        let (count, bytes, dropped) = sender.unacknowledged
        let (topics, named) = world.withLock { ($0.topics.count, $0.topics.namedCount) }
        return counters.openMetrics(
            unacknowledged: (count, bytes), dropped: dropped, topics: topics, named: named)
    }

    // MARK: The stream

    /// Makes the stream again if it is gone.
    private func renewStream() {
        guard !isRenewingStream.exchange(true, ordering: .relaxed) else { return }
        Task { [weak self] in
            guard let self else { return }
            do throws(NATSError) {
                // What the one before had not stored has waited long enough.
                if try await streams.make(stream) { sender.sendAllAgain() }
            } catch {
                // Otherwise the next messages that are overdue try again.
                if error.kind == .unusable { end(.refused("\(error)")) }
            }
            isRenewingStream.store(false, ordering: .relaxed)
        }
    }

    // MARK: Beats

    /// Tells the edges at once what has changed.
    func beatSoon() { beatTriggers.continuation.yield() }

    private func beat() async {
        closeUnnamed()
        guard let state = try? await server.publishedState() else { return }
        let beat = world.withLock { world -> Beat? in
            // The restart is still on its way to the publisher.
            guard state.restartCount < world.epochs.count else { return nil }
            var numbers: [TopicToken: UInt64] = [:]
            for (topic, number) in state.numbers {
                if let token = world.topics.token(of: topic) { numbers[token] = number }
            }
            return Beat(
                epoch: world.epochs[state.restartCount], nanoseconds: FleetClock.now,
                isPaused: state.isPaused, bootID: .own, numbers: numbers)
        }
        for part in beat?.parts(messageBytesMax: connection.messageBytesMax) ?? [] {
            sender.send(subject: subjects.beat, part.json)
        }
    }

    /// Another source of the same world ends this one, if it is the later.
    private func hearBeat(_ message: borrowing NATSMessage) {
        guard MessageOrigin.isDirect(message.headers),
            let part = try? BeatPart(json: message.bytes)
        else {
            counters.malformed.add(1, ordering: .relaxed)
            return
        }
        guard part.beat.epoch > epoch else { return }
        end(
            .replaced(
                """
                another source publishes the world \(subjects.world) since: end it, or give this \
                one another --world
                """))
    }
}
