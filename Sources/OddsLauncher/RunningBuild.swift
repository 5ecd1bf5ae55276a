import Foundation
import Synchronization

/// One build, which SIGINT, SIGTERM and SIGHUP end with all processes that it has started:
/// compilers have groups of their own, which a terminal does not signal.
final class RunningBuild: Sendable {
    private struct State {
        var process: pid_t?
        var signal: Int32?
    }

    private let state = Mutex(State())

    /// The signal that ended it; `nil` if none came.
    var signal: Int32? { state.withLock { $0.signal } }

    /// Notes the compiler's process.
    func begin(_ process: pid_t) {
        let isEnded = state.withLock { state in
            state.process = process
            return state.signal != nil
        }
        if isEnded { ChildProcesses.kill(process) }
    }

    private func end(_ signal: Int32) {
        let process = state.withLock { state in
            state.signal = state.signal ?? signal
            return state.process
        }
        if let process { ChildProcesses.kill(process) }
    }

    /// Runs `body` while signals end the build in place of this process.
    func watched(_ body: () throws(LaunchError) -> Void) throws(LaunchError) {
        // A source that there is has its own handler, which other sources use as well.
        let unhandled = Self.signals.filter { number in
            guard let handler = Foundation.signal(number, SIG_IGN) else { return true }
            Foundation.signal(number, handler)
            return false
        }
        let sources = Self.signals.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [self] in end(number) }
            source.resume()
            return source
        }
        defer {
            for source in sources { source.cancel() }
            for number in unhandled { Foundation.signal(number, SIG_DFL) }
        }
        try body()
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
}
