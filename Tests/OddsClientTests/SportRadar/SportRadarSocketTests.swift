import OddsClient
import OddsClientTesting
import OddsModel
import ServicesProvider
import Testing

extension ClientServerTests {
    /// §2 and §7 of the wire: sessions, and what outlives them.
    @Suite struct SportRadarSocketTests {
        private let page = SportRadarContent.liveEvents(sport: "FBL")

        @Test("§2.1, §2.2: says who it is, and is connected once LISTENING_STARTED was read")
        func opening() async throws {
            try await SportRadarScene.run { scene in
                var states = await scene.client.states().makeAsyncIterator()
                try await scene.client.connect()
                #expect(await states.next() == .disconnected(nil))
                #expect(await states.next() == .connecting(attempt: 1))
                #expect(await states.next() == .connected(session: "s-1"))
                #expect(await scene.client.subscriberID == "s-1")
                #expect(await scene.server.on { $0.greetings } == [
                    #"{"subscriberId":null,"versionList":[],"#
                        + #""clientContext":{"language":"EN","ipAddress":""}}"#
                ])
                await scene.client.disconnect()
                #expect(await states.next() == .disconnected(nil))
                try await eventually {
                    await scene.server.on { $0.subscribers["s-1"]?.socket == nil }
                }
            }
        }

        @Test("§2.5: follows contents, in text and in binary frames", arguments: [false, true])
        func following(isBinary: Bool) async throws {
            try await SportRadarScene.run { scene in
                await scene.server.on { $0.sendsBinary = isBinary }
                try await scene.client.connect()
                let stores = [
                    await scene.subscribe(page),
                    await scene.subscribe(.event(id: "9001.1")),
                    await scene.subscribe(.liveSports),
                ]
                for store in stores { try await scene.active(store) }
                #expect(await stores[0].events().count == 5)
                #expect(await stores[1].events().map(\.id) == [EntityID("9001.1")])
                #expect(await stores[2].references().first?.id == EntityID("FBL"))
                await scene.server.on { server in
                    for index in 0..<3 { server.publish(server.world.price(0, index)) }
                }
                try await scene.expectTruth(stores)
                #expect(await stores[0].snapshot().channel == "\(page)")
            }
        }

        @Test("A content has one store, as long as somebody retains it")
        func oneStore() async throws {
            try await SportRadarScene.run { scene in
                let first = scene.client.store(of: page)
                #expect(scene.client.store(of: page) === first)
                #expect(await first.events().isEmpty)
                #expect(await first.isStale)
            }
        }

        @Test("§7.2: it comes back as the same subscriber, and subscribes to all contents again")
        func sameSubscriber() async throws {
            try await SportRadarScene.run { scene in
                await scene.server.on { $0.world.kept = ["9002.1"] }
                try await scene.client.connect()
                let stores = [
                    await scene.subscribe(page), await scene.subscribe(.event(id: "9002.1")),
                ]
                for store in stores { try await scene.active(store) }
                for number in 1...10 {
                    await scene.server.on { $0.drop() }
                    for store in stores { try await eventually { await store.isStale } }
                    #expect(await stores[0].events().count > 0)
                    await scene.server.on { $0.change(20) }
                    for store in stores { try await scene.active(store) }
                    #expect(await scene.client.subscriberID == "s-1")
                    #expect(await scene.requestCount(stores[0]) == number + 1)
                }
                try await scene.expectTruth(stores)
                #expect(await scene.server.on { $0.greetings.last }?.contains(#""s-1""#) == true)
            }
        }

        @Test("§7.2: a subscriber that the server has forgotten begins anew, at once")
        func forgottenSubscriber() async throws {
            try await SportRadarScene.run { scene in
                try await scene.client.connect()
                let store = await scene.subscribe(page)
                try await scene.active(store)
                await scene.server.on { server in
                    server.drop(forgets: true)
                    server.change(20)
                }
                try await eventually { await store.isStale }
                try await scene.expectTruth([store])
                #expect(await scene.client.subscriberID == "s-2")
                #expect(await scene.client.counters.errors == ["SUBSCRIBER_NOT_FOUND": 1])
                let greetings = await scene.server.on { $0.greetings }
                #expect(greetings.count == 3 && greetings[2] == greetings[0])
            }
        }

        @Test("§2.4: forgotten between socket and REST, it opens the socket anew as a new one")
        func forgottenBySubscribe() async throws {
            try await SportRadarScene.run { scene in
                try await scene.client.connect()
                let first = await scene.subscribe(page)
                try await scene.active(first)
                await scene.server.on { server in
                    // The socket stays.
                    server.subscribers = [:]
                    server.world.kept = ["9003.1"]
                    server.change(20)
                }
                let stores = [first, await scene.subscribe(.event(id: "9003.1"))]
                try await scene.expectTruth(stores)
                #expect(await scene.client.subscriberID == "s-2")
                #expect(await scene.client.counters.sessions == 2)
            }
        }

        @Test("§2.4: any other error is counted and ends the attempt, which is not the last")
        func otherError() async throws {
            try await SportRadarScene.run { scene in
                await scene.server.on {
                    $0.listeningAnswers = [
                        #"{"errorType":"SERVER_BUSY"}"#, #"{"errorType":"SUBSCRIBER_NOT_FOUND"}"#,
                    ]
                }
                var states = await scene.client.states().makeAsyncIterator()
                await scene.client.startConnecting()
                for error in ["SERVER_BUSY", "SUBSCRIBER_NOT_FOUND"] {
                    var isTold = false
                    await withTimePassing(scene.clock) {
                        while !isTold, let state = await states.next() {
                            if case .waiting(_, .refused(error, _)) = state { isTold = true }
                        }
                    }
                    #expect(isTold)
                }
                try await eventually(scene.clock) { await scene.client.subscriberID == "s-1" }
                #expect(
                    await scene.client.counters.errors
                        == ["SERVER_BUSY": 1, "SUBSCRIBER_NOT_FOUND": 1])
            }
        }

        @Test("An error on a socket that listens is counted, and ends nothing")
        func errorWhileListening() async throws {
            try await SportRadarScene.run { scene in
                try await scene.client.connect()
                let store = await scene.subscribe(page)
                try await scene.active(store)
                await scene.server.on { server in
                    for subscriber in server.subscribers.values {
                        server.send(#"{"errorType":"BUSY","data":[]}"#, to: subscriber.socket!)
                        server.send(#"{"notificationType":"NEWS"}"#, to: subscriber.socket!)
                    }
                    server.change(5)
                }
                try await scene.expectTruth([store])
                #expect(await scene.client.counters.errors == ["BUSY": 1])
                #expect(await scene.client.counters.framesIgnored == 1)
                #expect(await scene.client.counters.sessions == 1)
            }
        }

        @Test("SR-F3: LISTENING_STARTED in a session begins another one")
        func sessionAfterSession() async throws {
            try await SportRadarScene.run { scene in
                try await scene.client.connect()
                let store = await scene.subscribe(page)
                try await scene.active(store)
                await scene.server.on { server in
                    let socket = server.subscribers["s-1"]!.socket!
                    server.send(
                        #"{"notificationType":"LISTENING_STARTED","data":"s-1"}"#, to: socket)
                    server.change(5)
                }
                try await eventually { await scene.requestCount(store) == 2 }
                try await scene.expectTruth([store])
                #expect(await scene.client.counters.sessions == 2)
            }
        }

        @Test("§7.6: a new subscriber on demand")
        func renewal() async throws {
            try await SportRadarScene.run { scene in
                try await scene.client.connect()
                let store = await scene.subscribe(page)
                try await scene.active(store)
                #expect(try await scene.client.renewSubscriber() == "s-2")
                await scene.server.on { $0.change(5) }
                try await scene.expectTruth([store])
            }
        }

        @Test("A subscriber of an earlier client is taken up")
        func earlierSubscriber() async throws {
            try await SportRadarScene.run(configuration: { $0.subscriberID = "s-9" }) { scene in
                await scene.server.on {
                    $0.subscribers["s-9"] = SportRadarTestServer.Subscriber()
                }
                try await scene.client.connect()
                #expect(await scene.client.subscriberID == "s-9")
            }
        }

        @Test("A client and its stores are freed once they are ended")
        func release() async throws {
            weak var store: ChannelDataStore?
            weak var client: SportRadarSocketClient?
            let clock = ManualClock()
            try await SportRadarTestServer.run { server, port in
                func follow(_ requests: SportRadarContentRequests) async throws {
                    let own = try SportRadarSocketClient(.patient(port, clock), requests: requests)
                    try await own.connect()
                    let followed = own.store(of: page)
                    (client, store) = (own, followed)
                    await followed.subscribe()
                    try await eventually(clock) { await followed.state == .active }
                    await server.on { $0.drop() }
                    try await eventually(clock) { await followed.isStale }
                    try await eventually(clock) { await followed.state == .active }
                    await followed.unsubscribe()
                    await own.shutDown()
                }
                try await SportRadarScene.withRequests(to: port) { requests in
                    try await follow(requests)
                    try await eventually(clock) { store == nil }
                    try await eventually(clock) { client == nil }
                }
            }
        }
    }
}
