/// A server of frames, driven by the measured loop: a strategy with its
/// consumer, or a stand-in with known service times.
@usableFromInline
package protocol FrameServing: ~Copyable {
    /// Applies a frame and performs its consumer's read. This is the measured
    /// service.
    ///
    /// - Parameters:
    ///   - frame: The frame to be applied.
    ///   - start: When service began, by the loop's clock.
    mutating func serve(_ frame: ScheduledFrame, start: UInt64)

    /// Called after each service, outside the measured time.
    ///
    /// - Parameters:
    ///   - end: When service ended, by the loop's clock.
    ///   - isMeasured: Whether the window was open.
    mutating func noteServed(end: UInt64, isMeasured: Bool)

    /// Applies a frame without a read. Never measured.
    mutating func absorb(_ frame: ScheduledFrame)

    /// Performs the consumer's read, so that a lazy strategy does the work that
    /// absorbed frames left undone. Never measured.
    mutating func readOnce()
}

extension FrameServing where Self: ~Copyable {
    @inlinable @inline(__always)
    package mutating func noteServed(end: UInt64, isMeasured: Bool) {}
}
