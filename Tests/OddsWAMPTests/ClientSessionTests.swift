import OddsTestInputs
import Testing

@testable import OddsWAMP

@Suite struct ClientSessionTests {
    private func established() -> ClientSession {
        var session = ClientSession()
        _ = session.open(realm: "r")
        _ = session.receive(.welcome(session: 9, details: .empty))
        return session
    }

    @Test("A session is established once WELCOME has come")
    func open() throws {
        var session = ClientSession()
        #expect(throws: WAMPRequestError.notConnected) { try session.register("/t") }
        guard case .hello("r", let details) = session.open(realm: "r") else {
            Issue.record("no HELLO")
            return
        }
        #expect(details.value("roles") != nil)
        #expect(session.receive(.welcome(session: 9, details: .empty))
            == [.established(session: 9)])
        #expect(try session.register("/t").message
            == .register(request: 1, options: .empty, procedure: "/t"))
    }

    @Test("A challenge is passed on and answered")
    func challenge() {
        var session = ClientSession()
        _ = session.open(realm: "r", authenticationID: "me")
        #expect(session.receive(.challenge(method: "ticket", extra: .empty))
            == [.challenged(method: "ticket", extra: .empty)])
        #expect(session.authenticate(signature: "s")
            == .authenticate(signature: "s", extra: .empty))
        #expect(session.receive(.welcome(session: 1, details: .empty))
            == [.established(session: 1)])
    }

    @Test("Answers belong to their requests; others are ignored")
    func answers() throws {
        var session = established()
        let register = try session.register("/t")
        let call = try session.call("/p")
        #expect(session.receive(.registered(request: call.id, registration: 4)).isEmpty)
        #expect(session.receive(.registered(request: register.id, registration: 4))
            == [.registered(request: register.id, registration: 4)])
        #expect(session.receive(.registered(request: register.id, registration: 4)).isEmpty)
        #expect(session.receive(.result(request: call.id, details: .empty, payload: .none))
            == [.result(request: call.id, payload: .none)])
        #expect(session.pendingRequestCount == 0)
    }

    @Test("ERROR fails its request, with the description; nothing is dropped in silence")
    func refusal() throws {
        var session = established()
        let register = try session.register("/t")
        let payload = WAMPPayload(keywords: JSONObjectText(["desc": "closed for work"]))
        let events = session.receive(
            .error(
                type: 64, request: register.id, details: .empty, error: WAMPReason.noBackend,
                payload: payload))
        let error = WAMPRequestError.refused(
            error: WAMPReason.noBackend, description: "closed for work")
        #expect(events == [.failed(request: register.id, error)])
        #expect("\(error)" == "wamp.no.backend: closed for work")
    }

    @Test("A request that expired is open no more, and its late answer is ignored")
    func expiry() throws {
        var session = established()
        let call = try session.call("/p")
        let expires = session.expire(call.id)
        let expiresTwice = session.expire(call.id)
        #expect(expires && !expiresTwice)
        #expect(session.receive(.result(request: call.id, details: .empty, payload: .none)).isEmpty)
    }

    @Test("UNREGISTERED with the request 0 ends the registration that it names", arguments: [
        (#"[67,0,{"registration":7,"reason":"wamp.close.normal"}]"#, "wamp.close.normal"),
        (#"[67,0,{"registration":7}]"#, ""), (#"[67,0,{"reason":"x"}]"#, nil),
        (#"[67,0,{"registration":"7"}]"#, nil), ("[67,0]", nil),
    ] as [(String, String?)])
    func revocation(text: String, reason: String?) throws {
        var session = established()
        let events = session.receive(try decode(text))
        #expect(events == (reason.map { [.revoked(registration: 7, reason: $0)] } ?? []))
        #expect(session.phase == .established)
    }

    @Test("Open requests fail with the session, however it ends")
    func ends() throws {
        let ends: [(WAMPMessage?, WAMPSessionEnd)] = [
            (nil, .transportClosed),
            (.abort(details: JSONObjectText(["message": "m"]), reason: "a"),
                .aborted(reason: "a", message: "m")),
            (.goodbye(details: .empty, reason: "g"), .left(reason: "g")),
            (.yield(request: 1, options: .empty, payload: .none),
                .violation("message type 70 was not expected")),
        ]
        for (message, end) in ends {
            var session = established()
            let first = try session.register("/t")
            let second = try session.call("/p")
            let events = message.map { session.receive($0) } ?? session.transportClosed()
            #expect(events.suffix(3) == [
                .failed(request: first.id, .sessionEnded(end)),
                .failed(request: second.id, .sessionEnded(end)), .closed(end),
            ])
            #expect(session.phase == .closed && session.transportClosed().isEmpty)
        }
    }

    @Test("GOODBYE of the server is answered; GOODBYE of our own waits for the reply")
    func goodbye() {
        var session = established()
        #expect(session.receive(.goodbye(details: .empty, reason: WAMPReason.systemShutdown)).first
            == .send(.goodbye(details: .empty, reason: WAMPReason.goodbyeAndOut)))
        var leaving = established()
        #expect(leaving.leave() == .goodbye(details: .empty, reason: WAMPReason.closeRealm))
        #expect(leaving.leave() == nil)
        #expect(leaving.receive(.goodbye(details: .empty, reason: "x"))
            == [.closed(.left(reason: "x"))])
    }

    @Test("Open requests are limited")
    func limit() throws {
        var session = established()
        for _ in 0..<WAMPLimits.pendingRequestsMax { _ = try session.call("/p") }
        #expect(throws: WAMPRequestError.tooManyRequests) { try session.call("/p") }
    }

    @Test("A client and a router understand each other, whatever they do", arguments: [9, 10])
    func together(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            var client = ClientSession()
            var router = RouterSession(id: 5, registrationsMax: 100)
            var toRouter = [client.open(realm: "r")]
            var registrations: Set<WAMPID> = []
            for step in 0..<40 {
                var toClient: [WAMPMessage] = []
                for message in toRouter {
                    for action in try router.receive(decode(message.json)) {
                        switch action {
                        case .send(let answer): toClient.append(answer)
                        case .register(let request, _):
                            if let accepted = router.accept(register: request) {
                                toClient.append(accepted.message)
                            }
                        case .call(let request, _, _):
                            toClient.append(
                                .result(request: request, details: .empty, payload: .none))
                        case .unregister, .yielded, .close: break
                        }
                    }
                }
                toRouter = []
                for message in toClient {
                    for event in try client.receive(decode(message.json)) {
                        switch event {
                        case .registered(_, let registration): registrations.insert(registration)
                        case .send(let message): toRouter.append(message)
                        case .failed: Issue.record("a request failed, seed \(seed)")
                        default: break
                        }
                    }
                }
                guard client.phase == .established else { continue }
                if step == 30, let goodbye = client.leave() {
                    toRouter.append(goodbye)
                    continue
                }
                switch random.below(4) {
                case 0: toRouter.append(try client.register("/t\(step)").message)
                case 1: toRouter.append(try client.call("/p").message)
                case 2: toRouter.append(try client.subscribe("/s").message)
                default:
                    guard let registration = registrations.popFirst() else { continue }
                    toRouter.append(try client.unregister(registration).message)
                }
            }
            #expect(client.phase == .closed && router.phase == .closed, "seed \(seed)")
        }
    }
}
