import Foundation
import OddsExperiments
import OddsLauncher
import OddsSimulator
import Subprocess

/// `emsim` as a child process, which ends with this process, even if that
/// crashes.
package enum Simulator {
    /// Its output once it serves.
    package struct Addresses: Decodable {
        package let ws: String
        package let control: String
    }

    /// For measurements: frames carry the time at which they were due, and the
    /// generator waits for it awake.
    private static let measuringArguments = [
        "--stamp", "--wake-ahead", "\(WakeAhead.measuring.nanoseconds / 1_000)",
    ]

    /// Starts the simulator, and calls `body` once it serves. Afterwards its
    /// input ends, upon which it says GOODBYE to all sessions and ends.
    package static func run<Value: Sendable>(
        _ arguments: [String], _ body: (Addresses) async throws -> Value
    ) async throws -> Value {
        let program = try await BlockingWork.run { try Launcher().executable(.simulator) }
        return try await Subprocess.run(
            .path(.init(program.path)),
            arguments: Arguments(
                arguments + measuringArguments + ["--stop-at-end-of-input"]),
            platformOptions: .graceful, input: .inputWriter, output: .sequence,
            error: .currentStandardError
        ) { process in
            var lines = process.standardOutput.strings().makeAsyncIterator()
            guard let line = try await lines.next() else {
                throw ExperimentFailure(.childDied, "the simulator failed to start, see above")
            }
            return try await body(JSONDecoder().decode(Addresses.self, from: Data(line.utf8)))
        }.closureResult
    }
}
