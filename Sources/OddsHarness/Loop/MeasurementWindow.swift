/// The part of the schedule that is measured.
@frozen
public struct MeasurementWindow: Equatable, Sendable {
    /// From the schedule's start until the window opens, in nanoseconds.
    public let warmupNanoseconds: UInt64
    /// From the window's opening until it closes, in nanoseconds.
    public let durationNanoseconds: UInt64

    /// Creates a window that opens after a warm-up.
    ///
    /// - Parameters:
    ///   - warmupNanoseconds: From the schedule's start until the window opens;
    ///     0 for none.
    ///   - durationNanoseconds: How long the window is open, more than 0.
    @inlinable
    public init(warmupNanoseconds: UInt64, durationNanoseconds: UInt64) {
        precondition(durationNanoseconds > 0)
        self.warmupNanoseconds = warmupNanoseconds
        self.durationNanoseconds = durationNanoseconds
    }

    /// From the schedule's start until the window closes, in nanoseconds;
    /// frames that are due later are not offered.
    @inlinable public var endNanoseconds: UInt64 { warmupNanoseconds + durationNanoseconds }
}
