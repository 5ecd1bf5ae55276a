import OddsCapture

extension ConformanceCapture {
    /// The lines of a capture with these frames (EM-C1).
    package var lines: [String] {
        frames.enumerated().map { index, frame in
            frame.bytes.withUnsafeBytes {
                CaptureWriter.line($0, channel: channels[frame.channel], at: Int64(index))
            }
        }
    }
}
