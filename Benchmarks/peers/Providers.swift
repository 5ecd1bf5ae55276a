import ArgumentParser
import Foundation
import OddsConsole
import OddsOptions
import OddsResults
import PeerBenchmarks

struct Providers: AsyncParsableCommand, MeasuringCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compares what reading costs on the wires of both providers.",
        discussion: """
            The same changes of one world are read by EM's parser and by the translator of \
            SportRadar's socket, in turns. Costs are processor time; both must show the same \
            odds first.

            Example: peers providers --rounds 41
            """)

    @Option(help: "Timed rounds on each wire; the median counts.", transform: CountText.option)
    var rounds = 21

    @Option(
        help: "Length of the schedule that each round reads; a bare number is seconds.")
    var duration = DurationOption(seconds: 1)

    @Flag(help: "Write JSON instead of a table.")
    var json = false

    @Option(
        help: """
            The commit of the sources, with -dirty behind it if they were modified, for the JSON.
            """)
    var commit: String?

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1") }
        guard duration.nanoseconds >= 1_000_000 else {
            throw ValidationError("--duration must be at least 1ms")
        }
    }

    func run() async throws {
        let machine = try await PeerEnvironment(program: Peers.program)
        let lines = try ProviderTable.workloads.flatMap {
            try ProviderTable.lines(
                of: $0, milliseconds: duration.nanoseconds / 1_000_000, rounds: rounds)
        }
        guard json else {
            try StandardOutput.print(
                lines: ProviderTable.text(lines).components(separatedBy: "\n"))
            return
        }
        let words = [
            "peers", "providers", "--rounds", "\(rounds)", "--duration",
            "\(duration.nanoseconds / 1_000_000)ms",
        ]
        let report = ProviderReport(
            words: words, commit: commit, machine: machine, lines: lines)
        try StandardOutput.write(report.json + Data("\n".utf8))
    }
}
