import OddsTraffic

extension FrameSet {
    /// Generated frames: the initial state and `updateCount` changes to it.
    ///
    /// - Throws: `TrafficConfigurationError`.
    public convenience init(
        name: String, traffic configuration: TrafficConfiguration, updateCount: Int
    ) throws {
        var generator = try TrafficGenerator(configuration)
        var writer = FrameWriter()
        var packed = PackedFrames()
        while generator.nextInitialFrame(into: &writer) != nil { packed.append(writer.bytes) }
        let initialCount = packed.count
        for _ in 0..<updateCount {
            _ = generator.nextFrame(into: &writer)
            packed.append(writer.bytes)
        }
        self.init(name: name, frames: packed, initialCount: initialCount)
    }

    /// The reference workload: odds frames of one or more records.
    public static func odds(updateCount: Int) throws -> FrameSet {
        try FrameSet(
            name: "odds", traffic: .odds(events: 100, markets: 50), updateCount: updateCount)
    }

    /// Changes of all kinds, entities that come and go among them, mixed as in
    /// the recorded traffic.
    public static func steady(updateCount: Int) throws -> FrameSet {
        try FrameSet(name: "steady", traffic: TrafficConfiguration(), updateCount: updateCount)
    }

    /// The busiest channel of recorded traffic, over and over. Each time it
    /// starts with a dump, hence the versions do.
    ///
    /// - Throws: `CaptureError`; `PeerError.unusableCapture` if no channel has
    ///   more than one frame, or if the busiest does not begin with a dump.
    public convenience init(name: String, captures paths: [String], byteCount: Int) throws {
        let channel = try CapturedChannel(paths: paths)
        var looped = PackedFrames()
        repeat { looped.append(channel.frames) } while looped.bytes.count < byteCount
        self.init(
            name: name, frames: looped, initialCount: 0, origin: channel.origin,
            period: channel.frames.count)
    }
}

extension TrafficConfiguration {
    /// Odds frames over so many events and markets, with three outcomes each.
    static func odds(events: Int, markets: Int) -> TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = events
        configuration.markets = markets
        configuration.recordsPerFrame = 2
        configuration.scenario = "odds"
        return configuration
    }
}
