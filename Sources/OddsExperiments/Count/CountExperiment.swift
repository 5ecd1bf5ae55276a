import Foundation
import OddsHarness
import OddsMeasurement
import OddsReconstruction
import OddsResults

/// Counts the instructions of strategies, each repetition in a process of its
/// own.
package struct CountExperiment {
    package var strategies: [StrategyName]
    /// The plan of each run, except for its strategy.
    package var plan: RunPlan
    package var repeatCount: Int
    package var method: InstructionCounter.Method
    /// The size of the memory for frames, in bytes.
    package var frameMappingBytes: Int
    private let progress: ExperimentProgress

    package init(
        strategies: [StrategyName], plan: RunPlan, repeatCount: Int,
        method: InstructionCounter.Method, frameMappingBytes: Int,
        progress: ExperimentProgress = .silent
    ) {
        self.progress = progress
        self.strategies = strategies
        self.plan = plan
        self.repeatCount = repeatCount
        self.method = method
        self.frameMappingBytes = frameMappingBytes
    }

    /// The hidden command of the process that counts.
    package static let command = "count-process"

    /// The best method of this machine: the processor's counter if the system
    /// allows it, or else callgrind if it is installed.
    ///
    /// - Throws: `ExperimentFailure` if there is neither.
    package static func availableMethod() async throws -> InstructionCounter.Method {
        if InstructionCounter.isAvailable { return .perf }
        if await Tool.firstLine(of: ["valgrind", "--version"]) != nil { return .callgrind }
        throw ExperimentFailure(
            .invalid,
            """
            instructions cannot be counted here: the processor's counter does not count \
            (perf_event_open; see /proc/sys/kernel/perf_event_paranoid), and valgrind is not \
            installed
            """)
    }

    package struct Outcome {
        package var result: CountResult
        package var trafficDigest: String
        /// Why not all counts were made; `nil` if all were.
        package var cutShort: String?
    }

    /// An interruption ends the count that goes on, which is not kept.
    ///
    /// - Throws: `ExperimentFailure` after an interruption before anything was
    ///   counted, or if counts are not of equal work, besides what processes throw.
    package func run() async throws -> Outcome {
        var result = CountResult(method: method, vectorInstructions: "", counts: [])
        var trafficDigest = ""
        var done = 0
        defer { progress.clear() }
        for strategy in strategies {
            var count = CountResult.Count(
                strategy: strategy.text, frames: 0, updates: 0, instructions: [], digest: "")
            for repetition in 1...repeatCount where !Interruption.current.isRequested {
                begin(strategy, repetition, done + 1)
                do {
                    let (work, digest) = try await once(strategy)
                    done += 1
                    progress.end(figure: nil)
                    trafficDigest = digest
                    result.vectorInstructions = work.vectorInstructions
                    count.frames = work.frames
                    count.updates = work.updates
                    count.digest = work.digest
                    count.instructions.append(work.instructions)
                } catch is RunSession.CutShort {}
            }
            if !count.instructions.isEmpty { result.counts.append(count) }
        }
        let signal = Interruption.current.signal
        if let signal, done == 0 { throw ExperimentFailure(interruptedBy: signal) }
        try check(result.counts)
        let cutShort = signal.map {
            "\(SignalName.text($0)) after \(done) of \(strategies.count * repeatCount) counts"
        }
        return Outcome(result: result, trafficDigest: trafficDigest, cutShort: cutShort)
    }

    private func begin(_ strategy: StrategyName, _ repetition: Int, _ number: Int) {
        let count = strategies.count * repeatCount
        let seconds = Double(plan.window.endNanoseconds) / 1e9
        var step = ExperimentProgress.Step(
            position: "count \(number) of \(count)", strategy: strategy.text,
            scheduledSeconds: seconds)
        step.repetition = repetition
        step.later = .init(count: count - number, seconds: Double(count - number) * seconds)
        progress.begin(step)
    }

    private func once(
        _ strategy: StrategyName
    ) async throws -> (work: CountedWork, trafficDigest: String) {
        let session = session(strategy)
        // A random seed would give dictionaries another order in each process.
        let environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
        let counting = CountingPlan(run: session.plan, method: method)
        guard method == .callgrind else {
            let counted = try await session.run(
                Self.command, plan: counting, environment: environment, as: CountedWork.self)
            return (counted.output, counted.trafficDigest)
        }
        let callgrind = try await Callgrind()
        defer { callgrind.remove() }
        var (work, digest) = try await session.run(
            Self.command, plan: counting, environment: environment,
            program: callgrind.program,
            under: callgrind.command(below: InstructionCounter.markedFunction),
            as: CountedWork.self)
        work.instructions = try callgrind.instructions()
        return (work, digest)
    }

    func session(_ strategy: StrategyName) -> RunSession {
        var plan = plan
        plan.strategy = strategy
        return RunSession(plan: plan, progress: progress, mappingBytes: frameMappingBytes)
    }

    /// - Throws: `ExperimentFailure` if the counts are not of equal work.
    private func check(_ counts: [CountResult.Count]) throws {
        for count in counts where count.updates == 0 || count.instructions.contains(0) {
            throw ExperimentFailure(
                .invalid,
                count.updates == 0
                    ? "no update is due within the window: lengthen --duration"
                    : """
                    \(count.strategy): \(method.rawValue) counted no instructions, or not all the \
                    time
                    """)
        }
        guard let other = counts.first(where: { $0.digest != counts[0].digest }) else { return }
        throw ExperimentFailure(
            .checkFailed,
            """
            \(counts[0].strategy) and \(other.strategy) end in different trees: digest \
            \(counts[0].digest.prefix(16)) against \(other.digest.prefix(16))
            """)
    }
}
