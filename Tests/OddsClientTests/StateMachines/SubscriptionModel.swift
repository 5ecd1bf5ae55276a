@testable import OddsClient

/// A subscription's state machine, and what its actions have brought about.
struct SubscriptionModel: ModelledMachine {
    enum Input: CaseIterable {
        case open, close, registerSucceeds, registerFails, registered, registrationFailed
        case connectionLost, gap, dump, answer, answerWithoutDump, dumpFailed
        case retryTimerFires, restTimerFires
    }

    /// A call of `register` that has not returned.
    private struct Call: Hashable {
        let number: Int
        /// Whether `registered` came already.
        var isTold = false
    }

    private enum Frames {
        case followed, held, kept
    }

    private enum Reported {
        case inactive, subscribing, active, updating, unsubscribing, error, reconnecting
    }

    private static let frameInputs: [Input] = [.gap, .dump, .answer, .answerWithoutDump]
    static let restInterval = Duration.seconds(1)
    static let restIntervalMax = Duration.seconds(4)
    static let error = ClientError.closed

    private(set) var machine = SubscriptionStateMachine(
        restInterval: restInterval, restIntervalMax: restIntervalMax)

    // The client's side.
    private var calls: [Call] = []
    private var lastCall = 0
    private var isRegistered = false
    private var isConnected = false
    private var isDumpOpen = false
    /// Whether all inputs so far were such as the world can give.
    private var isPlausible = true
    private var failureCount = 0

    // The store's side.
    private var hasRetryTimer = false
    private var hasRestTimer = false
    private var frames = Frames.followed
    private var isCurrent = false
    private var reported = Reported.inactive

    func canOccur(_ input: Input) -> Bool {
        switch input {
        case .open, .close: true
        case .registerSucceeds: calls.first.map { $0.isTold || !isRegistered } ?? false
        case .registerFails: calls.first.map { !$0.isTold } ?? false
        case .registered:
            !isConnected && (isRegistered || calls.last.map { !$0.isTold } ?? false)
        case .registrationFailed: isRegistered && !isConnected && calls.isEmpty
        case .connectionLost, .gap, .dump: isConnected
        case .answer, .answerWithoutDump, .dumpFailed: isDumpOpen
        case .retryTimerFires: hasRetryTimer
        case .restTimerFires: hasRestTimer
        }
    }

    mutating func take(_ input: Input) -> String? {
        isPlausible = isPlausible && canOccur(input)
        let isResting = hasRestTimer
        let actions = actions(of: input)
        if isResting, Self.frameInputs.contains(input), actions.contains(where: \.isRequest) {
            return "a frame ends the pause between two requests"
        }
        for (position, action) in actions.enumerated() {
            if action.isRequest, position != actions.count - 1 {
                return "something follows a request that can fail at once"
            }
            if let wrong = perform(action) { return "\(action): \(wrong)" }
        }
        return violation(after: input)
    }

    /// What happens outside, and what the machine makes of it.
    private mutating func actions(of input: Input) -> [SubscriptionStateMachine.Action] {
        switch input {
        case .open: return machine.open()
        case .close: return machine.close()
        case .registerSucceeds, .registerFails: return registerReturned(input == .registerSucceeds)
        case .registered:
            if calls.last?.isTold == false { calls[calls.count - 1].isTold = true }
            (isRegistered, isConnected, isDumpOpen) = (true, true, false)
            return machine.registered(registration)
        case .registrationFailed:
            (isRegistered, isConnected, isDumpOpen) = (false, false, false)
            failureCount += 1
            return machine.registrationFailed(Self.error)
        case .connectionLost:
            (isConnected, isDumpOpen) = (false, false)
            return machine.connectionLost(Self.error)
        case .gap: return machine.received(FrameOutcome(hasGap: true))
        case .dump: return dump(isAnswer: false)
        case .answer: return dump(isAnswer: true)
        case .answerWithoutDump:
            isDumpOpen = false
            return machine.received(FrameOutcome(), isAnswer: true)
        case .dumpFailed:
            isDumpOpen = false
            failureCount += 1
            return machine.dumpFailed(Self.error)
        case .retryTimerFires:
            hasRetryTimer = false
            return machine.retryTimerFired()
        case .restTimerFires:
            hasRestTimer = false
            return machine.restTimerFired()
        }
    }

    private mutating func registerReturned(
        _ succeeds: Bool
    ) -> [SubscriptionStateMachine.Action] {
        // The oldest call, or one that has returned before.
        let call = calls.isEmpty ? Call(number: lastCall, isTold: true) : calls.removeFirst()
        if succeeds, !call.isTold { isRegistered = true }
        if !succeeds { failureCount += 1 }
        return machine.registerReturned(
            succeeds ? .success(registration) : .failure(Self.error), call: call.number)
    }

    private var registration: FeedRegistration { FeedRegistration(number: 1, topic: "/t") }

    private mutating func dump(isAnswer: Bool) -> [SubscriptionStateMachine.Action] {
        if isAnswer { isDumpOpen = false }
        if machine.isOnline { frames = .followed }
        return machine.received(FrameOutcome(isDump: true), isAnswer: isAnswer)
    }

    /// - Returns: why the action is illegal.
    private mutating func perform(_ action: SubscriptionStateMachine.Action) -> String? {
        switch action {
        case .report(let state): report(state)
        case .register(let call):
            if isPlausible, isRegistered { return "registered already" }
            calls.append(Call(number: call))
            lastCall = call
        case .cancelRegister: if isPlausible, calls.isEmpty { return "no call" }
        case .unregister:
            if isPlausible, !isRegistered { return "not registered" }
            (isRegistered, isConnected, isDumpOpen) = (false, false, false)
        case .requestDump:
            if isDumpOpen { return "two requests for a dump" }
            if isPlausible, !isConnected { return "no connection" }
            if !machine.isOnline { return "no registration" }
            isDumpOpen = true
        case .holdFrames: frames = .held
        case .keepFrames: if frames == .followed { frames = .kept }
        case .stopKeepingFrames: if frames == .kept { frames = .followed }
        case .becomeCurrent:
            if isCurrent { return "current already" }
            isCurrent = true
        case .becomeStale:
            if !isCurrent { return "stale already" }
            isCurrent = false
        case .startRetryTimer(let attempt):
            if hasRetryTimer { return "two retry timers" }
            if attempt < 1 || attempt > failureCount { return "an attempt without a failure" }
            hasRetryTimer = true
        case .cancelRetryTimer:
            if isPlausible, !hasRetryTimer { return "no retry timer" }
            hasRetryTimer = false
        case .startRestTimer(let interval):
            if !(Self.restInterval...Self.restIntervalMax).contains(interval) {
                return "the interval is out of bounds"
            }
            hasRestTimer = true
        case .cancelRestTimer: hasRestTimer = false
        case .finish: if reported != .inactive { return "streams end before the last state" }
        }
        return nil
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

    private func violation(after input: Input) -> String? {
        if isCurrent != machine.isCurrent { return "readers are told something else" }
        if isPlausible, hasRestTimer != machine.isResting { return "the rest timer" }
        if machine.failureCount > failureCount { return "more failures than there were" }
        if input == .close {
            switch machine.phase {
            case .idle, .closing(_, reopens: false): break
            default: return "close does not end it"
            }
        }
        return isPlausible ? violationOfPlausible() : violationOfPhase()
    }

    private func violationOfPlausible() -> String? {
        switch machine.phase {
        case .idle:
            if hasRetryTimer || hasRestTimer { return "a timer outlives the subscription" }
            if isRegistered { return "a registration outlives the subscription" }
        case .registering, .closing: if calls.isEmpty { return "waits for no call" }
        case .pausing: if !hasRetryTimer { return "waits for no timer" }
        case .offline: if isConnected { return "frames come unnoticed" }
        case .online(let online):
            if !isConnected { return "online without a connection" }
            let isOpen = online.dump == .requested || online.dump == .overtaken
            if isOpen != isDumpOpen { return "the request for a dump" }
            if hasRetryTimer != (online.dump == .failed) { return "the retry timer" }
            let isDumpNeeded = !online.isCurrent || online.isDumpWanted
            if isDumpNeeded, !isDumpOpen, !hasRetryTimer, !hasRestTimer {
                return "a dump is needed that never comes"
            }
            if frames != .followed, !isDumpOpen, online.dump == .none, !isDumpNeeded {
                return "frames are kept for a dump that never comes"
            }
            if frames == .kept, online.dump == .failed {
                return "frames are kept for a dump that failed"
            }
        }
        return violationOfPhase()
    }

    /// What is reported is what the phase says.
    private func violationOfPhase() -> String? {
        let expected: [Reported] =
            switch machine.phase {
            case .idle: [.inactive]
            case .registering: [.subscribing]
            case .pausing: [.reconnecting]
            case .offline: [.subscribing, .reconnecting]
            case .closing: [.unsubscribing]
            case .online(let online):
                if online.dump == .failed {
                    [.reconnecting]
                } else if !online.isCurrent {
                    [.subscribing]
                } else {
                    [online.dump == .requested || online.isDumpWanted ? .updating : .active]
                }
            }
        return expected.contains(reported) ? nil : "reports \(reported) in \(machine.phase)"
    }
}

extension SubscriptionStateMachine.Action {
    fileprivate var isRequest: Bool { if case .requestDump = self { true } else { false } }
}
