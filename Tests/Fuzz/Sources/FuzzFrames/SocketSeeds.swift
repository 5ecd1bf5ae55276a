import OddsTraffic

/// Short stretches of SportRadar's frames: of a world in every scenario, whose changes are
/// learned, and of hostile sockets.
public enum SocketSeeds {
    private static let hostileCount: UInt64 = 24
    private static let hostileFrameCount = 12

    public static func all() throws -> [(name: String, frames: [[UInt8]])] {
        let worlds = try TrafficScenarios.descriptions.map {
            ("world-\($0.name)", try world($0.name))
        }
        return worlds + (0..<hostileCount).map { ("hostile-\($0)", hostile(seed: $0)) }
    }

    private static func world(_ scenario: String) throws -> [[UInt8]] {
        var configuration = TrafficConfiguration()
        (configuration.events, configuration.markets, configuration.outcomes) = (1, 1, 2)
        configuration.recordsPerFrame = 4
        configuration.scenario = scenario
        var generator = try SportRadarGenerator(configuration)
        var writer = FrameWriter()
        var frames: [[UInt8]] = []
        while generator.nextInitialFrame(into: &writer) != nil {
            frames.append(Array(writer.bytes))
        }
        for _ in 0..<20 {
            _ = generator.nextFrame(into: &writer)
            frames.append(Array(writer.bytes))
        }
        return frames
    }

    private static func hostile(seed: UInt64) -> [[UInt8]] {
        var traffic = SportRadarHostileTraffic(seed: seed)
        return (0..<hostileFrameCount).map { _ in traffic.nextFrame().bytes }
    }
}
