import OddsClient
import OddsClientTesting
import OddsModel
import OddsTopics
import Testing

/// Sharing, grace, paging and lists.
@Suite(.hangLimit, .ending) struct ProviderTests {
    let clock = ManualClock()
    let client: ScriptedWebSocketClient
    let provider: EveryMatrixProvider

    init() {
        client = ScriptedWebSocketClient(clock: clock)
        provider = EveryMatrixProvider(client)
        EndingTrait.add { [provider] in await provider.closeAll() }
    }

    private func topic(_ content: EMTopic.Content) -> String {
        "\(EMTopic(operatorID: "1", language: "en", content: content))"
    }

    private func list(_ events: Int) -> String {
        topic(.liveMatches(sport: .all, EMPage(events: events, markets: 5)))
    }

    @Test("8: observers follow from page to page, and the page shown stays until the next")
    func paging() async throws {
        await client.setDump(smallWorld(10), of: list(10))
        try await client.connect()
        let pages = await PagedSubscription(provider) { .liveMatches(sport: .all, $0) }
        var contents = await pages.contents().makeAsyncIterator()
        var outcome = await provider.subscribeToEventOnListsOutcomeUpdates(
            withId: EntityID("20")
        ).makeAsyncIterator()
        #expect(await contents.next() == .connected)
        guard case .contentUpdate(let first) = await contents.next() else {
            Issue.record("no content")
            return
        }
        #expect(first.count == 1)
        while await outcome.next()??.bettingOffers.first?.odds != 2.5 {}
        async let more: Void = pages.showMore()
        let next = list(20)
        try await eventually { await client.requestedDumps.contains(next) }
        // The old page lives while the new one is awaited.
        await client.send(
            update(11, change("BETTING_OFFER", "30", #""odds":2.7"#)), on: list(10))
        #expect(await outcome.next()??.bettingOffers.first?.odds == 2.7)
        await client.sendDump(
            smallWorld(20, odds: "2.7", entity("MATCH", "2")), of: next)
        try await more
        #expect(await pages.page.events == 20)
        try await eventually {
            guard case .contentUpdate(let all) = await contents.next() else { return false }
            return all.count == 2
        }
        try await eventually(clock, step: .seconds(1)) { await provider.topics == [next] }
        await client.send(update(21, change("BETTING_OFFER", "30", #""odds":3"#)), on: next)
        #expect(await outcome.next()??.bettingOffers.first?.odds == 3)
    }

    @Test("8: a page that is refused leaves the one shown")
    func refusedPage() async throws {
        await client.setDump(smallWorld(10), of: list(10))
        try await client.connect()
        let pages = await PagedSubscription(provider) { .liveMatches(sport: .all, $0) }
        try await eventually { await pages.store.state == .active }
        let refusal = ClientError.refused(error: "wamp.no.backend", description: "maintenance")
        await client.answerRegistrations([.refuse(refusal)])
        await #expect(throws: refusal) { try await pages.showMore() }
        #expect(await pages.page.events == 10)
        #expect(await pages.store.state == .active)
    }

    @Test("8: whoever waits for a page no longer leaves the one shown", arguments: [false, true])
    func cancelledPage(isProvidersEnd: Bool) async throws {
        await client.setDump(smallWorld(10), of: list(10))
        try await client.connect()
        let pages = await PagedSubscription(provider) { .liveMatches(sport: .all, $0) }
        try await eventually { await pages.store.state == .active }
        let shown = await pages.store
        let more = Task { [pages] in try await pages.showMore() }
        let next = list(20)
        try await eventually { await client.requestedDumps.contains(next) }
        if isProvidersEnd { await provider.closeAll() } else { more.cancel() }
        await #expect(throws: ClientError.closed) { try await more.value }
        #expect(await pages.page.events == 10)
        #expect(await pages.store === shown)
    }

    @Test("7: an event is followed with its infos from list to list, and told when it changes")
    func eventOnLists() async throws {
        let score = { (goals: Int) in
            entity("EVENT_INFO", "50", #""eventId":"1","typeId":"1","paramFloat1":\#(goals)"#)
        }
        let next = topic(.nextMatches(sport: .all, EMPage(events: 10, markets: 5)))
        await client.setDump(smallWorld(10, score(0)), of: list(10))
        await client.setDump(smallWorld(10, score(7)), of: next)
        try await client.connect()
        let goals = { @Sendable (event: EventModel) in
            event.eventInfos.compactMap(\.paramFloat1)
        }
        var updates = await provider.subscribeToEventOnListsUpdates(
            withId: EntityID("1"), goals
        ).makeAsyncIterator()
        #expect(await updates.next() == .some(nil))
        let live = await provider.subscribeToLiveData()
        #expect(await updates.next() == [0])
        // A price is nothing to those who ask for goals.
        await client.send(update(11, change("BETTING_OFFER", "30", #""odds":9"#)), on: list(10))
        await client.send(update(12, change("EVENT_INFO", "50", #""paramFloat1":1"#)), on: list(10))
        #expect(await updates.next() == [1])
        await client.send(
            update(13, create("EVENT_INFO", "51", #""eventId":"1","paramFloat1":5"#)),
            on: list(10))
        #expect(await updates.next() == [1, 5])
        // One who comes later gets what is there, and so do those of other events.
        var late = await provider.subscribeToEventOnListsUpdates(withId: EntityID("1"), goals)
            .makeAsyncIterator()
        #expect(await late.next() == [1, 5])
        let later = await provider.subscribeToPreLiveMatches()
        try await eventually { await later.store.state == .active }
        live.end()
        try await eventually(clock, step: .seconds(1)) { await provider.topics == [next] }
        #expect(await updates.next() == [7])
        await client.send(update(11, delete("MATCH", "1")), on: next)
        #expect(await updates.next() == .some(nil))
        withExtendedLifetime(later) {}
    }

    @Test("10: a change on overlapping lists is delivered once")
    func overlappingLists() async throws {
        let next = topic(.nextMatches(sport: .all, EMPage(events: 10, markets: 5)))
        for topic in [list(10), next] { await client.setDump(smallWorld(10), of: topic) }
        try await client.connect()
        let live = await provider.subscribeToLiveData()
        let later = await provider.subscribeToPreLiveMatches()
        var market = await provider.subscribeToEventOnListsMarketUpdates(withId: EntityID("10"))
            .makeAsyncIterator()
        while await market.next() == .some(nil) {}
        let frames = ["a", "b"].enumerated().map { number, name in
            update(11 + number, change("MARKET", "10", #""name":"\#(name)""#))
        }
        await client.send(frames[0], on: list(10))
        #expect(await market.next()??.name == "a")
        await client.send(frames[0], on: next)
        await client.send(frames[1], on: next)
        await client.send(frames[1], on: list(10))
        // The same change on the other list was not delivered again.
        #expect(await market.next()??.name == "b")
        withExtendedLifetime((live, later)) {}
    }

    @Test("10: subscriptions to a topic share one registration, which ends after a grace period")
    func sharing() async throws {
        await client.setDump(smallWorld(10), of: list(10))
        try await client.connect()
        let first = await provider.subscribeToLiveData()
        let second = await provider.subscribeToLiveData()
        #expect(first.store === second.store)
        try await eventually { await first.store.state == .active }
        #expect(await client.registeredTopics == [list(10)])
        first.end()
        first.end()
        // Time passes, and the other subscription keeps the store.
        for _ in 0..<100 {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
        #expect(await second.store.state == .active)
        second.end()
        try await eventually { clock.sleeperCount > 0 }
        let third = await provider.subscribeToLiveData()
        #expect(third.store === second.store)
        third.end()
        try await eventually(clock, step: .seconds(1)) { await provider.topics.isEmpty }
        try await eventually { await third.store.state == .inactive }
        #expect(await client.registeredTopics == [list(10)])
    }

    @Test("10: a stream holds its subscription, and cancelling its task ends it")
    func cancellation() async throws {
        await client.setDump(smallWorld(10), of: list(10))
        try await client.connect()
        let reader = Task { [provider] in
            for await _ in await provider.subscribeToLiveData().contents() {}
        }
        let observer = Task { [provider] in
            let subscription = await provider.subscribeToLiveData()
            for await _ in await subscription.observeOutcome(id: EntityID("20")) {}
        }
        try await eventually { await provider.topics == [list(10)] }
        reader.cancel()
        observer.cancel()
        try await eventually(clock, step: .seconds(1)) { await provider.topics.isEmpty }
    }

    @Test("11: the details of one event leave the list alone")
    func details() async throws {
        let one = topic(.matchOdds(match: "1"))
        await client.setDump(smallWorld(10, entity("MATCH", "2")), of: list(10))
        await client.setDump(smallWorld(15), of: one)
        try await client.connect()
        let all = await provider.subscribeToLiveData()
        try await eventually { await all.store.state == .active }
        var updates = await all.contents().makeAsyncIterator()
        #expect(await updates.next() == .connected)
        _ = await updates.next()
        let detail = await provider.subscribeToEventDetails(id: EntityID("1"))
        try await eventually { await detail.store.state == .active }
        await client.send(update(11, change("MATCH", "2", #""name":"C - D""#)), on: list(10))
        guard case .contentUpdate(let events) = await updates.next() else {
            Issue.record("no content")
            return
        }
        #expect(events.map(\.name) == ["A - B", "C - D"])
        #expect(await detail.store.events().count == 1)
    }
}
