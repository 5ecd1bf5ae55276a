import OddsModel

/// The content of a feed server: one world, shown as topics.
///
/// The caller owns the clock: it calls `advance` when `nextNanoseconds` has
/// come. Each change of the world is encoded once, and copied once into the
/// frame of each topic that shows it. The same configuration makes the same
/// changes at the same times, whichever topics are open.
///
/// Versions are milliseconds of feed time, but each frame and each dump has a
/// greater version than all before it, so that a client that compares them
/// applies every change exactly once. At more than a thousand frames per
/// second, versions run ahead of feed time. One thread owns a feed.
package struct WorldFeed: ~Copyable {
    /// An open topic.
    package struct TopicID: Hashable, Sendable {
        fileprivate let index: Int
    }

    /// Receives a frame of a topic. The bytes are valid during the call.
    package typealias Sink = (
        _ topic: TopicID, _ frame: UnsafeRawBufferPointer, _ recordCount: Int
    ) -> Void

    private(set) var world: TrafficWorld
    private var scenario: any TrafficScenario
    private var mix: ChangeMix
    private var clock: ArrivalClock
    private var clockRandom: TrafficRandom
    /// The feed time at which `clock` is 0.
    private var clockStartNanoseconds: UInt64 = 0
    private var lifeCycle: LifeCycle
    private var views: [TopicView?] = []
    private var version: Int64
    /// Whether the world is unchanged since `writeFence`.
    private var isFenced = false
    /// Cached dumps of open topics in the current state, as many clients may
    /// request the same dump at once.
    private var dumps: [Int: [UInt8]] = [:]
    /// The `phaseChangeCount` of the world that the views reflect.
    private var seenPhaseChangeCount = 0
    private(set) var writer = FrameWriter()
    var topicWriter = FrameWriter()
    /// The world on SportRadar's wire, once it is shown there.
    var contents: WorldContents?
    /// How many markets an event on a list of SportRadar's wire has.
    let listMarketsMax: Int

    /// The configuration in force.
    package private(set) var configuration: TrafficConfiguration

    /// When the world changes next, in nanoseconds since its start.
    package private(set) var nextNanoseconds: UInt64 = 0

    /// The lifetime of a match if the configuration has none.
    package static let lifeCycleMillisecondsDefault: Int64 = 600_000

    /// - Parameters:
    ///   - versionOffset: Added to all versions, in milliseconds.
    ///   - listMarketsMax: How many markets an event on a list of SportRadar's wire has.
    /// - Throws: Any error of `TrafficConfiguration.validate`.
    /// - Complexity: O(events × markets × outcomes).
    package init(
        _ configuration: TrafficConfiguration, versionOffset: Int64 = 0,
        listMarketsMax: Int = .max
    ) throws(TrafficConfigurationError) {
        var configuration = configuration
        let period = configuration.lifeCycleMilliseconds ?? Self.lifeCycleMillisecondsDefault
        configuration.lifeCycleMilliseconds = period
        try configuration.validate()
        self.configuration = configuration
        self.versionOffset = versionOffset
        self.listMarketsMax = listMarketsMax
        version = TrafficGenerator.startMilliseconds + versionOffset
        world = TrafficWorld(configuration, now: TrafficGenerator.startMilliseconds)
        lifeCycle = LifeCycle(periodMilliseconds: period, of: world)
        let scenarioType = TrafficScenarios.named(configuration.scenario) ?? SteadyScenario.self
        scenario = scenarioType.init(configuration)
        mix = ChangeMix(configuration, scenario.shares)
        clock = Self.clock(configuration, mix)
        clockRandom = TrafficRandom(seed: ~configuration.seed)
        scheduleNext()
    }

    private let versionOffset: Int64

    private static func clock(
        _ configuration: TrafficConfiguration, _ mix: ChangeMix
    ) -> ArrivalClock {
        ArrivalClock(
            configuration.arrival,
            intervalNanoseconds: mix.offerUpdatesPerSlot / Double(configuration.rate) * 1e9)
    }

    private mutating func scheduleNext() {
        clock.advance(intensity: scenario.intensity(at: world.now), using: &clockRandom)
        nextNanoseconds = clockStartNanoseconds + UInt64(clock.nowNanoseconds)
    }

    /// Changes the scenario and the rate from now on.
    /// - Throws: Any error of `TrafficConfiguration.validate`; the feed is then
    ///   unchanged.
    package mutating func change(
        scenario name: String, rate: Int
    ) throws(TrafficConfigurationError) {
        var changed = configuration
        changed.scenario = name
        changed.rate = rate
        try changed.validate()
        configuration = changed
        let scenarioType = TrafficScenarios.named(name) ?? SteadyScenario.self
        scenario = scenarioType.init(changed)
        mix = ChangeMix(changed, scenario.shares)
        clockStartNanoseconds = nextNanoseconds
        clock = Self.clock(changed, mix)
        scheduleNext()
    }

    /// Changes the world once, as due at `nextNanoseconds`, and passes on the
    /// frames of all open topics that show any of the change.
    /// - Complexity: O(records × open topics + bytes).
    package mutating func advance(_ sink: Sink) { advance(sink) { _, _, _ in } }

    /// The same, which passes on the elements of all open contents as well.
    /// - Complexity: O(records × open topics and contents + bytes).
    package mutating func advance(_ sink: Sink, contents contentSink: ContentSink) {
        isFenced = false
        dumps.removeAll(keepingCapacity: true)
        world.now = TrafficGenerator.startMilliseconds + Int64(nextNanoseconds / 1_000_000)
        mix.advance()
        writer.clear()
        scenario.writeFrame(of: &world, &mix, to: &writer)
        handOn(sink)
        handOnContents(contentSink)
        lifeCycle.writeFrame(of: &world, to: &writer)
        handOn(sink)
        handOnContents(contentSink)
        scheduleNext()
    }

    /// Brings a new feed to where another one of the same configuration was.
    ///
    /// - Throws: Any error of `TrafficConfiguration.validate`, of a change.
    /// - Complexity: O(changes of the world until then).
    package mutating func advance(
        to position: WorldPosition
    ) throws(TrafficConfigurationError) {
        for change in position.changes {
            advance(untilNext: change.nanoseconds)
            try self.change(scenario: change.scenario, rate: change.rate)
        }
        advance(untilNext: position.nanoseconds)
    }

    private mutating func advance(untilNext nanoseconds: UInt64) {
        while nextNanoseconds < nanoseconds { advance { _, _, _ in } }
    }

    private mutating func nextVersion() -> Int64 {
        version = max(world.now + versionOffset, version + 1)
        return version
    }

    /// Passes on the content of the writer to the topics that show it.
    private mutating func handOn(_ sink: Sink) {
        guard !writer.isEmpty else { return }
        // A WebSocket text message that is not UTF-8 ends the connection, so
        // such frames are left out.
        if writer.isVerbatim, String(validating: writer.bytes, as: UTF8.self) == nil { return }
        let version = nextVersion()
        let arePhasesNew = seenPhaseChangeCount != world.phaseChangeCount
        seenPhaseChangeCount = world.phaseChangeCount
        for index in views.indices {
            guard var view = views[index] else { continue }
            let topic = TopicID(index: index)
            if writer.isVerbatim {
                sink(topic, writer.bytes, writer.recordCount)
            } else if writer.isDump {
                writeDump(of: view, version)
                sink(topic, topicWriter.bytes, topicWriter.recordCount)
            } else {
                topicWriter.beginFrame(.create, version: version)
                copyRecords(shownOn: view)
                if arePhasesNew {
                    let bytesMax = configuration.stateFrameBytesMax
                    views[index] = nil
                    view.updateMembers(of: world, to: &topicWriter) { writer in
                        guard writer.byteCount > bytesMax else { return }
                        writer.endFrame()
                        sink(topic, writer.bytes, writer.recordCount)
                        writer.beginFrame(.create, version: version)
                    }
                    views[index] = view
                }
                guard topicWriter.recordCount > 0 else { continue }
                topicWriter.endFrame()
                sink(topic, topicWriter.bytes, topicWriter.recordCount)
            }
        }
    }

    private mutating func copyRecords(shownOn view: TopicView) {
        let bytes = writer.bytes
        let count = writer.marks.count
        for index in 0..<count {
            let mark = writer.marks[index]
            guard view.shows(mark, of: world) else { continue }
            // Up to the comma before the next record, or the two closing
            // brackets.
            let end = index + 1 < count ? Int(writer.marks[index + 1].start) - 1 : bytes.count - 2
            let record = UnsafeRawBufferPointer(rebasing: bytes[Int(mark.start)..<end])
            topicWriter.copyRecord(record, mark)
        }
    }

    private mutating func writeDump(of view: TopicView, _ version: Int64) {
        topicWriter.beginFrame(.dump, version: version)
        view.writeDump(of: world, to: &topicWriter)
        topicWriter.endFrame()
    }
}

// Topics.
extension WorldFeed {
    /// Opens a topic, whose frames `advance` passes on from now on.
    /// - Throws: `TopicScopeError` if the world has no such sport, match or
    ///   offer.
    /// - Complexity: O(events); for a topic of one offer, O(markets).
    package mutating func open(_ scope: TopicScope) throws(TopicScopeError) -> TopicID {
        let view = try TopicView(scope, of: world)
        let index = views.firstIndex { $0 == nil } ?? views.count
        if index == views.count { views.append(nil) }
        views[index] = view
        return TopicID(index: index)
    }

    /// Closes a topic and invalidates its id, which may be reused.
    package mutating func close(_ topic: TopicID) {
        views[topic.index] = nil
        dumps[topic.index] = nil
    }

    /// The dump of an open topic. It has a version of its own, or that of the
    /// fence if the world is unchanged since `writeFence`.
    /// - Throws: `dumpTooLarge`.
    package mutating func dump(of topic: TopicID) throws(TopicScopeError) -> [UInt8] {
        if let known = dumps[topic.index] { return known }
        guard let view = views[topic.index] else { preconditionFailure("the topic is closed") }
        let dump = try dump(of: view)
        dumps[topic.index] = dump
        return dump
    }

    /// The dump that a topic would have if it were opened now.
    /// - Throws: `TopicScopeError`.
    package mutating func dump(of scope: TopicScope) throws(TopicScopeError) -> [UInt8] {
        try dump(of: TopicView(scope, of: world))
    }

    private mutating func dump(of view: TopicView) throws(TopicScopeError) -> [UInt8] {
        writeDump(of: view, isFenced ? version : nextVersion())
        guard topicWriter.byteCount <= configuration.stateFrameBytesMax else {
            throw .dumpTooLarge(byteCount: configuration.stateFrameBytesMax)
        }
        return Array(topicWriter.bytes)
    }

    /// The records that answer a query now: `{"records":[…]}`, entities as in a
    /// dump.
    /// - Throws: `noSuchSport`, `noSuchMatch`, `answerTooLarge`.
    package mutating func answer(_ query: WorldQuery) throws(TopicScopeError) -> [UInt8] {
        let bytesMax = configuration.stateFrameBytesMax
        topicWriter.beginRecords()
        try world.writeRecords(of: query, bytesMax: bytesMax, to: &topicWriter)
        topicWriter.endFrame()
        guard topicWriter.byteCount <= bytesMax else {
            throw .answerTooLarge(byteCount: bytesMax)
        }
        return Array(topicWriter.bytes)
    }

    /// Keeps what becomes of markets from now on, until it is taken.
    package mutating func keepSettlements() {
        if world.settlements == nil { world.settlements = [] }
    }

    /// What became of markets since it was taken last, in order; nothing unless it is kept.
    package mutating func takeSettlements() -> [MarketSettlement] {
        guard let settlements = world.settlements, !settlements.isEmpty else { return [] }
        world.settlements = []
        return settlements
    }

    /// The offers of these ids as bets meet them now, each once, in their order; those that do
    /// not exist are left out.
    ///
    /// - Complexity: O(ids · log markets); the first time, O(markets · log markets).
    package mutating func quotes(_ ids: [UInt64], of key: QuoteKey) -> [OfferQuote] {
        world.quotes(ids, of: key, scratch: &topicWriter)
    }

    /// Passes on an UPDATE frame without records for each open topic. All have
    /// the same version, which is also that of all dumps until the world
    /// changes.
    /// - Returns: That version.
    package mutating func writeFence(_ sink: Sink) -> Int64 {
        let version = nextVersion()
        isFenced = true
        dumps.removeAll(keepingCapacity: true)
        topicWriter.beginFrame(.create, version: version)
        topicWriter.endFrame()
        for index in views.indices where views[index] != nil {
            sink(TopicID(index: index), topicWriter.bytes, 0)
        }
        return version
    }

    /// The ids of all current events, in the world's order, for topics of one
    /// match.
    package var matchIDs: [UInt64] { (0..<world.events.count).map { world.events[$0].id } }

    /// The ids of the betting offers of an event.
    package func offerIDs(ofEvent event: Int) -> [UInt64] {
        (0..<world.marketsPerEvent).flatMap { slot in
            (0..<world.offersPerMarket).map { outcome in
                world.offerID(world.market(slot, ofEvent: event), outcome)
            }
        }
    }
}

extension FrameWriter {
    /// Copies a record of another frame into this one.
    fileprivate mutating func copyRecord(
        _ record: UnsafeRawBufferPointer, _ mark: RecordMark
    ) {
        beginRecord(mark.subject, mark.id, mark.change)
        raw(record.assumingMemoryBound(to: UInt8.self))
    }
}
