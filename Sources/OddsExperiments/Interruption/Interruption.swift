import Foundation
import Synchronization

/// The wish of the user, or of whoever supervises this program, that it ends:
/// SIGINT, SIGTERM or SIGHUP.
///
/// Work that can keep what it has so far is done within `during`: the first signal
/// then asks it to end early. Anything else ends at the first signal, and everything
/// at a second one, with all child processes.
package final class Interruption: Sendable {
    /// How long signals are the first one over again: `timeout` sends two at once, to the
    /// process and to its group, and a terminal one for each time that a key repeats.
    package static let repetitionLimit = Duration.seconds(1)

    private struct State {
        var signal: Int32?
        var requestedAt: ContinuousClock.Instant?
        var handlers: [Int: @Sendable (Int32) -> Void] = [:]
        var handlerCount = 0
    }

    private let state = Mutex(State())
    private let endNow: @Sendable (Int32) -> Void

    /// The interruption of this process, if it handles signals; by default, and in
    /// tests, one that never comes.
    @TaskLocal package static var current = Interruption { _ in }

    /// - Parameter endNow: Ends the process upon a signal.
    package init(endNow: @escaping @Sendable (Int32) -> Void) { self.endNow = endNow }

    /// The signal that asked for the end; `nil` if there was none.
    package var signal: Int32? { state.withLock { $0.signal } }

    package var isRequested: Bool { signal != nil }

    /// Calls `act` for the first signal, on another thread, while `body` runs, or at
    /// once if it was before.
    package func during<Value>(
        _ act: @escaping @Sendable (Int32) -> Void, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        let (number, signal) = state.withLock { state in
            state.handlerCount += 1
            state.handlers[state.handlerCount] = act
            return (state.handlerCount, state.signal)
        }
        defer { state.withLock { $0.handlers[number] = nil } }
        if let signal { act(signal) }
        return try await body()
    }

    /// Takes a signal.
    ///
    /// - Parameters:
    ///   - signal: The number of the signal.
    ///   - now: When it came.
    package func request(_ signal: Int32, at now: ContinuousClock.Instant = .now) {
        let handlers = state.withLock { state -> [@Sendable (Int32) -> Void]? in
            if let first = state.requestedAt, first.duration(to: now) < Self.repetitionLimit {
                return []
            }
            guard state.signal == nil, !state.handlers.isEmpty else { return nil }
            state.signal = signal
            state.requestedAt = now
            return Array(state.handlers.values)
        }
        guard let handlers else { return endNow(signal) }
        for handler in handlers { handler(signal) }
    }

    /// Sleeps, but not beyond the first signal.
    package func sleep(for duration: Duration) async throws {
        let end = ContinuousClock.now + duration
        while !isRequested, case let rest = ContinuousClock.now.duration(to: end), rest > .zero {
            try await Task.sleep(for: min(rest, .milliseconds(50)))
        }
    }

    /// - Throws: `ExperimentFailure` after a signal, where nothing was measured that
    ///   could be kept.
    package func check() throws {
        if let signal { throw ExperimentFailure(interruptedBy: signal) }
    }
}

extension ExperimentFailure {
    /// The end of a command that has nothing to keep.
    package init(interruptedBy signal: Int32) {
        self.init(
            ExitStatus(signal: signal),
            "ended by \(SignalName.text(signal)) before anything was measured")
    }

    /// The end of a command whose result is cut short; `nil` for a whole one.
    package init?(cutShort: String?) {
        guard let cutShort, let signal = Interruption.current.signal else { return nil }
        self.init(ExitStatus(signal: signal), "the result is cut short: \(cutShort)")
    }
}

extension ExitStatus {
    /// 128 and the signal's number, as shells have it.
    package init(signal: Int32) {
        self =
            switch signal {
            case SIGTERM: .terminated
            case SIGHUP: .hungUp
            default: .interrupted
            }
    }
}

/// The names of the signals that are handled.
package enum SignalName {
    package static func text(_ signal: Int32) -> String {
        switch signal {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        case SIGHUP: "SIGHUP"
        default: "signal \(signal)"
        }
    }
}
