import OddsClient
import OddsModel
import Testing

extension ClientServerTests {
    /// S1: one world, and one pause, on both wires at once.
    @Suite struct BothWiresTests {
        /// What both wires say of an event.
        private struct Facts: Equatable {
            var names: [String?] = []
            var startTime: Int64?
            var numberOfMarkets: Int64?
            var statusID: String?
            var markets: [Market] = []
            var scores: [String: [Double?]] = [:]

            init(_ event: EventModel, scoreName: (EventInfoModel) -> String?) {
                names = [event.name, event.homeParticipantName, event.awayParticipantName]
                (startTime, numberOfMarkets) = (event.startTime, event.numberOfMarkets)
                statusID = event.statusId
                markets = event.markets.map(Market.init)
                for info in event.eventInfos {
                    guard let name = scoreName(info) else { continue }
                    scores[name] = [info.paramFloat1, info.paramFloat2]
                }
            }
        }

        private struct Market: Equatable {
            let id: String
            let isAvailable: Bool?
            let offers: [Offer]

            init(_ market: MarketModel) {
                id = BothWiresTests.number(market.id)
                isAvailable = market.isAvailable
                offers = market.outcomes.flatMap { outcome in
                    outcome.bettingOffers.map { offer in
                        Offer(
                            id: BothWiresTests.number(offer.id), name: outcome.translatedName,
                            oddsBits: offer.odds?.bitPattern, isAvailable: offer.isAvailable)
                    }
                }
            }
        }

        private struct Offer: Equatable {
            let id: String
            let name: String?
            let oddsBits: UInt64?
            let isAvailable: Bool?
        }

        /// The number that an id has on both wires.
        private static func number(_ id: EntityID) -> String {
            "\(id)".hasSuffix(".1") ? String("\(id)".dropLast(2)) : "\(id)"
        }

        @Test("S1: names, start, order, availability, scores and the bits of odds are the same")
        func sameWorld() async throws {
            try await ContentScene.run(events: 40) { scene in
                try await scene.withProvider { provider in
                    let client = try EMWebSocketClient(.patient(scene.server, scene.clock))
                    try await withTimePassing(scene.clock) { try await client.connect() }
                    // Lists keep the order in which they began.
                    _ = try await scene.server.pause()
                    let list = await provider.liveEvents(sport: "FBL")
                    let emStore = ChannelDataStore(Self.topic, client: client)
                    await emStore.subscribe()
                    let store = try #require(await list.stores.first)
                    for store in [store, emStore] {
                        try await eventually(scene.clock) { await store.state == .active }
                    }
                    for round in 0..<2 {
                        try await scene.expectTruth([store], resumes: false)
                        try await expectTruth(
                            scene.server, [emStore], scene.clock, resumes: false)
                        let events = await list.events()
                        try compare(events, await emStore.events(), round)
                        _ = try await scene.server.resume()
                        let end = scene.server.metrics.value(of: .framesPublished) + 80
                        try await eventually {
                            scene.server.metrics.value(of: .framesPublished) > end
                        }
                    }
                    await emStore.unsubscribe()
                    await client.disconnect()
                }
            }
        }

        private static let topic =
            "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
            + "default-event-info/1000/1000"

        private func compare(
            _ events: [EventModel], _ allEMEvents: [EventModel], _ round: Int
        ) throws {
            let sport = try #require(events.first?.sportName)
            let emEvents = allEMEvents.filter { $0.sportName == sport }
            let emIDs = emEvents.map { "\($0.id)" }
            // A new list of EM's has no match that has ended.
            let events = events.filter {
                $0.statusId != "3" || emIDs.contains(Self.number($0.id))
            }
            #expect(events.map { Self.number($0.id) } == emIDs, "round \(round)")
            #expect(events.count > 1)
            for (event, emEvent) in zip(events, emEvents) {
                var facts = Facts(event) { $0.typeId == "1" ? Self.part($0.eventPartName) : nil }
                let emFacts = Facts(emEvent) { $0.typeId == "1" ? $0.eventPartName : nil }
                // A part's score goes from EM's wire with the part.
                facts.scores = facts.scores.filter { emFacts.scores[$0.key] != nil }
                #expect(facts == emFacts, "event \(event.id)")
                #expect(!emFacts.scores.isEmpty && !emFacts.markets.isEmpty)
            }
        }

        /// EM's name of the part of a score.
        private static func part(_ name: String?) -> String? {
            guard let name, let number = name.first(where: \.isNumber) else {
                return "Whole Match"
            }
            let ordinals: [Character: String] = ["1": "1st", "2": "2nd", "3": "3rd"]
            return (ordinals[number] ?? "\(number)th")
                + (name.hasPrefix("PERIOD") ? " Half" : " Set")
        }
    }
}
