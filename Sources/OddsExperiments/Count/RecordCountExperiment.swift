import Foundation
import OddsMeasurement
import OddsResults

/// Counts the instructions of each kind of record, by callgrind, as the processor's
/// counter cannot be read often enough.
package struct RecordCountExperiment {
    package var seed: UInt64
    /// Frames of the generator's mixed traffic; the second half is counted.
    package var frames: Int
    /// A deliberate regression of reading each record, in instructions.
    package var injectedInstructions: Int

    package init(seed: UInt64, frames: Int, injectedInstructions: Int) {
        self.seed = seed
        self.frames = frames
        self.injectedInstructions = injectedInstructions
    }

    /// The hidden command of the process that counts.
    package static let command = "count-records-process"

    /// Kinds with fewer records are left out: what the first of them cost is learning.
    static let recordsMin = 200 as UInt64

    /// - Throws: `ExperimentFailure` if valgrind is not installed, or counted nothing.
    package func run() async throws -> CountResult {
        guard await Tool.firstLine(of: ["valgrind", "--version"]) != nil else {
            throw ExperimentFailure(
                .invalid,
                "kinds of records are counted by callgrind; valgrind is not installed")
        }
        let callgrind = try await Callgrind()
        defer { callgrind.remove() }
        let process = try ChildProcess(
            Self.command, task: "counts records",
            plan: RecordCountingPlan(
                seed: seed, frames: frames, injectedRounds: injectedInstructions / 2),
            mapping: STDIN_FILENO,
            // A random seed would give dictionaries another order in each process.
            environment: ["SWIFT_DETERMINISTIC_HASHING": "1"],
            program: callgrind.program,
            wrapper: callgrind.command(below: InstructionCounter.markFunctions + "*"))
        let output = try JSONDecoder().decode(
            RecordCounting.Output.self, from: Data(try await process.output()))
        let records = Self.records(try callgrind.marks())
        guard !records.isEmpty else {
            throw ExperimentFailure(
                .invalid, "no kind of record came \(Self.recordsMin) times: raise --frames")
        }
        return CountResult(
            method: .callgrind, vectorInstructions: output.vectorInstructions, counts: [],
            records: records)
    }

    /// What was counted, the most frequent kind first.
    static func records(_ profile: CallgrindProfile) -> [RecordCount] {
        RecordMark.all.compactMap { mark -> RecordCount? in
            let name = { InstructionCounter.markFunctions + "\($0 as Int)" }
            guard let decode = profile.functions[name(mark.decode)],
                let apply = profile.functions[name(mark.apply)],
                decode.calls == apply.calls, decode.calls >= recordsMin
            else { return nil }
            return RecordCount(
                kind: mark.name, records: decode.calls,
                decode: Double(decode.instructions) / Double(decode.calls),
                apply: Double(apply.instructions) / Double(apply.calls))
        }.sorted { $0.records > $1.records }
    }
}
