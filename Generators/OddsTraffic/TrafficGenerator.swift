/// When a frame is due, and what it contains.
public struct FrameSchedule: Equatable, Sendable {
    /// Time since the start of the traffic; 0 for the initial state.
    public let intendedNanoseconds: UInt64
    /// The same time in milliseconds since 1970, on the feed's clock: the `at`
    /// of a capture.
    public let arrivalMilliseconds: Int64
    /// The length of the frame's text.
    public let byteCount: Int
    /// The number of records in the frame.
    public let recordCount: Int
    /// The number of BETTING_OFFER UPDATE records, which rates count.
    public let offerUpdateCount: Int
}

/// Generates traffic like that of the EM feed: first the initial state, then an
/// endless, scheduled stream of changes to it. The same configuration gives the
/// same bytes on any machine.
///
/// It uses `TrafficConfiguration.stateBytes` of memory, all allocated by
/// `init`. Frames are written into the caller's `FrameWriter`. One thread owns
/// a generator.
public struct TrafficGenerator: ~Copyable {
    /// The channel of all frames.
    public static let channel = "/sports/1/en/live-matches-aggregator/all/all/main/10/50"

    /// When traffic starts, in feed time: four seconds before a full hour.
    public static let startMilliseconds: Int64 = 1_775_001_600_000 - 4_000

    private(set) var world: TrafficWorld
    private var scenario: any TrafficScenario
    private var mix: ChangeMix
    private var clock: ArrivalClock
    /// A generator of its own, so that arrival times do not affect the frames.
    private var clockRandom: TrafficRandom
    private var initialState: StateCursor

    /// - Throws: Any error of `TrafficConfiguration.validate`.
    /// - Complexity: O(events × markets × outcomes).
    public init(_ configuration: TrafficConfiguration) throws(TrafficConfigurationError) {
        try configuration.validate()
        let scenarioType = TrafficScenarios.named(configuration.scenario) ?? SteadyScenario.self
        scenario = scenarioType.init(configuration)
        mix = ChangeMix(configuration, scenario.shares)
        clock = ArrivalClock(
            configuration.arrival,
            intervalNanoseconds: mix.offerUpdatesPerSlot / Double(configuration.rate) * 1e9,
            ramp: configuration.ramp)
        clockRandom = TrafficRandom(seed: ~configuration.seed)
        world = TrafficWorld(configuration, now: Self.startMilliseconds)
        initialState = StateCursor(frameBytesMax: configuration.stateFrameBytesMax)
    }

    /// Writes the next frame of the initial state: a dump, then CREATE frames.
    /// Writes nothing and returns `nil` once it is complete.
    public mutating func nextInitialFrame(into writer: inout FrameWriter) -> FrameSchedule? {
        guard !initialState.isAtEnd else { return nil }
        initialState.writeFrame(of: world, to: &writer)
        return schedule(of: writer, at: 0)
    }

    /// Leaves out what is left of the initial state, which is known otherwise.
    mutating func skipInitialFrames() { initialState.skip() }

    /// Writes the next frame of the stream.
    /// - Precondition: The initial state is complete.
    /// - Complexity: O(bytes of the frame).
    public mutating func nextFrame(into writer: inout FrameWriter) -> FrameSchedule {
        precondition(initialState.isAtEnd, "the initial state comes first")
        repeat {
            clock.advance(intensity: scenario.intensity(at: world.now), using: &clockRandom)
            world.now = Self.startMilliseconds + Int64(clock.nowNanoseconds / 1e6)
            mix.advance()
            writer.clear()
            scenario.writeFrame(of: &world, &mix, to: &writer)
        } while writer.isEmpty
        return schedule(of: writer, at: UInt64(clock.nowNanoseconds))
    }

    private func schedule(
        of writer: borrowing FrameWriter, at nanoseconds: UInt64
    ) -> FrameSchedule {
        FrameSchedule(
            intendedNanoseconds: nanoseconds, arrivalMilliseconds: world.now,
            byteCount: writer.byteCount, recordCount: writer.recordCount,
            offerUpdateCount: writer.offerUpdateCount)
    }
}
