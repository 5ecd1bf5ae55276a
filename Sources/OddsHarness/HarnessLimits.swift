/// The harness's own limits, each with its reason.
public enum HarnessLimits {
    /// The default size of the memory for frames, in bytes. It holds the
    /// largest legal frame (64 MiB) twice, so that one can be written while
    /// another is read, and all frames of a default run.
    public static let frameMappingBytes = 160 << 20
    /// The largest 99th percentile of the lateness, in nanoseconds, with which
    /// a run is valid: a tenth of the objective that odds feeds are commonly
    /// held to (10 ms), and ten times the lateness on an undisturbed machine.
    public static let latenessNanosecondsMax: UInt64 = 1_000_000
    /// The largest share of the window that delays beyond
    /// `latenessNanosecondsMax` may take together in a valid run. Where frames
    /// are dense, few are late themselves and many queue behind them, so a
    /// percentile of the lateness is not enough.
    public static let stalledShareMax = 0.01
    /// The interval between two reads of the staleness, in nanoseconds: about a
    /// thousand reads a second, at a prime number of microseconds so that reads
    /// do not beat with the round rates of schedules.
    public static let readIntervalNanoseconds: UInt64 = 997_000
    /// The largest share of the offered frames that may be unserved when the
    /// window closes; beyond it the strategy is saturated. A burst at the very
    /// end leaves less than this; an unsustainable rate soon leaves more.
    public static let unservedShareMax = 0.01
    /// The number of events that the `page` consumer reads.
    public static let pageEventCount = 20
    /// The number of rejected frames that a replay lists per channel.
    package static let rejectsShownMax = 5
}
