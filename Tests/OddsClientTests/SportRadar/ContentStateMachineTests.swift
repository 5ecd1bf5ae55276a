import Testing

@testable import OddsClient

/// The subscription's rules: §2, §3 and §7 of the wire.
@Suite struct ContentStateMachineTests {
    typealias Machine = ContentStateMachine

    private let error = ContentModel.error
    private let late = ClientError.timedOut(.dump, .seconds(20))

    // MARK: Every ordering

    @Test("Every ordering of up to five inputs", arguments: ContentModel.Input.allCases)
    func everyOrdering(first: ContentModel.Input) {
        let orderings = Orderings.every(upTo: 5, from: ContentModel(), first: [first])
        #expect(orderings.violation == nil)
        let count = ContentModel.Input.allCases.count
        #expect(orderings.stepCount == (0...4).reduce(0) { sum, _ in sum * count + 1 })
    }

    @Test("Every ordering of up to four inputs after what takes several", arguments: [
        [.open, .newSubscriber, .sent, .accepted],
        [.open, .newSubscriber, .sent, .accepted, .refreshed],
        [.open, .newSubscriber, .refreshed],
        [.open, .newSubscriber, .sent, .failed, .timerFires, .sent, .failed],
        [.open, .newSubscriber, .sent, .accepted, .refreshed, .lostSomething],
        [.open, .newSubscriber, .sent, .accepted, .refreshed, .close],
        [.open, .newSubscriber, .sent, .accepted, .refreshed, .sessionEnded, .close],
    ] as [[ContentModel.Input]])
    func everyOrderingAfter(start: [ContentModel.Input]) {
        var model = ContentModel()
        for input in start { #expect(model.take(input) == nil) }
        #expect(Orderings.every(upTo: 4, from: model).violation == nil)
    }

    @Test("Every state that ten plausible inputs lead to", arguments: [true, false])
    func everyState(hasSession: Bool) {
        let model = ContentModel(hasSession: hasSession)
        let orderings = Orderings.reachable(within: 10, from: model)
        #expect(orderings.violation == nil)
        #expect(orderings.stepCount > 1_000)
    }

    // MARK: Rules

    private func machine(hasSession: Bool = true) -> Machine {
        Machine(ContentModel.limits, hasSession: hasSession)
    }

    /// Its request is on its way.
    private func requesting() -> Machine {
        var machine = machine()
        _ = machine.open()
        machine.requestSent()
        return machine
    }

    /// Accepted, and come whole.
    private func following() -> Machine {
        var machine = requesting()
        _ = machine.answered(.accepted)
        _ = machine.refreshed()
        return machine
    }

    @Test("Subscribes once there is a session, and is current once the content came whole")
    func opening() {
        var machine = machine(hasSession: false)
        #expect(machine.open() == [.report(.subscribing)])
        #expect(machine.open() == [])
        #expect(machine.sessionBegan(isSameSubscriber: false) == [
            .report(.subscribing), .request(.subscribe),
        ])
        machine.requestSent()
        #expect(machine.answered(.accepted) == [.startTimer(.refresh)])
        #expect(!machine.isCurrent)
        #expect(machine.refreshed() == [.cancelTimer, .becomeCurrent, .report(.active)])
        #expect(machine.isCurrent)
        #expect(machine.refreshed() == [])
    }

    @Test("The content may come before the answer, which then makes no difference", arguments: [
        .accepted, .failed(ContentModel.error), .refused(ContentModel.error),
        .delayed(ContentModel.error, .seconds(1)),
    ] as [ContentAnswer])
    func contentBeforeAnswer(answer: ContentAnswer) {
        var machine = requesting()
        #expect(machine.refreshed() == [.becomeCurrent, .report(.active)])
        #expect(machine.answered(answer) == [])
        #expect(machine.phase == .following && machine.isCurrent)
    }

    @Test("A request that fails is sent three times, with longer pauses")
    func attempts() {
        var machine = requesting()
        for attempt in 1...2 {
            #expect(machine.answered(.failed(error)) == [
                .report(.reconnecting(error)), .startTimer(.retry(attempt: attempt)),
            ])
            #expect(machine.timerFired() == [.report(.subscribing), .request(.subscribe)])
            machine.requestSent()
        }
        #expect(machine.answered(.failed(error)) == [
            .report(.error(error)), .report(.reconnecting(error)),
        ])
        #expect(machine.phase == .refused)
        #expect(machine.timerFired() == [])
        // It is taken up again on the next connection.
        #expect(machine.sessionEnded(error) == [.report(.reconnecting(error))])
        #expect(machine.sessionBegan(isSameSubscriber: true) == [
            .report(.subscribing), .request(.subscribe),
        ])
    }

    @Test("What asking again cannot help is not asked again before the next session")
    func refusal() {
        var machine = requesting()
        #expect(machine.answered(.refused(error)) == [
            .report(.error(error)), .report(.reconnecting(error)),
        ])
        #expect(machine.sessionBegan(isSameSubscriber: false) == [
            .report(.subscribing), .request(.subscribe),
        ])
    }

    @Test("The server's time to wait is kept once")
    func delay() {
        var machine = requesting()
        let delayed = ContentAnswer.delayed(error, .seconds(2))
        #expect(machine.answered(delayed) == [
            .report(.reconnecting(error)), .startTimer(.delay(.seconds(2))),
        ])
        _ = machine.timerFired()
        machine.requestSent()
        #expect(machine.answered(delayed) == [
            .report(.error(error)), .report(.reconnecting(error)),
        ])
    }

    @Test("A content that does not come is asked for again, by the back-off, without end")
    func lateness() {
        var machine = requesting()
        for attempt in 1...9 {
            _ = machine.answered(.accepted)
            #expect(machine.timerFired() == [
                .report(.reconnecting(late)), .startTimer(.backoff(attempt: attempt)),
            ])
            #expect(machine.timerFired() == [.report(.subscribing), .request(.subscribe)])
            machine.requestSent()
        }
    }

    @Test("A content that comes late is not asked for again")
    func lateContent() {
        var machine = requesting()
        _ = machine.answered(.accepted)
        _ = machine.timerFired()
        var waiting = machine
        #expect(machine.refreshed() == [.cancelTimer, .becomeCurrent, .report(.active)])
        _ = waiting.timerFired()
        #expect(waiting.refreshed() == [.withdrawRequest, .becomeCurrent, .report(.active)])
        #expect(waiting.phase == .following)
    }

    @Test("In each session it subscribes again, same subscriber or not, and is stale until then",
        arguments: [true, false])
    func newSession(isSameSubscriber: Bool) {
        var machine = following()
        #expect(machine.sessionEnded(error) == [.becomeStale, .report(.reconnecting(error))])
        // Of the server's own accord, as it knows the subscriber.
        #expect(machine.refreshed() == [])
        #expect(machine.sessionBegan(isSameSubscriber: isSameSubscriber) == [
            .report(.subscribing), .request(.subscribe),
        ])
        #expect(!machine.isCurrent)
        #expect(machine.refreshed() == [.becomeCurrent, .report(.active)])
    }

    @Test("A session that follows another without its end is a new one")
    func sessionAfterSession() {
        var machine = following()
        #expect(machine.sessionBegan(isSameSubscriber: true) == [
            .becomeStale, .report(.subscribing), .request(.subscribe),
        ])
    }

    @Test("Unsubscribes what the server may send, and waits for the answer, whatever it is")
    func closing() {
        var machine = following()
        #expect(machine.close() == [
            .report(.unsubscribing), .becomeStale, .report(.inactive), .finish,
            .request(.unsubscribe),
        ])
        #expect(machine.close() == [])
        #expect(machine.refreshed() == [])
        #expect(machine.answered(.failed(error)) == [.forget])
        #expect(machine.phase == .idle)
    }

    @Test("A request that was not sent is taken back, and there is nothing to unsubscribe")
    func closingEarly() {
        var machine = machine()
        _ = machine.open()
        #expect(machine.close() == [
            .report(.unsubscribing), .withdrawRequest, .report(.inactive), .finish, .forget,
        ])
        var sent = requesting()
        #expect(sent.close().last == .request(.unsubscribe))
    }

    @Test("Opened again before the server has let go of it, it subscribes behind that")
    func reopening() {
        var machine = following()
        _ = machine.close()
        #expect(machine.open() == [
            .withdrawRequest, .report(.subscribing), .request(.subscribe),
        ])
    }

    @Test("Closed without a session, it unsubscribes if the subscriber comes back", arguments: [
        true, false,
    ])
    func closingOffline(isSameSubscriber: Bool) {
        var machine = following()
        _ = machine.sessionEnded(error)
        #expect(machine.close() == [.report(.unsubscribing), .report(.inactive), .finish])
        #expect(machine.sessionBegan(isSameSubscriber: isSameSubscriber) == [
            isSameSubscriber ? .request(.unsubscribe) : .forget
        ])
    }

    @Test("What was lost is asked for anew, unless the content is to come anyway")
    func loss() {
        var machine = following()
        #expect(machine.lostSomething() == [.report(.updating), .request(.subscribe)])
        #expect(machine.lostSomething() == [])
        #expect(machine.isCurrent)
        machine.requestSent()
        #expect(machine.answered(.accepted) == [.startTimer(.refresh)])
        #expect(machine.lostSomething() == [])
        #expect(machine.refreshed() == [.cancelTimer, .report(.active)])
    }

    @Test("A loss after a content that came before its answer is made good by another request")
    func lossBeforeAnswer() {
        var machine = requesting()
        _ = machine.refreshed()
        #expect(machine.lostSomething() == [
            .withdrawRequest, .report(.updating), .request(.subscribe),
        ])
    }
}
