@testable import OddsClient

/// A content's state machine, and what its actions have brought about.
struct ContentModel: ModelledMachine {
    enum Input: CaseIterable {
        case open, close, sameSubscriber, newSubscriber, sessionEnded
        case sent, accepted, failed, delayed, refused
        case refreshed, lostSomething, timerFires
    }

    private enum Request {
        case waiting, sent
    }

    private enum Reported {
        case inactive, subscribing, active, updating, unsubscribing, error, reconnecting
    }

    static let limits = ContentStateMachine.Limits(attemptsMax: 3, refresh: .seconds(20))
    static let error = ClientError.refused(error: "test", description: "")
    static let delay = Duration.seconds(2)

    private(set) var machine: ContentStateMachine

    // The socket's side.
    private var hasSession: Bool
    private var request: Request?
    private var kind = RequestQueue.Kind.subscribe
    private var timer: ContentStateMachine.Timer?
    /// Requests that have failed, and times that the content was late, in this session.
    private var failureCount = 0
    private var lateCount = 0
    /// Whether all inputs so far were such as the world can give.
    private var isPlausible = true
    /// Whether the server may have the subscription.
    private var isSubscribed = false

    // The store's side.
    private var isCurrent = false
    private var reported = Reported.inactive
    private var areStreamsOpen = false

    init(hasSession: Bool = false) {
        self.hasSession = hasSession
        machine = ContentStateMachine(Self.limits, hasSession: hasSession)
    }

    func canOccur(_ input: Input) -> Bool {
        switch input {
        case .open, .close: true
        case .sameSubscriber, .newSubscriber: true
        case .sessionEnded: true
        case .sent: hasSession && request == .waiting
        case .accepted, .failed, .delayed, .refused: hasSession && request == .sent
        case .refreshed, .lostSomething: hasSession
        case .timerFires: timer != nil
        }
    }

    mutating func take(_ input: Input) -> String? {
        isPlausible = isPlausible && canOccur(input)
        let before = machine
        let actions = actions(of: input)
        for (position, action) in actions.enumerated() {
            if case .request = action, position != actions.count - 1 {
                return "something follows a request"
            }
            if let wrong = perform(action) { return "\(action): \(wrong)" }
        }
        return violation(after: input, from: before)
    }

    /// What happens outside, and what the machine makes of it.
    private mutating func actions(of input: Input) -> [ContentStateMachine.Action] {
        switch input {
        case .open:
            areStreamsOpen = true
            return machine.open()
        case .close: return machine.close()
        case .sameSubscriber, .newSubscriber:
            (hasSession, failureCount, lateCount) = (true, 0, 0)
            if input == .newSubscriber { isSubscribed = false }
            return machine.sessionBegan(isSameSubscriber: input == .sameSubscriber)
        case .sessionEnded:
            hasSession = false
            return machine.sessionEnded(Self.error)
        case .sent:
            request = .sent
            // The server may take it, whatever becomes of the answer.
            if kind == .subscribe { isSubscribed = true }
            machine.requestSent()
            return []
        case .accepted, .failed, .delayed, .refused: return answered(input)
        case .refreshed: return machine.refreshed()
        case .lostSomething: return machine.lostSomething()
        case .timerFires:
            if timer == .refresh { lateCount += 1 }
            timer = nil
            return machine.timerFired()
        }
    }

    private mutating func answered(_ input: Input) -> [ContentStateMachine.Action] {
        request = nil
        if kind == .unsubscribe { isSubscribed = false }
        if input == .failed { failureCount += 1 }
        switch input {
        case .failed: return machine.answered(.failed(Self.error))
        case .delayed: return machine.answered(.delayed(Self.error, Self.delay))
        case .refused: return machine.answered(.refused(Self.error))
        default: return machine.answered(.accepted)
        }
    }

    /// - Returns: why the action is illegal.
    private mutating func perform(_ action: ContentStateMachine.Action) -> String? {
        switch action {
        case .report(let state): report(state)
        case .request(let kind):
            if isPlausible, request != nil { return "a request waits already" }
            if isPlausible, !hasSession { return "there is no session" }
            if kind == .unsubscribe, machine.isOpen { return "the content is wanted" }
            (request, self.kind) = (.waiting, kind)
        case .withdrawRequest:
            if isPlausible, request == nil { return "there is no request" }
            request = nil
        case .becomeCurrent:
            if isCurrent { return "current already" }
            isCurrent = true
        case .becomeStale:
            if !isCurrent { return "stale already" }
            isCurrent = false
        case .startTimer(let kind):
            if timer != nil { return "two timers" }
            if let wrong = start(kind) { return wrong }
        case .cancelTimer:
            if isPlausible, timer == nil { return "no timer" }
            timer = nil
        case .finish:
            if reported != .inactive { return "streams end before the last state" }
            if isCurrent { return "streams end while the content is current" }
            areStreamsOpen = false
        case .forget:
            if areStreamsOpen { return "streams are open" }
            if isPlausible, isSubscribed { return "the server still sends the content" }
        }
        return nil
    }

    private mutating func start(_ kind: ContentStateMachine.Timer) -> String? {
        timer = kind
        switch kind {
        case .refresh: return nil
        case .delay(let time): return time == Self.delay ? nil : "another time"
        case .retry(let attempt):
            guard isPlausible, attempt > min(failureCount, Self.limits.attemptsMax - 1) else {
                return nil
            }
            return "attempt \(attempt) after \(failureCount) failures"
        case .backoff(let attempt):
            return isPlausible && attempt > lateCount
                ? "attempt \(attempt) after being late \(lateCount) times" : nil
        }
    }

    private mutating func report(_ state: StoreState) {
        reported =
            switch state {
            case .inactive: .inactive
            case .subscribing: .subscribing
            case .active: .active
            case .updating: .updating
            case .unsubscribing: .unsubscribing
            case .error: .error
            case .reconnecting: .reconnecting
            }
    }

    // MARK: What has to hold

    private func violation(after input: Input, from before: ContentStateMachine) -> String? {
        if isCurrent != machine.isCurrent { return "readers are told something else" }
        if machine.isOpen != areStreamsOpen { return "streams" }
        if [.requesting, .pausing].contains(machine.phase),
            machine.failureCount >= Self.limits.attemptsMax
        {
            return "too many attempts"
        }
        if input == .refreshed, machine.isOpen, machine.hasSession, !machine.isCurrent {
            return "what came whole is not current"
        }
        if input == .lostSomething, before.phase == .following, machine.phase != .requesting {
            return "a loss is not made good"
        }
        return isPlausible ? violationOfPlausible() : violationOfReport()
    }

    private func violationOfPlausible() -> String? {
        if hasSession != machine.hasSession { return "the session" }
        let expectsRequest: Bool
        switch machine.phase {
        case .idle, .offline, .refused, .following, .leftBehind: expectsRequest = false
        case .requesting, .releasing: expectsRequest = true
        case .awaiting, .pausing: expectsRequest = false
        }
        if expectsRequest != (request != nil) { return "the request" }
        if expectsRequest, kind != (machine.isOpen ? .subscribe : .unsubscribe) {
            return "the wrong request"
        }
        switch machine.phase {
        case .awaiting: if timer != .refresh { return "it waits without a limit" }
        case .pausing: if timer == nil || timer == .refresh { return "it waits for no timer" }
        default: if timer != nil { return "a timer for nothing" }
        }
        switch machine.phase {
        case .offline, .leftBehind: if hasSession { return "a session goes unnoticed" }
        case .requesting, .awaiting, .following, .pausing, .refused, .releasing:
            if !hasSession { return "without a session" }
        case .idle: break
        }
        if machine.phase == .following, machine.isRefreshDue || !machine.isCurrent {
            return "it follows what did not come whole"
        }
        if [.awaiting, .pausing].contains(machine.phase), !machine.isRefreshDue {
            return "it waits for what has come"
        }
        if isSubscribed, !machine.mayBeSubscribed { return "a subscription is forgotten" }
        return violationOfReport()
    }

    /// What is reported is what the phase says.
    private func violationOfReport() -> String? {
        let expected: [Reported] =
            switch machine.phase {
            case .idle, .releasing, .leftBehind: [.inactive]
            case .offline: [.subscribing, .reconnecting]
            case .requesting:
                [machine.isCurrent ? machine.isRefreshDue ? .updating : .active : .subscribing]
            case .awaiting: [machine.isCurrent ? .updating : .subscribing]
            case .following: [.active]
            case .pausing, .refused: [.reconnecting]
            }
        return expected.contains(reported) ? nil : "reports \(reported) in \(machine.phase)"
    }
}
