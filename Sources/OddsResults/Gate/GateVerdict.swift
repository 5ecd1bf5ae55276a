/// The verdict of a gate.
package enum GateVerdict: String, Codable, Sendable {
    /// No figure is worse by more than its threshold.
    case pass = "PASS"
    /// At least one figure is worse by more than its threshold.
    case regression = "REGRESSION"
    /// The runs support neither conclusion.
    case inconclusive = "INCONCLUSIVE"
    /// The two sides cannot be compared, or the machine was too busy.
    case invalid = "INVALID"
}

/// The verdict on one figure.
package enum MetricVerdict: String, Codable, Sendable {
    case pass = "PASS"
    case improvement = "IMPROVEMENT"
    case regression = "REGRESSION"
    case inconclusive = "INCONCLUSIVE"
}
