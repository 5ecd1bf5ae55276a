import ArgumentParser
import Foundation
import OddsExperiments
import OddsLauncher
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

struct GateProofCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate-proof",
        abstract: "Measures the error rates of gates on this machine by running many.",
        discussion: """
            Runs gates of this program against itself, alternately with equal sides and with a \
            deliberately slowed candidate, and reports the false-alarm rate and the detection \
            rate with their intervals. Exit status 1 if the machine is too noisy for the rates \
            that gates are designed for; the result is kept nevertheless.

            Example: bench gate-proof --gates 100 --output-folder Results/gate-proof
            """)

    @Option(help: "Gates of each kind.")
    var gates = 100

    @Option(
        name: .customLong("inject-slowdown"),
        help: ArgumentHelp(
            "Slowdown of the candidate in half of the gates.", valueName: "percent"))
    var injectedSlowdown = PercentOption(share: 0.15)

    @OptionGroup(title: "Runs")
    var options: GatedRunOptions

    @Option(help: "Rounds of four runs before a gate's first judgement.")
    var rounds = 6

    @Option(name: .customLong("max-rounds"), help: "Largest number of rounds of a gate.")
    var roundsMax = 24

    @Option(
        name: .customLong("calibration-rounds"),
        help: "Rounds of the calibration that gives the noise floors.")
    var calibrationRounds = 30

    @Option(
        name: .customLong("output-folder"),
        help: "Folder for proof.json and proof.md, which are rewritten after each gate.")
    var folder: String

    /// The metric in which the slowdown has to be detected.
    private static let slowedMetric = "serviceTime.p50"

    func validate() throws {
        guard (1...10_000).contains(gates) else {
            throw ValidationError("--gates \(gates): must be between 1 and 10000")
        }
        guard injectedSlowdown.share > 0 else {
            throw ValidationError("--inject-slowdown must be more than 0")
        }
        guard (4...250).contains(calibrationRounds) else {
            throw ValidationError(
                "--calibration-rounds \(calibrationRounds): must be between 4 and 250")
        }
        _ = try gate(isSlowed: true)
    }

    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let cache = URL(filePath: folder).appending(path: "cache").path
        defer { try? FileManager.default.removeItem(atPath: cache) }
        let calibration = try await Calibration(
            program: .own(), runs: options.runs, command: words)
            .measure(pairCount: 2 * calibrationRounds)
        try GateCache(path: cache).keep(calibration)
        var proof: ResultEnvelope<GateProof>?
        for number in 1...gates {
            for isSlowed in [false, true] {
                let begin = Date()
                let gate = try gate(isSlowed: isSlowed)
                let result = try await GateRunner(gate.request, start: begin) {
                    StandardError.print("bench: \($0)")
                }.result()
                let seconds = Date().timeIntervalSince(begin)
                var design = result.design
                design.injectedSlowdown = nil
                proof = proof ?? ResultEnvelope(
                    command: words, environment: result.environment,
                    GateProof(
                        design: design, injectedSlowdown: injectedSlowdown.share,
                        slowedMetric: Self.slowedMetric, noise: calibration.noise, gates: []))
                proof?.result.gates.append(
                    .init(result.result, isSlowed: isSlowed, seconds: seconds))
                proof?.environment = await .current(since: start, processorTime: processorTime)
                try proof.map(write)
                StandardError.print(
                    "gate \(number) of \(gates), \(isSlowed ? "slowed" : "equal"): "
                        + result.verdict.rawValue)
            }
        }
        guard let proof else { return }
        try ResultOutput(path: nil).write(Data(GateProofMarkdown.text(proof).utf8))
        try check(proof.result)
    }

    private func write(_ proof: ResultEnvelope<GateProof>) throws {
        try ResultOutput(path: "\(folder)/proof.json").write(proof.json())
        try ResultOutput(path: "\(folder)/proof.md").write(
            Data(GateProofMarkdown.text(proof).utf8))
    }

    private func gate(isSlowed: Bool) throws -> GateCommand {
        let program = try ChildProcess.ownProgram().path
        let words =
            ["--baseline-program", program, "--cache", "\(folder)/cache"] + options.words + [
                "--rounds", "\(rounds)", "--max-rounds", "\(roundsMax)",
            ] + (isSlowed ? injectedSlowdown.words("--inject-slowdown") : [])
        return try GateCommand.parse(words)
    }

    /// Checks the rates against those that gates are designed for.
    ///
    /// - Throws: `ExperimentFailure` if an interval excludes the designed rate.
    private func check(_ proof: GateProof) throws {
        func fail(_ what: String, _ rate: GateProof.Rate) -> ExperimentFailure {
            ExperimentFailure(.checkFailed, "\(what): \(rate.text)")
        }
        let alarms = proof.falseAlarms
        if let interval = alarms.interval,
            interval.lowerBound > GateLimits.falseAlarmProbabilityMax
        {
            throw fail("false alarms", alarms)
        }
        if let interval = proof.detections.interval, interval.upperBound < Self.powerMin {
            throw fail("slowdowns detected", proof.detections)
        }
        for isSlowed in [false, true] {
            let rate = proof.inconclusive(isSlowed: isSlowed)
            if rate.count * 10 > rate.total { throw fail("inconclusive gates", rate) }
        }
    }

    private static let powerMin = 0.99

    /// The command with all defaults.
    var words: [String] {
        ["bench", "gate-proof", "--gates", "\(gates)"]
            + injectedSlowdown.words("--inject-slowdown") + options.words + [
                "--rounds", "\(rounds)", "--max-rounds", "\(roundsMax)", "--calibration-rounds",
                "\(calibrationRounds)", "--output-folder", folder,
            ]
    }
}
