import Foundation
import OddsLauncher
import Testing

/// The processes that one has started, of a shell with a process of its own.
@Suite(.timeLimit(.minutes(5))) struct ChildProcessesTests {
    /// `T` for a process that is stopped, `Z` for one that has ended; `nil` for none.
    private static func state(of process: pid_t) -> Substring? {
        guard let text = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
            return nil
        }
        return String(decoding: text, as: UTF8.self).split(separator: ") ").last?.prefix(1)
    }

    private static func isSleep(_ process: pid_t) -> Bool {
        FileManager.default.contents(atPath: "/proc/\(process)/comm") == Data("sleep\n".utf8)
    }

    /// Waits until all of them have a state.
    private static func wait(for states: Set<Substring>, of processes: [pid_t]) async throws {
        while case let found = processes.map({ state(of: $0) }),
            !found.allSatisfy({ states.contains($0 ?? "") })
        {
            do {
                try await Task.sleep(for: .milliseconds(1))
            } catch {
                Issue.record("\(found) for \(states)")
                throw error
            }
        }
    }

    private static func withShell(
        _ text: String, _ body: (pid_t) async throws -> Void
    ) async throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", text]
        try shell.run()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(shell.processIdentifier))
        } catch {
            result = .failure(error)
        }
        let all = [shell.processIdentifier] + ChildProcesses.of(shell.processIdentifier)
        for process in all { kill(process, SIGKILL) }
        try result.get()
    }

    @Test func theyAndWhatTheyStartedStopAndGoOn() async throws {
        try await Self.withShell("(sleep 1000; true) & wait") { shell in
            // One that has not yet become its program holds the one that started it.
            while !ChildProcesses.of(shell).contains(where: Self.isSleep) {
                try await Task.sleep(for: .milliseconds(1))
            }
            let processes = ChildProcesses.of(shell)
            #expect(processes.count == 2)
            ChildProcesses.signal(SIGSTOP, of: shell)
            try await Self.wait(for: ["T"], of: processes)
            #expect(Self.state(of: shell) != "T")
            ChildProcesses.signal(SIGCONT, of: shell)
            try await Self.wait(for: ["S", "R", "D"], of: processes)
        }
    }

    @Test func thoseOfAProcessThatIsNotThereAreNone() {
        #expect(ChildProcesses.of(pid_t.max).isEmpty)
    }
}
