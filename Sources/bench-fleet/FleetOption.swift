import OddsExperiments
import OddsFleetRun

/// What an option's text says.
///
/// - Throws: `ExperimentFailure` with the option's name, for a text that says nothing.
func option<Value>(
    _ name: String, _ value: () throws(FleetDocumentError) -> Value
) throws(ExperimentFailure) -> Value {
    do {
        return try value()
    } catch {
        throw ExperimentFailure(.usage, "\(name): \(error)")
    }
}
