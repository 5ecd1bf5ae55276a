import Foundation
import Subprocess

/// Runs hidden commands of this program in new processes, each with its
/// environment somewhere else on the stack: costs depend on where code and data
/// happen to lie, and one process shows only one of the layouts.
public struct WorkerProcess: Sendable {
    private let program: URL

    /// - Parameter program: this program.
    public init(program: URL) { self.program = program }

    /// - Parameter what: what it does, for errors.
    /// - Returns: what the process wrote, as JSON.
    /// - Throws: `PeerError.workerFailed`.
    public func run<Output: Decodable>(
        _ arguments: [String], what: String, as output: Output.Type
    ) async throws -> Output {
        let padding = String(repeating: "x", count: .random(in: 0..<4096))
        let process = try await Subprocess.run(
            .path(.init(program.path)), arguments: .init(arguments),
            environment: .inherit.updating(["ODDSBENCH_PEERS_PADDING": padding]),
            output: .bytes(limit: .max), error: .currentStandardError)
        guard process.terminationStatus.isSuccess else {
            throw PeerError.workerFailed(what: what)
        }
        return try JSONDecoder().decode(output, from: Data(process.standardOutput))
    }

    /// Measures a part of a comparison, and what ours costs in an earlier program;
    /// which comes first is left to chance.
    ///
    /// - Parameters:
    ///   - implementations: those that take turns in a task; empty for all.
    ///   - earlier: runs the other program, if there is one.
    /// - Throws: `PeerError.workerFailed`.
    public func measure(
        _ job: PeerJob, rounds: Int, implementations: [String], beside earlier: WorkerProcess?
    ) async throws -> [Series] {
        guard let earlier, job.comparesPrograms else {
            return try await measure(job, rounds, implementations)
        }
        let ours = PeerJob.namesOfEarlier(among: implementations)
        var now: [Series] = []
        var before: [Series] = []
        for isNow in [true, false].shuffled() {
            if isNow {
                now = try await measure(job, rounds, implementations)
            } else {
                before = try await earlier.measure(job, rounds, ours)
            }
        }
        return now + before.compactMap { $0.asBefore }
    }

    private func measure(
        _ job: PeerJob, _ rounds: Int, _ implementations: [String]
    ) async throws -> [Series] {
        let plan = String(decoding: try JSONEncoder().encode(job), as: UTF8.self)
        return try await run(
            ["worker", plan, "\(rounds)"] + implementations.flatMap { ["--implementation", $0] },
            what: job.title, as: [Series].self)
    }
}
