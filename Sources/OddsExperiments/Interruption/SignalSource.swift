import Dispatch
import Foundation
import OddsConsole
import OddsMeasurement

/// Passes SIGINT, SIGTERM and SIGHUP to an `Interruption` in place of ending the
/// process, and stops and continues the child processes with it: they have groups of
/// their own, which a terminal does not signal.
package final class SignalSource {
    private let sources: [any DispatchSourceSignal]

    package init(_ interruption: Interruption) {
        let ending = [SIGINT, SIGTERM, SIGHUP].map { number in
            Self.source(number) { interruption.request(number) }
        }
        let stopping = Self.source(SIGTSTP) {
            ChildProcesses.signal(SIGSTOP)
            kill(getpid(), SIGSTOP)
        }
        let continuing = Self.source(SIGCONT) { ChildProcesses.signal(SIGCONT) }
        sources = ending + [stopping, continuing]
    }

    private static func source(
        _ number: Int32, _ act: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        Foundation.signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: act)
        source.resume()
        return source
    }
}

/// Work that ends early upon a signal, and keeps what it has until then.
package protocol EndsEarly {}

extension Interruption {
    /// Runs a command with the interruption of this process: a signal that the command
    /// does not wait for, or a second one, ends the process with its children.
    ///
    /// - Parameter body: Is passed what runs the command, and whether it ends early.
    @MainActor
    package static func handlingSignals(
        _ body: @MainActor (_ run: Run) async throws -> Void
    ) async throws {
        ParentProcess.endWithIt()
        let interruption = Interruption { signal in
            ChildProcesses.kill()
            _exit(ExitStatus(signal: signal).rawValue)
        }
        let signals = SignalSource(interruption)
        defer { withExtendedLifetime(signals) {} }
        try await $current.withValue(interruption) {
            try await body { endsEarly, command in
                guard endsEarly else { return try await command() }
                try await interruption.during({ signal in
                    StandardError.print(
                        """
                        bench: \(SignalName.text(signal)): ending early, with what there is; a \
                        second signal ends at once
                        """)
                }, command)
            }
        }
    }

    package typealias Run = @MainActor (
        _ endsEarly: Bool, _ command: @escaping @MainActor () async throws -> Void
    ) async throws -> Void
}

/// The processes that one has started, and those that they have started. Most lead a process
/// group.
package enum ChildProcesses {
    /// Kills them. Only Linux lists them; elsewhere those that measure end by themselves, as
    /// their output has no reader any more.
    package static func kill() {
        for process in of(getpid()) where Foundation.kill(-process, SIGKILL) != 0 {
            Foundation.kill(process, SIGKILL)
        }
    }

    /// Signals each of them.
    ///
    /// - Parameters:
    ///   - number: The signal.
    ///   - parent: Whose they are.
    static func signal(_ number: Int32, of parent: pid_t = getpid()) {
        for process in of(parent) { Foundation.kill(process, number) }
    }

    /// Those of a process, each before those that it has started; none where the system does
    /// not list them.
    static func of(_ parent: pid_t) -> [pid_t] {
        #if os(Linux)
            let threads = "/proc/\(parent)/task"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
            let children = names.flatMap { name in
                let list = FileManager.default.contents(atPath: "\(threads)/\(name)/children")
                return String(decoding: list ?? Data(), as: UTF8.self).split(separator: " ")
                    .compactMap { pid_t($0) }.filter { $0 > 1 }
            }
            return children.flatMap { [$0] + of($0) }
        #else
            return []
        #endif
    }
}
