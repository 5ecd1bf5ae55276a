import Foundation
import OddsExperiments
import OddsLauncher
import OddsSimulator
import Subprocess

/// `emsim` as a child process, which ends with this process, even if that
/// crashes.
package enum Simulator {
    /// Its output once it serves.
    package struct Addresses: Decodable, Sendable {
        package let ws: String
        package let control: String
        /// The base URL of accounts; `nil` without `--platform`.
        package let player: String?
        /// The base URL of bets; `nil` without `--platform`.
        package let odds: String?
    }

    /// For measurements of the feed: frames carry the time at which they were due, and
    /// the generator waits for it awake.
    package static let measuringArguments = [
        "--stamp", "--wake-ahead", "\(WakeAhead.measuring.nanoseconds / 1_000)",
    ]

    /// Of the start, in which it generates the world.
    private static let startLimit = Duration.seconds(120)
    /// From SIGTERM until SIGKILL: longer than it takes to drain its queues.
    private static let endLimit = Duration.seconds(10)

    /// Starts the simulator, and calls `body` once it serves. Afterwards it gets
    /// SIGTERM, upon which it says GOODBYE to all sessions and ends, and SIGKILL
    /// if it does not.
    ///
    /// - Parameters:
    ///   - arguments: Its options.
    ///   - body: Is passed where it serves, and the number of its process.
    /// - Returns: What `body` returns, and what is wrong with the simulator's
    ///   end, if anything is.
    package static func run<Value: Sendable>(
        _ arguments: [String],
        _ body: (_ addresses: Addresses, _ process: Int32) async throws -> Value
    ) async throws -> (value: Value, failure: ExperimentFailure?) {
        let program = try await BlockingWork.run { try Launcher().executable(.simulator) }
        let ending = [
            TeardownStep.send(signal: .terminate, allowedDurationToNextStep: endLimit)
        ]
        var options = PlatformOptions()
        options.teardownSequence = ending
        let result = try await Subprocess.run(
            .path(.init(program.path)),
            arguments: Arguments(arguments + ["--stop-at-end-of-input"]),
            platformOptions: options, input: .inputWriter, output: .sequence,
            error: .currentStandardError
        ) { process in
            let start = Task {
                try await Task.sleep(for: startLimit)
                await process.teardown(using: ending)
            }
            var lines = process.standardOutput.strings().makeAsyncIterator()
            let line = try await lines.next()
            start.cancel()
            guard let line else {
                throw ExperimentFailure(.childDied, "the simulator failed to start, see above")
            }
            let value = try await body(
                JSONDecoder().decode(Addresses.self, from: Data(line.utf8)),
                process.processIdentifier.value)
            await process.teardown(using: ending)
            return value
        }
        return (result.closureResult, failure(of: result.terminationStatus))
    }

    private static func failure(of status: TerminationStatus) -> ExperimentFailure? {
        switch status {
        case .exited(0): nil
        case .exited(let status):
            ExperimentFailure(.childDied, "the simulator ended with status \(status)")
        case .signaled:
            ExperimentFailure(
                .childDied,
                "the simulator did not end within \(endLimit) of SIGTERM, and was killed")
        }
    }
}
