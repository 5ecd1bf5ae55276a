import Dispatch
import Foundation
import OddsLauncher

/// Passes SIGINT, SIGTERM and SIGHUP to an `Interruption` in place of ending the
/// process.
package final class SignalSource {
    private let sources: [any DispatchSourceSignal]

    package init(_ interruption: Interruption) {
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { interruption.request(number) }
            source.resume()
            return source
        }
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

/// The child processes of this one, most of which lead a process group.
package enum ChildProcesses {
    /// Kills them and what they started. Only Linux lists them; elsewhere those that
    /// measure end by themselves, as their output has no reader any more.
    package static func kill() {
        #if os(Linux)
            let threads = "/proc/self/task"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
            for name in names {
                guard let list = FileManager.default.contents(
                    atPath: "\(threads)/\(name)/children")
                else { continue }
                for word in String(decoding: list, as: UTF8.self).split(separator: " ") {
                    guard let child = pid_t(word), child > 1 else { continue }
                    if Foundation.kill(-child, SIGKILL) != 0 { _ = Foundation.kill(child, SIGKILL) }
                }
            }
        #endif
    }
}
