/// The life of one topic's subscription. It does no I/O and knows no clock:
/// each input is a transition that returns the actions to take, in order, and
/// its owner, `ChannelDataStore`, takes them.
///
///     idle ──→ registering ──→ offline ⇄ online
///      ↑          ↑    ↓          │        │
///      │         pausing ←────────┴────────┘
///      └── closing (only while `register` has not returned)
///
/// Every input is legal in every phase. One that is out of date there, such as
/// the answer to a request that was given up, returns no actions.
struct SubscriptionStateMachine: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        case idle
        /// `register` was called and has not returned.
        case registering(call: Int)
        /// Registering failed; the retry timer runs.
        case pausing
        /// The client has the registration, and restores it on the next
        /// connection.
        case offline(FeedRegistration)
        /// The server sends the topic's frames.
        case online(Online)
        /// Closed before `register` returned; its return ends the subscription.
        case closing(call: Int, reopens: Bool)
    }

    /// A registration on the current connection.
    struct Online: Hashable, Sendable {
        let registration: FeedRegistration
        var dump = Dump.none
        /// Whether a dump of this connection has been applied.
        var isCurrent = false
        /// Something was missed that no dump requested so far makes good.
        var isDumpWanted = false
    }

    /// The request for the topic's dump.
    enum Dump: Hashable, Sendable {
        /// None is open.
        case none
        case requested
        /// Requested, and a dump that the server sent unasked came first. The
        /// answer is still to come.
        case overtaken
        /// The last one failed; the retry timer runs.
        case failed
    }

    enum Action: Equatable, Sendable {
        case report(StoreState)
        /// Call `register`, and return its result as that of this call.
        case register(call: Int)
        /// Cancel that call, which still returns.
        case cancelRegister
        case unregister(FeedRegistration)
        /// Last of the actions, as it can fail at once.
        case requestDump(FeedRegistration)
        /// Hold the updates of a new connection until its dump.
        case holdFrames
        /// Apply updates, and keep them to be applied again after a dump.
        case keepFrames
        /// That dump will not come.
        case stopKeepingFrames
        /// The tree is the server's again.
        case becomeCurrent
        case becomeStale
        /// The back-off before an attempt, the first being 1.
        case startRetryTimer(attempt: Int)
        case cancelRetryTimer
        /// Between two requests for dumps.
        case startRestTimer(Duration)
        case cancelRestTimer
        /// End all streams.
        case finish
    }

    private(set) var phase = Phase.idle
    /// Whether the pause after the last request for a dump has not ended.
    private(set) var isResting = false
    /// The length of that pause.
    private(set) var restInterval: Duration
    /// Failures since something last succeeded.
    private(set) var failureCount = 0
    private let restIntervalMin: Duration
    private let restIntervalMax: Duration
    private var lastCall = 0

    /// - Parameters:
    ///   - restInterval: at least this long between two requests for dumps, as
    ///     long as dumps help.
    ///   - restIntervalMax: what it is doubled up to while they don't.
    init(restInterval: Duration, restIntervalMax: Duration) {
        self.restInterval = restInterval
        restIntervalMin = restInterval
        self.restIntervalMax = restIntervalMax
    }

    /// Whether frames are expected.
    var isOnline: Bool { if case .online = phase { true } else { false } }

    /// Whether the tree is the server's.
    var isCurrent: Bool {
        if case .online(let online) = phase { online.isCurrent } else { false }
    }
}

// MARK: - Opening, registering, closing

extension SubscriptionStateMachine {
    mutating func open() -> [Action] {
        switch phase {
        case .idle:
            failureCount = 0
            restInterval = restIntervalMin
            return register()
        case .closing(let call, _):
            phase = .closing(call: call, reopens: true)
            return []
        case .registering, .pausing, .offline, .online: return []
        }
    }

    private mutating func register() -> [Action] {
        lastCall += 1
        phase = .registering(call: lastCall)
        return [.report(.subscribing), .register(call: lastCall)]
    }

    mutating func close() -> [Action] {
        switch phase {
        case .idle: return []
        case .closing(let call, _):
            phase = .closing(call: call, reopens: false)
            return []
        case .registering(let call):
            phase = .closing(call: call, reopens: false)
            return [.report(.unsubscribing), .cancelRegister]
        case .pausing: return [.report(.unsubscribing), .cancelRetryTimer] + end()
        case .offline(let registration):
            return [.report(.unsubscribing), .unregister(registration)] + end()
        case .online(let online):
            return [.report(.unsubscribing), .unregister(online.registration)]
                + leave(online) + end()
        }
    }

    private mutating func end() -> [Action] {
        let rest: [Action] = isResting ? [.cancelRestTimer] : []
        isResting = false
        phase = .idle
        return rest + [.report(.inactive), .finish]
    }

    /// `register` has returned. The result of a call other than the one that
    /// is waited for is ignored: `registered` came before it.
    mutating func registerReturned(
        _ result: Result<FeedRegistration, ClientError>, call: Int
    ) -> [Action] {
        switch (phase, result) {
        case (.registering(call), .success(let registration)):
            failureCount = 0
            phase = .offline(registration)
            return []
        case (.registering(call), .failure(let error)):
            phase = .pausing
            return retry(after: error)
        case (.closing(call, let reopens), _):
            var actions: [Action] = []
            if case .success(let registration) = result { actions = [.unregister(registration)] }
            return actions + end() + (reopens ? open() : [])
        default: return []
        }
    }

    private mutating func retry(after error: ClientError) -> [Action] {
        failureCount += 1
        return [
            .report(.error(error)), .startRetryTimer(attempt: failureCount),
            .report(.reconnecting(error)),
        ]
    }

    /// The retry timer has fired.
    mutating func retryTimerFired() -> [Action] {
        switch phase {
        case .pausing: return register()
        case .online(var online) where online.dump == .failed:
            online.dump = .none
            return [.report(online.isCurrent ? .updating : .subscribing)]
                + requestDump(online)
        case .idle, .registering, .offline, .online, .closing: return []
        }
    }
}

// MARK: - What the client says

extension SubscriptionStateMachine {
    /// The topic is registered on a new connection.
    mutating func registered(_ registration: FeedRegistration) -> [Action] {
        var actions: [Action] = []
        switch phase {
        case .registering: failureCount = 0
        case .offline: break
        case .online(let online): actions = leave(online)
        case .idle, .pausing, .closing: return []
        }
        actions += [.holdFrames, .report(.subscribing)]
        return actions + requestDump(Online(registration: registration))
    }

    mutating func connectionLost(_ error: ClientError) -> [Action] {
        switch phase {
        case .online(let online):
            phase = .offline(online.registration)
            return leave(online) + [.report(.reconnecting(error))]
        case .offline: return [.report(.reconnecting(error))]
        case .idle, .registering, .pausing, .closing: return []
        }
    }

    /// The client has given the registration up.
    mutating func registrationFailed(_ error: ClientError) -> [Action] {
        var actions: [Action] = []
        switch phase {
        case .online(let online): actions = leave(online)
        case .offline: break
        case .idle, .registering, .pausing, .closing: return []
        }
        phase = .pausing
        return actions + retry(after: error)
    }

    /// What ends with a connection.
    private func leave(_ online: Online) -> [Action] {
        (online.dump == .failed ? [.cancelRetryTimer] : [])
            + (online.isCurrent ? [.becomeStale] : [])
    }
}

// MARK: - Frames and dumps

/// What a frame did to the tree.
struct FrameOutcome: Hashable, Sendable {
    /// It was a dump, and replaced the tree.
    var isDump = false
    /// It could not be read, or it shows that something was missed.
    var hasGap = false
}

extension SubscriptionStateMachine {
    /// A frame was taken. Frames that do nothing beyond changing the tree need
    /// not be passed.
    ///
    /// - Parameter isAnswer: whether it answers `requestDump`.
    mutating func received(_ frame: FrameOutcome, isAnswer: Bool = false) -> [Action] {
        guard case .online(var online) = phase else { return [] }
        var actions: [Action] = []
        if isAnswer {
            failureCount = 0
            if online.dump != .failed { online.dump = .none }
        }
        if frame.isDump {
            switch online.dump {
            case .none, .overtaken: break
            case .failed:
                online.dump = .none
                actions.append(.cancelRetryTimer)
            case .requested:
                online.dump = .overtaken
                actions.append(.keepFrames)
            }
            if !online.isCurrent {
                online.isCurrent = true
                actions.append(.becomeCurrent)
            }
            actions.append(.report(.active))
            // What was missed while the dump was on its way may not be in it.
            if online.isDumpWanted || frame.hasGap { return actions + wantDump(online) }
        } else if frame.hasGap || isAnswer {
            // An answer that is not a dump does not come again by itself.
            return actions + wantDump(online)
        }
        phase = .online(online)
        return actions
    }

    mutating func dumpFailed(_ error: ClientError) -> [Action] {
        guard case .online(var online) = phase,
            online.dump == .requested || online.dump == .overtaken
        else { return [] }
        online.dump = .failed
        phase = .online(online)
        return [.stopKeepingFrames] + retry(after: error)
    }

    /// Something was missed. A dump is requested at once, or after the pause.
    private mutating func wantDump(_ online: Online) -> [Action] {
        var online = online
        var actions: [Action] = []
        online.isDumpWanted = true
        if online.isCurrent, online.dump != .failed { actions = [.report(.updating)] }
        phase = .online(online)
        return isResting ? actions : actions + requestWantedDump(online)
    }

    /// Requests a dump, unless the answer to an earlier request is still to
    /// come.
    private mutating func requestWantedDump(_ online: Online) -> [Action] {
        switch online.dump {
        case .requested, .overtaken: []
        case .none: requestDump(online)
        case .failed:
            [.cancelRetryTimer, .report(online.isCurrent ? .updating : .subscribing)]
                + requestDump(online)
        }
    }

    private mutating func requestDump(_ online: Online) -> [Action] {
        var online = online
        online.dump = .requested
        online.isDumpWanted = false
        phase = .online(online)
        isResting = true
        return [
            .keepFrames, .startRestTimer(restInterval), .requestDump(online.registration),
        ]
    }

    /// The pause after the last request for a dump is over. It is twice as long
    /// the next time if something was missed meanwhile.
    mutating func restTimerFired() -> [Action] {
        guard isResting else { return [] }
        isResting = false
        guard case .online(let online) = phase, online.isDumpWanted else {
            restInterval = restIntervalMin
            return []
        }
        restInterval = min(restInterval * 2, restIntervalMax)
        switch online.dump {
        case .requested, .overtaken:
            isResting = true
            return [.startRestTimer(restInterval)]
        case .none, .failed: return requestWantedDump(online)
        }
    }
}
