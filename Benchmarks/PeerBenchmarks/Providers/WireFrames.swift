import OddsModel
import OddsReconstruction
import OddsTraffic
import OddsWire

/// The frames of one wire over a stretch of a world's schedule. One thread owns them.
final class WireFrames {
    let set: FrameSet
    /// Updates of offers behind the initial state.
    let offerUpdateCount: Int
    /// The bytes behind the initial state.
    let byteCount: Int
    // Of both wires behind pointers: checks of exclusive access, of which one wire has more
    // a frame than the other, would count as their costs.
    private let parser: UnsafeMutablePointer<FrameParser>
    private let batch: UnsafeMutablePointer<FrameBatch>
    private let translator: UnsafeMutablePointer<SportRadarTranslator>

    /// - Throws: `TrafficConfigurationError`.
    init<Generator: FrameGenerator & ~Copyable>(
        _ generator: Generator.Type, name: String, _ configuration: TrafficConfiguration,
        milliseconds: UInt64
    ) throws {
        var packed = PackedFrames()
        var initialCount = 0
        var updates = 0
        try Generator.forEachFrame(
            of: configuration, durationNanoseconds: milliseconds * 1_000_000
        ) { bytes, schedule in
            packed.append(bytes)
            if schedule.intendedNanoseconds == 0 { initialCount = packed.count }
            updates += schedule.offerUpdateCount
        }
        set = FrameSet(name: name, frames: packed, initialCount: initialCount)
        offerUpdateCount = updates
        byteCount = set.byteCount(of: set.updates)
        parser = .allocate(capacity: 1)
        parser.initialize(to: FrameParser())
        batch = .allocate(capacity: 1)
        batch.initialize(to: FrameBatch())
        translator = .allocate(capacity: 1)
        translator.initialize(to: SportRadarTranslator(opensContents: true))
    }

    deinit {
        parser.deinitialize(count: 1)
        parser.deallocate()
        batch.deinitialize(count: 1)
        batch.deallocate()
        translator.deinitialize(count: 1)
        translator.deallocate()
    }

    /// The processor time in which EM's parser reads the changes.
    func nanosecondsOfParser() throws -> Double {
        for index in 0..<set.initialCount { try parse(set[index]) }
        let nanoseconds = try measuredNanoseconds {
            for index in set.updates { try parse(set[index]) }
        }
        return Double(nanoseconds)
    }

    /// The processor time in which the translator reads the changes.
    func nanosecondsOfTranslator() throws -> Double {
        for index in 0..<set.initialCount { try translate(set[index]) }
        let nanoseconds = try measuredNanoseconds {
            for index in set.updates { try translate(set[index]) }
        }
        return Double(nanoseconds)
    }

    private func parse(_ frame: UnsafeRawBufferPointer) throws {
        try parser.pointee.parse(frame, into: &batch.pointee)
    }

    private func translate(_ frame: UnsafeRawBufferPointer) throws {
        _ = try translator.pointee.read(frame)
        while translator.pointee.nextRun() != nil {}
    }

    // MARK: What the frames show

    /// The odds' bits of all offers by the numbers of their ids.
    func oddsOnFeed() throws -> [Substring: UInt64] {
        var channel = Channel<IncrementalGraph>()
        for index in 0..<set.count { _ = channel.receive(set[index]) }
        return Self.odds(of: channel.strategy.events(limit: .max))
    }

    /// The same of all contents of a socket.
    func oddsOnSocket() throws -> [Substring: UInt64] {
        var contents = ContentChannels<IncrementalGraph>(opensContents: true)
        for index in 0..<set.count { try contents.receive(set[index]) }
        var events: [EventModel] = []
        for content in contents.openContents { events += contents[content].events(limit: .max) }
        return Self.odds(of: events)
    }

    private static func odds(of events: [EventModel]) -> [Substring: UInt64] {
        var odds: [Substring: UInt64] = [:]
        for event in events {
            for offer in event.markets.flatMap(\.outcomes).flatMap(\.bettingOffers) {
                // SportRadar's ids are EM's with `.1` behind.
                let id = "\(offer.id)".prefix { $0 != "." }
                odds[id] = offer.odds?.bitPattern
            }
        }
        return odds
    }
}
