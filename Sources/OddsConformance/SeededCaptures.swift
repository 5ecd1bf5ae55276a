import OddsCapture
import OddsTraffic

/// Captures by seed: the same seed gives the same bytes.
package enum SeededCaptures {
    /// Traffic that is made to collide, in one channel or two.
    package static func hostile(seed: UInt64, frameCount: Int) -> ConformanceCapture {
        let channelCount = seed % 4 == 3 ? 2 : 1
        var traffics = (0..<channelCount).map {
            HostileTraffic(seed: seed &* 2 &+ UInt64($0))
        }
        var random = SplitMix64(seed: seed)
        let frames = (0..<frameCount).map { _ in
            let channel = random.below(channelCount)
            return ConformanceCapture.Frame(
                channel: channel, bytes: traffics[channel].nextFrame())
        }
        return ConformanceCapture(
            name: "hostile traffic, seed \(seed)",
            channels: (1...channelCount).map { "/hostile/\($0)" }, frames: frames)
    }

    /// What a feed sends in a small world, one scenario after the other.
    package static func ordinary(seed: UInt64, frameCount: Int) -> ConformanceCapture {
        let scenarios = TrafficScenarios.descriptions
        let scenario = scenarios[Int(seed % UInt64(scenarios.count))].name
        var configuration = TrafficConfiguration()
        configuration.scenario = scenario
        configuration.seed = seed
        configuration.events = 4
        configuration.markets = 3
        configuration.rate = 1_000
        guard var generator = try? TrafficGenerator(configuration) else {
            preconditionFailure("the smallest world is within all limits")
        }
        var writer = FrameWriter()
        var frames: [ConformanceCapture.Frame] = []
        while generator.nextInitialFrame(into: &writer) != nil {
            frames.append(.init(bytes: Array(writer.bytes)))
        }
        while frames.count < frameCount {
            _ = generator.nextFrame(into: &writer)
            frames.append(.init(bytes: Array(writer.bytes)))
        }
        return ConformanceCapture(
            name: "ordinary traffic (\(scenario)), seed \(seed)",
            channels: [TrafficGenerator.channel], frames: frames)
    }

    /// A capture file of EM's feed.
    ///
    /// - Throws: `CaptureError`, also for one without frames.
    package static func file(_ path: String) throws -> ConformanceCapture {
        var reader = try CaptureReader(path: path)
        var channels: [String] = []
        var numbers: [[UInt8]: Int] = [:]
        var frames: [ConformanceCapture.Frame] = []
        while let frame = try reader.next() {
            let number = numbers[Array(frame.channel.utf8), default: channels.count]
            if number == channels.count {
                numbers[Array(frame.channel.utf8)] = number
                channels.append(frame.channel)
            }
            frames.append(.init(channel: number, bytes: frame.bytes))
        }
        guard !frames.isEmpty else { throw CaptureError.noFrames(file: path) }
        return ConformanceCapture(name: path, channels: channels, frames: frames)
    }
}
