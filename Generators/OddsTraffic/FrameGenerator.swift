import OddsCapture

/// What generates frames of one provider's wire, by a configuration: the initial state,
/// then a stream of changes to it without end.
public protocol FrameGenerator: ~Copyable {
    /// Whose wire the frames are on.
    static var provider: FeedProvider { get }
    /// The channel of all frames.
    static var channel: String { get }

    /// - Throws: Any error of the configuration on this wire.
    init(_ configuration: TrafficConfiguration) throws(TrafficConfigurationError)

    /// Writes the next frame of the initial state. Writes nothing and returns `nil` once it
    /// is complete.
    mutating func nextInitialFrame(into writer: inout FrameWriter) -> FrameSchedule?

    /// Writes the next frame of the stream, behind the initial state.
    mutating func nextFrame(into writer: inout FrameWriter) -> FrameSchedule

    /// The text of a frame that takes all state away.
    static func clearingFrame(of configuration: TrafficConfiguration) -> [UInt8]
}

extension TrafficGenerator: FrameGenerator {
    /// EM.
    public static let provider = FeedProvider.everyMatrix

    /// A dump without entities.
    public static func clearingFrame(of configuration: TrafficConfiguration) -> [UInt8] {
        Array(#"{"messageType":"INITIAL_DUMP","records":[]}"#.utf8)
    }
}

extension SportRadarGenerator: FrameGenerator {
    /// SportRadar.
    public static let provider = FeedProvider.sportRadar

    /// All contents, empty.
    public static func clearingFrame(of configuration: TrafficConfiguration) -> [UInt8] {
        let elements = configuration.socketContents.map {
            #"{"contentId":{"type":"\#($0.type.rawValue)","id":"\#($0.id)"},"#
                + #""changeType":"REFRESHED"}"#
        }
        let data = elements.joined(separator: ",")
        return Array(#"{"notificationType":"CONTENT_CHANGES","data":[\#(data)]}"#.utf8)
    }
}

extension FrameGenerator where Self: ~Copyable {
    /// Calls `body` with each frame of the initial state, then with each frame due within
    /// `durationNanoseconds`. The bytes are valid during the call.
    ///
    /// - Throws: `TrafficConfigurationError`, and what `body` throws.
    public static func forEachFrame(
        of configuration: TrafficConfiguration, durationNanoseconds: UInt64,
        _ body: (UnsafeRawBufferPointer, FrameSchedule) throws -> Void
    ) throws {
        var generator = try Self(configuration)
        var writer = FrameWriter()
        while let frame = generator.nextInitialFrame(into: &writer) {
            try body(writer.bytes, frame)
        }
        while case let frame = generator.nextFrame(into: &writer),
            frame.intendedNanoseconds <= durationNanoseconds
        {
            try body(writer.bytes, frame)
        }
    }

    /// Generates traffic into a capture: the initial state, and all frames due within
    /// `durationNanoseconds`.
    ///
    /// - Throws: `TrafficConfigurationError`, `CaptureError.unwritable`.
    public static func writeCapture(
        of configuration: TrafficConfiguration, durationNanoseconds: UInt64, to path: String
    ) throws {
        try configuration.validate()
        var capture = try CaptureWriter(path: path, provider: provider)
        try forEachFrame(of: configuration, durationNanoseconds: durationNanoseconds) {
            try capture.write($0, channel: channel, at: $1.arrivalMilliseconds)
        }
        try capture.finish()
    }
}
