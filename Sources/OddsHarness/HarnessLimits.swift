/// The harness's own limits, each with its reason.
public enum HarnessLimits {
    /// The default size of the memory for frames, in bytes. It holds the
    /// largest legal frame (64 MiB) twice, so that one can be written while
    /// another is read, and all frames of a default run.
    public static let frameMappingBytes = 160 << 20
    /// How much of a delay is the loop's own work, in nanoseconds: releasing a
    /// frame and taking the next, reading clocks and recording. `bench selftest`
    /// measures it; with the caches that a strategy leaves behind it is about a
    /// microsecond. It counts as the strategy's, so figures at rates at which
    /// it matters are worse than the truth, and never better.
    public static let ownDelayNanosecondsMax: UInt64 = 2_000
    /// The shortest service, wait or delay around which the loop reads the
    /// thread's processor time, in nanoseconds: so long that the reading, of
    /// some hundreds of nanoseconds, adds a few percent at most. Shorter delays
    /// are the loop's own work.
    public static let coreCheckNanoseconds: UInt64 = 20_000
    /// The longest time between two such readings, in nanoseconds, so that no
    /// drift between the clocks counts as a loss.
    public static let coreCheckNanosecondsMax: UInt64 = 1_000_000
    /// How long each of two runs in turns measures at a time, in nanoseconds: shorter
    /// than a shared machine keeps a speed, and so long that the few frames after
    /// each change, which find the caches used by the other run, are few.
    package static let turnNanoseconds: UInt64 = 20_000_000
    /// The largest share of the window that may be lost in a valid run: in
    /// delays of more than `coreCheckNanoseconds`, and off the core within
    /// services. It bounds the error of the achieved rate.
    public static let lostShareMax = 0.05
    /// The largest share of the machine's processor time that the hypervisor
    /// may steal during a valid run. It counts for all cores, so the measured
    /// one may have lost as much times the number of cores; what it lost is in
    /// the latencies and cannot be told apart.
    public static let stolenShareMax = 0.02
    /// The interval between two reads of the staleness, in nanoseconds: about a
    /// thousand reads a second, at a prime number of microseconds so that reads
    /// do not beat with the round rates of schedules.
    public static let readIntervalNanoseconds: UInt64 = 997_000
    /// The largest share of the offered frames that may be unserved when the
    /// window closes; beyond it the strategy is saturated. A burst at the very
    /// end leaves less than this; an unsustainable rate soon leaves more.
    public static let unservedShareMax = 0.01
    /// The longest wait behind earlier frames, in nanoseconds and without the
    /// harness's delays, with which a strategy sustains the rate; beyond it, at
    /// any moment of the window, it is saturated: what `unservedShareMax` is at
    /// the end of a window of ten seconds. Bursts and new dumps of the default
    /// traffic keep a strategy that has capacity left busy for less.
    public static let backlogNanosecondsMax: UInt64 = 100_000_000
    /// The number of events that the `page` consumer reads.
    public static let pageEventCount = 20
}
