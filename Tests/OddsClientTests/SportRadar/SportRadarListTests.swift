import OddsClient
import OddsModel
import Testing

extension ClientServerTests {
    /// §6.4 of the wire, and what lists of several pages show.
    @Suite struct SportRadarListTests {
        /// Runs a server, a client that is connected, and a provider.
        private func withProvider(
            events: Int, _ body: (SportRadarScene, SportRadarProvider) async throws -> Void
        ) async throws {
            try await SportRadarScene.run(events: events) { scene in
                let provider = SportRadarProvider(scene.client, gracePeriod: .seconds(5))
                try await scene.client.connect()
                try await body(scene, provider)
                await provider.closeAll()
            }
        }

        private func ids(_ scene: SportRadarScene) async -> [EntityID] {
            await scene.server.on { $0.world.events.map { EntityID($0.id) } }
        }

        /// Opens a list, and its first page.
        private func liveEvents(
            _ scene: SportRadarScene, _ provider: SportRadarProvider
        ) async throws -> SportRadarList {
            let list = await provider.liveEvents(sport: "FBL")
            try await scene.active(list.stores[0])
            return list
        }

        @Test("A page is added while the last one is full, and one that comes empty is let go of",
            arguments: [
                (19, [false]), (20, [false]), (30, [true, false]), (60, [true, true, false]),
            ])
        func pages(events: Int, answers: [Bool]) async throws {
            try await withProvider(events: events) { scene, provider in
                let list = try await liveEvents(scene, provider)
                for answer in answers { #expect(try await list.showMore() == answer) }
                #expect(await list.events().map(\.id) == ids(scene))
                #expect(await list.events(limit: 25).map(\.id) == Array(ids(scene).prefix(25)))
                let pageCount = answers.count { $0 } + 1
                #expect(await list.stores.count == pageCount)
                try await eventually(scene.clock, step: .seconds(1)) {
                    await provider.topics.count == pageCount
                }
                // An empty page was asked for only behind a full one.
                let empty = scene.client.store(of: .liveEvents(sport: "FBL", page: pageCount))
                let isAsked = events.isMultiple(of: 20)
                #expect(await scene.requestCount(empty) == (isAsked ? 1 : 0))
                if isAsked {
                    try await eventually {
                        await scene.requestCount(empty, subscribes: false) == 1
                    }
                }
            }
        }

        @Test("An event that moves from page to page is shown once, at its place")
        func moving() async throws {
            try await withProvider(events: 50) { scene, provider in
                let list = try await liveEvents(scene, provider)
                #expect(try await list.showMore())
                #expect(try await list.showMore())
                let reader = Task {
                    var count = 0
                    for await update in await list.contents() {
                        guard case .contentUpdate(let events) = update else { continue }
                        count += 1
                        #expect(Set(events.map(\.id)).count == events.count)
                    }
                    return count
                }
                for _ in 0..<8 {
                    await scene.server.on { server in
                        server.publish(server.world.remove(3))
                        server.change(5)
                    }
                }
                try await eventually { await list.events().map(\.id) == ids(scene) }
                reader.cancel()
                #expect(await reader.value > 0)
            }
        }

        @Test("An event that two pages show is shown by the first, also to its observers")
        func twice() async throws {
            try await withProvider(events: 30) { scene, provider in
                let list = try await liveEvents(scene, provider)
                #expect(try await list.showMore())
                // Added to the first page, and not yet gone from the second.
                let id = EntityID("9021.1")
                let outcome = await provider.subscribeToEventOnListsOutcomeUpdates(
                    withId: EntityID("790211.1"))
                await scene.server.on { server in
                    let elements = server.world.remove(0)
                    server.publish(elements.dropLast())
                    server.publish([
                        TestWorld.Element(
                            content: TestWorld.page(0), type: "UPDATED",
                            path: "[idfoevent=9021.1]|markets|[idfomarket=59021.1]"
                                + "|selections|[idfoselection=790211.1]",
                            change: #"{"currentpriceup":900}"#)
                    ])
                }
                try await eventually {
                    let events = await list.events().filter { $0.id == id }
                    let odds = events.first?.markets.first?.outcomes.first?.bettingOffers.first?
                        .odds
                    return events.count == 1 && odds == 10
                }
                for await value in outcome where value?.bettingOffers.first?.odds == 10 { break }
            }
        }

        @Test("The list is stale while one of its pages is")
        func staleness() async throws {
            try await withProvider(events: 30) { scene, provider in
                let list = try await liveEvents(scene, provider)
                #expect(try await list.showMore())
                var contents = await list.contents().makeAsyncIterator()
                #expect(await contents.next() == .connected)
                guard case .contentUpdate(let all) = await contents.next() else {
                    Issue.record("no content")
                    return
                }
                #expect(all.count == 30)
                await scene.server.on { server in
                    server.holdsAnswers = true
                    server.answer = .acceptOnly
                    server.drop()
                }
                #expect(await contents.next() == .disconnected)
                #expect(await list.isStale)
                try await eventually(scene.clock) {
                    await scene.server.on { $0.openRequestCount == 2 }
                }
                let stores = await list.stores
                await scene.server.on { server in
                    let socket = server.subscribers["s-1"]!.socket!
                    server.send(server.refreshed(TestWorld.page(1)), to: socket)
                }
                try await eventually { await !stores[1].isStale }
                #expect(await list.isStale)
                await scene.server.on { server in
                    let socket = server.subscribers["s-1"]!.socket!
                    server.send(server.refreshed(TestWorld.page(0)), to: socket)
                }
                try await eventually { await !list.isStale }
                var seen: [SubscribableContent<[EventModel]>] = []
                while seen.last != .connected { seen.append(await contents.next()!) }
                #expect(!seen.contains(.disconnected))
            }
        }

        @Test("A page that is refused leaves the list as it is")
        func refusedPage() async throws {
            try await withProvider(events: 30) { scene, provider in
                let list = try await liveEvents(scene, provider)
                await scene.server.on { $0.answer = .status(403) }
                await #expect(throws: ClientError.refused(error: "HTTP 403", description: "")) {
                    try await list.showMore()
                }
                #expect(await list.stores.count == 1)
                #expect(await list.events().count == 20)
                await scene.server.on { $0.answer = nil }
                try await eventually(scene.clock, step: .seconds(1)) {
                    await provider.topics.count == 1
                }
                #expect(try await list.showMore())
            }
        }

        @Test("Readers see a page that is added; whoever waits for one no longer leaves the list")
        func readers() async throws {
            try await withProvider(events: 30) { scene, provider in
                let list = try await liveEvents(scene, provider)
                var contents = await list.contents(limit: 25).makeAsyncIterator()
                #expect(await contents.next() == .connected)
                _ = await contents.next()
                await scene.server.on { $0.answer = .acceptOnly }
                let waiting = Task { try await list.showMore() }
                try await eventually { await provider.topics.count == 2 }
                waiting.cancel()
                await #expect(throws: ClientError.closed) { try await waiting.value }
                await scene.server.on { $0.answer = nil }
                try await eventually(scene.clock, step: .seconds(1)) {
                    await provider.topics.count == 1
                }
                #expect(try await list.showMore())
                try await eventually {
                    guard case .contentUpdate(let all) = await contents.next() else {
                        return false
                    }
                    return all.count == 25
                }
            }
        }

        @Test("§7.5: subscriptions share one content, which is let go of after the grace period")
        func sharing() async throws {
            try await withProvider(events: 5) { scene, provider in
                let content = SportRadarContent.event(id: "9001.1")
                let first = await provider.subscribe(to: content)
                let second = await provider.subscribe(to: content)
                #expect(first.store === second.store)
                try await scene.active(first.store)
                first.end()
                second.end()
                let third = await provider.subscribe(to: content)
                #expect(third.store === first.store)
                #expect(await scene.requestCount(third.store) == 1)
                third.end()
                try await eventually(scene.clock, step: .seconds(1)) {
                    await provider.topics.isEmpty
                }
                try await eventually {
                    await scene.requestCount(first.store, subscribes: false) == 1
                }
            }
        }
    }
}
