import OddsExperiments
import OddsLauncher
import OddsSimulator

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
        /// The base URL of SportRadar's wire; `nil` without `--sportradar`.
        package let sportradar: String?
    }

    /// For measurements of the feed: frames carry the time at which they were due, and
    /// the generator waits for it awake.
    package static let measuringArguments = [
        "--stamp", "--wake-ahead", "\(WakeAhead.measuring.nanoseconds / 1_000)",
    ]

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
        try await ServerProcess.run(.simulator, called: "the simulator", arguments, body)
    }
}
