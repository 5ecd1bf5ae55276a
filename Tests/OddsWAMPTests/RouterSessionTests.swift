import OddsTestInputs
import Testing

@testable import OddsWAMP

@Suite struct RouterSessionTests {
    private func established() -> RouterSession {
        var session = RouterSession(id: 77, registrationsMax: 3)
        _ = session.receive(.hello(realm: "r", details: .empty))
        return session
    }

    private func reason(_ actions: [RouterSession.Action]) -> String? {
        guard case .send(.abort(_, let reason)) = actions.first, actions.last == .close else {
            return nil
        }
        return reason
    }

    @Test("WELCOME names the broker and the dealer, and no other role")
    func welcome() throws {
        var session = RouterSession(id: 77, registrationsMax: 3)
        let actions = session.receive(
            .hello(
                realm: "any",
                details: JSONObjectText(
                    unchecked: Array(#"{"roles":{"caller":{},"subscriber":{}}}"#.utf8))))
        guard case .send(.welcome(77, let details)) = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(details.value("roles") == Array(#"{"broker":{},"dealer":{}}"#.utf8))
        #expect(actions.count == 1 && session.phase == .established)
    }

    @Test("Another realm than the one that is served is refused with ABORT")
    func realm() {
        var session = RouterSession(id: 1, realm: "mine", registrationsMax: 3)
        #expect(reason(session.receive(.hello(realm: "other", details: .empty)))
            == WAMPReason.noSuchRealm)
        #expect(session.phase == .closed)
        #expect(session.receive(.hello(realm: "mine", details: .empty)).isEmpty)
    }

    @Test("Where a ticket is asked for, there is no session without it")
    func ticket() {
        for (answer, isRight) in [("open", true), ("other", false), ("", false)] {
            var session = RouterSession(id: 7, ticket: "open", registrationsMax: 3)
            #expect(session.receive(.hello(realm: "r", details: .empty))
                == [.send(.challenge(method: "ticket", extra: .empty))])
            #expect(session.phase == .challenged)
            let actions = session.receive(.authenticate(signature: answer, extra: .empty))
            if isRight {
                guard actions.count == 1, case .send(.welcome(7, _)) = actions[0] else {
                    Issue.record("\(actions)")
                    return
                }
            } else {
                #expect(reason(actions) == WAMPReason.authenticationFailed)
            }
            #expect((session.phase == .established) == isRight)
        }
        for message in everyMessage where message.type != .authenticate {
            var session = RouterSession(id: 7, ticket: "open", registrationsMax: 3)
            _ = session.receive(.hello(realm: "r", details: .empty))
            let actions = session.receive(message)
            #expect(session.phase == .closed)
            #expect((reason(actions) == WAMPReason.protocolViolation) == (message.type != .abort))
        }
    }

    @Test("What breaks the protocol ends the session with ABORT")
    func violations() {
        for message in everyMessage {
            var fresh = RouterSession(id: 1, registrationsMax: 3)
            let isFirst = message.type == .hello || message.type == .abort
            let first = fresh.receive(message)
            #expect((reason(first) == WAMPReason.protocolViolation) == !isFirst)
        }
        let forbidden: Set<WAMPMessageType> = [
            .hello, .welcome, .challenge, .authenticate, .subscribed, .unsubscribed, .result,
            .registered, .unregistered, .invocation,
        ]
        for message in everyMessage {
            var session = established()
            let isViolation = reason(session.receive(message)) == WAMPReason.protocolViolation
            #expect(isViolation == forbidden.contains(message.type), "\(message)")
        }
    }

    @Test("A registration gets its id when it is accepted; the client need not be a callee")
    func register() throws {
        var session = established()
        #expect(session.receive(.register(request: 2, options: .empty, procedure: "/t"))
            == [.register(request: 2, procedure: "/t")])
        let answer = session.accept(register: 2)
        let accepted = try #require(answer)
        #expect(accepted.message == .registered(request: 2, registration: accepted.registration))
        #expect(session.registrations == [accepted.registration: "/t"])
        #expect(session.accept(register: 2) == nil)
        let id = accepted.registration
        #expect(session.receive(.unregister(request: 3, registration: id))
            == [.send(.unregistered(request: 3)), .unregister(registration: id)])
        guard case .send(.error(66, 4, _, WAMPReason.noSuchRegistration, _)) =
            session.receive(.unregister(request: 4, registration: id)).first
        else {
            Issue.record("unregistered twice")
            return
        }
    }

    @Test("Registrations of different sessions of a router have different ids")
    func routerScope() throws {
        let ids = WAMPIDSource()
        var seen: Set<WAMPID> = []
        for id in 1...3 as ClosedRange<WAMPID> {
            var session = RouterSession(id: id, registrationsMax: 3, ids: ids)
            _ = session.receive(.hello(realm: "r", details: .empty))
            _ = session.receive(.register(request: 1, options: .empty, procedure: "/t"))
            let accepted = session.accept(register: 1)
            seen.insert(try #require(accepted).registration)
        }
        #expect(seen.count == 3)
    }

    @Test("Registrations are limited, those that wait for an answer included")
    func limit() {
        var session = established()
        for request in 1...3 as ClosedRange<WAMPID> {
            _ = session.receive(.register(request: request, options: .empty, procedure: "/t"))
        }
        _ = session.accept(register: 1)
        let fourth = session.receive(.register(request: 4, options: .empty, procedure: "/t"))
        guard case .send(.error(64, 4, _, "em.error.too_many_registrations", _)) = fourth.first
        else {
            Issue.record("\(fourth)")
            return
        }
    }

    @Test("Subscriptions succeed and deliver nothing")
    func subscribe() {
        var session = established()
        let actions = session.receive(
            .subscribe(request: 1, options: .empty, topic: "/sessionStateChange"))
        guard case .send(.subscribed(1, let id)) = actions.first, actions.count == 1 else {
            Issue.record("\(actions)")
            return
        }
        #expect(session.receive(.unsubscribe(request: 2, subscription: id))
            == [.send(.unsubscribed(request: 2))])
    }

    @Test("GOODBYE is answered in kind", arguments: [
        (WAMPReason.closeRealm, WAMPReason.goodbyeAndOut),
        (WAMPReason.errorCloseRealm, WAMPReason.errorGoodbyeAndOut),
        (WAMPReason.systemShutdown, WAMPReason.goodbyeAndOut),
    ])
    func goodbye(reason: String, reply: String) {
        var session = established()
        #expect(session.receive(.goodbye(details: .empty, reason: reason))
            == [.send(.goodbye(details: .empty, reason: reply)), .close])
        #expect(session.phase == .closed)
    }

    @Test("The server leaves with GOODBYE and closes upon the reply")
    func leave() {
        var session = established()
        #expect(session.leave(reason: WAMPReason.systemShutdown)
            == [.send(.goodbye(details: .empty, reason: WAMPReason.systemShutdown))])
        #expect(session.receive(.yield(request: 1, options: .empty, payload: .none)).isEmpty)
        #expect(session.receive(.goodbye(details: .empty, reason: "x")) == [.close])
        var fresh = RouterSession(id: 1, registrationsMax: 1)
        #expect(fresh.leave(reason: WAMPReason.systemShutdown) == [.close])
    }

    @Test("No order of messages traps; a closed session is silent", arguments: [7, 8])
    func fuzz(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<2_000 {
            var session = RouterSession(id: 1, registrationsMax: 4)
            if random.chance(90) { _ = session.receive(.hello(realm: "r", details: .empty)) }
            for _ in 0..<12 {
                let wasClosed = session.phase == .closed
                let actions = session.receive(random.pick(everyMessage))
                #expect(!wasClosed || actions.isEmpty, "seed \(seed)")
                if random.chance(30) { _ = session.accept(register: 5) }
                if random.chance(3) { _ = session.leave(reason: "x") }
            }
        }
    }
}
