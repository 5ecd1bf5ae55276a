import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

struct GateProofCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "gate-proof",
        abstract: "Measures the error rates of gates on this machine by running many.",
        discussion: """
            Runs gates of this program against a separate build of the same commit, each with \
            other layouts of the code: with equal sides, with a slowed candidate, and with one \
            whose slowest frames are slowed. Reports for each figure how often it got which \
            verdict. This takes hours: the result is written after each gate, and the same \
            command goes on where it was stopped. Exit status 1 if a goal is missed, 3 if the \
            gates are too few to show one.

            Example: bench gate-proof --gates 100 --output-folder Results/runs/gate-proof
            """)

    @Option(
        help: "Gates of each kind of regression; of equal sides there are twice as many.",
        transform: CountText.option)
    var gates = 100

    @Option(
        name: .customLong("inject-slowdown"),
        help: ArgumentHelp("Slowdown of all frames in one kind.", valueName: "percent"))
    var injectedSlowdown = PercentOption(share: 0.15)

    @Option(
        name: .customLong("inject-tail-slowdown"),
        help: ArgumentHelp(
            "Slowdown of the slowest frames, 1 in 50, in the other.", valueName: "percent"))
    var injectedTailSlowdown = PercentOption(share: 0.3)

    @OptionGroup(title: "Runs")
    var options: GatedRunOptions

    @Option(
        help: """
            Rounds of four runs before a gate's first judgement. (default: as 'bench gate')
            """,
        transform: CountText.option)
    var rounds: Int?

    @Option(help: "Time of each gate.")
    var time = DurationOption(seconds: GateLimits.seconds)

    @OptionGroup(title: "Figures")
    var limits: LimitOptions

    @Option(
        name: .customLong("output-folder"),
        help: "Folder for proof.json and proof.md, which are rewritten after each gate.",
        completion: .directory)
    var folder: String

    func validate() throws {
        guard (1...10_000).contains(gates) else {
            throw ValidationError("--gates \(gates): must be between 1 and 10000")
        }
        guard injectedSlowdown.share > 0, injectedTailSlowdown.share > 0 else {
            throw ValidationError(
                "--inject-slowdown and --inject-tail-slowdown must be more than 0")
        }
        _ = try gate(nil, against: "HEAD", number: 1)
    }

    func run() async throws {
        try openFolder()
        let environment = await EnvironmentDescription.current(
            since: Date(), processorTime: ProcessorTime.current())
        guard let commit = environment.commit, commit.isClean else {
            throw ExperimentFailure(
                .usage,
                "both sides are built from one commit: commit what is modified, then build again")
        }
        var proof = try startedProof(environment)
        while let arm = proof.map(\.nextArm) ?? 0 {
            let number = (proof?.gates.count ?? 0) + 1
            let injection = arms[arm].injection
            let begin = Date()
            let gate = try gate(injection, against: commit.id, number: number)
            let result = try await GateRunner(gate.request, start: begin) {
                StandardError.print("bench: \($0)")
            }.result()
            // Half a gate proves nothing; the next call goes on with this one.
            guard result.cutShort == nil else { break }
            let seconds = Date().timeIntervalSince(begin)
            var design = result.design
            design.injection = nil
            proof = proof ?? ResultEnvelope(
                command: words, provider: result.provider, seed: result.seed,
                arrival: result.arrival,
                environment: result.environment,
                GateProof(design: design, arms: arms, gates: []))
            proof?.result.gates.append(.init(result.result, arm: arm, seconds: seconds))
            try proof.map(write)
            StandardError.print("gate \(number), \(arms[arm].text): \(result.verdict.rawValue)")
        }
        guard let proof else { return }
        try ResultOutput(path: nil).write(text: GateProofMarkdown.text(proof))
        let cutShort = Interruption.current.signal.map {
            "\(SignalName.text($0)) after \(proof.gates.count) gates; the same command goes on"
        }
        if let failure = ExperimentFailure(cutShort: cutShort) { throw failure }
        for (outcome, status) in [
            (GateProof.Goal.Outcome.missed, ExitStatus.checkFailed), (.open, .inconclusive),
        ] {
            guard let goal = proof.result.goals.first(where: { $0.outcome == outcome }) else {
                continue
            }
            throw ExperimentFailure(
                status, "\(goal.text): \(goal.rate.text), \(outcome.rawValue)")
        }
    }

    private var arms: [GateProof.Arm] {
        [
            .init(injection: nil, gateCount: 2 * gates),
            .init(injection: .init(.all, share: injectedSlowdown.share), gateCount: gates),
            .init(injection: .init(.tail, share: injectedTailSlowdown.share), gateCount: gates),
        ]
    }

    private var file: String { "\(folder)/proof.json" }

    /// The proof that was stopped; `nil` for a new one.
    ///
    /// - Throws: `ExperimentFailure` if the folder has another one.
    private func startedProof(
        _ environment: EnvironmentDescription
    ) throws -> ResultEnvelope<GateProof>? {
        guard let data = FileManager.default.contents(atPath: file) else { return nil }
        guard let proof = try? ResultEnvelope<GateProof>(json: data) else {
            throw ExperimentFailure(.badData, "\(file): is not a proof; move it away")
        }
        let differences = [
            ("command", proof.command, words),
            ("commit", [proof.environment.commit?.description ?? ""], [
                environment.commit?.description ?? ""
            ]),
            ("processor", [proof.environment.machine.processorTitle], [
                environment.machine.processorTitle
            ]),
        ].filter { $0.1 != $0.2 }.map(\.0)
        guard differences.isEmpty else {
            throw ExperimentFailure(
                .usage,
                """
                \(file): was made with another \(differences.joined(separator: " and ")); move it \
                away for a new proof
                """)
        }
        StandardError.print("bench: \(file) has \(proof.gates.count) gates; going on with them")
        return proof
    }

    /// Before the first gate, so that no hour of them is lost.
    private func openFolder() throws {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        _ = try ResultOutput(path: file)
    }

    private func write(_ proof: ResultEnvelope<GateProof>) throws {
        try ResultOutput(path: file).write(proof.json())
        try ResultOutput(path: "\(folder)/proof.md").write(text: GateProofMarkdown.text(proof))
    }

    private func gate(
        _ injection: InjectedSlowdown?, against commit: String, number: Int
    ) throws -> GateCommand {
        let words =
            ["--against", commit] + options.words + [
                "--time", time.defaultValueDescription,
                "--layout-seed", "\(number)",
            ] + roundWords + limits.words + (injection?.words ?? [])
        return try GateCommand.parse(words)
    }

    /// The command with all defaults.
    var words: [String] {
        ["bench", "gate-proof", "--gates", "\(gates)"]
            + injectedSlowdown.words("--inject-slowdown")
            + injectedTailSlowdown.words("--inject-tail-slowdown") + options.words + [
                "--time", time.defaultValueDescription,
            ] + roundWords + limits.words + ["--output-folder", folder]
    }

    private var roundWords: [String] { rounds.map { ["--rounds", "\($0)"] } ?? [] }
}
