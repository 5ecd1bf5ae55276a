/// What a gate concludes.
package enum GateVerdict: String, Codable, Sendable {
    /// No figure got worse by more than its threshold.
    case pass = "PASS"
    /// At least one figure did.
    case regression = "REGRESSION"
    /// The runs do not tell.
    case inconclusive = "INCONCLUSIVE"
    /// The two sides cannot be compared, or the machine was too busy.
    case invalid = "INVALID"
}

/// What a gate concludes of one figure.
package enum MetricVerdict: String, Codable, Sendable {
    case pass = "PASS"
    case improvement = "IMPROVEMENT"
    case regression = "REGRESSION"
    case inconclusive = "INCONCLUSIVE"
}
