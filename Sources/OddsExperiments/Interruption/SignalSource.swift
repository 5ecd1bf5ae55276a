import Dispatch
import Foundation
import OddsConsole
import OddsLauncher
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
