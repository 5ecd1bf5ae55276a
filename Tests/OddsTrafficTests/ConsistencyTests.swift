import OddsTraffic
import Testing

/// What was sent adds up: the generator's state and a client's are the same.
@Suite struct ConsistencyTests {
    private static let legalScenarios = TrafficScenarios.descriptions.map(\.name)
        .filter { $0 != "hostile" }

    @Test("Changes name entities that are there, and links lead to them",
        arguments: legalScenarios)
    func links(scenario: String) throws {
        let traffic = try Traffic(.small(scenario: scenario), frameCount: 1_500)
        var model = FeedModel()
        for frame in traffic.allFrames { model.apply(frame.bytes) }
        #expect(model.orphanCount == 0)
        let links = [
            ("MARKET", "eventId", "MATCH"), ("EVENT_INFO", "eventId", "MATCH"),
            ("EVENT_STATISTICS", "entityId", "MATCH"), ("OUTCOME", "eventId", "MATCH"),
            ("MARKET_OUTCOME_RELATION", "marketId", "MARKET"),
            ("MARKET_OUTCOME_RELATION", "outcomeId", "OUTCOME"),
            ("BETTING_OFFER", "outcomeId", "OUTCOME"),
        ]
        for (child, property, parent) in links {
            for entity in model.all(child) {
                let id = try #require(entity[property] as? String)
                #expect(model.entities[FeedModel.Key(type: parent, id: id)] != nil)
            }
        }
        // Slots are filled again at once, whatever came and went.
        #expect(model.count("MATCH") == 12 && model.count("EVENT_INFO") == 12 * 5)
        #expect(model.count("MARKET") == 12 * 9)
        for type in ["OUTCOME", "MARKET_OUTCOME_RELATION", "BETTING_OFFER"] {
            #expect(model.count(type) == 12 * 9 * 3)
        }
        #expect(model.all("MARKET").count { $0["mainLine"] as? Bool == true } == 12)
    }

    @Test("A new dump shows what the changes before it have led to")
    func redump() throws {
        let traffic = try Traffic(.small(scenario: "redump"), frameCount: 1_500)
        var model = FeedModel()
        for frame in traffic.allFrames {
            let isDump = String(decoding: frame.bytes.prefix(100), as: UTF8.self)
                .contains("INITIAL_DUMP")
            let before = isDump && model.dumpCount > 0 ? model : nil
            model.apply(frame.bytes)
            if let before { #expect(model == before) }
        }
        #expect(model.dumpCount > 3)
    }

    @Test("Changes change something")
    func noIdleChanges() throws {
        let traffic = try Traffic(.small(), frameCount: 300)
        var model = FeedModel()
        var idleCount = 0
        for frame in traffic.allFrames {
            let before = model
            model.apply(frame.bytes)
            if model == before { idleCount += 1 }
        }
        #expect(idleCount == 0)
    }
}
