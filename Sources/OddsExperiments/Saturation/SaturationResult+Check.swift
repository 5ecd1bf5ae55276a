import OddsResults

extension SaturationResult {
    /// - Throws: `ExperimentFailure` if the search for a strategy has no conclusion:
    ///   status 3 where a figure was missing, 4 where all runs at the lowest rate were INVALID.
    package func checkConclusions() throws {
        for curve in curves {
            guard let failure = curve.failureToJudge else { continue }
            throw ExperimentFailure(curve.end == .unjudged ? .inconclusive : .invalid, failure)
        }
    }
}
