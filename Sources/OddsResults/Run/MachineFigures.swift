import OddsMeasurement

/// What the machine did to a thread that does nothing, while the window was
/// open.
public struct JitterFigures: Codable, Equatable, Sendable {
    /// How much later than possible the idle thread woke up.
    public var wakeDelay: LatencySummary
    /// How long it slept each time, in nanoseconds.
    public var intervalNanoseconds: UInt64
    /// The thread's own cost: processor time by wall time, 0 to 1.
    public var processorShare: Double
    /// The cores that it was kept on; empty where the system chose.
    public var cores: [Int]

    public init(_ sample: JitterMonitor.Sample) {
        wakeDelay = LatencySummary(sample.wakeDelay, keepsHistogram: true)
        intervalNanoseconds = JitterMonitor.intervalNanoseconds
        processorShare = sample.processorShare
        cores = sample.cores
    }
}

/// What the operating system counted for the measured thread while the window
/// was open.
public struct UsageFigures: Codable, Equatable, Sendable {
    public var userNanoseconds: UInt64
    public var systemNanoseconds: UInt64
    /// Times that the thread gave its core away, and that it was taken.
    public var voluntarySwitches: Int
    public var involuntarySwitches: Int
    /// Page faults without and with a disk read.
    public var minorFaults: Int
    public var majorFaults: Int
    /// Share of the machine's processor time that the hypervisor gave to
    /// others, 0 to 1; `nil` where the system does not tell.
    public var stolenShare: Double?

    public init(_ usage: ThreadUsage, stolenShare: Double?) {
        userNanoseconds = usage.userNanoseconds
        systemNanoseconds = usage.systemNanoseconds
        voluntarySwitches = usage.voluntarySwitchCount
        involuntarySwitches = usage.involuntarySwitchCount
        minorFaults = usage.minorFaultCount
        majorFaults = usage.majorFaultCount
        self.stolenShare = stolenShare
    }
}
