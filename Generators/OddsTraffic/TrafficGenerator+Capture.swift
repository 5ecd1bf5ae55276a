import OddsCapture

extension TrafficGenerator {
    /// Generates traffic into a capture: the initial state, and all frames due
    /// within `durationNanoseconds`.
    /// - Throws: `TrafficConfigurationError`, `CaptureError.unwritable`.
    public static func writeCapture(
        of configuration: TrafficConfiguration, durationNanoseconds: UInt64, to path: String
    ) throws {
        var generator = try TrafficGenerator(configuration)
        var capture = try CaptureWriter(path: path)
        var writer = FrameWriter()
        while let frame = generator.nextInitialFrame(into: &writer) {
            try capture.write(writer.bytes, channel: channel, at: frame.arrivalMilliseconds)
        }
        while case let frame = generator.nextFrame(into: &writer),
            frame.intendedNanoseconds <= durationNanoseconds
        {
            try capture.write(writer.bytes, channel: channel, at: frame.arrivalMilliseconds)
        }
        try capture.finish()
    }
}
