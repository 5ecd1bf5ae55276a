/// The life of one content's subscription on SportRadar's socket, over all sessions. It
/// does no I/O and knows no clock: each input is a transition that returns the actions to
/// take, in order, and its owner, `SportRadarSocketClient`, takes them.
///
///     idle ──→ offline ⇄ requesting ──→ awaiting ──→ following
///      ↑                  ↑   ↑  ↓          │            │
///      │                  │  pausing ←──────┘            │
///      │                  └──────────────────────────────┘
///      ├── releasing ⇄ leftBehind
///
/// `refused` follows `requesting`, and lasts until the next session. Every input is legal
/// in every phase. One that is out of date there returns no actions.
struct ContentStateMachine: Hashable, Sendable {
    struct Limits: Hashable, Sendable {
        /// How often a request is sent that fails, until it is given up.
        var attemptsMax: Int
        /// From an accepted request until the content comes whole.
        var refresh: Duration
    }

    enum Phase: Hashable, Sendable {
        /// Nobody wants the content, and the server does not send it.
        case idle
        /// There is no session.
        case offline
        /// A request to subscribe waits for its turn, or for its answer.
        case requesting
        /// The server has accepted, and the content has not come whole; the timer runs.
        case awaiting
        /// The content came whole, and changes follow.
        case following
        /// The pause before the next request.
        case pausing
        /// The request is given up until the next session.
        case refused
        /// Nobody wants the content any more; a request to unsubscribe waits for its turn,
        /// or for its answer.
        case releasing
        /// Nobody wants the content any more, and there is no session. If the subscriber
        /// comes back, the server still sends it.
        case leftBehind
    }

    enum Action: Equatable, Sendable {
        case report(StoreState)
        /// Put a request behind those that wait for their turn. There is none yet.
        case request(RequestQueue.Kind)
        /// Take the request back, or ignore its answer.
        case withdrawRequest
        /// The tree is the server's again.
        case becomeCurrent
        case becomeStale
        case startTimer(Timer)
        case cancelTimer
        /// End all streams.
        case finish
        /// Nothing more is to come of this subscription.
        case forget
    }

    enum Timer: Hashable, Sendable {
        /// Until the content has to be there.
        case refresh
        /// Before a request that has failed so often is sent again.
        case retry(attempt: Int)
        /// As long as the server says.
        case delay(Duration)
        /// Before a content is asked for that did not come so often.
        case backoff(attempt: Int)
    }

    private(set) var phase = Phase.idle
    /// Whether there is a session.
    private(set) var hasSession: Bool
    /// Whether the content came whole in this session.
    private(set) var isCurrent = false
    /// Whether the content has to come whole, for the first time or because something
    /// was lost since.
    private(set) var isRefreshDue = true
    /// Whether the server may send the content to this subscriber.
    private(set) var mayBeSubscribed = false
    /// Whether a request was accepted in this session.
    private var wasAccepted = false
    /// Whether the request waits for its answer.
    private var isSent = false
    /// Whether the server was given the time that it asked for.
    private var hasWaited = false
    /// Requests in a row that have failed.
    private(set) var failureCount = 0
    /// Times in a row that the content did not come.
    private(set) var lateCount = 0
    private let limits: Limits

    init(_ limits: Limits, hasSession: Bool) {
        self.limits = limits
        self.hasSession = hasSession
    }

    /// Whether somebody wants the content.
    var isOpen: Bool {
        switch phase {
        case .idle, .releasing, .leftBehind: false
        case .offline, .requesting, .awaiting, .following, .pausing, .refused: true
        }
    }
}

// MARK: - Opening, closing

extension ContentStateMachine {
    mutating func open() -> [Action] {
        switch phase {
        case .idle where hasSession: return beginSession()
        case .idle, .leftBehind:
            phase = .offline
            return [.report(.subscribing)]
        case .releasing: return [.withdrawRequest] + beginSession()
        case .offline, .requesting, .awaiting, .following, .pausing, .refused: return []
        }
    }

    mutating func close() -> [Action] {
        guard isOpen else { return [] }
        let end: [Action] = [.report(.unsubscribing)] + leave() + [.report(.inactive), .finish]
        return end + release()
    }

    /// Has the server send the content no more, if it may do so.
    private mutating func release() -> [Action] {
        guard mayBeSubscribed else {
            phase = .idle
            return [.forget]
        }
        phase = hasSession ? .releasing : .leftBehind
        return hasSession ? [.request(.unsubscribe)] : []
    }

    /// What ends with a session, or with the wish for the content.
    private mutating func leave() -> [Action] {
        var actions: [Action] = []
        switch phase {
        case .requesting: actions = [.withdrawRequest]
        case .awaiting, .pausing: actions = [.cancelTimer]
        case .idle, .offline, .following, .refused, .releasing, .leftBehind: break
        }
        return actions + becomeStale()
    }

    private mutating func becomeStale() -> [Action] {
        defer { isCurrent = false }
        return isCurrent ? [.becomeStale] : []
    }
}

// MARK: - Sessions

extension ContentStateMachine {
    /// A session begins, of the same subscriber as before or of a new one. It may follow
    /// another one without an end of that.
    mutating func sessionBegan(isSameSubscriber: Bool) -> [Action] {
        hasSession = true
        if !isSameSubscriber { mayBeSubscribed = false }
        switch phase {
        case .idle: return []
        case .leftBehind: return release()
        case .releasing: return [.withdrawRequest] + release()
        case .offline, .requesting, .awaiting, .following, .pausing, .refused:
            return leave() + beginSession()
        }
    }

    private mutating func beginSession() -> [Action] {
        isRefreshDue = true
        wasAccepted = false
        hasWaited = false
        failureCount = 0
        lateCount = 0
        return subscribe()
    }

    private mutating func subscribe() -> [Action] {
        phase = .requesting
        isSent = false
        return [.report(isCurrent ? .updating : .subscribing), .request(.subscribe)]
    }

    /// The session has ended, or an attempt to open one.
    mutating func sessionEnded(_ error: ClientError) -> [Action] {
        hasSession = false
        switch phase {
        case .idle, .leftBehind: return []
        case .releasing:
            phase = .leftBehind
            return [.withdrawRequest]
        case .offline, .requesting, .awaiting, .following, .pausing, .refused:
            let actions = leave()
            phase = .offline
            return actions + [.report(.reconnecting(error))]
        }
    }
}

// MARK: - Requests

extension ContentStateMachine {
    /// The request is on its way.
    mutating func requestSent() {
        isSent = true
        if phase == .requesting { mayBeSubscribed = true }
    }

    /// The request was answered, and was not withdrawn. An unknown subscriber ends the
    /// session, which is another input.
    mutating func answered(_ answer: ContentAnswer) -> [Action] {
        switch phase {
        case .requesting: return answeredSubscribe(answer)
        case .releasing:
            // Whatever it was: there is nobody who could be told.
            phase = .idle
            mayBeSubscribed = false
            return [.forget]
        case .idle, .offline, .awaiting, .following, .pausing, .refused, .leftBehind: return []
        }
    }

    private mutating func answeredSubscribe(_ answer: ContentAnswer) -> [Action] {
        // A content that came is subscribed, whatever the answer.
        guard isRefreshDue else { return accept() }
        switch answer {
        case .accepted: return accept()
        case .failed(let error):
            failureCount += 1
            guard failureCount < limits.attemptsMax else { return giveUp(error) }
            return pause(.retry(attempt: failureCount), error)
        case .delayed(let error, let time):
            guard !hasWaited else { return giveUp(error) }
            hasWaited = true
            return pause(.delay(time), error)
        case .refused(let error): return giveUp(error)
        case .unknownSubscriber: return []
        }
    }

    private mutating func accept() -> [Action] {
        wasAccepted = true
        hasWaited = false
        failureCount = 0
        phase = isRefreshDue ? .awaiting : .following
        return isRefreshDue ? [.startTimer(.refresh)] : []
    }

    private mutating func pause(_ timer: Timer, _ error: ClientError) -> [Action] {
        phase = .pausing
        return [.report(.reconnecting(error)), .startTimer(timer)]
    }

    private mutating func giveUp(_ error: ClientError) -> [Action] {
        phase = .refused
        return becomeStale() + [.report(.error(error)), .report(.reconnecting(error))]
    }

    /// The timer that was started last has fired.
    mutating func timerFired() -> [Action] {
        switch phase {
        case .awaiting:
            lateCount += 1
            return pause(.backoff(attempt: lateCount), .timedOut(.dump, limits.refresh))
        case .pausing: return subscribe()
        case .idle, .offline, .requesting, .following, .refused, .releasing, .leftBehind:
            return []
        }
    }
}

// MARK: - Frames

extension ContentStateMachine {
    /// The content came whole, in its place among the changes.
    mutating func refreshed() -> [Action] {
        guard hasSession, isOpen else { return [] }
        var actions: [Action] = []
        switch phase {
        case .awaiting, .pausing:
            phase = .following
            actions = [.cancelTimer]
        case .requesting where wasAccepted && !isSent:
            // It was to bring just this.
            phase = .following
            actions = [.withdrawRequest]
        case .refused: phase = .following
        default: break
        }
        let wasDue = isRefreshDue
        isRefreshDue = false
        hasWaited = false
        failureCount = 0
        lateCount = 0
        if !isCurrent { actions.append(.becomeCurrent) }
        isCurrent = true
        return wasDue || !actions.isEmpty ? actions + [.report(.active)] : []
    }

    /// Something was lost that may have been about the content.
    mutating func lostSomething() -> [Action] {
        guard !isRefreshDue else { return [] }
        switch phase {
        case .following:
            isRefreshDue = true
            return subscribe()
        case .requesting:
            isRefreshDue = true
            // The content that the request brings may have been made before.
            return isSent ? [.withdrawRequest] + subscribe() : [.report(.updating)]
        case .idle, .offline, .awaiting, .pausing, .refused, .releasing, .leftBehind: return []
        }
    }
}
