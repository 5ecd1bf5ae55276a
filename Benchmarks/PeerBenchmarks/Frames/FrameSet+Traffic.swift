import OddsCapture
import OddsTraffic
import OddsWire

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
        var channels: [[UInt8]: PackedFrames] = [:]
        for path in paths {
            var reader = try CaptureReader(path: path)
            while let frame = try reader.next() {
                frame.bytes.withUnsafeBytes {
                    channels[Array(frame.channel.utf8), default: PackedFrames()].append($0)
                }
            }
        }
        let files = paths.joined(separator: ", ")
        // The name decides between equals, so that each process takes the same.
        let busiest = channels.max {
            ($0.value.count, $1.key.count) < ($1.value.count, $0.key.count)
        }
        guard let (channel, frames) = busiest, frames.count > 1 else {
            throw PeerError.unusableCapture(
                files: files,
                why: "no channel has more than one frame; give a capture of a feed that changes")
        }
        let origin = "channel \(String(decoding: channel, as: UTF8.self)) of \(files)"
        guard frames.beginsWithDump else {
            throw PeerError.unusableCapture(
                files: files,
                why: """
                    the busiest channel, \(String(decoding: channel, as: UTF8.self)), does not \
                    begin with an INITIAL_DUMP, so its updates have nothing to change; record \
                    again with 'bench record', which begins with one, or remove the frames \
                    before the channel's first dump
                    """)
        }
        var looped = PackedFrames()
        repeat { looped.append(frames) } while looped.bytes.count < byteCount
        self.init(
            name: name, frames: looped, initialCount: 0, origin: origin, period: frames.count)
    }
}

extension PackedFrames {
    /// Whether the first frame is a dump; one that is not legal is none.
    fileprivate var beginsWithDump: Bool {
        var parser = FrameParser()
        var batch = FrameBatch()
        return bytes.withUnsafeBytes { all in
            let first = UnsafeRawBufferPointer(rebasing: all[offsets[0]..<offsets[1]])
            return (try? parser.parse(first, into: &batch)) != nil
                && batch.messageType == .initialDump
        }
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
