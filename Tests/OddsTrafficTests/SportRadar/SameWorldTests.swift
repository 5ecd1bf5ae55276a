import Testing

@testable import OddsTraffic

/// One world on both wires.
@Suite struct SameWorldTests {
    private static let scenarios = TrafficScenarios.descriptions.map(\.name)
    private static let legalScenarios = scenarios.filter { $0 != "hostile" }

    /// What both wires say of an event.
    private struct Facts: Equatable {
        var name: String?
        var startTime: String?
        var statusID: String?
        var numberOfMarkets: String?
        var tournament: String?
        var sport: String?
        var country: String?
        /// By the part's name; the clock by `time`.
        var scores: [String: [Int]] = [:]
        var markets: [String: Market] = [:]

        /// What is not as on EM's wire. That takes away the score of a part once the next
        /// one begins, which this wire cannot.
        func difference(from expected: Facts) -> String {
            var own = self
            own.scores = scores.filter { expected.scores[$0.key] != nil }
            guard own != expected else { return "" }
            if own.scores != expected.scores { return "\(scores), not \(expected.scores)" }
            for (id, market) in expected.markets where markets[id] != market {
                return "\(markets[id].map { "\($0)" } ?? "no market"), not \(market)"
            }
            (own.markets, own.scores) = ([:], [:])
            return "\(own)"
        }
    }

    private struct Market: Equatable {
        var name: String?
        var bettingTypeID: String?
        var isAvailable: Bool?
        var selections: [String: Selection] = [:]
    }

    private struct Selection: Equatable {
        var name: String?
        var oddsBits: UInt64?
        var isAvailable: Bool?
        var isLive: Bool?
    }

    @Test("Both generators make the same changes at the same times", arguments: scenarios)
    func schedule(scenario: String) throws {
        let traffic = try Traffic(.small(scenario: scenario), frameCount: 1_500)
        let socket = try SocketTraffic(.small(scenario: scenario), frameCount: 1_200)
        let ends = [traffic.frames, socket.frames].map {
            $0.last?.schedule.intendedNanoseconds ?? 0
        }
        let end = min(ends[0], ends[1])
        let counts = [traffic.frames, socket.frames].map { frames in
            frames.filter { $0.schedule.intendedNanoseconds < end }
                .reduce(into: [UInt64: Int]()) {
                    $0[$1.schedule.intendedNanoseconds, default: 0] += $1.schedule.offerUpdateCount
                }
        }
        #expect(Set(counts[1].keys).isSubset(of: counts[0].keys))
        #expect(counts[0].filter { $0.value > 0 } == counts[1].filter { $0.value > 0 })
        #expect(counts[1].count > 300)
        for frame in socket.frames {
            #expect(frame.schedule.arrivalMilliseconds
                == TrafficGenerator.startMilliseconds
                + Int64(frame.schedule.intendedNanoseconds / 1_000_000))
        }
    }

    @Test("Both generators lead to the same world, to the bits of the odds",
        arguments: legalScenarios)
    func generators(scenario: String) throws {
        var configuration = TrafficConfiguration.small(scenario: scenario)
        configuration.events = 24
        let socket = try SocketTraffic(configuration, frameCount: 500)
        var model = SocketModel()
        for frame in socket.allFrames { model.receive(frame.bytes) }
        let end = try #require(socket.frames.last?.schedule.intendedNanoseconds)
        var feed = FeedModel()
        for frame in try Traffic(configuration, frameCount: 700).allFrames
        where frame.schedule.intendedNanoseconds <= end {
            feed.apply(frame.bytes)
        }
        let events = model.contents.keys.sorted()
            .filter { $0.hasPrefix("liveDataSummary") }
            .flatMap { model.contents[$0]??.elements ?? [] }
        #expect(events.count == 24)
        let socketFacts = try facts(of: events)
        let feedFacts = facts(of: feed)
        #expect(socketFacts.count == feedFacts.count)
        for (id, expected) in feedFacts {
            let difference = socketFacts[id]?.difference(from: expected) ?? "missing"
            #expect(difference == "", "event \(id)")
        }
        let selections = socketFacts.values.flatMap { $0.markets.values }
            .flatMap { $0.selections.values }
        #expect(selections.count == 24 * 9 * 3)
        #expect(selections.contains { $0.isAvailable == false })
    }

    @Test("A server shows the same world on both wires, while matches begin and end")
    func servers() throws {
        var configuration = TrafficConfiguration.small(seed: 45)
        configuration.lifeCycleMilliseconds = 3_000
        var feed = try WorldFeed(configuration)
        var phases: Set<String> = []
        for round in 0..<25 {
            for _ in 0..<30 { feed.advance { _, _, _ in } }
            for id in feed.matchIDs {
                var model = FeedModel()
                model.apply(try feed.dump(of: .matchOdds(matchID: id)))
                let name = ContentName(.event, SportRadarID.text(of: id))
                let event = ContentTree(try feed.data(of: name))
                let facts = try facts(of: [event])
                let expected = try #require(self.facts(of: model)["\(id)"])
                let difference = facts["\(id)"]?.difference(from: expected) ?? "missing"
                #expect(difference == "", "round \(round), event \(id)")
                phases.formUnion(facts.values.compactMap(\.statusID))
            }
        }
        #expect(phases == ["1", "2", "3"])
    }

    // MARK: SportRadar

    private func facts(of events: [ContentTree]) throws -> [String: Facts] {
        var found: [String: Facts] = [:]
        for event in events {
            let id = try #require(event["idfoevent"]?.text)
            let summary = event["liveDataSummary"]
            let status = summary?["status"]?.text
            var facts = Facts(
                name: event["name"]?.text,
                startTime: event["tsstart"]?.text.flatMap(milliseconds),
                statusID: status == nil ? "1" : status == "ended" ? "3" : "2",
                numberOfMarkets: event["numMarkets"]?.word,
                tournament: event["idfotournament"]?.text.map { "\($0.dropLast(2))" },
                sport: event["idfosport"]?.text.map { "\($0.dropLast(2))" },
                country: event["tournamentcountryname"]?.text)
            let scores = summary?["scores"]
            for name in scores?.keys ?? [] {
                facts.scores[partName(name)] = ["home", "away"].map {
                    scores?[name]?[$0]?.word.flatMap { Int($0) } ?? -1
                }
            }
            if let time = summary?["matchTime"]?.text { facts.scores["time"] = clock(time) }
            for market in event["markets"]?.elements ?? [] {
                let id = try #require(market["idfomarket"]?.text)
                facts.markets["\(id.dropLast(2))"] = try self.market(market, isLive: summary != nil)
            }
            found["\(id.dropLast(2))"] = facts
        }
        return found
    }

    private func market(_ market: ContentTree, isLive: Bool) throws -> Market {
        var found = Market(
            name: market["name"]?.text?.filter { $0 != "\n" },
            bettingTypeID: (market["idefmarkettype"] ?? market["idfomarkettypecategory"])?.text,
            isAvailable: market["istradable"] == .word("true"))
        for selection in market["selections"]?.elements ?? [] {
            let id = try #require(selection["idfoselection"]?.text)
            #expect(selection["idfomarket"] == market["idfomarket"])
            let up = try #require(UInt64(selection["currentpriceup"]?.text ?? ""))
            let down = try #require(UInt64(selection["currentpricedown"]?.text ?? ""))
            found.selections["\(id.dropLast(2))"] = Selection(
                name: selection["name"]?.text,
                oddsBits: (Double(up + down) / Double(down)).bitPattern,
                isAvailable: selection["istradable"] == .word("true")
                    && selection["idfoselectionsuspensiontype"] == .word("null"),
                isLive: isLive)
        }
        return found
    }

    /// EM's name of the part of a score.
    private func partName(_ score: String) -> String {
        guard let number = score.first(where: \.isNumber) else { return "Whole Match" }
        let ordinals: [Character: String] = ["1": "1st", "2": "2nd", "3": "3rd"]
        return (ordinals[number] ?? "\(number)th")
            + (score.hasPrefix("PERIOD") ? " Half" : " Set")
    }

    /// Minutes and seconds; what was added is added.
    private func clock(_ text: String) -> [Int] {
        text.split(separator: " +").map { $0.split(separator: ":").compactMap { Int($0) } }
            .reduce([0, 0]) { [$0[0] + $1[0], $0[1] + $1[1]] }
    }

    private func milliseconds(_ text: String) -> String? {
        let minute = text.prefix(16).filter(\.isNumber)
        guard let start = ContentDate.milliseconds(of: minute) else { return nil }
        let seconds = text.dropFirst(17).prefix { $0.isNumber || $0 == "." }.split(separator: ".")
        let offset: Int64 = text.hasSuffix("+0200") ? 7_200_000 : 0
        let rest = (Int64(seconds[0]) ?? 0) * 1_000
            + (seconds.count > 1 ? Int64(seconds[1]) ?? 0 : 0)
        return "\(start + rest - offset)"
    }

    // MARK: EM

    private func facts(of model: FeedModel) -> [String: Facts] {
        var found: [String: Facts] = [:]
        for match in model.all("MATCH") {
            found[text(match["id"]) ?? ""] = Facts(
                name: text(match["name"]), startTime: text(match["startTime"]),
                statusID: text(match["statusId"]),
                numberOfMarkets: text(match["numberOfMarkets"]),
                tournament: text(match["parentId"]), sport: text(match["sportId"]),
                country: text(match["venueName"]))
        }
        for info in model.all("EVENT_INFO") {
            let scores = ["paramFloat1", "paramFloat2"].map { (info[$0] as? Int) ?? -1 }
            switch text(info["typeId"]) {
            case "1": found[text(info["eventId"]) ?? ""]?.scores[
                text(info["eventPartName"]) ?? ""] = scores
            case "95": found[text(info["eventId"]) ?? ""]?.scores["time"] = scores
            default: break
            }
        }
        for market in model.all("MARKET") {
            found[text(market["eventId"]) ?? ""]?.markets[text(market["id"]) ?? ""] = Market(
                name: text(market["name"]), bettingTypeID: text(market["bettingTypeId"]),
                isAvailable: market["isAvailable"] as? Bool)
        }
        addSelections(of: model, to: &found)
        return found
    }

    private func addSelections(of model: FeedModel, to found: inout [String: Facts]) {
        var markets: [String: String] = [:]
        for relation in model.all("MARKET_OUTCOME_RELATION") {
            markets[text(relation["outcomeId"]) ?? ""] = text(relation["marketId"])
        }
        for offer in model.all("BETTING_OFFER") {
            let outcome = text(offer["outcomeId"]) ?? ""
            let known = model.entities[FeedModel.Key(type: "OUTCOME", id: outcome)]
            let event = text(known?["eventId"]) ?? ""
            let odds = offer["odds"] as? Double
            found[event]?.markets[markets[outcome] ?? ""]?.selections[text(offer["id"]) ?? ""] =
                Selection(
                    name: text(known?["translatedName"]), oddsBits: odds?.bitPattern,
                    isAvailable: offer["isAvailable"] as? Bool, isLive: offer["isLive"] as? Bool)
        }
    }

    private func text(_ value: AnyHashable?) -> String? { value.map { "\($0)" } }
}
