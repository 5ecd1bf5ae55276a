/// Follows the measured loop. All calls come between frames, so an observer's
/// work delays the schedule but is not part of any service.
@usableFromInline
package protocol LoopObserver {
    /// Called before the first measured frame.
    ///
    /// - Parameter opening: When the window was planned to open.
    mutating func windowOpens(at opening: UInt64)

    /// Called after the last measured frame.
    mutating func windowCloses()

    /// Called after all frames have been applied.
    mutating func ends()

    /// Called after each measured frame.
    mutating func noteServed(responseNanoseconds: UInt64, end: UInt64)
}

extension LoopObserver {
    @inlinable @inline(__always)
    package mutating func noteServed(responseNanoseconds: UInt64, end: UInt64) {}
}

/// An observer that does nothing.
@frozen @usableFromInline
package struct NoObserver: LoopObserver {
    @inlinable
    package init() {}

    @inlinable
    package mutating func windowOpens(at opening: UInt64) {}

    @inlinable
    package mutating func windowCloses() {}

    @inlinable
    package mutating func ends() {}
}
