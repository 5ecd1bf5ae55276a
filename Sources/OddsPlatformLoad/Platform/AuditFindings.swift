import OddsExperiments

/// What the checks after a window have found, or why they could not be made: that is no reason
/// to lose what the window has measured.
struct AuditFindings<Value> {
    /// `nil` if there is a failure.
    let value: Value?
    /// Why the checks could not be made.
    let failure: String?

    init(_ audit: () async throws -> Value) async {
        do {
            value = try await audit()
            failure = nil
        } catch {
            value = nil
            failure = "the checks could not be made: \(ExperimentFailure.reason(error))"
        }
    }
}
