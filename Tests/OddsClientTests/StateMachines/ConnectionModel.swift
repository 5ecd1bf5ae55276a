@testable import OddsClient

/// A connection's state machine, and what its actions have brought about.
struct ConnectionModel: ModelledMachine {
    enum Input: CaseIterable {
        case connect, disconnect, retryNow
        case linkOpened, established, ended, refused, heard, timerFires
    }

    private enum Timer {
        case connect, heartbeat, goodbye, backoff
    }

    private enum Reported {
        case disconnected, connecting, connected, waiting
    }

    private enum Link {
        case none, made, greeted, established, left
    }

    static let limits = ConnectionStateMachine.Limits(
        connect: .seconds(10), heartbeat: .seconds(10), idle: .seconds(20))

    private(set) var machine: ConnectionStateMachine
    private var link = Link.none
    private var timer: Timer?
    private var reported = Reported.disconnected
    private var areConnectsWaiting = false
    private var areDisconnectsWaiting = false
    private var endCount = 0

    init(reconnects: Bool = true) {
        var limits = Self.limits
        limits.reconnects = reconnects
        machine = ConnectionStateMachine(limits)
    }

    func canOccur(_ input: Input) -> Bool {
        switch input {
        case .connect, .disconnect, .retryNow: true
        case .linkOpened: link == .made
        case .established: link == .greeted || link == .established
        case .ended, .refused, .heard: link != .none
        case .timerFires: timer != nil
        }
    }

    mutating func take(_ input: Input) -> String? {
        for action in actions(of: input) {
            if let wrong = perform(action) { return "\(action): \(wrong)" }
        }
        return violation(after: input)
    }

    private mutating func actions(of input: Input) -> [ConnectionStateMachine.Action] {
        switch input {
        case .connect:
            areConnectsWaiting = true
            return machine.connect()
        case .disconnect:
            areDisconnectsWaiting = true
            return machine.disconnect()
        case .retryNow: return machine.retryNow()
        case .linkOpened: return machine.linkOpened()
        case .established: return machine.established("1")
        case .ended:
            endCount += 1
            return machine.ended(.connectionLost("test"))
        case .refused:
            endCount += 1
            return machine.ended(.insecure("test"))
        case .heard:
            machine.heard()
            return []
        case .timerFires:
            if timer != nil { endCount += 1 }
            timer = nil
            return machine.timerFired()
        }
    }

    /// - Returns: why the action is illegal.
    private mutating func perform(_ action: ConnectionStateMachine.Action) -> String? {
        switch action {
        case .report(let state): report(state)
        case .openLink:
            if link != .none { return "two links" }
            link = .made
        case .openSession:
            if link != .made { return "a session is opened on \(link)" }
            link = .greeted
        case .ping:
            if link != .greeted, link != .established { return "a ping on \(link)" }
        case .restoreSession:
            if link != .greeted, link != .established {
                return "a session is restored on \(link)"
            }
            link = .established
        case .leaveSession:
            if link != .established { return "a session is left on \(link)" }
            link = .left
        case .closeLink:
            if link == .none { return "no link" }
            link = .none
        case .answerConnects: areConnectsWaiting = false
        case .answerDisconnects: areDisconnectsWaiting = false
        case .startTimer(let kind): start(kind)
        case .cancelTimer: timer = nil
        }
        return nil
    }

    private mutating func start(_ kind: ConnectionStateMachine.Timer) {
        switch kind {
        case .connect: timer = .connect
        case .heartbeat: timer = .heartbeat
        case .goodbye: timer = .goodbye
        case .backoff:
            timer = .backoff
            reported = .waiting
        }
    }

    private mutating func report(_ state: ConnectionState) {
        reported =
            switch state {
            case .disconnected: .disconnected
            case .connecting: .connecting
            case .connected: .connected
            case .waiting: .waiting
            }
    }

    private func violation(after input: Input) -> String? {
        let expected: (Link, Timer?, Reported)
        switch machine.phase {
        case .disconnected:
            expected = (.none, nil, .disconnected)
            if areConnectsWaiting { return "connect never returns" }
        case .connecting(let attempt):
            expected = (.made, .connect, .connecting)
            if attempt > endCount + 1 { return "attempt \(attempt) after \(endCount) ends" }
        case .opening: expected = (.greeted, .connect, .connecting)
        case .connected(_, let heartbeat):
            expected = (.established, .heartbeat, .connected)
            if areConnectsWaiting { return "connect does not return" }
            if heartbeat.silence >= Self.limits.idle { return "it is silent for too long" }
        case .waiting(let attempt):
            expected = (.none, .backoff, .waiting)
            if attempt > endCount + 1 { return "attempt \(attempt) after \(endCount) ends" }
        case .leaving(let reconnects):
            expected = (.left, .goodbye, .connected)
            if areConnectsWaiting != reconnects { return "connect and leaving" }
        }
        if (link, timer, reported) != expected {
            return "\(link), \(timer.map { "\($0)" } ?? "no timer"), \(reported)"
        }
        if areDisconnectsWaiting, link != .left { return "disconnect never returns" }
        if input == .disconnect {
            switch machine.phase {
            case .disconnected, .leaving(reconnects: false): break
            default: return "disconnect does not end it"
            }
        }
        return nil
    }
}
