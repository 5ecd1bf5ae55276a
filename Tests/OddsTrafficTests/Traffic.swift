import OddsTraffic

/// A stretch of traffic.
struct Traffic {
    struct Frame {
        let schedule: FrameSchedule
        let bytes: [UInt8]
    }

    let configuration: TrafficConfiguration
    private(set) var initialFrames: [Frame] = []
    private(set) var frames: [Frame] = []

    var allFrames: [Frame] { initialFrames + frames }

    init(_ configuration: TrafficConfiguration, frameCount: Int) throws {
        self.configuration = configuration
        var generator = try TrafficGenerator(configuration)
        var writer = FrameWriter()
        while let schedule = generator.nextInitialFrame(into: &writer) {
            initialFrames.append(Frame(schedule: schedule, bytes: Array(writer.bytes)))
        }
        for _ in 0..<frameCount {
            let schedule = generator.nextFrame(into: &writer)
            frames.append(Frame(schedule: schedule, bytes: Array(writer.bytes)))
        }
    }

    func profile() -> TrafficProfile {
        var profile = TrafficProfile()
        for frame in allFrames { frame.bytes.withUnsafeBytes { profile.add($0) } }
        return profile
    }

    var offerUpdateCount: Int { frames.reduce(0) { $0 + $1.schedule.offerUpdateCount } }

    var seconds: Double { Double(frames.last?.schedule.intendedNanoseconds ?? 0) / 1e9 }
}

extension TrafficConfiguration {
    /// Small enough for tests of many frames.
    static func small(scenario: String = "steady", seed: UInt64 = 42) -> TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = 12
        configuration.markets = 9
        configuration.scenario = scenario
        configuration.seed = seed
        configuration.rate = 200
        return configuration
    }
}
