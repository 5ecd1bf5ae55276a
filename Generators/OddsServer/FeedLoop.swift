import Logging
import NIOCore
import OddsSimulator

/// The thread that produces the feed: it owns the source and its clock, and
/// hands frames to the threads that serve connections.
///
/// Each thread receives frames and answers in order. A dump therefore stands
/// exactly between the updates before it and those after it on every thread.
final class FeedLoop: @unchecked Sendable {
    // Unchecked, because mutable state is used on `loop` alone.

    /// An open topic, of one life of the source.
    struct Topic: Hashable, Sendable {
        let number: TopicNumber
        let epoch: Int
    }

    private struct OpenTopic {
        let text: String
        /// Registrations by shard.
        var counts: [Int]
    }

    let loop: any EventLoop
    private let makeSource: @Sendable (_ versionOffset: Int64) throws -> any FeedSource
    private let metrics: ServerMetrics
    private let logger: Logger
    private let speed: Double
    private var source: any FeedSource
    private var clock: FeedClock
    private var shards: [Shard] = []
    private var epoch = 0
    private var openTopics: [TopicNumber: OpenTopic] = [:]
    private var numbers: [String: TopicNumber] = [:]
    private var batches: [[SharedFrame]] = []
    private var timer: Scheduled<Void>?
    private var faults: FaultDraw?
    private var faultTimer: RepeatedTask?

    /// How long frames are produced before other work has its turn.
    private static let turnNanoseconds: UInt64 = 2_000_000
    /// How much lower versions are after each restart, in milliseconds.
    private static let restartVersionOffset: Int64 = -3_600_000

    init(
        loop: any EventLoop, speed: Double, metrics: ServerMetrics, logger: Logger,
        makeSource: @escaping @Sendable (_ versionOffset: Int64) throws -> any FeedSource
    ) throws {
        self.loop = loop
        self.speed = speed
        self.metrics = metrics
        self.logger = logger
        self.makeSource = makeSource
        source = try makeSource(0)
        clock = FeedClock(now: NIODeadline.now().uptimeNanoseconds, speed: speed)
    }

    /// Starts to produce frames.
    func start(shards: [Shard]) {
        loop.execute { [self] in
            self.shards = shards
            batches = Array(repeating: [], count: shards.count)
            clock = FeedClock(now: NIODeadline.now().uptimeNanoseconds, speed: speed)
            schedule()
        }
    }

    func stop() {
        loop.execute { [self] in
            timer?.cancel()
            timer = nil
            faultTimer?.cancel()
            shards = []
        }
    }

    // Time

    private func schedule() {
        timer?.cancel()
        timer = nil
        guard !shards.isEmpty, let next = source.nextNanoseconds,
            let deadline = clock.deadline(of: next)
        else { return }
        timer = loop.scheduleTask(deadline: .uptimeNanoseconds(deadline)) { [self] in turn() }
    }

    private func turn() {
        timer = nil
        if shards.contains(where: { $0.isBehind }) {
            metrics.add(.feedStalls)
            timer = loop.scheduleTask(in: .milliseconds(1)) { [self] in turn() }
            return
        }
        let start = NIODeadline.now().uptimeNanoseconds
        while let next = source.nextNanoseconds, let deadline = clock.deadline(of: next) {
            let now = NIODeadline.now().uptimeNanoseconds
            guard deadline <= now, now - start < Self.turnNanoseconds else { break }
            metrics.set(.latenessNanoseconds, to: Int(now - deadline))
            source.advance { collect($0, $1, $2, deadline) }
        }
        handOut()
        schedule()
    }

    private func collect(
        _ topic: TopicNumber, _ frame: UnsafeRawBufferPointer, _ recordCount: Int,
        _ intendedNanoseconds: UInt64
    ) {
        guard let open = openTopics[topic] else { return }
        metrics.add(.framesPublished)
        let shared = SharedFrame(
            topic: topic, bytes: Array(frame), recordCount: recordCount,
            intendedNanoseconds: intendedNanoseconds)
        for shard in shards.indices where open.counts[shard] > 0 {
            batches[shard].append(shared)
        }
    }

    private func handOut() {
        for shard in shards.indices where !batches[shard].isEmpty {
            shards[shard].deliver(batches[shard])
            batches[shard].removeAll(keepingCapacity: true)
        }
    }

    // Topics

    /// Opens a topic for a registration; the answer comes on the shard's
    /// thread, in order with the topic's frames.
    func open(
        _ text: String, for shard: Shard,
        _ answer: @escaping @Sendable (Result<Topic, FeedError>) -> Void
    ) {
        loop.execute { [self] in
            let result = Result { () throws(FeedError) in try open(text, for: shard.index) }
            shard.loop.execute { answer(result) }
        }
    }

    private func open(_ text: String, for shard: Int) throws(FeedError) -> Topic {
        let number: TopicNumber
        if let known = numbers[text] {
            number = known
        } else {
            number = try source.open(text)
            numbers[text] = number
            openTopics[number] = OpenTopic(
                text: text, counts: Array(repeating: 0, count: shards.count))
        }
        openTopics[number]?.counts[shard] += 1
        return Topic(number: number, epoch: epoch)
    }

    /// Takes one opening back. A topic without openings is closed.
    func close(_ topic: Topic, for shard: Shard) {
        loop.execute { [self] in
            guard topic.epoch == epoch, var open = openTopics[topic.number] else { return }
            open.counts[shard.index] -= 1
            openTopics[topic.number] = open
            guard open.counts.allSatisfy({ $0 == 0 }) else { return }
            openTopics[topic.number] = nil
            numbers[open.text] = nil
            source.close(topic.number)
        }
    }

    /// The dump of a topic, open or not, on the shard's thread, in order with
    /// the topic's frames.
    func dump(
        of text: String, for shard: Shard,
        _ answer: @escaping @Sendable (Result<[UInt8], FeedError>) -> Void
    ) {
        loop.execute { [self] in
            let result = Result { () throws(FeedError) in try dump(of: text) }
            shard.loop.execute { answer(result) }
        }
    }

    private func dump(of text: String) throws(FeedError) -> [UInt8] {
        if let number = numbers[text] { return try source.dump(of: number) }
        return try source.dump(of: text)
    }

    // Control

    /// The state of a topic now, as a snapshot document.
    func truth(of topic: String) -> EventLoopFuture<[UInt8]> {
        loop.submit { [self] in
            FeedTruth.document(topic: topic, dump: try dump(of: topic))
        }
    }

    /// Pauses the feed, after one more frame of the same version on all topics;
    /// `false` if it was paused already.
    func pause() -> EventLoopFuture<Bool> {
        loop.submit { [self] in
            let now = NIODeadline.now().uptimeNanoseconds
            guard clock.pause(now: now) else { return false }
            schedule()
            source.writeFence { collect($0, $1, $2, now) }
            handOut()
            return true
        }
    }

    func resume() -> EventLoopFuture<Bool> {
        loop.submit { [self] in
            let isChanged = clock.resume(now: NIODeadline.now().uptimeNanoseconds)
            schedule()
            return isChanged
        }
    }

    func change(scenario: String?, rate: Int?) -> EventLoopFuture<Void> {
        loop.submit { [self] in
            try source.change(scenario: scenario, rate: rate)
            schedule()
        }
    }

    var operatorInfo: EventLoopFuture<[UInt8]> { loop.submit { [self] in source.operatorInfo } }

    /// Draws the faults of the whole server from a plan, from now on.
    func setFaults(
        _ plan: FaultPlan, strike: @escaping @Sendable (FaultRule) -> Void
    ) -> EventLoopFuture<Void> {
        loop.submit { [self] in
            faultTimer?.cancel()
            faultTimer = nil
            guard plan.rules.contains(where: { $0.fault.target == .server }) else { return }
            let now = Shard.nowSeconds
            faults = FaultDraw(plan, number: 0, startSeconds: now, nowSeconds: now)
            let period = TimeAmount.milliseconds(20)
            faultTimer = loop.scheduleRepeatedTask(initialDelay: period, delay: period) {
                [self] _ in
                for rule in faults?.due(at: Shard.nowSeconds) ?? [] { strike(rule) }
            }
        }
    }

    /// Restarts the feed with lower versions, and closes all connections.
    func restart() {
        loop.execute { [self] in
            let offset = Self.restartVersionOffset * Int64(epoch + 1)
            do {
                source = try makeSource(offset)
            } catch {
                logger.error("cannot restart: \(error)")
                return
            }
            for shard in shards { shard.closeAll() }
            epoch += 1
            openTopics = [:]
            numbers = [:]
            let wasPaused = clock.isPaused
            let now = NIODeadline.now().uptimeNanoseconds
            clock = FeedClock(now: now, speed: speed)
            if wasPaused { _ = clock.pause(now: now) }
            metrics.add(.restarts)
            logger.notice("restarted with versions \(-offset / 1_000) s lower")
            schedule()
        }
    }
}
