/// The gates' own limits, each with its reason.
package enum GateLimits {
    /// The false-alarm rate of a whole gate, over all figures: one gate in two
    /// hundred, so that an alarm is worth investigating.
    package static let falseAlarmProbabilityMax = 0.005
    /// The probability at each look that a figure passes although it is worse
    /// by exactly its threshold.
    static let gatePassTail = 0.05
    /// The number of disturbed pairs that is always tolerated.
    static let disturbedPairCountMin = 24
}
