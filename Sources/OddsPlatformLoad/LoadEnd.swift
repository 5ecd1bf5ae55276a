import OddsExperiments
import OddsResults

/// How a command ends that has measured a load.
package enum LoadEnd {
    /// Why the result is cut short; `nil` for a whole one.
    ///
    /// - Parameters:
    ///   - count: How many runs were planned.
    ///   - duration: How long each should have been measured, in words.
    package static func cutShort(
        _ runs: [some LoadRun], of count: Int, _ duration: String
    ) -> String? {
        guard let signal = Interruption.current.signal else { return nil }
        let name = SignalName.text(signal)
        if let measured = runs.last?.cutShortNanoseconds {
            let time = ClockText.text(seconds: Double(measured) / 1e9)
            return "\(name) after \(time) of \(duration)"
        }
        return runs.count < count
            ? "\(name) after \(FigureFormat.counted(runs.count, "run"))" : nil
    }

    /// Called when the results are kept: what was measured is not lost with what is wrong.
    ///
    /// - Throws: `ExperimentFailure` for a check that failed, an INVALID run, and a condition
    ///   that is met or left open.
    package static func check<Subject: ConditionSubject>(
        _ runs: [Subject.Run], _ conditions: [RunCondition<Subject>]
    ) throws {
        if let wrong = runs.lazy.compactMap(\.failedCheck).first {
            throw ExperimentFailure(.checkFailed, "\(wrong.name): \(wrong.detail)")
        }
        if let invalid = runs.first(where: { !$0.isValid }) {
            throw ExperimentFailure(
                .invalid, "\(invalid.title) is INVALID: \(invalid.reason ?? "")")
        }
        var open: String?
        for condition in conditions {
            for run in runs {
                let figure = "\(condition.text): it is \(condition.figure(of: run))"
                switch condition.outcome(for: run) {
                case .fails: throw ExperimentFailure(.checkFailed, figure)
                case .unknown: open = figure
                case .holds: break
                }
            }
        }
        if let open { throw ExperimentFailure(.inconclusive, open) }
    }
}
