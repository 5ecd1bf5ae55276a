import Logging
import NIOCore
import OddsSimulator
import OddsTraffic
import OddsWAMP
import OddsWebSocket
import Synchronization

/// The connections of one thread and their registrations.
package final class Shard: @unchecked Sendable {
    // Unchecked, because mutable state is only used on `loop`, except
    // `pendingBytes` and, on the feed's thread, `openBatch`.

    /// Its position among those of the server.
    package let index: Int
    let loop: any EventLoop
    let feed: any Feed
    /// Whether the feed's clients get no frames before a dump.
    let holdsFrames: Bool
    /// How many unanswered requests a client may have.
    let pendingRequestsMax: Int
    let configuration: ServerConfiguration
    /// The server's counters and gauges.
    package let metrics: ServerMetrics
    /// What counts the bytes of frames (`SharedFrame.memory`).
    package let memory: QueueMemory
    let logger: Logger
    /// Bytes of frames handed to this thread and not yet delivered, counted for
    /// each registration.
    private let pendingBytes = Atomic<Int>(0)
    /// The frames handed over last, unless something else has been since.
    private var openBatch: FrameBatch?
    private(set) var connections: [ObjectIdentifier: ClientConnection] = [:]
    private var registrants: [TopicNumber: [Registrant]] = [:]
    /// Those of SportRadar's feed, by what they are subscribed to.
    var contentConnections: [WorldFeed.ContentID: [ContentConnection]] = [:]
    private var fanOut = FanOut()
    /// Serving this many takes about a millisecond.
    private static let fanOutConnectionsMax = 128
    /// Compresses what does not refer to earlier messages of its connection.
    lazy var deflater = MessageDeflater()
    private var faultTimer: RepeatedTask?
    var memoryTimer: RepeatedTask?
    private(set) var faultPlan = FaultPlan()
    private(set) var faultStartSeconds = 0.0

    init(
        index: Int, loop: any EventLoop, feed: any Feed, configuration: ServerConfiguration,
        metrics: ServerMetrics, memory: QueueMemory, logger: Logger
    ) {
        self.memory = memory
        self.index = index
        self.loop = loop
        self.feed = feed
        holdsFrames = feed.holdsFramesUntilDump
        // A feed that asks others may answer after seconds, in which a client that waits for
        // many topics must still be heard.
        pendingRequestsMax =
            holdsFrames
            ? max(ServerConfiguration.pendingRequestsMax, configuration.registrationsMax)
            : ServerConfiguration.pendingRequestsMax
        self.configuration = configuration
        self.metrics = metrics
        self.logger = logger
    }

    // Called on the feed's thread, or behind its lock.

    /// Whether this thread has more to send than it can, so that a feed that can wait for it
    /// must. From any thread.
    package var isBehind: Bool {
        pendingBytes.load(ordering: .relaxed) > ServerConfiguration.shardBytesMax
    }

    /// Delivers frames to all registrations of their topics.
    /// - Parameter byteCount: Of all deliveries: of each frame as often as its topic is open
    ///   for this shard.
    package func deliver(_ frames: [SharedFrame], byteCount: Int) {
        deliver(FrameBatch.Contents(frames: frames, byteCount: byteCount))
    }

    /// Delivers steps to all connections that have their contents.
    /// - Parameter byteCount: Of all deliveries.
    func deliver(_ steps: [ContentStep], byteCount: Int) {
        deliver(FrameBatch.Contents(steps: steps, byteCount: byteCount))
    }

    private func deliver(_ contents: FrameBatch.Contents) {
        pendingBytes.add(contents.byteCount, ordering: .relaxed)
        if let openBatch, openBatch.append(contents) { return }
        let batch = FrameBatch(contents)
        openBatch = batch
        loop.execute { [self] in
            let contents = batch.take()
            // Otherwise it is to be continued already.
            let isFirst = fanOut.isEmpty
            fanOut.add(contents.frames, to: registrants)
            fanOut.add(contents.steps, to: contentConnections, memory)
            fanOut.end(byteCount: contents.byteCount)
            if isFirst { continueFanOut() }
        }
    }

    /// Does something on this shard's thread, after the frames handed over so far
    /// and before all later ones.
    package func execute(_ body: @escaping @Sendable () -> Void) {
        openBatch = nil
        loop.execute(body)
    }

    /// Gives all registrations of a topic a new dump in an INVOCATION, for which the feed is
    /// asked, and no frames before. For feeds that hold frames until a dump.
    package func redump(_ topic: TopicNumber) {
        execute { [self] in
            for registrant in registrants[topic] ?? [] {
                registrant.connection.restart(registrant.registration)
            }
        }
    }

    /// Closes all connections, but not their topics: the feed has discarded
    /// those.
    ///
    /// - Returns: A future of when they have been closed.
    func closeAll() -> EventLoopFuture<Void> {
        loop.submit { [self] in
            for connection in connections.values { connection.drop(releasing: false) }
        }
    }

    /// Ends the work that the thread does from time to time, as its loop may go on.
    func stop() -> EventLoopFuture<Void> {
        loop.submit { [self] in
            faultTimer?.cancel()
            memoryTimer?.cancel()
        }
    }

    /// Closes all connections and their topics.
    func closeConnections() {
        loop.execute { [self] in
            for connection in connections.values { connection.drop() }
        }
    }

    /// Sends GOODBYE to all clients.
    func leaveAll() {
        loop.execute { [self] in
            for connection in connections.values { connection.leave() }
        }
    }

    /// Sends the close frame to all clients that have not answered GOODBYE.
    func closeUnanswered() {
        loop.execute { [self] in
            for connection in connections.values { connection.closeUnanswered() }
        }
    }

    /// Puts a plan in force; the fault draws of all connections start anew.
    func setFaults(_ plan: FaultPlan) -> EventLoopFuture<Void> {
        loop.submit { [self] in
            faultPlan = plan
            faultStartSeconds = Self.nowSeconds
            for connection in connections.values { connection.drawFaults() }
            faultTimer?.cancel()
            faultTimer = nil
            guard !plan.rules.isEmpty else { return }
            let period = TimeAmount.milliseconds(20)
            faultTimer = loop.scheduleRepeatedTask(initialDelay: period, delay: period) {
                [self] _ in
                for connection in connections.values { connection.injectTimedFaults() }
            }
        }
    }

    static var nowSeconds: Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e9 }

    /// Sends to a number of connections, and to the others after what else this
    /// thread has to do.
    private func continueFanOut() {
        let byteCount = fanOut.drain(connectionsMax: Self.fanOutConnectionsMax)
        if byteCount > 0 { pendingBytes.subtract(byteCount, ordering: .relaxed) }
        guard !fanOut.isEmpty else { return }
        // A loop looks at its sockets once it has no task that is due.
        loop.scheduleTask(in: .microseconds(10)) { [self] in continueFanOut() }
    }

    // Called by connections, on this thread.

    func add(_ connection: ClientConnection) {
        connections[ObjectIdentifier(connection)] = connection
        metrics.add(.connectionsOpened)
    }

    func remove(_ connection: ClientConnection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        metrics.add(.connectionsClosed)
    }

    func register(
        _ connection: Connection, _ registration: WAMPID, _ topic: FeedTopic
    ) {
        registrants[topic.number, default: []].append(
            Registrant(connection: connection, registration: registration))
        metrics.add(.registrationsMade)
        metrics.change(.registrations, by: 1)
    }

    /// - Parameter closing: Whether to release the topic in the feed too;
    ///   `false` if the feed has discarded all its topics.
    func unregister(
        _ connection: Connection, _ registration: WAMPID, _ topic: FeedTopic,
        closing: Bool
    ) {
        registrants[topic.number]?.removeAll {
            $0.connection === connection && $0.registration == registration
        }
        if registrants[topic.number]?.isEmpty == true { registrants[topic.number] = nil }
        metrics.change(.registrations, by: -1)
        if closing { feed.close(topic, for: self) }
    }
}
