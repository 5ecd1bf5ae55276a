import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsMeasurement
import OddsResults

struct BaselineCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Keeps runs of this program as the baseline of later gates.",
        discussion: """
            Writes Results/baselines/NAME.json for 'bench gate --baseline' on the same machine \
            with the same options. Gates against a revision detect smaller changes.

            Example: bench baseline --name release-1 --strategy graph
            """)

    @Option(help: "Name of the baseline: letters, digits, '.', '_' and '-'.")
    var name: String

    @OptionGroup(title: "Runs")
    var options: GatedRunOptions

    @Option(
        help: "Runs per strategy.",
        transform: CountText.option)
    var runs = 16

    @Option(
        help: ArgumentHelp(
            """
            Write to this file instead of Results/baselines/NAME.json; - is standard output.
            """, valueName: "file"),
        completion: .results)
    var output: String?

    func validate() throws {
        let allowed = CharacterSet(charactersIn: "._-").union(.alphanumerics)
        guard !name.isEmpty, name.unicodeScalars.allSatisfy(allowed.contains), name.first != "."
        else {
            throw ValidationError(
                "--name '\(name)': use letters, digits, '.', '_' and '-', without a leading '.'")
        }
        guard (2...500).contains(runs) else {
            throw ValidationError("--runs \(runs): must be between 2 and 500")
        }
    }

    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let path = self.output ?? "Results/baselines/\(name).json"
        if self.output == nil {
            try? FileManager.default.createDirectory(
                atPath: "Results/baselines", withIntermediateDirectories: true)
        }
        let output = try ResultOutput(path: path)
        var session = GateSession(
            baseline: .absent, candidate: try await .own(), runs: options.runs,
            title: "baseline", progress: ExperimentProgress(command: "baseline"))
        do {
            try await session.run(untilPairCount: runs)
        } catch let invalidity as GateInvalidity {
            throw ExperimentFailure(.invalid, invalidity.reason)
        }
        let done = session.runs.count
        if let signal = Interruption.current.signal, done == 0 {
            throw ExperimentFailure(interruptedBy: signal)
        }
        var kept = await ResultEnvelope(
            command: words, provider: options.runs.provider, seed: options.runs.seed,
            arrival: options.runs.arrival, trafficDigest: session.trafficDigest,
            environment: .current(since: start, processorTime: processorTime),
            KeptBaseline(
                name: name, arguments: options.runs.arguments, runs: session.runs.map(\.run)))
        let planned = runs * options.strategy.names.count
        if done < planned {
            kept.cutShort = Interruption.current.signal.map {
                "\(SignalName.text($0)) after \(done) of \(planned) runs"
            }
        }
        try output.write(kept.json())
        let title = path == "-" ? "the baseline" : path
        StandardError.print("bench: \(title) contains \(kept.runs.count) runs")
        if let failure = ExperimentFailure(cutShort: kept.cutShort) { throw failure }
    }

    /// The command with all defaults.
    var words: [String] {
        ["bench", "baseline", "--name", name] + options.words + ["--runs", "\(runs)"]
            + (output.map { ["--output", $0] } ?? [])
    }
}
