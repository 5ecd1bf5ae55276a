import ArgumentParser
import OddsExperiments
import OddsResults

/// Whether the strategies are compared with the reference after measuring.
struct VerifyOptions: ParsableArguments {
    @Flag(
        name: .customLong("no-verify"),
        help: """
            Do not compare the strategies with the reference, written from the feed contract \
            alone, on the first frames of the traffic after measuring.
            """)
    var isOff = false

    var words: [String] { isOff ? ["--no-verify"] : [] }

    /// Verifies strategies, and adds what was verified to a result, or that a signal came
    /// first.
    ///
    /// - Throws: `ExperimentFailure` if a strategy differs from the reference.
    func add<Content: ResultContent>(
        to result: inout ResultEnvelope<Content>, _ verification: TrafficVerification,
        until endNanoseconds: UInt64
    ) async throws {
        guard !isOff, TrafficVerification.isWanted else { return }
        switch try await verification.run(until: endNanoseconds) {
        case .verified(let figures): result.verified = figures
        case .skipped(let reason): result.environment.missing.append(reason)
        }
        if result.cutShort == nil, let signal = Interruption.current.signal {
            result.cutShort = "\(SignalName.text(signal)) after the measurement"
        }
    }
}
