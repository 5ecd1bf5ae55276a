/// Told by the measured loop, between frames, where it is. What an observer
/// does there takes time from the schedule, not from any frame's service.
public protocol LoopObserver {
    /// - Parameter opening: When the window opened as planned; the call comes
    ///   before the first frame that counts.
    mutating func windowOpens(at opening: UInt64)

    mutating func windowCloses()

    /// After the last frame.
    mutating func ends()

    /// Told of each frame that counts.
    mutating func noteServed(responseNanoseconds: UInt64, end: UInt64)
}

extension LoopObserver {
    @inlinable @inline(__always)
    public mutating func noteServed(responseNanoseconds: UInt64, end: UInt64) {}
}

/// No observer.
@frozen
public struct NoObserver: LoopObserver {
    @inlinable
    public init() {}

    @inlinable
    public mutating func windowOpens(at opening: UInt64) {}

    @inlinable
    public mutating func windowCloses() {}

    @inlinable
    public mutating func ends() {}
}
