import ArgumentParser
import OddsExperiments
import OddsResults

/// The search for the highest rate that the clients sustain.
struct LiveSaturationOptions: ParsableArguments {
    @Flag(
        name: .customLong("saturate"),
        help: """
            Search for the highest rate at which the objective holds, starting at --rate, in \
            runs of --duration.
            """)
    var isWanted = false

    @Option(help: "Objective of --saturate, as in 'bench saturate'.")
    var slo = "responseTime.p99<50ms"

    @Option(
        name: .customLong("max-rate"), help: "Highest rate that --saturate tries.",
        transform: CountText.option)
    var rateMax = 2_000_000

    /// The resolution of the search.
    private static let precisionPercent = 5.0
    /// The number of runs that confirm the rate.
    private static let repeatCount = 3

    func validate() throws {
        do {
            _ = try ServiceObjective(slo)
        } catch {
            throw ValidationError("--slo \(slo): \(error)")
        }
        guard rateMax > 0 else {
            throw ValidationError("--max-rate \(rateMax): must be more than 0")
        }
    }

    var words: [String] {
        isWanted ? ["--saturate", "--slo", slo, "--max-rate", "\(rateMax)"] : []
    }

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
            objective: try ServiceObjective(slo), start: start, rateMax: rateMax,
            precisionPercent: Self.precisionPercent, repeatCount: Self.repeatCount,
            measure: measure)
    }
}
