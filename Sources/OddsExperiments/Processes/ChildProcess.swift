import Foundation
import Synchronization

/// A second run of this program, with the frames' mapping as its standard
/// input and a pipe to this process as its standard output.
package final class ChildProcess {
    private let process = Process()
    private let output = ChildOutput()

    /// - Parameters:
    ///   - command: The hidden subcommand.
    ///   - plan: Its only argument, as JSON.
    ///   - mapping: The mapping's file descriptor.
    ///   - environment: Added to this process's own.
    ///   - program: This program's own file unless something else is named.
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

    /// Returns after `milliseconds`, or soon after the child ended.
    package func waitForEnd(milliseconds: Int) {
        if output.wait(milliseconds: milliseconds) { usleep(1_000) }
    }

    package var hasFailed: Bool { !isRunning && process.terminationStatus != 0 }

    /// Waits for the end and returns what the child wrote.
    package func finish() -> Data {
        let data = output.wait()
        process.waitUntilExit()
        return data
    }

    package func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    /// How it ended, if not well. A child that said itself what is wrong ends
    /// with one of our own numbers, which is passed on.
    package func failure(_ name: String) -> ExperimentFailure? {
        guard hasFailed else { return nil }
        let number = process.terminationStatus
        if process.terminationReason == .uncaughtSignal {
            return ExperimentFailure(
                .childDied, "the process that \(name) died of signal \(number)")
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

    /// In a child: ends the process once nobody reads its standard output any
    /// more, for then its parent is gone.
    package static func endWithParent() {
        Thread.detachNewThread {
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while output.revents == 0 { poll(&output, 1, -1) }
            _exit(ExitStatus.childDied.rawValue)
        }
    }
}

/// What a child writes, read while it runs: a pipe takes only 64 KiB until
/// somebody reads it.
private final class ChildOutput: Sendable {
    let pipe = Pipe()
    private let data = Mutex(Data())
    private let isDone = DispatchSemaphore(value: 0)

    func start() {
        Thread.detachNewThread { [self] in
            let all = pipe.fileHandleForReading.readDataToEndOfFile()
            data.withLock { $0 = all }
            isDone.signal()
        }
    }

    /// Whether the child closed its end within `milliseconds`.
    func wait(milliseconds: Int) -> Bool {
        guard isDone.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
            return false
        }
        isDone.signal()
        return true
    }

    /// All that was written, once the child has closed its end.
    func wait() -> Data {
        isDone.wait()
        defer { isDone.signal() }
        return data.withLock { $0 }
    }
}
