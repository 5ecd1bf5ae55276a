import OddsCapture

/// All frames of a run, ready in the memory of this process, for runs that
/// need no second process.
///
/// The measuring thread owns it.
public struct PreparedTraffic: FrameSource, ~Copyable {
    private var reader: FrameRingReader

    /// Reads the capture and lays out its frames.
    ///
    /// - Parameters:
    ///   - capture: The frames, repeated from the beginning until the window
    ///     closes.
    ///   - updatesPerSecond: BETTING_OFFER updates per second, more than 0.
    ///   - window: Frames are due until it closes.
    /// - Throws: `CaptureError` if the capture cannot be read; `HarnessError`
    ///   if the frames need more than `HarnessLimits.frameMappingBytes`, in
    ///   which case the run must be shorter or slower, or if that memory
    ///   cannot be allocated.
    /// - Complexity: O(bytes of all frames of the run).
    public init(
        _ capture: CaptureTraffic, updatesPerSecond: Double, window: MeasurementWindow
    ) throws {
        let mapping = try SharedMapping(byteCount: HarnessLimits.frameMappingBytes)
        let reader = FrameRingReader(
            try mapping.duplicate(), feed: capture.feed)
        var writer = FrameRingWriter(mapping)
        try capture.forEachFrame(
            updatesPerSecond: updatesPerSecond, until: window.endNanoseconds
        ) { frame, ticket in
            guard try writer.append(frame, ticket: ticket) else {
                throw HarnessError.unusableCapture(
                    """
                    the frames of this run need more than \
                    \(HarnessLimits.frameMappingBytes >> 20) MiB: shorten it
                    """)
            }
        }
        writer.finish()
        self.reader = reader
    }

    /// Returns the next frame; `nil` after the last one. Allocates nothing.
    ///
    /// - Complexity: O(1).
    public mutating func next() -> ScheduledFrame? { reader.next() }

    /// Returns the memory of the last frame.
    public mutating func release() { reader.release() }

    /// Always 0: there is no producer to wait for.
    public var waitCount: Int { reader.waitCount }

    /// Whose wire the capture's frames are on.
    public var provider: FeedProvider { reader.provider }

    /// The names of the channels, in order of first appearance in the capture.
    public var channelNames: [String] { reader.channelNames }

    /// The size of the memory for the frames, in bytes.
    public var mappedBytes: Int { reader.mappedBytes }
}
