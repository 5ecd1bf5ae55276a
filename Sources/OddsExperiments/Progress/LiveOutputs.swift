import OddsResults

/// Who follows a running experiment besides its line of progress.
package struct LiveOutputs: Sendable {
    /// Draws the view that replaces the line on a terminal of some columns.
    package typealias View = @Sendable (_ state: LiveState, _ columns: Int) -> [String]

    package var view: View?
    /// Takes each snapshot.
    package var receive: (@Sendable (LiveSnapshot) -> Void)?

    package init() {}

    /// Runs an experiment with its followers.
    ///
    /// - Parameters:
    ///   - view: The view; `nil` for none.
    ///   - metricsPort: The port on which metrics are served; `nil` for none.
    ///   - experiment: Is passed the followers.
    /// - Throws: `ExperimentFailure` if metrics cannot be served, besides what the
    ///   experiment throws.
    package static func following<Value: Sendable>(
        view: View?, metricsPort: Int?, _ experiment: (LiveOutputs) async throws -> Value
    ) async throws -> Value {
        var outputs = LiveOutputs()
        outputs.view = view
        guard let metricsPort else { return try await experiment(outputs) }
        return try await MetricsServer.run(port: metricsPort) { [outputs] receive in
            var outputs = outputs
            outputs.receive = receive
            return try await experiment(outputs)
        }
    }
}
