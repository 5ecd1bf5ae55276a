import OddsHarness
import OddsTraffic

/// Where a run's frames come from; it travels as JSON to the process that
/// writes them.
enum TrafficPlan: Codable {
    /// A capture at a rate in updates per second.
    case capture(path: String, rate: Int)
    /// Generated, as these words of a command line say.
    case generated(words: [String])

    /// Calls `body` with each frame that is due before `endNanoseconds`.
    func forEachFrame(
        until endNanoseconds: UInt64,
        _ body: (UnsafeRawBufferPointer, FrameTicket) throws -> Void
    ) throws {
        switch self {
        case .capture(let path, let rate):
            try CaptureTraffic(path: path).forEachFrame(
                updatesPerSecond: Double(rate), until: endNanoseconds, body)
        case .generated(let words):
            let configuration = try TrafficOptions.parse(words).configuration
            var generator = try TrafficGenerator(configuration)
            try generator.forEachFrame(until: endNanoseconds, body)
        }
    }
}
