/// The harness's own limits, each with its reason.
public enum HarnessLimits {
    /// The mapping in which frames lie ready. It holds the largest legal frame
    /// (64 MiB) twice, so that one can be written while another is read, and
    /// all of a default run. Runs at high rates have more.
    public static let frameMappingBytes = 160 << 20
    /// A run whose frames were started later than this, although the strategy
    /// was idle, is invalid. It is a tenth of the objective that odds feeds
    /// are usually held to (10 ms), and ten times what an undisturbed machine
    /// shows.
    public static let latenessNanosecondsMax: UInt64 = 1_000_000
    /// A run is also invalid if such delays took more than this share of the
    /// window: where frames are dense, few are late themselves and many wait
    /// behind them.
    public static let stalledShareMax = 0.01
    /// Between two reads of the staleness: about a thousand a second, as a
    /// prime number of microseconds, so that reads do not beat with the round
    /// rates of schedules.
    public static let readIntervalNanoseconds: UInt64 = 997_000
    /// The share of the offered frames that may be left over when the window
    /// closes; with more the strategy did not keep the rate. A burst at the
    /// very end leaves less than this, a rate that is too high soon more.
    public static let unservedShareMax = 0.01
    /// The events of the page that a visitor sees.
    public static let pageEventCount = 20
    /// The rejected frames that a replay lists one by one.
    public static let rejectsShownMax = 5
}
