import Foundation

extension FrameRingReader {
    /// All frames of a run, ready in memory of this process, for runs that
    /// need no second process.
    ///
    /// - Parameters:
    ///   - updatesPerSecond: BETTING_OFFER updates, more than 0.
    /// - Throws: `CaptureError` if the capture cannot be read; `HarnessError`,
    ///   also if the frames need more than `HarnessLimits.frameMappingBytes`:
    ///   then the run must be shorter or slower.
    public static func prepared(
        _ capture: CaptureTraffic, updatesPerSecond: Double, window: MeasurementWindow
    ) throws -> FrameRingReader {
        let mapping = try SharedMapping(byteCount: HarnessLimits.frameMappingBytes)
        let reader = FrameRingReader(
            try SharedMapping(fileDescriptor: dup(mapping.fileDescriptor)),
            channelNames: capture.channelNames)
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
        return reader
    }
}
