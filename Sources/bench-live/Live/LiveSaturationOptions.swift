import ArgumentParser
import OddsExperiments
import OddsResults

/// The search for the highest rate that clients follow.
struct LiveSaturationOptions: ParsableArguments {
    @Flag(
        name: .customLong("saturate"),
        help: """
            Search the highest rate that holds the objective, beginning with --rate, in runs of \
            --duration.
            """)
    var isWanted = false

    @Option(help: "The objective of --saturate, as in 'bench saturate'.")
    var slo = "responseTime.p99<50ms"

    @Option(name: .customLong("max-rate"), help: "The highest rate that --saturate tries.")
    var rateMax = 2_000_000

    /// Rates are told apart as far as this.
    private static let precisionPercent = 5.0
    /// Runs at the found rate.
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

    /// - Parameter measure: one run at a rate of updates a second.
    func sweep(
        from start: Int, _ measure: @escaping (Int) throws -> RunResult
    ) throws -> RateSweep {
        RateSweep(
            objective: try ServiceObjective(slo), start: start, rateMax: rateMax,
            precisionPercent: Self.precisionPercent, repeatCount: Self.repeatCount,
            measure: measure)
    }
}
