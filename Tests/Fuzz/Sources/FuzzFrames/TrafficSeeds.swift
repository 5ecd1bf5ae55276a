import OddsTraffic

/// Short stretches of generated traffic of every scenario, each in several
/// styles: frames of every kind, in shapes that nobody designed.
public enum TrafficSeeds {
    private static let inputBytesMax = 8_000

    public static func all() throws -> [(name: String, frames: [[UInt8]])] {
        try TrafficScenarios.descriptions.enumerated().flatMap { index, scenario in
            let frames = try traffic(scenario.name, seed: UInt64(index))
            return styles.map { name, style in
                ("\(scenario.name)-\(name)", fitting(frames.map(style.rewrite)))
            }
        }
    }

    private static let styles: [(name: String, style: FrameStyle)] = {
        var shuffled = FrameStyle()
        shuffled.keyOrderSeed = 1
        var otherwise = FrameStyle()
        otherwise.keyOrderSeed = 2
        var extended = FrameStyle()
        extended.addsUnknownProperty = true
        var pretty = FrameStyle()
        pretty.isPrettyPrinted = true
        return [
            ("plain", FrameStyle()), ("shuffled", shuffled), ("shuffled-otherwise", otherwise),
            ("extended", extended), ("pretty", pretty),
        ]
    }()

    /// A dump of one event, and changes to it.
    private static func traffic(_ scenario: String, seed: UInt64) throws -> [[UInt8]] {
        var configuration = TrafficConfiguration()
        configuration.events = 1
        configuration.markets = 1
        configuration.outcomes = 2
        configuration.recordsPerFrame = 4
        configuration.scenario = scenario
        configuration.seed = seed
        var generator = try TrafficGenerator(configuration)
        var writer = FrameWriter()
        var frames: [[UInt8]] = []
        while generator.nextInitialFrame(into: &writer) != nil {
            frames.append(DumpExcerpt.excerpt(of: Array(writer.bytes)))
        }
        for _ in 0..<20 {
            _ = generator.nextFrame(into: &writer)
            frames.append(DumpExcerpt.excerpt(of: Array(writer.bytes)))
        }
        return frames
    }

    /// As many frames as fit into an input of manageable size.
    private static func fitting(_ frames: [[UInt8]]) -> [[UInt8]] {
        var rest = inputBytesMax
        return frames.filter { frame in
            guard frame.count <= rest else { return false }
            rest -= frame.count
            return true
        }
    }
}
