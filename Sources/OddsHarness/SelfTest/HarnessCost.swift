import OddsMeasurement
import OddsResults

extension HarnessCost {
    /// Measures the cost on `frameCount` frames of 256 bytes.
    ///
    /// - Throws: `unoptimized` in a debug build, or `mapping` if there is no
    ///   memory for the frames.
    package static func measure(frameCount: Int = 100_000) throws(HarnessError) -> HarnessCost {
        try Harness.requireOptimized()
        precondition(frameCount > 0)
        let clock = TickClock.shared
        let quality = clock.quality()
        var source = try ring(frameCount)
        var server = NullServer()
        var observer = NoObserver()
        // Long enough for any machine; its staleness reads add less than a
        // nanosecond per frame.
        let window = MeasurementWindow(
            warmupNanoseconds: 0, durationNanoseconds: 10_000_000_000)
        let record = OpenLoop(clock: clock, window: window).run(
            &source, on: &server, observer: &observer)
        return HarnessCost(
            // All frames are due at the start, so that the last has waited for all work.
            nanosecondsPerFrame: Double(record.responseTime.max ?? 0) / Double(frameCount),
            serviceNanoseconds: record.serviceTime.value(at: .p50),
            clockReadingNanoseconds: quality.readingNanoseconds,
            clockStepNanoseconds: quality.stepNanosecondsMin)
    }

    /// A ring of frames that are all due at once.
    private static func ring(_ frameCount: Int) throws(HarnessError) -> FrameRingReader {
        let frame = [UInt8](repeating: 0x20, count: 256)
        // An entry may be no larger than half of the ring.
        let capacity = max(frameCount, 2) * FrameRing.Head.entryBytes(frame.count)
        let mapping = try SharedMapping(byteCount: FrameRing.headerBytes + capacity)
        let reader = FrameRingReader(try mapping.duplicate(), feed: FeedChannels(["null"]))
        var writer = FrameRingWriter(mapping)
        for _ in 0..<frameCount {
            let ticket = FrameTicket(intendedNanoseconds: 0, updateCount: 1)
            let result = frame.withUnsafeBytes { bytes in
                Result { () throws(HarnessError) in try writer.append(bytes, ticket: ticket) }
            }
            _ = try result.get()
        }
        writer.finish()
        return reader
    }
}

/// A server that does nothing.
private struct NullServer: FrameServing {
    mutating func serve(_ frame: ScheduledFrame, start: UInt64) {}
    mutating func absorb(_ frame: ScheduledFrame) {}
    mutating func readOnce() {}
}
