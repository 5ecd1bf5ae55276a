import OddsPlatformServer
import OddsTraffic
import PlatformFixture
import Testing

/// One player at both providers at once: contract of the second provider, sections 9 and 12.
@Suite(.timeLimit(.minutes(5))) struct BothProvidersTests {
    private static let place = ScriptedWorld.Place(1)

    private func withPlayer(
        balance: String = "50.00", world: ScriptedWorld = ScriptedWorld(),
        _ body: (SportRadarPlayer, Bettor) async throws -> Void
    ) async throws {
        world.set(Self.place, odds: 185)
        try await withSportRadar(world: world) { running in
            let ana = try await SportRadarPlayer(running, balance: balance)
            try await body(ana, try await Bettor(ana))
        }
    }

    @Test func betsOfBothAreInBothHistories() async throws {
        try await withPlayer { ana, em in
            #expect(try await em.place(Self.place) == "b-1")
            #expect(try await ana.place(Self.place) == "2.1")
            #expect(try await em.place(Self.place) == "b-3")
            #expect(try await ana.historyIDs() == ["3.1", "2.1", "1.1"])
            #expect(try await em.openBets() == ["b-3", "b-2", "b-1"])
            let legs = try await ana.history()
            #expect(legs.allSatisfy { $0["idFOSelection"] == .number("90100.1") })
            #expect(legs.allSatisfy { $0["ownPriceUp"] == 17 && $0["ownPriceDown"] == 20 })
            try await ana.settle(Self.place, "WON")
            #expect(try await em.openBets() == [])
            #expect(try await ana.historyIDs("?betStateTypes=Opened") == [])
            #expect(try await ana.balance() == "75.50")
            let wallet = try await ana.running.ask(
                "GET", "/v2/player/\(ana.player.id)/balance", session: em.session)
            #expect(try wallet.json()["totalRealAmount"]?["EUR"] == .number("75.5"))
            let types = try await ana.pam("GET", "getTransactionHistoryByCurrency")
            #expect(types["transactions"]?[0]?["tranType"] == "WIN")
            #expect(types["transactions"]?[0]?["reference"] == "3.1")
            #expect(try await ana.postings() == 7)
        }
    }

    /// A system with a banker, which only the other provider takes.
    @Test func betOfATypeOfTheOtherIsShown() async throws {
        let world = ScriptedWorld()
        let places = (1...4).map { ScriptedWorld.Place($0) }
        for place in places { world.set(place, odds: 185) }
        try await withPlayer(world: world) { ana, em in
            let selections = places.enumerated().map { index, place in
                place.selection("1.85", index == 0 ? #","banker":true"# : "")
            }
            let placed = try await em.ask(
                "POST", Bettor.placing,
                """
                {"ucsOperatorId":7001,"currency":"EUR","type":"SYSTEM","systemBetType":"2/3",\
                "amount":"9.00","selections":[\(selections.joined(separator: ","))]}
                """)
            #expect(placed.status == 200)
            let legs = try await ana.history()
            #expect(legs.map { $0["idFOBetType"] } == ["2/3", "2/3", "2/3", "2/3"])
            #expect(legs.map { $0["legOrder"] } == [1, 2, 3, 4])
        }
    }

    /// 100 bets of 10.00 on 55.00, at both ports at once: 5 are placed.
    @Test func moneyOfOneWalletIsSpentOnce() async throws {
        try await withPlayer(balance: "55.00") { ana, em in
            let placed = try await withThrowingTaskGroup(of: Bool.self) { tasks in
                for index in 0..<100 {
                    tasks.addTask {
                        if index.isMultiple(of: 2) {
                            let answer = try await ana.ask(
                                "POST", SportRadarPlayer.betslip,
                                SportRadarPlayer.slip(Self.place), key: "k\(index)")
                            return try answer.slipState() == "2/0"
                        }
                        let answer = try await em.ask(
                            "POST", Bettor.placing, Bettor.ticket(Self.place), key: "k\(index)")
                        return answer.status == 200
                    }
                }
                return try await tasks.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(placed == 5)
            #expect(try await ana.balance() == "5.00")
            #expect(try await ana.historyIDs().count == 5)
            #expect(try await ana.postings() == 6)
        }
    }

    /// A sale at either port and the settlement of one bet at once: exactly one pays.
    @Test func betIsPaidOnce() async throws {
        try await withPlayer(balance: "500.00") { ana, em in
            for round in 1...20 {
                _ = try await ana.place(.init(1), stake: "1")
                let isLast = round == 20
                async let first = ana.ask(
                    "POST", "\(SportRadarPlayer.cashouts)/\(round).1", #"{"expectedValue":0.95}"#)
                async let second = em.ask(
                    "POST", Bettor.cashout,
                    #"{"betId":"b-\#(round)","cashoutValue":0.95,"cashoutType":"FULL"}"#)
                async let third: Void = isLast ? ana.settle(Self.place, "WON") : ()
                let statuses = try await [first.status, second.status]
                try await third
                #expect(statuses.count { $0 == 200 } <= 1)
                if !isLast { #expect(statuses.contains(200)) }
            }
            let net = try await ana.history("?pageSize=100").map { $0["totalReturn"] }
            #expect(net.dropFirst().allSatisfy { $0 == .number("0.95") })
            #expect([.number("0.95"), .number("1.85")].contains(net[0]))
            #expect(try await ana.postings() == 41)
        }
    }

    // MARK: The feed's world

    /// On the world that the sockets of the feed send.
    @Test func betsMeetThePricesOfTheFeed() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var traffic = TrafficConfiguration()
        traffic.seed = seed
        traffic.events = 8
        traffic.markets = 4
        let world = try WorldFeed(traffic)
        let ids = (0..<traffic.events).flatMap { world.offerIDs(ofEvent: $0) }
        let served = { (configuration: inout PlatformConfiguration) in
            configuration.sportRadarPort = 0
        }
        try await withPlatform(beside: traffic, served) { running, feed in
            _ = try await feed.pause()
            let ana = try await SportRadarPlayer(running)
            let offers = try await feed.quotes(ids, of: .offer).filter(\.isOpen)
            #expect(offers.count >= 3, "seed \(seed)")
            for offer in offers.prefix(3) {
                let leg = { (up: Int64, down: Int64) in
                    """
                    {"idFOSelection":"\(offer.offerID).1","priceUp":\(up),"priceDown":\(down)}
                    """
                }
                let unlike = try await ana.ask(
                    "POST", SportRadarPlayer.betslip,
                    SportRadarPlayer.slip([leg(9_999, 1)], stake: "1"))
                #expect(try unlike.slipState() == "1/66", "seed \(seed)")
                let found = try unlike.json()["bets"]?[0]?["betLegs"]?[0]
                guard case .number(let up) = found?["priceUp"],
                    case .number(let down) = found?["priceDown"],
                    let up = Int64(up), let down = Int64(down)
                else { throw UnexpectedAnswer(text: unlike.text) }
                // (up + down)/down are the odds of the feed exactly.
                #expect(
                    UInt64(up + down) * 10_000_000 == UInt64(down) * offer.oddsTenMillionths,
                    "seed \(seed)")
                let placed = try await ana.ask(
                    "POST", SportRadarPlayer.betslip,
                    SportRadarPlayer.slip([leg(up, down)], stake: "1"))
                #expect(try placed.slipState() == "2/0", "seed \(seed)")
            }
            let legs = try await ana.history()
            #expect(legs.count == 3)
            for leg in legs {
                for name in ["eventName", "participantHome", "marketName", "selectionName"] {
                    #expect(try !leg.text(name).isEmpty)
                }
                #expect(try leg.text("idFOSportType").count == 3)
            }
            _ = try await ana.postings()
        }
    }
}
