import OddsClient
import OddsClientTesting
import OddsModel
import Testing

/// What has bitten clients of this feed, as far as a script can tell it; the
/// numbers are those of the list that they come from.
@Suite(.hangLimit, .ending) struct TroubleTests {
    let clock = ManualClock()

    private func client() -> ScriptedWebSocketClient { ScriptedWebSocketClient(clock: clock) }

    @Test("1: updates that beat the dump are kept, and versions compared")
    func updatesBeforeTheDump() async throws {
        let client = client()
        try await client.connect()
        let store = ChannelDataStore("/a", client: client)
        EndingTrait.add { await store.unsubscribe() }
        await store.subscribe()
        try await eventually { await client.requestedDumps == ["/a"] }
        await client.send(update(9, change("BETTING_OFFER", "30", #""odds":9"#)), on: "/a")
        await client.send(update(11, change("BETTING_OFFER", "30", #""odds":3.5"#)), on: "/a")
        #expect(await store.events().isEmpty)
        await client.sendDump(smallWorld(10), of: "/a")
        let offer = await store.value(of: EntityName(.bettingOffer, EntityID("30")))
        #expect(offer?.bettingOffer?.odds == 3.5)
        #expect(await store.counters.framesStale == 1)
        #expect(await store.state == .active)
    }

    @Test("1: an answer that is older than a dump which the server sent unasked loses nothing")
    func overtakenAnswer() async throws {
        let client = client()
        let store = try await activeStore(client)
        await client.setDump(nil, of: "/a")
        try await eventually(clock, step: .seconds(1)) { clock.sleeperCount == 0 }
        await client.send("garbage", on: "/a")
        #expect(await client.requestedDumps.count == 2)
        await client.send(smallWorld(20, odds: "4"), on: "/a")
        await client.send(update(21, change("BETTING_OFFER", "30", #""odds":5"#)), on: "/a")
        await client.send("garbage", on: "/a")
        #expect(await client.requestedDumps.count == 2)
        await client.sendDump(smallWorld(15, odds: "3"), of: "/a")
        let offer = await store.value(of: EntityName(.bettingOffer, EntityID("30")))
        #expect(offer?.bettingOffer?.odds == 5)
    }

    @Test("3: subscribed again before it has ended, a store starts anew")
    func subscribeWhileUnsubscribing() async throws {
        let client = client()
        await client.setDump(smallWorld(10), of: "/a")
        try await client.connect()
        await client.answerRegistrations([.silence])
        let store = ChannelDataStore("/a", client: client)
        EndingTrait.add { await store.unsubscribe() }
        await store.subscribe()
        try await eventually { clock.sleeperCount == 1 }
        async let end: Void = store.unsubscribe()
        try await eventually { await store.state != .subscribing }
        await store.subscribe()
        await end
        try await eventually { await store.state == .active }
    }

    @Test("2: a frame that cannot be read costs a new dump, not the topic", arguments: [
        "garbage", #"{"messageType":"NEWS","records":[]}"#, #"{"messageType":"UPDATE"}"#, "",
    ])
    func unreadableFrame(frame: String) async throws {
        let client = client()
        let store = try await activeStore(client)
        try await eventually(clock, step: .seconds(1)) { clock.sleeperCount == 0 }
        await client.setDump(smallWorld(20, odds: "4"), of: "/a")
        await client.send(frame, on: "/a")
        try await eventually { await store.version?.text == "20" }
        await client.send(update(21, change("BETTING_OFFER", "30", #""odds":5"#)), on: "/a")
        let offer = await store.value(of: EntityName(.bettingOffer, EntityID("30")))
        #expect(offer?.bettingOffer?.odds == 5)
        #expect(await store.state == .active)
        #expect(await client.requestedDumps.count == 2)
    }

    @Test("2: records with unknown types, unknown changes and nulls are taken as they come")
    func unusualRecords() async throws {
        let client = client()
        let store = try await activeStore(client)
        await client.send(
            update(
                11, #"{"changeType":"MERGE","entityType":"MATCH","id":"1"}"#,
                change("BETTING_OFFER", "30", #""odds":null,"isAvailable":false"#),
                create("WEATHER", "5", #""sky":"grey""#)), on: "/a")
        let offer = await store.value(of: EntityName(.bettingOffer, EntityID("30")))?.bettingOffer
        #expect(offer?.odds == nil && offer?.isAvailable == false)
        let weather = await store.value(of: EntityName(feedType: "WEATHER", id: EntityID("5")))
        #expect(weather?.reference?.properties.first?.json == #""grey""#)
        #expect(await store.counters.recordsRejected == 1)
        #expect(await client.requestedDumps.count == 1)
    }

    @Test("6: changes that concern nobody, or change nothing, wake nobody")
    func needlessWakeups() async throws {
        let client = client()
        let store = try await activeStore(client)
        var market = await store.observeMarket(id: EntityID("10")).makeAsyncIterator()
        var outcome = await store.observeOutcome(id: EntityID("20")).makeAsyncIterator()
        var changes = await store.changes().makeAsyncIterator()
        _ = (await market.next(), await outcome.next())
        // Counters of the match, and the same odds once more.
        await client.send(update(11, change("MATCH", "1", #""numberOfMarkets":7"#)), on: "/a")
        await client.send(update(12, change("BETTING_OFFER", "30", #""odds":2.50"#)), on: "/a")
        await client.send(
            update(13, change("BETTING_OFFER", "30", #""odds":2.6"#),
                change("MARKET", "10", #""name":"1X2""#)), on: "/a")
        // What comes next is what came last: nothing was left in between.
        #expect(await outcome.next()??.bettingOffers.first?.odds == 2.6)
        #expect(await market.next()??.name == "1X2")
        let merged = await changes.next()
        let names = merged.map { all in
            var names: [String] = []
            all.changes.forEach { names.append("\(all.changes.typeName(of: $0))") }
            return names
        }
        #expect(names == ["MATCH", "BETTING_OFFER", "MARKET"])
    }

    @Test("7: an outcome's observer sees suspensions of its offers", arguments: [
        #""isAvailable":false"#, #""statusId":"3""#, #""odds":7"#,
    ])
    func suspension(properties: String) async throws {
        let client = client()
        let store = try await activeStore(client)
        var outcome = await store.observeOutcome(id: EntityID("20")).makeAsyncIterator()
        let before = await outcome.next()
        await client.send(update(11, change("BETTING_OFFER", "30", properties)), on: "/a")
        let after = await outcome.next()
        #expect(before != after && after??.bettingOffers.count == 1)
    }

    @Test("7: an outcome's observer follows offers that come, go and move")
    func movingOffers() async throws {
        let client = client()
        let store = try await activeStore(client)
        var outcome = await store.observeOutcome(id: EntityID("20")).makeAsyncIterator()
        _ = await outcome.next()
        func odds() async -> [Double?]? { await outcome.next()??.bettingOffers.map(\.odds) }
        await client.send(
            update(11, create("BETTING_OFFER", "31", #""outcomeId":"20","odds":3"#)), on: "/a")
        #expect(await odds() == [2.5, 3])
        await client.send(update(12, change("BETTING_OFFER", "31", #""odds":4"#)), on: "/a")
        #expect(await odds() == [2.5, 4])
        await client.send(
            update(13, change("BETTING_OFFER", "30", #""outcomeId":"99""#)), on: "/a")
        #expect(await odds() == [4])
        await client.send(
            update(14, change("BETTING_OFFER", "30", #""outcomeId":"20","odds":6"#)), on: "/a")
        #expect(await odds() == [6, 4])
        await client.send(update(15, delete("BETTING_OFFER", "31")), on: "/a")
        #expect(await odds() == [6])
        await client.send(update(16, delete("OUTCOME", "20")), on: "/a")
        #expect(await outcome.next() == .some(nil))
        await client.send(update(17, create("OUTCOME", "20", #""marketId":"10""#)), on: "/a")
        #expect(await odds() == [6])
    }

    @Test("9: what was deleted comes back at the end, and each deletion is delivered")
    func deletedEntities() async throws {
        let client = client()
        let more = [entity("MATCH", "2", ""), entity("EVENT_INFO", "40", #""eventId":"1""#)]
        let store = try await activeStore(
            client, dump: smallWorld(10, more[0], more[1]))
        var info = await store.observeEntity(type: "EVENT_INFO", id: EntityID("40"))
            .makeAsyncIterator()
        var event = await store.observeEvent(id: EntityID("1")).makeAsyncIterator()
        #expect(await info.next()??.eventInfo != nil)
        #expect(await event.next() != .some(nil))
        await client.send(
            update(11, delete("EVENT_INFO", "40"), delete("MATCH", "1")), on: "/a")
        #expect(await info.next() == .some(nil))
        #expect(await event.next() == .some(nil))
        #expect(await store.events().map(\.id) == [EntityID("2")])
        await client.send(update(12, create("MATCH", "1", "")), on: "/a")
        #expect(await event.next() != .some(nil))
        #expect(await store.events().map(\.id) == [EntityID("2"), EntityID("1")])
    }

    @Test("12: values arrive on the executor of their reader") @MainActor
    func executor() async throws {
        let client = client()
        let store = try await activeStore(client)
        var values: [Double?] = []
        for await outcome in await store.observeOutcome(id: EntityID("20")) {
            MainActor.assertIsolated()
            values.append(outcome?.bettingOffers.first?.odds)
            if values.count == 2 { break }
            await client.send(update(11, change("BETTING_OFFER", "30", #""odds":3"#)), on: "/a")
        }
        #expect(values == [2.5, 3])
    }

    @Test("13: the status is an id, whatever it is called")
    func status() async throws {
        let client = client()
        let store = try await activeStore(client)
        var event = await store.observeEvent(id: EntityID("1")).makeAsyncIterator()
        #expect(await event.next()??.statusId == "1")
        await client.send(
            update(11, change("MATCH", "1", #""statusName":"Ausstehend""#)), on: "/a")
        #expect(await event.next()??.statusId == "1")
        await client.send(
            update(12, change("MATCH", "1", #""statusId":"2","statusName":"Ausstehend""#)),
            on: "/a")
        #expect(await event.next()??.statusId == "2")
    }
}
