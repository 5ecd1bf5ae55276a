import OddsMeasurement

/// The machine's jitter while the window was open, measured by an idle thread
/// that only sleeps.
public struct JitterFigures: Codable, Equatable, Sendable {
    /// The idle thread's wake-up delay beyond the shortest one seen.
    public var wakeDelay: LatencySummary
    /// Its sleep between two wake-ups, in nanoseconds.
    public var intervalNanoseconds: UInt64
    /// Its own cost: processor time divided by wall time, from 0 to 1.
    public var processorShare: Double
    /// The cores that it was pinned to; empty if the system chose.
    public var cores: [Int]

    package init(_ sample: JitterMonitor.Sample) {
        wakeDelay = LatencySummary(sample.wakeDelay, keepsHistogram: true)
        intervalNanoseconds = JitterMonitor.intervalNanoseconds
        processorShare = sample.processorShare
        cores = sample.cores
    }
}

/// The operating system's counters for the measured thread while the window
/// was open.
public struct UsageFigures: Codable, Equatable, Sendable {
    /// Processor time in user mode.
    public var userNanoseconds: UInt64
    /// Processor time in the kernel.
    public var systemNanoseconds: UInt64
    /// Voluntary context switches: the thread gave up its core.
    public var voluntarySwitches: Int
    /// Involuntary context switches: the system preempted the thread.
    public var involuntarySwitches: Int
    /// Page faults without a disk read.
    public var minorFaults: Int
    /// Page faults with a disk read.
    public var majorFaults: Int
    /// The share of the machine's processor time that the hypervisor stole,
    /// from 0 to 1; `nil` where the system does not report it.
    public var stolenShare: Double?

    package init(_ usage: ThreadUsage, stolenShare: Double?) {
        userNanoseconds = usage.userNanoseconds
        systemNanoseconds = usage.systemNanoseconds
        voluntarySwitches = usage.voluntarySwitchCount
        involuntarySwitches = usage.involuntarySwitchCount
        minorFaults = usage.minorFaultCount
        majorFaults = usage.majorFaultCount
        self.stolenShare = stolenShare
    }
}
