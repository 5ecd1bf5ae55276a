import Foundation

/// Reads what a process of this user, or this one, has taken so far, without the rounding to
/// ticks that `ProcessUsage` has. A reading takes microseconds of nobody but who reads.
package struct ProcessMeter: Sendable {
    /// Counters, which only grow.
    package struct Reading: Equatable, Sendable {
        /// When it was read, on the monotonic clock.
        package var time: UInt64
        /// Processor time of all threads, in the kernel too, ns.
        package var processorNanoseconds: UInt64
        /// Bytes that it read and wrote with `read`, `write` and their like, sockets included.
        /// What goes by `recv` and `send` is not counted.
        package var bytesRead: UInt64
        package var bytesWritten: UInt64
    }

    private let process: Int32
    private let clock: clockid_t

    /// `nil` if there is no such process, and where that is not implemented (all but Linux).
    package init?(of process: Int32) {
        #if os(Linux)
            var clock = clockid_t()
            guard clock_getcpuclockid(process, &clock) == 0 else { return nil }
            self.process = process
            self.clock = clock
        #else
            return nil
        #endif
    }

    /// Reads the counters; `nil` once the process has ended, and where the kernel does not
    /// count bytes.
    package func read() -> Reading? {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0,
            let text = SystemFile.text("/proc/\(process)/io"),
            let (read, written) = Self.bytes(text)
        else { return nil }
        return Reading(
            time: MonotonicClock().now,
            processorNanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec),
            bytesRead: read, bytesWritten: written)
    }

    /// The first two counters of `/proc/PID/io`; `nil` if they are not there.
    static func bytes(_ text: String) -> (read: UInt64, written: UInt64)? {
        func count(_ name: String) -> UInt64? {
            SystemFile.value(of: name, inText: text).flatMap { UInt64($0) }
        }
        guard let read = count("rchar"), let written = count("wchar") else { return nil }
        return (read, written)
    }
}
