/// Follows the measured loop. All calls come between frames, so an observer's
/// work delays the schedule but is not part of any service.
@usableFromInline
package protocol LoopObserver {
    /// Called before the first measured frame.
    ///
    /// - Parameter opening: When the window was planned to open.
    mutating func windowOpens(at opening: UInt64)

    /// Called after the last measured frame.
    ///
    /// - Parameter closing: When the window closed: as planned, or later if a
    ///   frame was in service. It may still be to come.
    mutating func windowCloses(at closing: UInt64)

    /// Called after all frames have been applied.
    mutating func ends()

    /// Called after each measured frame, which ended at `end`.
    ///
    /// - Parameter undelayedStart: When it would have started without the harness's
    ///   delays.
    mutating func noteServed(
        updates: UInt32, responseNanoseconds: UInt64, serviceNanoseconds: UInt64, end: UInt64,
        undelayedStart: UInt64)

    /// Called after the window closed for each frame that was due and not served.
    ///
    /// - Parameters:
    ///   - updates: The updates in it.
    ///   - due: When that was, in nanoseconds since the window opened; negative in the
    ///     warm-up.
    ///   - age: Its age when the window closed.
    ///   - isOwed: Whether it would not have been served without the harness's delays
    ///     either.
    mutating func noteUnserved(updates: UInt32, due: Int64, age: UInt64, isOwed: Bool)

    /// Called when no frame is due for a while, in the warm-up, too. Work that
    /// ends before `deadline` delays no frame.
    ///
    /// - Parameters:
    ///   - idleSince: When the last frame was done.
    ///   - deadline: When the next frame is due.
    mutating func waits(from idleSince: UInt64, until deadline: UInt64)
}

extension LoopObserver {
    @inlinable @inline(__always)
    package mutating func noteServed(
        updates: UInt32, responseNanoseconds: UInt64, serviceNanoseconds: UInt64, end: UInt64,
        undelayedStart: UInt64
    ) {}

    @inlinable @inline(__always)
    package mutating func noteUnserved(updates: UInt32, due: Int64, age: UInt64, isOwed: Bool) {}

    @inlinable @inline(__always)
    package mutating func waits(from idleSince: UInt64, until deadline: UInt64) {}
}

/// An observer that does nothing.
@frozen @usableFromInline
package struct NoObserver: LoopObserver {
    @inlinable
    package init() {}

    @inlinable
    package mutating func windowOpens(at opening: UInt64) {}

    @inlinable
    package mutating func windowCloses(at closing: UInt64) {}

    @inlinable
    package mutating func ends() {}
}
