import OddsClient
import OddsClientTesting
import OddsModel
import SeededRandom
import Testing

extension ClientServerTests {
    /// §3 and §7.3 to §7.5 of the wire: subscriptions, and what comes before, between and
    /// behind.
    @Suite struct SportRadarContentTests {
        private let page = SportRadarContent.liveEvents(sport: "FBL")
        private let one = SportRadarContent.event(id: "9001.1")

        @Test("S4: changes before REFRESHED, before the answer, and between two REFRESHED")
        func changesBeforeRefreshed() async throws {
            try await SportRadarScene.run { scene in
                await scene.server.on { server in
                    server.changesBeforeRefreshed = 5
                    server.refreshesTwice = true
                    server.holdsAnswers = true
                }
                try await scene.client.connect()
                let store = scene.client.store(of: page)
                let log = OddsLog()
                let observer = await store.observeOutcome(id: EntityID("790011.1"))
                let following = Task { await log.follow(observer) }
                await store.subscribe()
                // The content is there, and the answer is not.
                try await scene.active(store)
                for _ in 0..<3 {
                    await scene.server.on { server in
                        server.publish(server.world.price(0, 0))
                        server.releaseAnswers()
                        server.publish(server.world.price(0, 0))
                        server.drop()
                        server.publish(server.world.price(0, 0))
                    }
                    try await eventually { await store.isStale }
                    try await scene.active(store)
                }
                try await scene.expectTruth([store])
                let counters = await store.contentCounters
                #expect((counters?.changesBeforeRefreshed ?? 0) > 0)
                await store.unsubscribe()
                await following.value
                let (odds, isGrowing) = await (log.odds, log.isGrowing)
                #expect(isGrowing, "\(odds)")
                #expect(odds.count > 3)
            }
        }

        @Test("§7.3: until REFRESHED the tree stays, stale, and then one change set tells all")
        func oneDifference() async throws {
            try await SportRadarScene.run { scene in
                try await scene.client.connect()
                let store = await scene.subscribe(page)
                try await scene.active(store)
                var contents = await store.contents().makeAsyncIterator()
                #expect(await contents.next() == .connected)
                _ = await contents.next()
                await scene.server.on { $0.drop() }
                try await eventually { await store.isStale }
                #expect(await store.events().count == 5)
                var changes = await store.changes().makeAsyncIterator()
                await scene.server.on { $0.change(10) }
                try await scene.active(store)
                let all = try #require(await changes.next())
                #expect(all.changes.isReset && !all.isIncomplete)
                var seen: [SubscribableContent<[EventModel]>] = []
                while seen.last != .connected { seen.append(await contents.next()!) }
                #expect(seen.contains(.disconnected))
                try await scene.expectTruth([store])
            }
        }

        @Test("§3.3: a refused content is an error, and is asked for again in the next session")
        func refusal() async throws {
            try await SportRadarScene.run { scene in
                try await scene.client.connect()
                let store = scene.client.store(of: .event(id: "1.1"))
                var states = await store.stateUpdates().makeAsyncIterator()
                await store.subscribe()
                let error = ClientError.refused(
                    error: "CONTENT_NOT_FOUND", description: "HTTP 400")
                let expected: [StoreState] = [
                    .inactive, .subscribing, .error(error), .reconnecting(error),
                ]
                for state in expected { #expect(await states.next() == state) }
                #expect(await scene.requestCount(store) == 1)
                await scene.server.on { $0.drop() }
                try await eventually(scene.clock) { await scene.requestCount(store) == 2 }
                #expect(await store.isStale)
            }
        }

        @Test("§3.3: requests that fail are sent three times, and again in the next session",
            arguments: [
                SportRadarTestServer.Answer.status(503), .status(500, body: "no JSON"), .cut,
            ])
        func failures(answer: SportRadarTestServer.Answer) async throws {
            try await SportRadarScene.run { scene in
                await scene.server.on { $0.answer = answer }
                try await scene.client.connect()
                let store = await scene.subscribe(page)
                let other = await scene.subscribe(one)
                var states = await store.stateUpdates().makeAsyncIterator()
                let isTold = await withTimePassing(scene.clock) {
                    while let state = await states.next() {
                        if case .error = state { return true }
                    }
                    return false
                }
                #expect(isTold)
                #expect(await scene.requestCount(store) == 3)
                await scene.server.on { server in
                    server.answer = nil
                    server.drop()
                }
                try await scene.expectTruth([store, other])
                #expect(await scene.requestCount(store) == 4)
            }
        }

        @Test("§3.3: so are those that are not answered in time")
        func silence() async throws {
            let limit = Duration.milliseconds(50)
            try await SportRadarScene.run(configuration: { $0.requestTimeLimit = limit }) { scene in
                await scene.server.on { server in
                    server.answer = .status(503)
                    server.holdsAnswers = true
                }
                try await scene.client.connect()
                let store = await scene.subscribe(page)
                let error = ClientError.timedOut(.subscribe, limit)
                var states = await store.stateUpdates().makeAsyncIterator()
                let isTold = await withTimePassing(scene.clock) {
                    while let state = await states.next() {
                        if state == .error(error) { return true }
                    }
                    return false
                }
                #expect(isTold)
                #expect(await scene.requestCount(store) == 3)
            }
        }

        @Test("A 429 with a time is obeyed once")
        func tooMany() async throws {
            try await SportRadarScene.run { scene in
                let busy = SportRadarTestServer.Answer.status(
                    429, headers: [("Retry-After", "2")])
                await scene.server.on { $0.answers = [busy] }
                try await scene.client.connect()
                let store = await scene.subscribe(page)
                let error = ClientError.refused(error: "HTTP 429", description: "")
                try await eventually { await store.state == .reconnecting(error) }
                scene.clock.advance(by: .milliseconds(1_900))
                #expect(await scene.requestCount(store) == 1)
                try await scene.active(store)
                #expect(await scene.requestCount(store) == 2)
            }
        }

        @Test("§7.4: REFRESHED that does not come is asked for again, by the back-off")
        func noRefresh() async throws {
            try await SportRadarScene.run(configuration: { $0.dumpTimeLimit = .seconds(20) }) {
                scene in
                await scene.server.on { $0.answers = [.acceptOnly, .acceptOnly] }
                try await scene.client.connect()
                try await eventually { scene.clock.sleeperCount == 1 }
                let store = await scene.subscribe(page)
                let late = ClientError.timedOut(.dump, .seconds(20))
                for count in 1...2 {
                    // The heartbeat's, and the one that ends the wait.
                    try await eventually { scene.clock.sleeperCount == 2 }
                    scene.clock.advance(by: .seconds(20))
                    try await eventually { await store.state == .reconnecting(late) }
                    try await eventually { scene.clock.sleeperCount == 2 }
                    scene.clock.advance(by: .milliseconds(100))
                    try await eventually { await scene.requestCount(store) == count + 1 }
                }
                try await eventually { await store.state == .active }
                #expect(await scene.requestCount(store) == 3)
                try await scene.expectTruth([store])
            }
        }

        @Test("§7.2: at most eight requests at a time, those with observers first")
        func requestLimit() async throws {
            try await SportRadarScene.run(events: 30) { scene in
                await scene.server.on { $0.holdsAnswers = true }
                let stores = (9_001...9_030).map {
                    scene.client.store(of: .event(id: "\($0).1"))
                }
                for store in stores { await store.subscribe() }
                let observed = stores.suffix(5)
                for store in observed { _ = await store.changes() }
                try await scene.client.connect()
                try await eventually { await scene.server.on { $0.openRequestCount == 8 } }
                // They are on their way at the same time, each on its connection.
                let first = await scene.server.on { $0.requests.map(\.content) }
                #expect(Set(first).isSuperset(of: observed.map(\.topic)))
                try await eventually {
                    await scene.server.on { server in
                        server.releaseAnswers(3)
                        return server.requests.count == 30
                    }
                }
                #expect(await scene.server.on { $0.openRequestMax } == 8)
                await scene.server.on { server in
                    server.holdsAnswers = false
                    server.releaseAnswers()
                }
                try await scene.expectTruth(stores)
            }
        }

        @Test("§7.5: unsubscribing ends the streams at once, and fails in silence", arguments: [
            false, true,
        ])
        func unsubscribing(fails: Bool) async throws {
            try await SportRadarScene.run { scene in
                try await scene.client.connect()
                let store = await scene.subscribe(page)
                try await scene.active(store)
                var changes = await store.changes().makeAsyncIterator()
                await scene.server.on { server in
                    server.holdsAnswers = true
                    if fails { server.answer = .status(500) }
                }
                await store.unsubscribe()
                #expect(await store.state == .inactive)
                #expect(await store.isStale)
                while await changes.next() != nil {}
                #expect(await store.events().count == 5)
                try await eventually {
                    await scene.requestCount(store, subscribes: false) == 1
                }
                await scene.server.on { $0.change(5) }
                // Opened again, it waits for the answer, and is current.
                await store.subscribe()
                #expect(await scene.requestCount(store) == 1)
                await scene.server.on { server in
                    server.answer = nil
                    server.holdsAnswers = false
                    server.releaseAnswers()
                }
                try await scene.expectTruth([store])
            }
        }

        @Test("Unsubscribed without a connection, it is not asked for again, and is let go of")
        func unsubscribingOffline() async throws {
            try await SportRadarScene.run { scene in
                try await scene.client.connect()
                let stores = [await scene.subscribe(page), await scene.subscribe(one)]
                for store in stores { try await scene.active(store) }
                await scene.server.on { $0.drop() }
                try await eventually { await stores[0].isStale }
                await stores[0].unsubscribe()
                try await scene.active(stores[1])
                try await eventually {
                    await scene.requestCount(stores[0], subscribes: false) == 1
                }
                #expect(await scene.requestCount(stores[0]) == 1)
                #expect(await scene.server.on { $0.subscribers["s-1"]?.contents } == ["\(one)"])
            }
        }

        @Test("SR-F1: a frame that cannot be read costs contents, not the connection", arguments: [
            "", "null", "{", #"{"notificationType":"CONTENT_CHANGES"}"#,
            #"{"notificationType":"CONTENT_CHANGES","data":{}}"#,
        ])
        func unreadable(frame: String) async throws {
            try await SportRadarScene.run { scene in
                try await scene.client.connect()
                let stores = [await scene.subscribe(page), await scene.subscribe(one)]
                for store in stores { try await scene.active(store) }
                await scene.server.on { server in
                    // In place of what it was to say.
                    _ = server.world.price(0, 1)
                    server.send(frame, to: server.subscribers["s-1"]!.socket!)
                }
                try await scene.expectTruth(stores)
                for store in stores { #expect(await scene.requestCount(store) == 2) }
                #expect(await scene.client.counters.framesRejected == 1)
                #expect(await scene.client.counters.sessions == 1)
            }
        }

        @Test("Many frames that cannot be read cost few requests")
        func manyUnreadable() async throws {
            try await SportRadarScene.run(configuration: {
                $0.store.resyncInterval = .seconds(1)
                $0.store.resyncIntervalMax = .seconds(8)
            }) { scene in
                try await scene.client.connect()
                let store = await scene.subscribe(page)
                try await scene.active(store)
                await scene.server.on { server in
                    for _ in 0..<100 { server.send("?", to: server.subscribers["s-1"]!.socket!) }
                    server.change(5)
                }
                try await eventually { await scene.client.counters.framesRejected == 100 }
                try await scene.expectTruth([store])
                #expect(await scene.requestCount(store) <= 4)
            }
        }

        @Test("Whatever happens, all contents are current in the end, and requests are few")
        func chaos() async throws {
            let seed = UInt64.random(in: 0 ... .max)
            try await SportRadarScene.run(events: 30, seed: seed) { scene in
                var random = SplitMix64(seed: seed)
                try await scene.client.connect()
                var stores: [ChannelDataStore] = []
                for page in 0..<3 {
                    stores.append(await scene.subscribe(.liveEvents(sport: "FBL", page: page)))
                }
                stores.append(await scene.subscribe(.liveSports))
                var allowed = 0
                for _ in 0..<300 {
                    let kind = Int.random(in: 0..<40, using: &random)
                    let store = stores[Int.random(in: stores.indices, using: &random)]
                    allowed += [3, 4, 5, 6].contains(kind) ? 1 : 0
                    switch kind {
                    case 0: await scene.server.on { $0.drop() }
                    case 1: await scene.server.on { $0.drop(forgets: true) }
                    case 2: await scene.client.dropConnection()
                    case 3: await scene.server.on { $0.answers.append(.status(503)) }
                    case 4: await scene.server.on { $0.answers.append(.cut) }
                    case 5: await scene.server.on { $0.answers.append(.acceptOnly) }
                    case 6: await scene.server.on { $0.subscribers = [:] }
                    case 7: await scene.server.on { $0.changesBeforeRefreshed = 2 }
                    case 8: await scene.server.on { $0.changesBeforeRefreshed = 0 }
                    case 9: await store.unsubscribe()
                    case 10: for store in stores { await store.subscribe() }
                    case 11: await scene.server.on { $0.refreshesTwice.toggle() }
                    default: await scene.server.on { $0.change(3) }
                    }
                    scene.clock.advance(by: .milliseconds(20))
                }
                for store in stores { await store.subscribe() }
                // So that the client learns of a subscriber that was forgotten without a word,
                // and of contents that did not come.
                await scene.server.on { server in
                    server.answers = []
                    server.changesBeforeRefreshed = 0
                    server.drop()
                }
                try await scene.expectTruth(stores)
                let counters = await scene.client.counters
                let bound = 2 * stores.count * counters.sessions + allowed
                #expect(counters.subscribes <= bound, "seed \(seed)")
            }
        }
    }
}
