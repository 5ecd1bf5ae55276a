import Testing

@testable import OddsClient

@Suite struct ConnectionStateMachineTests {
    private let error = ClientError.connectionLost("test")

    // MARK: Every ordering

    @Test("Every ordering of up to five inputs", arguments: [true, false])
    func everyOrdering(reconnects: Bool) {
        let orderings = Orderings.every(upTo: 5, from: ConnectionModel(reconnects: reconnects))
        #expect(orderings.violation == nil)
        let count = ConnectionModel.Input.allCases.count
        #expect(orderings.stepCount == (1...5).reduce(0) { sum, _ in (sum + 1) * count })
    }

    @Test("Every ordering of up to five inputs after a session, a loss and a farewell", arguments: [
        [.connect, .linkOpened, .established],
        [.connect, .linkOpened, .established, .heard, .timerFires, .ended],
        [.connect, .linkOpened, .established, .disconnect],
    ] as [[ConnectionModel.Input]])
    func everyOrderingAfter(start: [ConnectionModel.Input]) {
        var model = ConnectionModel()
        for input in start { #expect(model.take(input) == nil) }
        #expect(Orderings.every(upTo: 5, from: model).violation == nil)
    }

    @Test("Every state that twelve plausible inputs lead to", arguments: [true, false])
    func everyState(reconnects: Bool) {
        let model = ConnectionModel(reconnects: reconnects)
        #expect(Orderings.reachable(within: 12, from: model).violation == nil)
    }

    // MARK: Rules

    private func machine() -> ConnectionStateMachine {
        ConnectionStateMachine(ConnectionModel.limits)
    }

    private func connected() -> ConnectionStateMachine {
        var machine = machine()
        _ = machine.connect()
        _ = machine.linkOpened()
        _ = machine.established("7")
        return machine
    }

    private func backoff(_ attempt: Int) -> ConnectionStateMachine.Action {
        .startTimer(.backoff(attempt: attempt, after: error))
    }

    @Test("Makes a link, opens a session, and restores it once it stands")
    func connecting() {
        var machine = machine()
        #expect(machine.connect() == [
            .report(.connecting(attempt: 1)), .startTimer(.connect), .openLink,
        ])
        #expect(machine.connect() == [])
        #expect(machine.linkOpened() == [.openSession])
        #expect(machine.established("7") == [
            .report(.connected(session: "7")), .answerConnects(nil), .restoreSession, .ping,
            .startTimer(.heartbeat),
        ])
        #expect(machine.connect() == [.answerConnects(nil)])
    }

    @Test("A session may follow another one on the same link")
    func sessionAfterSession() {
        var machine = connected()
        #expect(machine.established("8") == [
            .report(.connected(session: "8")), .restoreSession,
        ])
        _ = machine.disconnect()
        #expect(machine.established("9") == [])
    }

    @Test("An attempt that takes too long ends, and each failure counts")
    func failingAttempts() {
        var machine = machine()
        _ = machine.connect()
        let late = ClientError.timedOut(.connect, .seconds(10))
        #expect(machine.timerFired() == [
            .closeLink(late), .startTimer(.backoff(attempt: 2, after: late)),
        ])
        #expect(machine.timerFired() == [
            .report(.connecting(attempt: 2)), .startTimer(.connect), .openLink,
        ])
        _ = machine.linkOpened()
        #expect(machine.ended(error) == [.closeLink(error), backoff(3)])
        #expect(machine.ended(error) == [])
    }

    @Test("Who will wait no longer learns of the last failure, or of the step that takes so long")
    func causeOfDelay() {
        var machine = machine()
        _ = machine.connect()
        #expect(machine.causeOfDelay == .timedOut(.connect, .seconds(10)))
        _ = machine.linkOpened()
        #expect(machine.causeOfDelay == .timedOut(.session, .seconds(10)))
        _ = machine.ended(error)
        #expect(machine.causeOfDelay == error)
        _ = machine.timerFired()
        #expect(machine.causeOfDelay == error)
        _ = machine.disconnect()
        _ = machine.connect()
        #expect(machine.causeOfDelay == .timedOut(.connect, .seconds(10)))
    }

    @Test("A retry ends the pause, and disturbs neither attempts nor sessions")
    func retry() {
        var machine = machine()
        #expect(machine.retryNow() == [])
        _ = machine.connect()
        #expect(machine.retryNow() == [])
        _ = machine.ended(error)
        #expect(machine.retryNow() == [
            .report(.connecting(attempt: 2)), .startTimer(.connect), .openLink,
        ])
        var connected = connected()
        #expect(connected.retryNow() == [])
        _ = connected.disconnect()
        #expect(connected.retryNow() == [])
        _ = connected.ended(error)
        #expect(connected.retryNow() == [])
    }

    @Test("A retry begins anew after giving up, and not after a farewell")
    func retryAfterGivingUp() {
        var machine = machine()
        _ = machine.connect()
        _ = machine.ended(.insecure("test"))
        var left = machine
        _ = left.disconnect()
        #expect(left.retryNow() == [])
        #expect(machine.retryNow() == [
            .report(.connecting(attempt: 1)), .startTimer(.connect), .openLink,
        ])
    }

    private let refusal = ClientError.handshakeRefused(status: 401, reason: "Unauthorized")

    @Test("What trying again cannot help ends the first attempts at once", arguments: [1, 2])
    func givingUp(attempt: Int) {
        var machine = machine()
        _ = machine.connect()
        if attempt == 2 { _ = (machine.ended(error), machine.timerFired()) }
        #expect(machine.ended(refusal) == [
            .answerConnects(refusal), .cancelTimer, .closeLink(refusal),
            .report(.disconnected(refusal)),
        ])
        #expect(machine.connect().first == .report(.connecting(attempt: 1)))
    }

    @Test("Where there are no further attempts, every end is the last", arguments: [
        [], [.linkOpened], [.linkOpened, .established],
    ] as [[ConnectionModel.Input]])
    func noReconnect(steps: [ConnectionModel.Input]) {
        var model = ConnectionModel(reconnects: false)
        for input in [.connect] + steps { #expect(model.take(input) == nil) }
        var machine = model.machine
        #expect(machine.ended(error) == [
            .answerConnects(error), .cancelTimer, .closeLink(error),
            .report(.disconnected(error)),
        ])
        #expect(machine.phase == .disconnected)
        #expect(machine.connect().last == .openLink)
    }

    @Test("After a session nothing ends the attempts but disconnect")
    func persisting() {
        var machine = connected()
        _ = machine.ended(error)
        _ = machine.timerFired()
        #expect(machine.ended(refusal) == [
            .closeLink(refusal), .startTimer(.backoff(attempt: 3, after: refusal)),
        ])
    }

    @Test("Attempts are counted anew once a connection has lasted a heartbeat",
        arguments: [(true, 1), (false, 2)])
    func lasting(wasHeard: Bool, attempt: Int) {
        var machine = connected()
        if wasHeard { machine.heard() }
        #expect(machine.timerFired() == [.ping, .startTimer(.heartbeat)])
        #expect(machine.ended(error) == [.closeLink(error), backoff(attempt)])
    }

    @Test("A connection on which nothing is heard is given up; one sign of life is enough")
    func silence() {
        var machine = connected()
        _ = machine.timerFired()
        machine.heard()
        _ = machine.timerFired()
        #expect(machine.timerFired() == [.ping, .startTimer(.heartbeat)])
        let idle = ClientError.idle(.seconds(20))
        #expect(machine.timerFired() == [
            .closeLink(idle), .startTimer(.backoff(attempt: 1, after: idle)),
        ])
    }

    @Test("Leaving says so, and waits for the answer as long as it may", arguments: [
        true, false,
    ])
    func leaving(isAnswered: Bool) {
        var machine = connected()
        #expect(machine.disconnect() == [.leaveSession, .startTimer(.goodbye)])
        let actions = isAnswered ? machine.ended(error) : machine.timerFired()
        #expect(actions == [
            .cancelTimer, .closeLink(.closed),
            .report(.disconnected(nil)), .answerDisconnects,
        ])
    }

    @Test("Without a session there is nothing to say: it ends at once")
    func ending() {
        var machine = machine()
        #expect(machine.disconnect() == [.answerDisconnects])
        _ = machine.connect()
        #expect(machine.disconnect() == [
            .answerConnects(.closed), .cancelTimer, .closeLink(.closed),
            .report(.disconnected(nil)), .answerDisconnects,
        ])
        _ = machine.connect()
        _ = machine.ended(error)
        #expect(machine.disconnect() == [
            .answerConnects(.closed), .cancelTimer, .report(.disconnected(nil)),
            .answerDisconnects,
        ])
    }

    @Test("Told to connect while it leaves, it connects after the end, unless told otherwise")
    func returning() {
        var machine = connected()
        _ = machine.disconnect()
        #expect(machine.connect() == [])
        var other = machine
        #expect(machine.ended(error).suffix(3) == [
            .report(.connecting(attempt: 1)), .startTimer(.connect), .openLink,
        ])
        #expect(other.disconnect() == [.answerConnects(.closed)])
        #expect(other.ended(error).last == .answerDisconnects)
    }
}
