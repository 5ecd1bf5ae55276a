import Logging
import NIOCore
import OddsLedger
import OddsSimulator
import OddsTraffic

/// Produces the feed on one thread: owns the source and its clock, and hands
/// frames to the threads that serve connections.
///
/// Each of those threads receives frames and answers in order. On every thread,
/// a dump therefore arrives exactly between the updates that it contains and
/// those that it does not.
final class FeedLoop: @unchecked Sendable {
    // Unchecked, because mutable state is only used on `loop`.

    struct OpenTopic {
        let text: String
        /// The number of registrations per shard.
        var counts: [Int]
        /// The topic's position in the ledger, which keeps it open.
        var ledgerIndex: Int?
        /// The number of its last published frame; `nil` if it is not published. Publishing
        /// keeps it open.
        var publishedNumber: UInt64?
    }

    let loop: any EventLoop
    let makeSource: @Sendable (_ versionOffset: Int64) throws -> any FeedSource
    let metrics: ServerMetrics
    let memory: QueueMemory
    let logger: Logger
    let speed: Double
    let startNanoseconds: UInt64
    let wakeAhead: WakeAhead
    var source: any FeedSource { didSet { contentSource = source as? any ContentSource } }
    /// The same if its world has contents.
    private(set) var contentSource: (any ContentSource)?
    var clock: FeedClock
    var shards: [Shard] = []
    var epoch = 0
    var openTopics: [TopicNumber: OpenTopic] = [:]
    var numbers: [String: TopicNumber] = [:]
    var batches: [[SharedFrame]] = []
    /// The subscribers of SportRadar's wire.
    var contentBook = ContentBook()
    /// How many contents a subscriber may have.
    let contentsMax: Int
    /// Of more subscribers, those that have gone are forgotten early.
    let subscribersMax: Int
    let subscriberLifeMilliseconds: Int64
    /// Steps that have not been handed out yet, by thread.
    var steps: [[(step: ContentStep, byteCount: Int)]] = []
    /// The steps of the world so far.
    var stepCount: UInt64 = 0
    /// When the newest of them was due.
    var newestStepDue: UInt64 = 0
    /// Whether frames of contents say when they were due.
    let stampsFrames: Bool
    var subscriptionFaults: FaultDraw?
    /// Bytes of the batches, counted for each registration.
    var batchedByteCount = 0
    /// When the frames were due that have not been handed out yet.
    var dueTimes: [UInt64] = []
    var ledger: FrameLedger?
    /// The contents in it, behind its topics.
    var ledgerContents: [ContentName] = []
    var publisher: (any FramePublisher)?
    var publishedTopicCount = 0
    var pastNumbers = PastNumbers()
    /// Frames of published topics that have not been handed over yet.
    var published: [PublishedFrame] = []
    var timer: Scheduled<Void>?
    /// A pause's end that is to come.
    var resumption: Scheduled<Void>?
    var observe: WorldObserver?
    /// When the observer is told again how far the world has come.
    var nextPosition: UInt64 = 0
    var faults: FaultDraw?
    var faultTimer: RepeatedTask?

    /// How long frames are produced before other work on the loop gets a turn.
    private static let turnNanoseconds: UInt64 = 2_000_000
    /// How often the observer is told how far the world has come.
    private static let positionNanoseconds: UInt64 = 500_000_000
    /// Added to all versions at each restart, in milliseconds.
    static let restartVersionOffset: Int64 = -3_600_000

    init(
        loop: any EventLoop, _ configuration: ServerConfiguration, metrics: ServerMetrics,
        memory: QueueMemory, logger: Logger,
        makeSource: @escaping @Sendable (_ versionOffset: Int64) throws -> any FeedSource
    ) throws {
        self.loop = loop
        speed = configuration.speed
        startNanoseconds = configuration.startNanoseconds
        wakeAhead = configuration.wakeAhead
        stampsFrames = configuration.stampsFrames
        contentsMax = configuration.registrationsMax
        subscribersMax = 2 * configuration.connectionsMax
        subscriberLifeMilliseconds = configuration.subscriberLifeMilliseconds
        self.metrics = metrics
        self.memory = memory
        self.logger = logger
        self.makeSource = makeSource
        let source = try makeSource(0)
        self.source = source
        contentSource = source as? any ContentSource
        clock = FeedClock(now: NIODeadline.now().uptimeNanoseconds, speed: speed)
    }

    /// Starts producing frames.
    func start(shards: [Shard]) {
        loop.execute { [self] in
            self.shards = shards
            batches = Array(repeating: [], count: shards.count)
            steps = Array(repeating: [], count: shards.count)
            clock = FeedClock(
                now: NIODeadline.now().uptimeNanoseconds, origin: startNanoseconds, speed: speed)
            schedule()
        }
    }

    /// Stops, after which the feed gives the shards nothing more to do.
    ///
    /// - Returns: A future of when all that was asked of it has been answered.
    func stopped() -> EventLoopFuture<Void> {
        loop.submit { [self] in
            timer?.cancel()
            timer = nil
            faultTimer?.cancel()
            dropContents()
            shards = []
            // It has the server, too.
            publisher = nil
        }
    }

    // Time

    func schedule() {
        timer?.cancel()
        timer = nil
        guard !shards.isEmpty, let next = source.nextNanoseconds,
            let deadline = clock.deadline(of: next)
        else { return }
        timer = loop.scheduleTask(
            deadline: .uptimeNanoseconds(wakeAhead.wakeTime(for: deadline))
        ) { [self] in turn() }
    }

    func turn() {
        timer = nil
        if shards.contains(where: { $0.isBehind }) {
            metrics.add(.feedStalls)
            timer = loop.scheduleTask(in: .milliseconds(1)) { [self] in turn() }
            return
        }
        let start = NIODeadline.now().uptimeNanoseconds
        while batchedByteCount < ServerConfiguration.shardBytesMax,
            let next = source.nextNanoseconds, let deadline = clock.deadline(of: next)
        {
            let now = NIODeadline.now().uptimeNanoseconds
            let end = start + Self.turnNanoseconds
            guard now < end, wakeAhead.reaches(deadline, now: now, end: end) else { break }
            if deadline > now {
                // What is due waits for no other frame.
                handOut()
                WakeAhead.wait(until: deadline) { NIODeadline.now().uptimeNanoseconds }
            }
            advance(due: deadline)
        }
        handOut()
        handOnNews(at: start)
        schedule()
    }

    func handOnNews(at now: UInt64) {
        guard let observe else { return }
        let settlements = source.takeSettlements()
        if !settlements.isEmpty { observe(.settled(settlements)) }
        guard now >= nextPosition, let position = source.worldNanoseconds else { return }
        nextPosition = now + Self.positionNanoseconds
        observe(.reached(position))
    }

    func collect(
        _ topic: TopicNumber, _ frame: UnsafeRawBufferPointer, _ recordCount: Int,
        _ intendedNanoseconds: UInt64
    ) {
        guard let open = openTopics[topic] else { return }
        metrics.add(.framesPublished)
        dueTimes.append(intendedNanoseconds)
        if let index = open.ledgerIndex {
            ledger?.note(
                topic: index, version: FrameVersionReader.version(of: frame),
                records: recordCount, due: intendedNanoseconds)
        }
        let isServed = open.counts.contains { $0 > 0 }
        guard isServed || open.publishedNumber != nil else { return }
        let bytes = Array(frame)
        if let last = open.publishedNumber {
            publish(
                bytes, of: topic, number: last + 1, recordCount: recordCount,
                due: intendedNanoseconds)
        }
        guard isServed else { return }
        let shared = SharedFrame(
            topic: topic, bytes: bytes, recordCount: recordCount,
            intendedNanoseconds: intendedNanoseconds, memory: memory)
        for shard in shards.indices where open.counts[shard] > 0 {
            batches[shard].append(shared)
            batchedByteCount += frame.count * open.counts[shard]
        }
    }

    func handOut() {
        let now = NIODeadline.now().uptimeNanoseconds
        for due in dueTimes { metrics.feedLateness.record(now - min(now, due)) }
        dueTimes.removeAll(keepingCapacity: true)
        ledger?.handOver(at: now)
        batchedByteCount = 0
        handOutPublished()
        handOutSteps()
        for shard in shards.indices where !batches[shard].isEmpty {
            let byteCount = batches[shard].reduce(0) {
                $0 + $1.bytes.count * (openTopics[$1.topic]?.counts[shard] ?? 0)
            }
            shards[shard].deliver(batches[shard], byteCount: byteCount)
            batches[shard].removeAll(keepingCapacity: true)
        }
    }
}
