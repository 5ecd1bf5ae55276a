import Testing

@testable import OddsClient

@Suite struct SubscriptionStateMachineTests {
    typealias Machine = SubscriptionStateMachine

    private let registration = FeedRegistration(number: 1, topic: "/t")
    private let error = ClientError.connectionLost("test")
    private let dump = FrameOutcome(isDump: true)
    private let gap = FrameOutcome(hasGap: true)

    // MARK: Every ordering

    @Test("Every ordering of up to five inputs", arguments: SubscriptionModel.Input.allCases)
    func everyOrdering(first: SubscriptionModel.Input) {
        let orderings = Orderings.every(upTo: 5, from: SubscriptionModel(), first: [first])
        #expect(orderings.violation == nil)
        let count = SubscriptionModel.Input.allCases.count
        #expect(orderings.stepCount == (0...4).reduce(0) { sum, _ in sum * count + 1 })
    }

    @Test("Every ordering of up to four inputs after a dump, a lost connection and a failure",
        arguments: [
            [.open, .registered, .registerSucceeds, .answer],
            [.open, .registered, .registerSucceeds, .dumpFailed],
            [.open, .registered, .registerSucceeds, .answer, .gap, .restTimerFires, .dump],
            [.open, .registerSucceeds, .registered, .answer, .connectionLost],
            [.open, .registered, .close, .open],
        ] as [[SubscriptionModel.Input]])
    func everyOrderingAfter(start: [SubscriptionModel.Input]) {
        var model = SubscriptionModel()
        for input in start { #expect(model.take(input) == nil) }
        #expect(Orderings.every(upTo: 4, from: model).violation == nil)
    }

    @Test("Every state that ten plausible inputs lead to")
    func everyState() {
        let orderings = Orderings.reachable(within: 10, from: SubscriptionModel())
        #expect(orderings.violation == nil)
    }

    // MARK: Rules

    private func machine() -> Machine {
        Machine(restInterval: .seconds(1), restIntervalMax: .seconds(4))
    }

    /// Registered on a connection whose dump has come, and after the pause.
    private func active() -> Machine {
        var machine = machine()
        _ = machine.open()
        _ = machine.registered(registration)
        _ = machine.registerReturned(.success(registration), call: 1)
        _ = machine.received(dump, isAnswer: true)
        _ = machine.restTimerFired()
        return machine
    }

    @Test("Registers first, and requests the dump once it is registered")
    func opening() {
        var machine = machine()
        #expect(machine.open() == [.report(.subscribing), .register(call: 1)])
        #expect(machine.open() == [])
        #expect(machine.registered(registration) == [
            .holdFrames, .report(.subscribing), .keepFrames, .startRestTimer(.seconds(1)),
            .requestDump(registration),
        ])
        #expect(machine.registerReturned(.success(registration), call: 1) == [])
        #expect(!machine.isCurrent)
        #expect(machine.received(dump, isAnswer: true) == [.becomeCurrent, .report(.active)])
        #expect(machine.isCurrent)
    }

    @Test("A refused registration is tried again after each pause, longer each time")
    func refusedRegistration() {
        var machine = machine()
        _ = machine.open()
        for attempt in 1...3 {
            #expect(machine.registerReturned(.failure(error), call: attempt) == [
                .report(.error(error)), .startRetryTimer(attempt: attempt),
                .report(.reconnecting(error)),
            ])
            #expect(machine.retryTimerFired() == [
                .report(.subscribing), .register(call: attempt + 1),
            ])
        }
        #expect(machine.registerReturned(.success(registration), call: 4) == [])
        #expect(machine.phase == .offline(registration))
        #expect(machine.failureCount == 0)
    }

    @Test("A failed dump is requested again after a pause, and its frames are not kept")
    func failedDump() {
        var machine = machine()
        _ = machine.open()
        _ = machine.registered(registration)
        #expect(machine.dumpFailed(error) == [
            .stopKeepingFrames, .report(.error(error)), .startRetryTimer(attempt: 1),
            .report(.reconnecting(error)),
        ])
        #expect(machine.retryTimerFired() == [
            .report(.subscribing), .keepFrames, .startRestTimer(.seconds(1)),
            .requestDump(registration),
        ])
    }

    @Test("A gap requests a dump at once, and the next one after the pause")
    func gaps() {
        var machine = active()
        #expect(machine.received(gap) == [
            .report(.updating), .keepFrames, .startRestTimer(.seconds(1)),
            .requestDump(registration),
        ])
        #expect(machine.received(gap) == [.report(.updating)])
        #expect(machine.received(dump, isAnswer: true) == [.report(.active), .report(.updating)])
        #expect(machine.received(gap) == [.report(.updating)])
        // Twice as long, up to the bound.
        for interval in [2, 4, 4] {
            #expect(machine.restTimerFired() == [
                .keepFrames, .startRestTimer(.seconds(interval)), .requestDump(registration),
            ])
            _ = machine.received(dump, isAnswer: true)
            _ = machine.received(gap)
        }
        _ = machine.restTimerFired()
        _ = machine.received(dump, isAnswer: true)
        #expect(machine.restTimerFired() == [])
        #expect(machine.restInterval == .seconds(1))
    }

    @Test("While an answer is awaited the pause is renewed instead of requesting twice")
    func lateAnswer() {
        var machine = active()
        _ = machine.received(gap)
        _ = machine.received(gap)
        #expect(machine.restTimerFired() == [.startRestTimer(.seconds(2))])
        #expect(machine.restTimerFired() == [.startRestTimer(.seconds(4))])
    }

    @Test("An answer that is not a dump wants another one", arguments: [true, false])
    func answerWithoutDump(isReadable: Bool) {
        var machine = active()
        _ = machine.received(gap)
        _ = machine.restTimerFired()
        #expect(machine.received(FrameOutcome(hasGap: !isReadable), isAnswer: true) == [
            .report(.updating), .keepFrames, .startRestTimer(.seconds(1)),
            .requestDump(registration),
        ])
    }

    @Test("A dump that the server sends unasked does not replace the answer to come")
    func overtakingDump() {
        var machine = active()
        _ = machine.received(gap)
        #expect(machine.received(dump) == [.keepFrames, .report(.active)])
        _ = machine.restTimerFired()
        #expect(machine.received(gap) == [.report(.updating)])
        #expect(machine.received(dump, isAnswer: true) == [
            .report(.active), .report(.updating), .keepFrames, .startRestTimer(.seconds(1)),
            .requestDump(registration),
        ])
    }

    @Test("A gap brings the retry of a failed dump forward, unless it rests")
    func gapWhileRetrying() {
        var machine = active()
        _ = machine.received(gap)
        _ = machine.dumpFailed(error)
        #expect(machine.received(gap) == [])
        #expect(machine.restTimerFired() == [
            .cancelRetryTimer, .report(.updating), .keepFrames, .startRestTimer(.seconds(2)),
            .requestDump(registration),
        ])
    }

    @Test("A dump that comes by itself ends the wait for a retry")
    func dumpWhileRetrying() {
        var machine = active()
        _ = machine.received(gap)
        _ = machine.dumpFailed(error)
        #expect(machine.received(dump) == [.cancelRetryTimer, .report(.active)])
        #expect(machine.retryTimerFired() == [])
    }

    @Test("A lost connection leaves the tree stale until the next connection's dump")
    func lostConnection() {
        var machine = active()
        #expect(machine.connectionLost(error) == [.becomeStale, .report(.reconnecting(error))])
        #expect(machine.received(dump) == [])
        #expect(machine.dumpFailed(error) == [])
        #expect(machine.registered(registration).contains(.requestDump(registration)))
        #expect(machine.received(dump) == [.keepFrames, .becomeCurrent, .report(.active)])
    }

    @Test("A registration that cannot be restored is made anew")
    func registrationGivenUp() {
        var machine = active()
        _ = machine.connectionLost(error)
        #expect(machine.registrationFailed(error) == [
            .report(.error(error)), .startRetryTimer(attempt: 1), .report(.reconnecting(error)),
        ])
        #expect(machine.retryTimerFired() == [.report(.subscribing), .register(call: 2)])
    }

    @Test("Closing unregisters the topic, and ends at once")
    func closing() {
        var machine = active()
        #expect(machine.close() == [
            .report(.unsubscribing), .unregister(registration), .becomeStale,
            .report(.inactive), .finish,
        ])
        #expect(machine.close() == [])
        #expect(machine.open() == [.report(.subscribing), .register(call: 2)])
    }

    @Test("Closing while registering waits for the answer, and unregisters what it brings")
    func closingWhileRegistering() {
        var machine = machine()
        _ = machine.open()
        #expect(machine.close() == [.report(.unsubscribing), .cancelRegister])
        #expect(machine.registered(registration) == [])
        #expect(machine.registerReturned(.success(registration), call: 1) == [
            .unregister(registration), .report(.inactive), .finish,
        ])
    }

    @Test("Opened again while it closes, it registers anew after the end")
    func reopening() {
        var machine = machine()
        _ = machine.open()
        _ = machine.close()
        #expect(machine.open() == [])
        #expect(machine.registerReturned(.failure(error), call: 1) == [
            .report(.inactive), .finish, .report(.subscribing), .register(call: 2),
        ])
    }

    @Test("Closed again after that, it ends")
    func closingTwice() {
        var machine = machine()
        _ = machine.open()
        _ = machine.close()
        _ = machine.open()
        #expect(machine.close() == [])
        #expect(machine.registerReturned(.failure(error), call: 1) == [
            .report(.inactive), .finish,
        ])
    }

    @Test("A call of before an end says nothing about the one after it")
    func returnOfAnEarlierCall() {
        var machine = machine()
        _ = machine.open()
        _ = machine.registered(registration)
        _ = machine.close()
        _ = machine.open()
        #expect(machine.registerReturned(.success(registration), call: 1) == [])
        #expect(machine.registerReturned(.failure(error), call: 1) == [])
        #expect(machine.phase == .registering(call: 2))
    }

    @Test("Closing cancels the timers", arguments: [true, false])
    func closingWithTimers(isPausing: Bool) {
        var machine = machine()
        _ = machine.open()
        if isPausing {
            _ = machine.registerReturned(.failure(error), call: 1)
        } else {
            _ = machine.registered(registration)
            _ = machine.dumpFailed(error)
        }
        let actions = machine.close()
        #expect(actions.contains(.cancelRetryTimer))
        #expect(actions.contains(.cancelRestTimer) == !isPausing)
    }
}
