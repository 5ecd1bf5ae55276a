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
}
