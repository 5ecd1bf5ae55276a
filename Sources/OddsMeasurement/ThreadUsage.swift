import CLinux
import Foundation

/// What the operating system counted for the calling thread so far; on other
/// systems than Linux, for its process.
public struct ThreadUsage: Equatable, Sendable {
    /// Processor time in user mode.
    public var userNanoseconds: UInt64
    /// Processor time in the kernel.
    public var systemNanoseconds: UInt64
    /// Voluntary context switches: the thread blocked or yielded.
    public var voluntarySwitchCount: Int
    /// Involuntary context switches: the scheduler preempted the thread.
    public var involuntarySwitchCount: Int
    /// Page faults without a disk read.
    public var minorFaultCount: Int
    /// Page faults that had to read from a disk.
    public var majorFaultCount: Int

    /// Nothing.
    public static let zero = ThreadUsage(
        userNanoseconds: 0, systemNanoseconds: 0, voluntarySwitchCount: 0,
        involuntarySwitchCount: 0, minorFaultCount: 0, majorFaultCount: 0)

    /// Takes about a microsecond; allocates nothing.
    public static func current() -> ThreadUsage {
        var usage = rusage()
        clinux_thread_usage(&usage)
        return ThreadUsage(
            userNanoseconds: nanoseconds(usage.ru_utime),
            systemNanoseconds: nanoseconds(usage.ru_stime),
            voluntarySwitchCount: Int(usage.ru_nvcsw),
            involuntarySwitchCount: Int(usage.ru_nivcsw),
            minorFaultCount: Int(usage.ru_minflt), majorFaultCount: Int(usage.ru_majflt))
    }

    /// What was counted between `start` and this moment.
    public func since(_ start: ThreadUsage) -> ThreadUsage {
        ThreadUsage(
            userNanoseconds: userNanoseconds - start.userNanoseconds,
            systemNanoseconds: systemNanoseconds - start.systemNanoseconds,
            voluntarySwitchCount: voluntarySwitchCount - start.voluntarySwitchCount,
            involuntarySwitchCount: involuntarySwitchCount - start.involuntarySwitchCount,
            minorFaultCount: minorFaultCount - start.minorFaultCount,
            majorFaultCount: majorFaultCount - start.majorFaultCount)
    }

    private static func nanoseconds(_ time: timeval) -> UInt64 {
        UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1_000
    }
}
