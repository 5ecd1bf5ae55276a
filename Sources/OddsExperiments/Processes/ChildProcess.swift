import Foundation
import OddsMeasurement
import Subprocess

/// Another process of this program, with the frames' mapping as its standard
/// input and a pipe to this process as its standard output.
package struct ChildProcess: Sendable {
    /// What the process does, for messages, such as `writes the frames`.
    let task: String
    let program: URL
    let arguments: [String]
    let environment: [String: String]
    /// The mapping's file descriptor.
    let mapping: Int32
    /// The words before the program: another one by name that runs it, with its
    /// arguments; empty for none.
    let wrapper: [String]

    /// - Parameters:
    ///   - command: The hidden subcommand.
    ///   - task: What it does, for messages.
    ///   - plan: Its only argument, which is passed as JSON.
    ///   - mapping: The mapping's file descriptor.
    ///   - environment: Variables in addition to this process's own.
    ///   - program: The executable; `nil` for this program's own.
    ///   - wrapper: A program by name that runs it, with its arguments.
    package init(
        _ command: String, task: String, plan: some Encodable, mapping: Int32,
        environment: [String: String] = [:], program: URL? = nil, wrapper: [String] = []
    ) throws {
        self.task = task
        self.program = try program ?? Self.ownProgram()
        arguments = [command, String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)]
        self.environment = environment
        self.mapping = mapping
        self.wrapper = wrapper
    }

    /// Runs the process until it ends, and returns its output. Cancellation
    /// ends it.
    ///
    /// - Throws: `ExperimentFailure` if it fails. A child that reported its
    ///   error itself ends with an `ExitStatus`, which is passed on.
    @discardableResult
    package func output() async throws -> [UInt8] {
        let words = wrapper.dropFirst() + (wrapper.isEmpty ? [] : [program.path]) + arguments
        let result = try await Subprocess.run(
            wrapper.first.map { .name($0) } ?? .path(.init(program.path)),
            arguments: Arguments(Array(words)),
            environment: .inherit(adding: environment), platformOptions: .graceful,
            input: .fileDescriptor(.init(rawValue: mapping), closeAfterSpawningProcess: false),
            output: .bytes(limit: .max), error: .currentStandardError)
        // A cancelled process did not fail by itself.
        try Task.checkCancellation()
        let status = result.terminationStatus
        guard status.isSuccess else {
            throw ExperimentFailure(status.exitStatus, "the process that \(task) \(status.text)")
        }
        return result.standardOutput
    }

    package static func ownProgram() throws -> URL {
        guard let program = Bundle.main.executableURL else {
            throw ExperimentFailure(.childDied, "this program's own file cannot be found")
        }
        return program
    }

    /// In a child that measures: `endWithParent`.
    ///
    /// - Precondition: Called on the main thread, where the child has to work:
    ///   affinity, processor time and allocations are counted per thread.
    package static func begin() {
        ParentProcess.endWithIt()
        endWithParent()
    }

    /// Ends this process once its standard output has no reader, because then the
    /// parent has ended.
    package static func endWithParent() {
        Thread.detachNewThread {
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while output.revents == 0 { poll(&output, 1, -1) }
            _exit(ExitStatus.childDied.rawValue)
        }
    }
}
