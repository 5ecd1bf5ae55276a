#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How long before a frame is due its generator wakes, to wait for that moment
/// awake.
///
/// A system wakes idle threads late: by some microseconds, and by tens of them on
/// virtual machines, which is most of what a fast client takes for a frame. A
/// generator that slept until a frame is due would be late by as much. The price
/// is the processor time that it waits, all of a core if frames follow each other
/// more closely. Threads that have work and wait for that core get it at once.
package struct WakeAhead: Equatable, Sendable {
    /// Nothing: the generator sleeps until a frame is due.
    package static let none = WakeAhead(nanoseconds: 0)
    /// More than there is between two frames of the default traffic, so that the
    /// generator's core never idles there.
    package static let measuring = WakeAhead(nanoseconds: 300_000)

    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// When to wake for a frame.
    package func wakeTime(for deadline: UInt64) -> UInt64 {
        deadline - min(deadline, nanoseconds)
    }

    /// Whether a frame's time has come, or is so close that it is waited for.
    ///
    /// - Parameters:
    ///   - deadline: When the frame is due.
    ///   - now: The present time.
    ///   - end: When other work is to get a turn: no time after it is waited for.
    package func reaches(_ deadline: UInt64, now: UInt64, end: UInt64) -> Bool {
        deadline <= now || (wakeTime(for: deadline) <= now && deadline < end)
    }

    /// Waits awake for a frame, and yields the processor to whoever has work.
    ///
    /// A wait that kept it would take a core from the program that is measured once
    /// there are no idle ones, and lower the rate that it sustains.
    package static func wait(until deadline: UInt64, now: () -> UInt64) {
        while now() < deadline { sched_yield() }
    }
}
