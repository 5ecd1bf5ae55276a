/// The gates' own limits, each with its reason.
package enum GateLimits {
    /// The false-alarm rate of a whole gate, over all figures and looks: one
    /// gate in two hundred, so that an alarm is worth investigating.
    package static let falseAlarmProbabilityMax = 0.005
    /// The probability, over all looks, that a figure passes although it is
    /// worse by exactly its limit.
    package static let passProbabilityMax = 0.05
    /// The pairs before a gate's first look, where more are not needed.
    static let pairCount = 12
    /// The number of disturbed pairs that is always tolerated.
    static let disturbedPairCountMin = 24
    /// How often each side is linked with another order of its functions. The
    /// luck of one layout, 1 to 2% of a service time, then counts an eighth.
    static let layoutCount = 8
    /// The frames that a percentile rests on, as a multiple of the least that
    /// show it: 3,680 for the p99, so that its value is that of the 37th frame
    /// from above and not that of a single stall.
    static let pooledSampleFactor: UInt64 = 10
    /// How often each side's instructions are counted, where counts of one program
    /// differ.
    static let countRepetitions = 3
    /// What counts of one program differ by at most; less is no improvement.
    static let countRepeatability = 0.002
    /// The longest time of a gate if none is asked for.
    package static let seconds: UInt64 = 300
}
