import ArgumentParser
import Foundation
import OddsHarness
import OddsMeasurement

struct BaselineCommand: WorkingCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Keeps runs of this program for later gates to compare with.",
        discussion: """
            Writes Results/baselines/NAME.json, which 'bench gate --baseline' takes on the same \
            machine with the same options. Gates against a revision see smaller changes.

            Example: bench baseline --name release-1 --strategy graph
            """)

    @Option(help: "What it is called: letters, digits, '.', '_' and '-'.")
    var name: String

    @OptionGroup(title: "Runs")
    var options: GatedRunOptions

    @Option(help: "Runs of each strategy.")
    var runs = 16

    @Option(help: "Write to this file instead of Results/baselines/NAME.json.")
    var output: String?

    func validate() throws {
        let allowed = CharacterSet(charactersIn: "._-").union(.alphanumerics)
        guard !name.isEmpty, name.unicodeScalars.allSatisfy(allowed.contains), name.first != "."
        else {
            throw ValidationError(
                "--name '\(name)': write letters, digits, '.', '_' and '-', and no '.' in front")
        }
        guard (2...500).contains(runs) else {
            throw ValidationError("--runs \(runs): must be between 2 and 500")
        }
    }

    func run() throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let path = output ?? "Results/baselines/\(name).json"
        if output == nil {
            try? FileManager.default.createDirectory(
                atPath: "Results/baselines", withIntermediateDirectories: true)
        }
        let report = try Report(path: path)
        var session = GateSession(
            baseline: .absent, candidate: try .own(), options: options,
            title: "baseline")
        do {
            try session.run(untilPairCount: runs)
        } catch let invalidity as GateSession.Invalidity {
            throw BenchFailure(.invalid, invalidity.reason)
        }
        let kept = KeptBaseline(
            name: name, command: words, seed: options.seed,
            trafficDigest: session.trafficDigest ?? "",
            environment: .current(since: start, processorTime: processorTime),
            arguments: options.arguments, runs: session.runs.map(\.run))
        try report.write(ResultCoding.encode(kept))
        StandardError.print("bench: \(path) holds \(kept.runs.count) runs")
    }

    /// The command with all defaults filled in.
    var words: [String] {
        ["bench", "baseline", "--name", name] + options.words + ["--runs", "\(runs)"]
            + (output.map { ["--output", $0] } ?? [])
    }
}

extension KeptBaseline {
    /// What is in a file that `bench baseline` wrote.
    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw BenchFailure(.noSuchFile, "--baseline \(path): there is no such file")
        }
        guard let kept = try? JSONDecoder().decode(KeptBaseline.self, from: data),
            kept.schema == KeptBaseline.schemaName
        else {
            throw BenchFailure(
                .badData,
                "\(path): is no \(KeptBaseline.schemaName); write it with 'bench baseline'")
        }
        self = kept
    }
}
