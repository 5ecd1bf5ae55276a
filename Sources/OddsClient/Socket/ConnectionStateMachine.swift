/// The life of a client's connection, from `connect` to `disconnect` and over
/// all attempts. It does no I/O and knows no clock: each input is a transition
/// that returns the actions to take, in order, and its owner,
/// `SocketConnection`, takes them.
///
///     disconnected ──→ connecting ──→ opening ──→ connected ──→ leaving
///          ↑               ↑   ↓         ↓            ↓            │
///          │               waiting ←─────┴────────────┘            │
///          └───────────────────────────────────────────────────────┘
///
/// One timer runs in every phase but `disconnected`; what it means depends on
/// the phase. Every input is legal in every phase. One that is out of date
/// there returns no actions.
///
/// An error that trying again cannot help ends the first attempts, but not those
/// after a session: what has worked once is worth trying again. Where the limits allow
/// no further attempts, each error ends them.
struct ConnectionStateMachine: Hashable, Sendable {
    struct Limits: Hashable, Sendable {
        /// From the beginning of an attempt until there is a session.
        var connect: Duration
        /// Between two pings.
        var heartbeat: Duration
        /// A connection on which nothing was received for so long is given up.
        var idle: Duration
        /// Whether a link that ends is followed by another.
        var reconnects = true
    }

    enum Phase: Hashable, Sendable {
        case disconnected
        /// The link is being made: TCP, TLS, the handshake of the WebSocket.
        case connecting(attempt: Int)
        /// The session is being opened.
        case opening(attempt: Int)
        case connected(attempt: Int, Heartbeat)
        /// The back-off before an attempt.
        case waiting(attempt: Int)
        /// The session's last words were sent.
        case leaving(reconnects: Bool)
    }

    struct Heartbeat: Hashable, Sendable {
        /// Whether something was received since the last ping.
        var wasHeard = false
        /// Whether something was received in any interval so far.
        var hasLasted = false
        /// The intervals in which nothing was received, up to now.
        var silence = Duration.zero
    }

    enum Action: Equatable, Sendable {
        case report(ConnectionState)
        case openLink
        /// Say what opens a session on the link.
        case openSession
        case ping
        /// Ask anew for all that a session is to bring.
        case restoreSession
        /// Say what ends the session.
        case leaveSession
        /// Close the link without waiting; what was requested on it fails.
        case closeLink(ClientError)
        /// Return from all calls of `connect`, with this error if there is one.
        case answerConnects(ClientError?)
        /// Return from all calls of `disconnect`.
        case answerDisconnects
        /// Each replaces the timer that runs.
        case startTimer(Timer)
        case cancelTimer
    }

    enum Timer: Equatable, Sendable {
        case connect
        case heartbeat
        case goodbye
        /// Reported as `waiting`, with the delay that is drawn for it.
        case backoff(attempt: Int, after: ClientError)
    }

    private(set) var phase = Phase.disconnected
    /// Why the last attempt failed, or the last connection ended; `nil` while
    /// there is a session.
    private var lastError: ClientError?
    /// Since `connect`.
    private var hasHadSession = false
    /// Whether an error that trying again cannot help ended the attempts.
    private var hasGivenUp = false
    private let limits: Limits

    init(_ limits: Limits) { self.limits = limits }

    // MARK: The app

    mutating func connect() -> [Action] {
        switch phase {
        case .disconnected:
            hasHadSession = false
            hasGivenUp = false
            lastError = nil
            return attempt(1)
        case .connected: return [.answerConnects(nil)]
        case .leaving:
            phase = .leaving(reconnects: true)
            return []
        case .connecting, .opening, .waiting: return []
        }
    }

    mutating func disconnect() -> [Action] {
        switch phase {
        case .disconnected:
            hasGivenUp = false
            return [.answerDisconnects]
        case .connecting, .opening:
            return [.answerConnects(.closed), .cancelTimer, .closeLink(.closed)] + end()
        case .waiting: return [.answerConnects(.closed), .cancelTimer] + end()
        case .connected:
            phase = .leaving(reconnects: false)
            return [.leaveSession, .startTimer(.goodbye)]
        case .leaving:
            phase = .leaving(reconnects: false)
            return [.answerConnects(.closed)]
        }
    }

    /// Ends the pause before the next attempt, or begins anew after it was given up. An
    /// attempt or a session that stands goes on.
    mutating func retryNow() -> [Action] {
        switch phase {
        case .disconnected: return hasGivenUp ? connect() : []
        case .waiting(let attempt): return self.attempt(attempt)
        case .connecting, .opening, .connected, .leaving: return []
        }
    }

    /// Why there is no session yet, for those who will not wait for one.
    var causeOfDelay: ClientError { lastError ?? lateness }

    /// The error of an attempt that takes too long.
    private var lateness: ClientError {
        if case .opening = phase { .timedOut(.session, limits.connect) }
        else { .timedOut(.connect, limits.connect) }
    }

    private mutating func attempt(_ number: Int) -> [Action] {
        phase = .connecting(attempt: number)
        return [.report(.connecting(attempt: number)), .startTimer(.connect), .openLink]
    }

    private mutating func end() -> [Action] {
        phase = .disconnected
        return [.report(.disconnected(nil)), .answerDisconnects]
    }

    private mutating func giveUp(_ error: ClientError) -> [Action] {
        phase = .disconnected
        hasGivenUp = true
        return [
            .answerConnects(error), .cancelTimer, .closeLink(error),
            .report(.disconnected(error)),
        ]
    }

    // MARK: The link

    /// The handshake of the WebSocket is over.
    mutating func linkOpened() -> [Action] {
        guard case .connecting(let attempt) = phase else { return [] }
        phase = .opening(attempt: attempt)
        return [.openSession]
    }

    /// The server has opened a session, which it calls so, on a new link or in place of
    /// another one.
    mutating func established(_ session: String) -> [Action] {
        if case .connected = phase {
            return [.report(.connected(session: session)), .restoreSession]
        }
        guard case .opening(let attempt) = phase else { return [] }
        phase = .connected(attempt: attempt, Heartbeat())
        hasHadSession = true
        lastError = nil
        return [
            .report(.connected(session: session)), .answerConnects(nil), .restoreSession,
            .ping, .startTimer(.heartbeat),
        ]
    }

    /// Something was received, whatever it was. Allocates nothing.
    mutating func heard() {
        guard case .connected(let attempt, var heartbeat) = phase, !heartbeat.wasHeard else {
            return
        }
        heartbeat.wasHeard = true
        phase = .connected(attempt: attempt, heartbeat)
    }

    /// The link or its session is over, or of no use.
    mutating func ended(_ error: ClientError) -> [Action] {
        switch phase {
        case .disconnected, .waiting: return []
        case .connecting(let attempt), .opening(let attempt):
            if !limits.reconnects || error.isPermanent && !hasHadSession { return giveUp(error) }
            return wait(before: attempt + 1, error)
        case .connected(let attempt, let heartbeat):
            if !limits.reconnects { return giveUp(error) }
            return wait(before: heartbeat.hasLasted ? 1 : attempt + 1, error)
        case .leaving(let reconnects):
            return [.cancelTimer, .closeLink(.closed)] + end() + (reconnects ? connect() : [])
        }
    }

    private mutating func wait(before attempt: Int, _ error: ClientError) -> [Action] {
        phase = .waiting(attempt: attempt)
        lastError = error
        return [.closeLink(error), .startTimer(.backoff(attempt: attempt, after: error))]
    }

    // MARK: Time

    /// The timer that was started last has fired.
    mutating func timerFired() -> [Action] {
        switch phase {
        case .disconnected: return []
        case .connecting, .opening: return ended(lateness)
        case .connected(let attempt, let heartbeat): return beat(attempt, heartbeat)
        case .waiting(let attempt): return self.attempt(attempt)
        case .leaving: return ended(.closed)
        }
    }

    private mutating func beat(_ attempt: Int, _ last: Heartbeat) -> [Action] {
        var heartbeat = last
        heartbeat.wasHeard = false
        heartbeat.hasLasted = last.hasLasted || last.wasHeard
        heartbeat.silence = last.wasHeard ? .zero : last.silence + limits.heartbeat
        phase = .connected(attempt: attempt, heartbeat)
        if heartbeat.silence >= limits.idle { return ended(.idle(heartbeat.silence)) }
        return [.ping, .startTimer(.heartbeat)]
    }
}
