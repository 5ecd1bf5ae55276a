import OddsResults

/// How a command ends that has measured a load.
package enum LoadEnd {
    /// Why the result is cut short; `nil` for a whole one.
    ///
    /// - Parameters:
    ///   - count: How many runs were planned.
    ///   - duration: How long each should have been measured, in words.
    ///   - failure: What ended the last run or its server; `nil` if nothing did.
    package static func cutShort(
        _ runs: [any LoadRun], of count: Int, _ duration: String,
        _ failure: ExperimentFailure? = nil
    ) -> String? {
        guard let signal = Interruption.current.signal else {
            guard let failure, runs.count < count else { return nil }
            let made = "\(runs.count) of \(FigureFormat.counted(count, "run"))"
            return "after \(made), \(failure.message)"
        }
        let name = SignalName.text(signal)
        if let measured = runs.last?.cutShortNanoseconds {
            let time = ClockText.text(seconds: Double(measured) / 1e9)
            return "\(name) after \(time) of \(duration)"
        }
        return runs.count < count
            ? "\(name) after \(FigureFormat.counted(runs.count, "run"))" : nil
    }

    /// What an error of a run is to those before it, which are kept.
    ///
    /// - Returns: `nil` after a signal, which says for itself why there are no more runs.
    /// - Throws: `CancellationError`, if that is what it is.
    package static func failure(after error: any Error) throws -> ExperimentFailure? {
        if error is CancellationError { throw error }
        guard !Interruption.current.isRequested else { return nil }
        return ExperimentFailure(error) ?? ExperimentFailure(.childDied, "\(error)")
    }

    /// Called when the results are kept: what was measured is not lost with what is wrong.
    ///
    /// - Throws: `ExperimentFailure` for a check that failed, an INVALID run, and a condition
    ///   that is met or left open.
    package static func check<Subject: ConditionSubject>(
        _ runs: [Subject.Run], _ conditions: [RunCondition<Subject>]
    ) throws {
        try checkValidity(of: runs)
        let outcomes = ConditionOutcome.all(of: conditions, in: runs)
        let met = outcomes.filter { $0.outcome != .holds }.map(\.text).joined(separator: "; ")
        if outcomes.contains(where: { $0.outcome == .fails }) {
            throw ExperimentFailure(.checkFailed, met)
        }
        if !met.isEmpty { throw ExperimentFailure(.inconclusive, met) }
    }

    /// - Throws: `ExperimentFailure` for a check that failed, and for an INVALID run.
    package static func checkValidity(of runs: [any LoadRun]) throws {
        if let wrong = runs.lazy.compactMap(\.failedCheck).first {
            throw ExperimentFailure(.checkFailed, "\(wrong.name): \(wrong.detail)")
        }
        if let invalid = runs.first(where: { !$0.isValid }) {
            throw ExperimentFailure(
                .invalid, "\(invalid.title) is INVALID: \(invalid.reason ?? "")")
        }
    }
}
