/// What the measured loop drives: a strategy with its consumer, or a stand-in
/// with known service times.
public protocol FrameServing: ~Copyable {
    /// Takes a frame and reads what its consumer reads. This is what is
    /// measured.
    ///
    /// - Parameter start: The time at which service began.
    mutating func serve(_ frame: ScheduledFrame, start: UInt64)

    /// Told when the frame's service ended, and whether it counts. Not part of
    /// the service.
    mutating func noteServed(end: UInt64, isMeasured: Bool)

    /// Takes a frame without reading anything. Never measured.
    mutating func absorb(_ frame: ScheduledFrame)

    /// Reads what the consumer reads, so that all is rebuilt that absorbed
    /// frames left undone. Never measured.
    mutating func readOnce()
}

extension FrameServing where Self: ~Copyable {
    @inlinable @inline(__always)
    public mutating func noteServed(end: UInt64, isMeasured: Bool) {}
}

/// Which part of the schedule is measured.
@frozen
public struct MeasurementWindow: Equatable, Sendable {
    /// From the schedule's start until the window opens.
    public let warmupNanoseconds: UInt64
    /// From the window's opening until it closes.
    public let durationNanoseconds: UInt64

    @inlinable
    public init(warmupNanoseconds: UInt64, durationNanoseconds: UInt64) {
        precondition(durationNanoseconds > 0)
        self.warmupNanoseconds = warmupNanoseconds
        self.durationNanoseconds = durationNanoseconds
    }

    /// From the schedule's start until the window closes; frames are due
    /// before that.
    @inlinable public var endNanoseconds: UInt64 { warmupNanoseconds + durationNanoseconds }
}
