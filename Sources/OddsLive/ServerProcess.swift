import Foundation
import OddsExperiments
import OddsLauncher
import Subprocess

/// A server of this project as a child process, which ends with this process, even if that
/// crashes.
enum ServerProcess {
    /// Of the start, in which a server generates its world.
    private static let startLimit = Duration.seconds(120)
    /// From SIGTERM until SIGKILL: longer than it takes to drain its queues.
    private static let endLimit = Duration.seconds(10)

    /// Starts a server, and calls `body` once it serves. Afterwards it gets SIGTERM, and SIGKILL
    /// if it does not end.
    ///
    /// - Parameters:
    ///   - program: The server, which prints its addresses as a line of JSON once it serves, and
    ///     ends with its input after `--stop-at-end-of-input`.
    ///   - name: What messages call it.
    ///   - arguments: Its options.
    ///   - body: Is passed where it serves, and the number of its process.
    /// - Returns: What `body` returns, and what is wrong with the server's end, if anything is.
    static func run<Addresses: Decodable & Sendable, Value: Sendable>(
        _ program: Program, called name: String, _ arguments: [String],
        _ body: (_ addresses: Addresses, _ process: Int32) async throws -> Value
    ) async throws -> (value: Value, failure: ExperimentFailure?) {
        let executable = try await BlockingWork.run { try Launcher().executable(program) }
        return try await run(executable, called: name, arguments, body)
    }

    /// Starts a program that is built.
    static func run<Addresses: Decodable & Sendable, Value: Sendable>(
        _ executable: URL, called name: String, _ arguments: [String],
        _ body: (_ addresses: Addresses, _ process: Int32) async throws -> Value
    ) async throws -> (value: Value, failure: ExperimentFailure?) {
        let options = PlatformOptions.graceful(within: endLimit)
        let ending = options.teardownSequence
        let result = try await Subprocess.run(
            .path(.init(executable.path)),
            arguments: Arguments(arguments + ["--stop-at-end-of-input"]),
            environment: .inherit(), platformOptions: options, input: .inputWriter,
            output: .sequence, error: .currentStandardError
        ) { process in
            let start = Task {
                try await Task.sleep(for: startLimit)
                await process.teardown(using: ending)
            }
            var lines = process.standardOutput.strings().makeAsyncIterator()
            let line = try await lines.next()
            start.cancel()
            guard let line else {
                throw ExperimentFailure(.childDied, "\(name) failed to start, see above")
            }
            let value = try await body(
                JSONDecoder().decode(Addresses.self, from: Data(line.utf8)),
                process.processIdentifier.value)
            await process.teardown(using: ending)
            return value
        }
        return (result.closureResult, failure(of: result.terminationStatus, name))
    }

    private static func failure(
        of status: TerminationStatus, _ name: String
    ) -> ExperimentFailure? {
        switch status {
        case .exited(0): nil
        case .exited(let status):
            ExperimentFailure(.childDied, "\(name) ended with status \(status)")
        case .signaled:
            ExperimentFailure(
                .childDied, "\(name) did not end within \(endLimit) of SIGTERM, and was killed")
        }
    }
}
