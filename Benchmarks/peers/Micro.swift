import ArgumentParser
import OddsConsole
import OddsOptions
import OddsResults
import PeerBenchmarks

struct Micro: MeasuringCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures parts of ours, one by one.",
        discussion: "Example: peers micro id-table")

    @Argument(
        help: """
            Which ones, of \(MicroBenchmark.all.map(\.name).joined(separator: ", ")). \
            (default: all)
            """)
    var names: [String] = []

    @Option(help: "Timed rounds; the median counts.", transform: CountText.option)
    var rounds = 21

    @Option(help: "Passes a round.", transform: CountText.option)
    var passes = 20

    func validate() throws {
        let known = MicroBenchmark.all.map(\.name)
        for name in names where !known.contains(name) {
            throw Peers.noSuch("benchmark", name, among: known)
        }
        guard rounds > 0, passes > 0 else {
            throw ValidationError("give at least 1 round and 1 pass")
        }
    }

    func run() throws {
        for benchmark in MicroBenchmark.all
        where names.isEmpty || names.contains(benchmark.name) {
            let cost = try benchmark.measure(rounds: rounds, passes: passes)
            try StandardOutput.print(MicroBenchmark.line(benchmark, cost))
        }
    }
}
