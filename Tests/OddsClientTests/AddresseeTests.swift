import OddsClient
import OddsClientTesting
import OddsModel
import Testing

/// The addressee of a message of the server: a registration, a request, or nobody.
@Suite(.hangLimit) struct AddresseeTests {
    private let clock = ManualClock()
    typealias Server = ScriptedServer

    private static let begin = [Server.frame("[2,1,{}]"), Server.frame("[65,1,7]")]

    private func configuration(_ url: String) -> ClientConfiguration {
        var configuration = ClientConfiguration.patient(url, clock)
        // The script has no answer to GOODBYE.
        configuration.goodbyeTimeLimit = .seconds(1)
        return configuration
    }

    /// Runs a client with a store of /a, whose server says what stands there once it is
    /// asked for the dump, and goes on as told.
    private func withStore(
        _ frames: [String], then answers: [[UInt8]] = [],
        _ body: (EMWebSocketClient, ChannelDataStore) async throws -> Void
    ) async throws {
        let script = Self.begin + [frames.flatMap { Server.frame($0) }] + answers
        try await Server.run(.webSocket(script)) { url in
            let client = try EMWebSocketClient(configuration(url))
            try await client.connect()
            let store = ChannelDataStore("/a", client: client)
            await store.subscribe()
            try await body(client, store)
            await store.unsubscribe()
            await withTimePassing(clock) { await client.disconnect() }
        }
    }

    private func odds(_ store: ChannelDataStore) async -> Double? {
        await store.value(of: EntityName(.bettingOffer, EntityID("30")))?.bettingOffer?.odds
    }

    private static let dump = "[50,2,{},[],\(smallWorld(10))]"
    private static let last = update(11, change("BETTING_OFFER", "30", #""odds":5"#))

    @Test("A message for nobody is counted, and costs no topic a dump", arguments: [
        #"[36,5512,1,{},[],{"state":"ok"}]"#, "[99]", #"[36,"x"]"#, "[18446744073709551615,{}]",
        "[68,3,999,{},[],{}]", #"[68,3,999,{},[{"a":1}]]"#, "[50,77,{},[],{}]", "[50,77,{}]",
        "[65,77,7]", "[67,0]", #"[67,0,{"registration":999}]"#, #"[8,48,77,{},"a.b"]"#, "{}",
        "[]", #"["x"]"#, #"[36,1,"#,
    ])
    func nobody(message: String) async throws {
        let update = "[68,9,7,{},[],\(Self.last)]"
        try await withStore([Self.dump, message, update]) { client, store in
            try await eventually { await store.version?.text == "11" }
            #expect(await client.counters.messagesIgnored == 1)
            #expect(await client.counters.messagesRejected == 0)
            #expect(await store.counters.framesRejected == 0)
            #expect(await store.state == .active)
        }
    }

    @Test("A frame in positional arguments, or before an unknown element, is read", arguments: [
        ("[50,2,{},[F]]", "[68,9,7,{},[F]]"), ("[50,2,{},[F],{}]", "[68,9,7,{},[F],{}]"),
        ("[50,2,{},[],F,7]", "[68,9,7,{},[],F,7]"),
        (#"[50,2,{},[],F,{"a":1}]"#, #"[68,9,7,{},[],F,{"a":1}]"#),
    ])
    func forms(result: String, invocation: String) async throws {
        let frames = [
            result.replacing("F", with: smallWorld(10)),
            invocation.replacing("F", with: Self.last),
        ]
        try await withStore(frames) { client, store in
            try await eventually { await store.version?.text == "11" }
            #expect(await odds(store) == 5)
            #expect(await store.counters.framesRejected == 0)
            #expect(await client.counters == EMCounters())
        }
    }

    @Test("A damaged message costs the topic whose it is; one that shows no topic, each")
    func damaged() async throws {
        let second = [
            Server.frame("[65,3,8]"),
            Server.frame("[50,4,{},[],\(smallWorld(10))]")
                + Server.frame(#"[68,1,7,{},[],{"messageType":"UPDA"#),
        ]
        let answers = second + [Server.frame("garbage")]
        try await withStore([Self.dump], then: answers) { client, store in
            try await eventually { await store.state == .active }
            let other = ChannelDataStore("/b", client: client)
            await other.subscribe()
            // The answer to the YIELD that the first one causes.
            try await eventually { await client.counters.messagesRejected == 1 }
            #expect(await store.counters.framesRejected == 2)
            #expect(await other.counters.framesRejected == 1)
            await other.unsubscribe()
        }
    }

    @Test("A damaged dump is found when it comes, and not by its time limit")
    func damagedDump() async throws {
        try await withStore([#"[50,2,{},[],{"messageType":"INIT"#]) { _, store in
            try await eventually { await store.counters.framesRejected == 1 }
            #expect(clock.now == ManualClock().now)
        }
    }

    @Test("An illegal message of a known kind ends the connection, and is named")
    func illegal() async throws {
        try await withStore([Self.dump, #"[6,7,"a.b"]"#]) { client, _ in
            var states = await client.states().makeAsyncIterator()
            var seen: ClientError?
            while seen == nil, let state = await states.next() {
                if case .waiting(_, let error) = state { seen = error }
            }
            let what = "an illegal GOODBYE: details is not an object at byte 3"
            #expect(seen == .protocolViolation(what))
        }
    }

    @Test("A registration that the server ends is made again, and its dump requested")
    func revoked() async throws {
        let revocation = #"[67,0,{"registration":7,"reason":"wamp.close.normal"}]"#
        let again = [
            Server.frame("[65,3,8]"), Server.frame("[50,4,{},[],\(smallWorld(20, odds: "4"))]"),
        ]
        try await withStore([Self.dump, revocation], then: again) { _, store in
            let error = ClientError.registrationRevoked(reason: "wamp.close.normal")
            try await eventually { await store.state == .reconnecting(error) }
            #expect(await store.isStale)
            #expect(await odds(store) == 2.5)
            try await eventually(clock) { await store.state == .active }
            #expect(await odds(store) == 4)
            #expect("\(error)" == "the server ended the registration: wamp.close.normal")
        }
    }

    @Test("A dump that was requested before the revocation does not answer for the new one")
    func lateDump() async throws {
        let revocation = #"[67,0,{"registration":7}]"#
        let again = [
            Server.frame("[65,3,8]") + Server.frame(Self.dump)
                + Server.frame("[68,9,8,{},[],\(Self.last)]"),
            Server.frame("[50,4,{},[],\(smallWorld(10, odds: "4"))]"),
        ]
        try await withStore([revocation], then: again) { client, store in
            try await eventually(clock) { await store.state == .active }
            #expect(await store.counters.framesApplied == 2)
            #expect(await odds(store) == 5)
            #expect(await client.counters.messagesIgnored == 1)
        }
    }

    @Test("A server that ends every registration is asked more and more rarely")
    func storm() async throws {
        // Each REGISTER is answered with the next id, each CALL for a dump with its end.
        let rounds = (0..<6).flatMap { round in
            [
                Server.frame("[65,\(2 * round + 1),\(round)]"),
                Server.frame(#"[67,0,{"registration":\#(round)}]"#),
            ]
        }
        try await Server.run(.webSocket([Server.frame("[2,1,{}]")] + rounds)) { url in
            var configuration = configuration(url)
            configuration.backoff = Backoff(
                initial: .seconds(1), cap: .seconds(8), factor: 2, jitter: 0)
            let client = try EMWebSocketClient(configuration)
            try await client.connect()
            let (events, noted) = AsyncStream.makeStream(of: Bool.self)
            let topic = try await client.register("/a", receiver: Noted(client, noted))
            var seen = events.makeAsyncIterator()
            #expect(await seen.next() == true)
            for seconds in [1, 2, 4, 8, 8] {
                #expect(await seen.next() == false)
                let end = clock.now
                await withTimePassing(clock, step: .milliseconds(100)) {
                    #expect(await seen.next() == true)
                }
                #expect(end.duration(to: clock.now) >= .seconds(seconds))
            }
            await client.unregister(topic)
            await withTimePassing(clock) { await client.disconnect() }
        }
    }

    /// Requests a dump of each registration, and tells of it and of its end.
    private final class Noted: FeedReceiver {
        private let client: EMWebSocketClient
        private let events: AsyncStream<Bool>.Continuation

        init(_ client: EMWebSocketClient, _ events: AsyncStream<Bool>.Continuation) {
            (self.client, self.events) = (client, events)
        }

        func receive(_ event: FeedEvent) {
            switch event {
            case .registered(let registration):
                client.assumeIsolated { $0.requestDump(registration) }
                events.yield(true)
            case .connectionLost: events.yield(false)
            default: break
            }
        }
    }
}
