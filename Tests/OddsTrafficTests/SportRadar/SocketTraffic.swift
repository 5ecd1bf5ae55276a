import OddsTraffic

/// A stretch of traffic of a SportRadar socket.
struct SocketTraffic {
    let configuration: TrafficConfiguration
    private(set) var initialFrames: [Traffic.Frame] = []
    private(set) var frames: [Traffic.Frame] = []

    var allFrames: [Traffic.Frame] { initialFrames + frames }

    init(_ configuration: TrafficConfiguration, frameCount: Int) throws {
        self.configuration = configuration
        var generator = try SportRadarGenerator(configuration)
        var writer = FrameWriter()
        while let schedule = generator.nextInitialFrame(into: &writer) {
            initialFrames.append(Traffic.Frame(schedule: schedule, bytes: Array(writer.bytes)))
        }
        for _ in 0..<frameCount {
            let schedule = generator.nextFrame(into: &writer)
            frames.append(Traffic.Frame(schedule: schedule, bytes: Array(writer.bytes)))
        }
    }

    var offerUpdateCount: Int { frames.reduce(0) { $0 + $1.schedule.offerUpdateCount } }
}
