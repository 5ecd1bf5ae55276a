import Foundation

/// Another process of this program, with the frames' mapping as its standard
/// input and a pipe to this process as its standard output.
package final class ChildProcess {
    private let process = Process()
    private let output = ChildOutput()

    /// - Parameters:
    ///   - command: The hidden subcommand.
    ///   - plan: Its only argument, which is passed as JSON.
    ///   - mapping: The mapping's file descriptor.
    ///   - environment: Variables in addition to this process's own.
    ///   - program: The executable; `nil` for this program's own.
    package init(
        _ command: String, plan: some Encodable, mapping: Int32,
        environment: [String: String] = [:], program: URL? = nil
    ) throws {
        let json = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
        process.executableURL = try program ?? Self.ownProgram()
        process.arguments = [command, json]
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, added in added }
        process.standardInput = FileHandle(fileDescriptor: mapping, closeOnDealloc: false)
        process.standardOutput = output.pipe
        try process.run()
        output.start()
    }

    package var isRunning: Bool { process.isRunning }

    /// Waits for the child's end, at most for `milliseconds`.
    package func waitForEnd(milliseconds: Int) {
        if output.wait(milliseconds: milliseconds) { usleep(1_000) }
    }

    package var hasFailed: Bool { !isRunning && process.terminationStatus != 0 }

    /// Waits for the child's end and returns its output.
    package func finish() -> Data {
        let data = output.wait()
        process.waitUntilExit()
        return data
    }

    package func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    /// The child's failure; `nil` if it succeeded. A child that reported its
    /// error itself ends with an `ExitStatus`, which is passed on.
    package func failure(_ name: String) -> ExperimentFailure? {
        guard hasFailed else { return nil }
        let number = process.terminationStatus
        if process.terminationReason == .uncaughtSignal {
            return ExperimentFailure(
                .childDied, "the process that \(name) was ended by signal \(number)")
        }
        return ExperimentFailure(
            ExitStatus(rawValue: number) ?? .childDied,
            "the process that \(name) ended with status \(number)")
    }

    package static func ownProgram() throws -> URL {
        guard let program = Bundle.main.executableURL else {
            throw ExperimentFailure(.childDied, "this program's own file cannot be found")
        }
        return program
    }

    /// In a child: ends the process once its standard output has no reader,
    /// because then the parent has ended.
    package static func endWithParent() {
        Thread.detachNewThread {
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while output.revents == 0 { poll(&output, 1, -1) }
            _exit(ExitStatus.childDied.rawValue)
        }
    }
}
