import OddsExperiments
import OddsOptions
import OddsResults

extension LiveSaturationOptions {
    /// The resolution of the search.
    private static let precisionPercent = 5.0
    /// The number of runs that confirm the rate.
    private static let repeatCount = 3

    /// A delay of the generator that is never too much, in nanoseconds.
    func delayNanosecondsMax() throws -> UInt64 {
        guard isWanted else { return LiveVerdict.wakeUpNanosecondsMax }
        return LiveVerdict.delayNanosecondsMax(for: try ServiceObjective(slo))
    }

    /// - Parameters:
    ///   - start: The first rate, in updates per second.
    ///   - measure: Makes one run at a rate.
    func sweep(
        from start: Int, _ measure: @escaping (RateStep) async throws -> RunResult
    ) throws -> RateSweep {
        RateSweep(
            objective: try ServiceObjective(slo), start: start, rateMax: rateMax.value,
            precisionPercent: Self.precisionPercent, repeatCount: Self.repeatCount,
            measure: measure)
    }
}
