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

    /// An open topic of one epoch. A restart of the source begins a new epoch.
    struct Topic: Hashable, Sendable {
        let number: TopicNumber
        let epoch: Int
    }

    private struct OpenTopic {
        let text: String
        /// The number of registrations per shard.
        var counts: [Int]
        /// The topic's position in the ledger, which keeps it open.
        var ledgerIndex: Int?
    }

    let loop: any EventLoop
    private let makeSource: @Sendable (_ versionOffset: Int64) throws -> any FeedSource
    private let metrics: ServerMetrics
    private let memory: QueueMemory
    private let logger: Logger
    private let speed: Double
    private let startNanoseconds: UInt64
    private let wakeAhead: WakeAhead
    private var source: any FeedSource
    private var clock: FeedClock
    private var shards: [Shard] = []
    private var epoch = 0
    private var openTopics: [TopicNumber: OpenTopic] = [:]
    private var numbers: [String: TopicNumber] = [:]
    private var batches: [[SharedFrame]] = []
    /// Bytes of the batches, counted for each registration.
    private var batchedByteCount = 0
    /// When the frames were due that have not been handed out yet.
    private var dueTimes: [UInt64] = []
    private var ledger: FrameLedger?
    private var timer: Scheduled<Void>?
    private var observe: WorldObserver?
    /// When the observer is told again how far the world has come.
    private var nextPosition: UInt64 = 0
    private var faults: FaultDraw?
    private var faultTimer: RepeatedTask?

    /// How long frames are produced before other work on the loop gets a turn.
    private static let turnNanoseconds: UInt64 = 2_000_000
    /// How often the observer is told how far the world has come.
    private static let positionNanoseconds: UInt64 = 500_000_000
    /// Added to all versions at each restart, in milliseconds.
    private static let restartVersionOffset: Int64 = -3_600_000

    init(
        loop: any EventLoop, speed: Double, startNanoseconds: UInt64 = 0, wakeAhead: WakeAhead,
        metrics: ServerMetrics, memory: QueueMemory, logger: Logger,
        makeSource: @escaping @Sendable (_ versionOffset: Int64) throws -> any FeedSource
    ) throws {
        self.loop = loop
        self.speed = speed
        self.startNanoseconds = startNanoseconds
        self.wakeAhead = wakeAhead
        self.metrics = metrics
        self.memory = memory
        self.logger = logger
        self.makeSource = makeSource
        source = try makeSource(0)
        clock = FeedClock(now: NIODeadline.now().uptimeNanoseconds, speed: speed)
    }

    /// Starts producing frames.
    func start(shards: [Shard]) {
        loop.execute { [self] in
            self.shards = shards
            batches = Array(repeating: [], count: shards.count)
            clock = FeedClock(
                now: NIODeadline.now().uptimeNanoseconds, origin: startNanoseconds, speed: speed)
            schedule()
        }
    }

    /// - Returns: A future of when all that was asked of the feed has been answered,
    ///   after which it gives the shards nothing more to do.
    func stop() -> EventLoopFuture<Void> {
        loop.submit { [self] in
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
        timer = loop.scheduleTask(
            deadline: .uptimeNanoseconds(wakeAhead.wakeTime(for: deadline))
        ) { [self] in turn() }
    }

    private func turn() {
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
            source.advance { collect($0, $1, $2, deadline) }
        }
        handOut()
        handOnNews(at: start)
        schedule()
    }

    private func handOnNews(at now: UInt64) {
        guard let observe else { return }
        let settlements = source.takeSettlements()
        if !settlements.isEmpty { observe(.settled(settlements)) }
        guard now >= nextPosition, let position = source.worldNanoseconds else { return }
        nextPosition = now + Self.positionNanoseconds
        observe(.reached(position))
    }

    private func collect(
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
        guard open.counts.contains(where: { $0 > 0 }) else { return }
        let shared = SharedFrame(
            topic: topic, bytes: Array(frame), recordCount: recordCount,
            intendedNanoseconds: intendedNanoseconds, memory: memory)
        for shard in shards.indices where open.counts[shard] > 0 {
            batches[shard].append(shared)
            batchedByteCount += frame.count * open.counts[shard]
        }
    }

    private func handOut() {
        let now = NIODeadline.now().uptimeNanoseconds
        for due in dueTimes { metrics.feedLateness.record(now - min(now, due)) }
        dueTimes.removeAll(keepingCapacity: true)
        ledger?.handOver(at: now)
        batchedByteCount = 0
        for shard in shards.indices where !batches[shard].isEmpty {
            let byteCount = batches[shard].reduce(0) {
                $0 + $1.bytes.count * (openTopics[$1.topic]?.counts[shard] ?? 0)
            }
            shards[shard].deliver(batches[shard], byteCount: byteCount)
            batches[shard].removeAll(keepingCapacity: true)
        }
    }

    // Topics

    /// Opens a topic for a registration. Calls `answer` on the shard's thread,
    /// in order with the topic's frames.
    func open(
        _ text: String, for shard: Shard,
        _ answer: @escaping @Sendable (Result<Topic, FeedError>) -> Void
    ) {
        loop.execute { [self] in
            let result = Result { () throws(FeedError) in try open(text, for: shard.index) }
            shard.execute { answer(result) }
        }
    }

    private func open(_ text: String, for shard: Int) throws(FeedError) -> Topic {
        let number = try openNumber(of: text)
        openTopics[number]?.counts[shard] += 1
        return Topic(number: number, epoch: epoch)
    }

    private func openNumber(of text: String) throws(FeedError) -> TopicNumber {
        if let known = numbers[text] { return known }
        let number = try source.open(text)
        numbers[text] = number
        openTopics[number] = OpenTopic(
            text: text, counts: Array(repeating: 0, count: shards.count))
        return number
    }

    /// Releases one registration of a topic, and closes the topic after the
    /// last. During a pause it stays open: which events are on a topic, and in
    /// which order, depends on when it was opened, and during a pause a topic
    /// must have one state, as it has one version.
    func close(_ topic: Topic, for shard: Shard) {
        loop.execute { [self] in
            guard topic.epoch == epoch, var open = openTopics[topic.number] else { return }
            open.counts[shard.index] -= 1
            openTopics[topic.number] = open
            if !clock.isPaused { closeIfUnused(topic.number) }
        }
    }

    private func closeIfUnused(_ number: TopicNumber) {
        guard let open = openTopics[number], open.ledgerIndex == nil,
            open.counts.allSatisfy({ $0 == 0 })
        else { return }
        openTopics[number] = nil
        numbers[open.text] = nil
        source.close(number)
    }

    /// Passes the dump of a topic, open or not, to `answer` on the shard's
    /// thread, in order with the topic's frames.
    func dump(
        of text: String, for shard: Shard,
        _ answer: @escaping @Sendable (Result<[UInt8], FeedError>) -> Void
    ) {
        loop.execute { [self] in
            let result = Result { () throws(FeedError) in try dump(of: text) }
            shard.execute { answer(result) }
        }
    }

    private func dump(of text: String) throws(FeedError) -> [UInt8] {
        if let number = numbers[text] { return try source.dump(of: number) }
        return try source.dump(of: text)
    }

    /// Passes the answer to a call to `answer` on the shard's thread, in order with the
    /// frames of all topics.
    func answer(
        _ query: WorldQuery, for shard: Shard,
        _ answer: @escaping @Sendable (Result<[UInt8], FeedError>) -> Void
    ) {
        loop.execute { [self] in
            let result = Result { () throws(FeedError) in try source.answer(query) }
            shard.execute { answer(result) }
        }
    }

    /// Passes the offers of these ids to `answer` on the shard's thread, in order with the
    /// frames of all topics.
    func quotes(
        _ ids: [UInt64], for shard: Shard, _ answer: @escaping @Sendable ([OfferQuote]) -> Void
    ) {
        loop.execute { [self] in
            let quotes = source.quotes(ids, of: .offer)
            shard.execute { answer(quotes) }
        }
    }

    // Control

    /// The current dump of a topic, open or not.
    func currentDump(of topic: String) -> EventLoopFuture<[UInt8]> {
        loop.submit { [self] in try dump(of: topic) }
    }

    /// Pauses the feed, after a frame without records on each topic (see
    /// `FeedSource.writeFence`). The result is `false` if it was paused
    /// already.
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
            for number in Array(openTopics.keys) { closeIfUnused(number) }
            schedule()
            return isChanged
        }
    }

    func change(scenario: String?, rate: Int?) -> EventLoopFuture<Void> {
        loop.submit { [self] in
            let nanoseconds = source.worldNanoseconds ?? 0
            let (scenario, rate) = try source.change(scenario: scenario, rate: rate)
            observe?(.changed(.init(nanoseconds: nanoseconds, scenario: scenario, rate: rate)))
            schedule()
        }
    }

    // Bets

    /// Calls `observe` with what becomes of the world from now on, in order.
    func observeWorld(_ observe: @escaping WorldObserver) {
        loop.execute { [self] in
            self.observe = observe
            source.keepSettlements()
            handOnNews(at: NIODeadline.now().uptimeNanoseconds)
        }
    }

    /// The offers of these ids as they are now.
    func quotes(_ ids: [UInt64], of key: QuoteKey) -> EventLoopFuture<[OfferQuote]> {
        loop.submit { [self] in source.quotes(ids, of: key) }
    }

    // The ledger

    /// Notes the frames of these topics from now on, in place of what was noted
    /// so far; of none if there are no topics. The topics stay open meanwhile,
    /// so that their frames are scheduled even if nobody is connected.
    func noteFrames(of topics: [String]) -> EventLoopFuture<Void> {
        loop.submit { [self] in
            dropLedger()
            guard !topics.isEmpty else { return }
            ledger = FrameLedger(topics: topics)
            do {
                try holdLedgerTopics()
            } catch {
                dropLedger()
                throw error
            }
        }
    }

    private func holdLedgerTopics() throws(FeedError) {
        for (index, text) in (ledger?.topics ?? []).enumerated() {
            openTopics[try openNumber(of: text)]?.ledgerIndex = index
        }
    }

    private func dropLedger() {
        ledger = nil
        for number in Array(openTopics.keys) {
            openTopics[number]?.ledgerIndex = nil
            if !clock.isPaused { closeIfUnused(number) }
        }
    }

    /// How far the ledger has come; `nil` without a ledger.
    var ledgerProgress: EventLoopFuture<LedgerProgress?> {
        loop.submit { [self] in
            let now = NIODeadline.now().uptimeNanoseconds
            let next = source.nextNanoseconds.flatMap { clock.deadline(of: $0) }
            return ledger.map { LedgerProgress($0, coversUntil: min(now, next ?? now)) }
        }
    }

    /// The frames of a topic so far; `nil` if the ledger does not have it.
    func ledgerFrames(of topic: String) -> EventLoopFuture<ChunkedList<LedgerFrame>?> {
        loop.submit { [self] in ledger?.frames(of: topic) }
    }

    var operatorInfo: EventLoopFuture<[UInt8]> { loop.submit { [self] in source.operatorInfo } }

    /// Injects the server faults of a plan from now on, by calling `strike`.
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

    /// Restarts the feed with lower versions and closes all connections. If the
    /// source cannot be created, logs an error and keeps the current one.
    func restart() {
        loop.execute { [self] in
            let offset = Self.restartVersionOffset * Int64(epoch + 1)
            do {
                source = try makeSource(offset)
            } catch {
                logger.error("cannot restart: \(error)")
                return
            }
            if let observe {
                source.keepSettlements()
                observe(.restarted)
                nextPosition = 0
            }
            for shard in shards { _ = shard.closeAll() }
            epoch += 1
            openTopics = [:]
            numbers = [:]
            ledger?.restart()
            do {
                try holdLedgerTopics()
            } catch {
                logger.error("the ledger cannot follow the restart: \(error)")
                dropLedger()
            }
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
