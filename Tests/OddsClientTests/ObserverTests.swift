import OddsClient
import OddsClientTesting
import OddsModel
import Testing

/// Delivery to many, to slow ones, and in time.
@Suite(.hangLimit, .ending) struct ObserverTests {
    let clock = ManualClock()

    @Test("Of ten thousand observers only those concerned are notified")
    func manyObservers() async throws {
        let client = ScriptedWebSocketClient(clock: clock)
        let offers = (0..<10_000).map { entity("BETTING_OFFER", "\($0)", #""odds":2"#) }
        let dump = frame("INITIAL_DUMP", 1, offers)
        let store = try await activeStore(client, dump: dump)
        var iterators: [AsyncStream<BettingOfferModel?>.Iterator] = []
        for number in 0..<10_000 {
            let stream = await store.observeBettingOffer(id: EntityID("\(number)"))
            iterators.append(stream.makeAsyncIterator())
        }
        for index in iterators.indices { #expect(await iterators[index].next()??.odds == 2) }
        await client.send(update(2, change("BETTING_OFFER", "7", #""odds":3"#)), on: "/a")
        await client.send(update(3, change("BETTING_OFFER", "9999", #""odds":4"#)), on: "/a")
        #expect(await iterators[7].next()??.odds == 3)
        #expect(await iterators[9_999].next()??.odds == 4)
        await store.unsubscribe()
        // The others have nothing left to read but the end.
        for index in iterators.indices { #expect(await iterators[index].next() == nil) }
    }

    @Test("A slow reader gets change sets merged, and learns if some were dropped",
        arguments: [(2, false), (256, false), (257, true), (1_000, true)])
    func slowReader(count: Int, isIncomplete: Bool) async throws {
        let client = ScriptedWebSocketClient(clock: clock)
        let store = try await activeStore(client)
        var changes = await store.changes().makeAsyncIterator()
        for number in 1...count {
            await client.send(
                update(10 + number, change("BETTING_OFFER", "30", #""odds":\#(number)"#)),
                on: "/a")
        }
        let update = try #require(await changes.next())
        #expect(update.isIncomplete == isIncomplete)
        var kinds: [ChangeSet.Kinds] = []
        update.changes.forEach { kinds.append($0.kinds) }
        #expect(kinds == [.updated])
    }

    @Test("Text ids and reference entities are observed like others")
    func textIDs() async throws {
        let client = ScriptedWebSocketClient(clock: clock)
        let dump = smallWorld(
            10, entity("OUTCOME", "x-1", #""marketId":"10""#),
            entity("BETTING_OFFER", "y-1", #""outcomeId":"x-1","odds":1.5"#),
            entity("SPORT", "5", #""name":"Chess""#))
        let store = try await activeStore(client, dump: dump)
        var outcome = await store.observeOutcome(id: EntityID("x-1")).makeAsyncIterator()
        var sport = await store.observeEntity(type: "SPORT", id: EntityID("5"))
            .makeAsyncIterator()
        #expect(await outcome.next()??.bettingOffers.first?.odds == 1.5)
        #expect(await sport.next()??.reference?.properties.first?.json == #""Chess""#)
        await client.send(
            update(
                11, change("BETTING_OFFER", "y-1", #""odds":1.6"#),
                change("SPORT", "5", #""name":"Go""#)), on: "/a")
        #expect(await outcome.next()??.bettingOffers.first?.odds == 1.6)
        #expect(await sport.next()??.reference?.properties.first?.json == #""Go""#)
        await client.send(update(12, delete("SPORT", "5")), on: "/a")
        #expect(await sport.next() == .some(nil))
    }

    @Test("Throttled: the newest after each pause, and never kept back")
    func throttled() async throws {
        let client = ScriptedWebSocketClient(clock: clock)
        let store = try await activeStore(client)
        try await eventually(clock, step: .seconds(1)) { clock.sleeperCount == 0 }
        var odds = await store.observeBettingOffer(id: EntityID("30"))
            .throttled(every: .seconds(1), clock: clock).makeAsyncIterator()
        #expect(await odds.next()??.odds == 2.5)
        for number in 1...5 {
            await client.send(
                update(10 + number, change("BETTING_OFFER", "30", #""odds":\#(number)"#)),
                on: "/a")
        }
        let newest = await withTimePassing(clock, step: .milliseconds(100)) { await odds.next() }
        #expect(newest??.odds == 5)
    }

    @Test("A reader that ends is dropped, and delays nobody")
    func goneReader() async throws {
        let client = ScriptedWebSocketClient(clock: clock)
        let store = try await activeStore(client)
        _ = await store.changes()
        _ = await store.contents()
        _ = await store.observeOutcome(id: EntityID("20"))
        var stays = await store.observeOutcome(id: EntityID("20")).makeAsyncIterator()
        _ = await stays.next()
        for number in 1...3 {
            await client.send(
                update(10 + number, change("BETTING_OFFER", "30", #""odds":\#(number)"#)),
                on: "/a")
            #expect(await stays.next()??.bettingOffers.first?.odds == Double(number))
        }
    }
}
