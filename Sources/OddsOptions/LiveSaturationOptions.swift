import ArgumentParser
import OddsResults

/// The search for the highest rate that the clients sustain.
package struct LiveSaturationOptions: ParsableArguments {
    @Flag(
        name: .customLong("saturate"),
        help: """
            Search for the highest rate at which the objective holds, starting at --rate, in \
            runs of --duration.
            """)
    package var isWanted = false

    @Option(help: "Objective of --saturate, as in 'bench saturate'.", completion: .metrics)
    package var slo = "responseTime.p99<50ms"

    @Option(name: .customLong("max-rate"), help: "Highest rate that --saturate tries.")
    package var rateMax = Defaulted(2_000_000)

    package init() {}

    package func validate() throws {
        do {
            _ = try ServiceObjective(slo)
        } catch {
            throw ValidationError("--slo \(slo): \(error)")
        }
        guard rateMax.value > 0 else {
            throw ValidationError("--max-rate \(rateMax.value): must be more than 0")
        }
    }

    /// The options as words of a command line.
    package var words: [String] {
        isWanted ? ["--saturate", "--slo", slo, "--max-rate", "\(rateMax.value)"] : []
    }
}
