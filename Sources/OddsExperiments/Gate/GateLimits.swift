/// The gates' own limits, each with its reason.
package enum GateLimits {
    /// The probability of a gate's false alarms, all figures together: once in
    /// two hundred gates, so that an alarm is worth looking at.
    package static let falseAlarmProbabilityMax = 0.005
    /// The probability with which a gate passes a figure that is worse by just
    /// its threshold, at each look.
    static let gatePassTail = 0.05
    /// Disturbed pairs that are always put up with.
    static let disturbedPairCountMin = 24
}
