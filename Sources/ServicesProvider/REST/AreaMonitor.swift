import NIOConcurrencyHelpers
import OddsClient

/// Whether an area has its server: after the start and after each failure of the transport
/// it asks for something cheap until that is answered.
final class AreaMonitor: Sendable {
    private struct State {
        var isRunning = false
        var probe: Task<Void, Never>?
    }

    private let source: StateSource<ConnectorState>
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())
    private let backoff: Backoff
    private let clock: any Clock<Duration>
    private let random: LockedRandom

    /// - Parameter states: Told of each change.
    init(
        states: StateSource<ConnectorState>, backoff: Backoff, clock: any Clock<Duration>,
        random: LockedRandom
    ) {
        source = states
        self.backoff = backoff
        self.clock = clock
        self.random = random
    }

    var states: ConnectorStates { source.updates }

    /// Notes an exchange: whether there was an answer, whatever it said.
    ///
    /// - Parameter ask: Sends the cheap request, which is noted in turn.
    func note(isAnswered: Bool, ask: @escaping @Sendable () async -> Void) {
        state.withLockedValue { state in
            guard state.isRunning else { return }
            if isAnswered {
                state.probe?.cancel()
                state.probe = nil
                source.send(.connected)
            } else {
                source.send(.connecting)
                if state.probe == nil { state.probe = probe(ask, from: 1) }
            }
        }
    }

    /// Begins to ask.
    func start(ask: @escaping @Sendable () async -> Void) {
        state.withLockedValue { state in
            guard !state.isRunning else { return }
            state.isRunning = true
            source.send(.connecting)
            state.probe = probe(ask, from: 0)
        }
    }

    /// Asks at once, if there is no answer yet.
    func retryNow(ask: @escaping @Sendable () async -> Void) {
        state.withLockedValue { state in
            guard state.isRunning, source.latest != .connected else { return }
            state.probe?.cancel()
            state.probe = probe(ask, from: 0)
        }
    }

    /// Asks no more.
    func stop() {
        state.withLockedValue { state in
            state.isRunning = false
            state.probe?.cancel()
            state.probe = nil
            source.send(.disconnected)
        }
    }

    /// - Parameter first: The number of the first attempt; that of number 0 waits for
    ///   nothing.
    private func probe(
        _ ask: @escaping @Sendable () async -> Void, from first: Int
    ) -> Task<Void, Never> {
        Task { [backoff, clock, random] in
            var attempt = first
            while !Task.isCancelled {
                if attempt > 0 {
                    let delay = random.delay(backoff, before: attempt)
                    do { try await clock.sleep(for: delay) } catch { return }
                }
                attempt += 1
                await ask()
            }
        }
    }
}
