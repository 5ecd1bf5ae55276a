import GRDB
import OddsBetting
import OddsJSON
import PlatformFixture
import Testing

@testable import OddsPlatform

/// Slips, and odds that the house offers: contract of the second provider, section 9.
@Suite(.timeLimit(.minutes(5))) struct SlipTests {
    private static let offer = 30_000 as Int64

    private func table(
        _ settings: PlatformSettings = TestPlatform.settings,
        world: ScriptedWorld = ScriptedWorld()
    ) async throws -> (BettingTable, Access) {
        world.set(Place(1), odds: 185)
        world.set(Place(2), odds: 210)
        world.set(Place(3), odds: 350)
        let table = try await BettingTable(settings, world: world)
        let access = try await table.test.makeAccess(balance: "50.00", freebet: "5.00")
        return (table, try await table.launch(access))
    }

    private func balances(_ table: BettingTable) async throws -> Balances {
        try await table.platform.state.transact { try $0.balances(of: Platform.firstPlayer) }
    }

    @Test func placedSlipHasTheAnswerOfTheContract() async throws {
        let (table, access) = try await table()
        let answer = try await table.placeSlip(access)
        #expect(
            answer == [
                "idFOBetSlip": 1, "totalStake": 10,
                "status": [
                    "state": 2, "detailedState": 0, "statusCode": nil, "statusText": nil,
                ],
                "bets": [
                    [
                        "idFoBet": .number("1.1"), "idfoBetType": "S", "totalStake": 10,
                        "placeStake": 10, "potentialReturn": .number("18.5"),
                        "totalOdd": .number("1.85"),
                        "betLegs": [
                            [
                                "idFOSelection": .number("90100.1"), "idFOPriceType": "CP",
                                "priceUp": 17, "priceDown": 20,
                            ]
                        ],
                    ]
                ],
            ])
        #expect(
            try await balances(table)
                == Balances(real: "40.00", freebet: "5.00", escrow: "10.00"))
        #expect(try await table.lastMoves() == ["real → escrow 10.00"])
    }

    /// The stake is that of one line.
    @Test(arguments: [
        ("S", 1, "1"), ("D", 2, "1"), ("T", 3, "1"), ("2/3", 3, "3"), ("1/2", 2, "2"),
        ("TRIXIE", 3, "4"), ("PATENT", 3, "7"),
    ]) func totalStakeIsThatOfAllLines(_ type: String, _ count: Int, _ total: String) async throws {
        let (table, access) = try await table()
        let legs = [
            Place(1).leg("17", "20"), Place(2).leg("11", "10"), Place(3).leg("5", "2"),
        ]
        let answer = try await table.placeSlip(
            access, [.init(type: type, stake: "1.00", legs: Array(legs.prefix(count)))])
        #expect(answer.slipState == "2/0")
        #expect(answer["totalStake"] == .number(total))
        let bet = try #require(answer.list("bets").first)
        #expect(bet["placeStake"] == 1)
        #expect(bet["totalStake"] == .number(total))
        #expect(try await balances(table).escrow == Money(total))
        // The other provider's history returns the same.
        let record = try await table.platform.state.transact { try $0.bet(1) }
        #expect(record?.potentialReturn.json == bet["potentialReturn"])
        #expect(
            record.map { SlipType.code(of: $0.type, count: $0.selections.count) } == type)
    }

    // MARK: Odds

    /// What becomes of a slip, by the player's setting, the current odds and whether offers are
    /// taken; the slip asks for 1.85.
    @Test(arguments: ["none", "higher"], [184, 185, 186])
    func oddsAreJudgedByTheSetting(_ setting: String, _ odds: Int) async throws {
        for (isLive, attribute) in [(false, 668), (true, 667), (false, 648), (true, 648)] {
            for takesOffers in [true, false] {
                let (table, access) = try await table()
                _ = try await table.bets.updateAttributes(
                    access, parse(#"[{"id":\#(attribute),"value":"\#(setting)"}]"#))
                table.world.set(Place(1), odds: odds, isLive: isLive)
                let answer = try await table.placeSlip(access, takesOffers: takesOffers)
                let isTaken = odds == 185 || (takesOffers && setting == "higher" && odds > 185)
                if isTaken {
                    #expect(answer.slipState == "2/0")
                } else if takesOffers {
                    #expect(answer.slipState == "1/66")
                } else {
                    #expect(answer["refused"] == "409 906")
                }
                #expect(try await balances(table).real == (isTaken ? "40.00" : "50.00"))
                guard answer["refused"] == nil else { continue }
                // The odds of now, offered or held.
                let leg = try #require(
                    answer.list("bets").first?.list("betLegs").first)
                let price = FractionalPrice(up: leg["priceUp"], down: leg["priceDown"])
                #expect(price?.ticketPrice?.odds == Odds(units: Int64(odds) * 1_000_000))
            }
        }
    }

    /// A setting for events that have begun says nothing of others.
    @Test func settingsAreJudgedByEachEvent() async throws {
        let (table, access) = try await table()
        _ = try await table.bets.updateAttributes(
            access, parse(#"[{"id":667,"value":"higher"}]"#))
        table.world.set(Place(1), odds: 190, isLive: true)
        let double = BettingTable.SlipLine(
            type: "D", legs: [Place(1).leg("17", "20"), Place(2).leg("11", "10")])
        #expect(try await table.placeSlip(access, [double]).slipState == "2/0")
        table.world.set(Place(2), odds: 220)
        #expect(try await table.placeSlip(access, [double]).slipState == "1/66")
    }

    // MARK: Offers of the house

    private func offered(_ table: BettingTable, _ access: Access) async throws -> JSONValue {
        table.world.set(Place(1), odds: 190)
        let answer = try await table.placeSlip(access)
        #expect(answer.slipState == "1/66")
        #expect(try answer.list("bets").first?["idFoBet"] == .null)
        #expect(try answer.list("bets").first?["potentialReturn"] == 19)
        #expect(try await balances(table).real == "50.00")
        return answer
    }

    /// The offer stands for its time, wherever the odds go meanwhile.
    @Test(arguments: [190, 150, 240])
    func confirmedOfferIsPlacedAtItsOdds(_ later: Int) async throws {
        let (table, access) = try await table()
        let slip = try await offered(table, access)["idFOBetSlip"]
        table.world.set(Place(1), odds: later)
        table.test.pass(milliseconds: Self.offer - 1)
        let confirmed = try await table.confirm(access, slip)
        #expect(confirmed.slipState == "2/0")
        #expect(try confirmed.list("bets").first?["idFoBet"] == .number("1.1"))
        #expect(try confirmed.list("bets").first?["potentialReturn"] == 19)
        #expect(try await balances(table).real == "40.00")
        let bet = try #require(try await table.platform.state.transact { try $0.bet(1) })
        #expect(bet.selections.map(\.odds) == [Odds("1.9")])
        #expect(bet.selections.map(\.requested) == [Odds("1.85")])
        // A second time, also much later, it is told again.
        table.test.pass(minutes: 29)
        #expect(try await table.confirm(access, slip) == confirmed)
        #expect(try await balances(table).real == "40.00")
        let refused = try await code { try await table.reject(access, slip) }
        #expect(refused == "409 -")
        #expect(try await table.platform.checkLedger().isOK)
    }

    @Test func rejectedOfferIsOver() async throws {
        let (table, access) = try await table()
        let slip = try await offered(table, access)["idFOBetSlip"]
        for _ in 0..<2 { try await table.reject(access, slip) }
        let answer = try await table.confirm(access, slip)
        #expect(answer.slipState == "4/0")
        #expect(try answer.text("statusText") == "rejected by the player")
        #expect(try await balances(table).real == "50.00")
        #expect(try await table.platform.checkLedger().postings == 2)
    }

    @Test func offerLapsesAfterHalfAMinute() async throws {
        let (table, access) = try await table()
        let slip = try await offered(table, access)["idFOBetSlip"]
        table.test.pass(milliseconds: Self.offer)
        for _ in 0..<2 {
            let answer = try await table.confirm(access, slip)
            #expect(answer.slipState == "4/0")
            #expect(try answer.text("statusText") == "the offer of other odds has lapsed")
        }
        try await table.reject(access, slip)
        #expect(try await balances(table).real == "50.00")
        #expect(try await table.platform.checkLedger().postings == 2)
    }

    /// What has come in between ends an offer that is confirmed.
    @Test(arguments: ["903", "904", "106", "121"])
    func confirmationIsCheckedAsAPlacing(_ code: String) async throws {
        let (table, access) = try await table()
        let slip = try await offered(table, access)["idFOBetSlip"]
        switch code {
        case "903": table.world.remove(Place(1))
        case "904": table.world.set(Place(1), odds: 190, isOpen: false)
        case "106":
            _ = try await table.placeSlip(
                access, [.init(stake: "45", legs: [Place(2).leg("11", "10")])])
        default:
            _ = try await table.platform.state.transact { transaction in
                let player = try transaction.player(Platform.firstPlayer)
                return try transaction.setLimit(
                    of: try #require(player), .wagering, .daily, Money(minorUnits: 1))
            }
        }
        let before = try await balances(table)
        let answer = try await table.confirm(access, slip)
        #expect(answer.slipState == "4/0")
        #expect(answer["statusCode"] == .string(code))
        if code == "121" { #expect(try answer.text("statusText").contains("wager limit")) }
        #expect(try await balances(table) == before)
        // It stays over, though it would pass now.
        table.world.set(Place(1), odds: 190)
        #expect(try await table.confirm(access, slip) == answer)
    }

    @Test func slipOfAnotherPlayerIsUnknown() async throws {
        let (table, access) = try await table()
        let slip = try await offered(table, access)["idFOBetSlip"]
        let stranger = try await table.launch(try await table.test.makeAccess(balance: "50.00"))
        for id in [slip, 99, nil] {
            let other = id == slip ? stranger : access
            #expect(try await code { _ = try await table.confirm(other, id) } == "404 -")
            #expect(try await code { try await table.reject(other, id) } == "404 -")
        }
        #expect(try await table.confirm(access, slip).slipState == "2/0")
    }

    @Test func confirmationSaysWhatItConfirms() async throws {
        let (table, access) = try await table()
        _ = try await offered(table, access)
        for body in [
            "{}", #"{"betStatus":{"state":2,"detailedState":66}}"#,
            #"{"betStatus":{"state":1,"detailedState":0}}"#, #"{"betStatus":1}"#,
        ] {
            let refused = try await code {
                _ = try await table.bets.confirm(access, slip: "1", reader(body))
            }
            #expect(refused == "400 -")
        }
        #expect(try await table.confirm(access, 1).slipState == "2/0")
    }

    /// Nothing is offered on what takes no bets, in whichever bet of the slip it is.
    @Test func closedSelectionBehindChangedOddsIsRefused() async throws {
        let (table, access) = try await table()
        table.world.set(Place(1), odds: 190)
        table.world.set(Place(2), odds: 50)
        let answer = try await table.placeSlip(
            access, [.init(), .init(legs: [Place(2).leg("11", "10")])])
        #expect(answer["refused"] == "409 904")
    }

    @Test func systemWhoseLeastStakeIsAboveTheGreatestIsRefused() async throws {
        let (table, access) = try await table()
        for event in 1...20 { table.world.set(Place(event), odds: 110) }
        let legs = (1...20).map { Place($0).leg("1", "10") }
        for stake in ["0.01", "0.05", "9999999999.99"] {
            let answer = try await table.placeSlip(
                access, [.init(type: "7/20", stake: stake, legs: legs)])
            #expect(answer["refused"] == "409 907")
        }
    }

    @Test func offerSurvivesARestart() async throws {
        try await withStateFile { settings in
            let world = ScriptedWorld()
            let (first, access) = try await table(settings, world: world)
            let slip = try await offered(first, access)["idFOBetSlip"]
            let second = try await BettingTable(settings, world: world)
            #expect(try await second.confirm(access, slip).slipState == "2/0")
            #expect(try await second.platform.checkLedger().isOK)
        }
    }

    /// A session of a state from before the second provider is one of both.
    @Test func olderStateGoesOn() async throws {
        try await withStateFile { settings in
            let old = try DatabaseQueue(path: try #require(settings.path))
            try PlatformSchema.migrator.migrate(old, upTo: "4: lean placing")
            try await old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO player (id, username, password, currency)
                        VALUES (70501, 'ana', '', 'EUR')
                        """)
                try db.execute(
                    sql: "INSERT INTO session (id, player, used) VALUES ('s', 70501, ?)",
                    arguments: [TestPlatform.start])
                try db.execute(
                    sql: """
                        INSERT INTO cashierSession (id, player, type, successURL, cancelURL,
                            failURL, created)
                        VALUES ('c', 70501, 'Deposit', '', '', '', ?)
                        """, arguments: [TestPlatform.start])
            }
            try old.close()
            let table = try await BettingTable(settings)
            let access = Access(session: "s")
            let profile = try await PAM(table.platform).playerInfo(access)
            #expect(try profile.text("partyId") == "70501")
            let launched = try await table.launch(access)
            #expect(launched.launchToken?.isEmpty == false)
            #expect(try await table.launch(access).launchToken == launched.launchToken)
            #expect(try await table.bets.freeBalance(launched) == ["balance": 0])
            // A session at the cashier that was begun before takes whatever is entered.
            let session = try await table.platform.cashierSession("c")
            #expect(session.amount == nil)
        }
    }

    @Test func oldSlipsAreForgotten() async throws {
        let (table, access) = try await table()
        let slip = try await offered(table, access)["idFOBetSlip"]
        table.test.pass(days: 1)
        try await table.platform.doWhatIsDue()
        let login = try await table.platform.state.transact { transaction in
            Access(session: try transaction.beginSession(of: Platform.firstPlayer))
        }
        let later = try await table.launch(login)
        #expect(try await code { _ = try await table.confirm(later, slip) } == "404 -")
        // Its number does not come again.
        #expect(try await table.placeSlip(later)["idFOBetSlip"] == 2)
    }

    // MARK: Several bets

    @Test func betsOfASlipArePlacedTogetherOrNotAtAll() async throws {
        let (table, access) = try await table()
        let lines = [
            BettingTable.SlipLine(),
            .init(stake: "30", legs: [Place(2).leg("11", "10")]),
        ]
        let both = try await table.placeSlip(access, lines)
        #expect(both["totalStake"] == 40)
        #expect(
            try both.list("bets").map { $0["idFoBet"] } == [.number("1.1"), .number("2.1")])
        #expect(try await balances(table).real == "10.00")
        // The second of these is one too much.
        let more = [BettingTable.SlipLine(stake: "5"), .init(stake: "6")]
        #expect(try await table.placeSlip(access, more)["refused"] == "409 106")
        #expect(try await balances(table).real == "10.00")
        #expect(try await table.platform.state.transact { try $0.bet(3) } == nil)
        #expect(table.platform.metrics.bets.placedCount == 2)
        // Other odds of one are an offer for all.
        table.world.set(Place(2), odds: 200)
        let small = [
            BettingTable.SlipLine(stake: "1"), .init(stake: "2", legs: [Place(2).leg("11", "10")]),
        ]
        let offer = try await table.placeSlip(access, small)
        #expect(offer.slipState == "1/66")
        let confirmed = try await table.confirm(access, offer["idFOBetSlip"])
        #expect(try confirmed.list("bets").map { $0["potentialReturn"] } == [.number("1.85"), 4])
        #expect(try await balances(table).real == "7.00")
    }

    // MARK: Selections

    @Test func outcomeWithSeveralOffersOrMarketsHasNoSelection() async throws {
        let (table, access) = try await table()
        // A second offer of one outcome; and an outcome that hangs on another event's market.
        table.world.set(Place(1, 0, 1), odds: 185, of: Place(1))
        table.world.set(Place(2, 1), odds: 210, of: Place(2))
        for place in [Place(1), Place(1, 0, 1), Place(2)] {
            let answer = try await table.placeSlip(
                access, [.init(legs: [place.leg("17", "20")])])
            #expect(answer["refused"] == "404 903")
        }
        #expect(table.platform.metrics.ambiguousSelectionCount == 3)
        let plain = try await table.placeSlip(access, [.init(legs: [Place(3).leg("5", "2")])])
        #expect(plain.slipState == "2/0")
        // The other provider takes bets on them.
        let session = try await table.platform.state.transact { transaction in
            try transaction.beginSession(of: Platform.firstPlayer)
        }
        let em = Access(session: session, player: "\(Platform.firstPlayer)")
        _ = try await table.bet(em)
        #expect(table.platform.metrics.ambiguousSelectionCount == 3)
    }

    // MARK: Delay

    @Test func slipWithALiveOfferIsHeldAndJudgedAtItsEnd() async throws {
        var settings = TestPlatform.settings
        settings.liveDelayMilliseconds = 5_000
        let world = ScriptedWorld()
        world.set(Place(1), odds: 185, isLive: true)
        let table = try await BettingTable(liveDelay: 5_000, settings, world: world)
        let access = try await table.launch(try await table.test.makeAccess(balance: "50.00"))
        async let answer = table.placeSlip(access, key: "k")
        while table.platform.held.count < 1 { await Task.yield() }
        async let again = table.placeSlip(access, key: "k")
        world.set(Place(1), odds: 190, isLive: true)
        table.test.pass(milliseconds: 5_000)
        table.platform.releaseTickets()
        let offer = try await answer
        #expect(offer.slipState == "1/66")
        #expect(try await again == offer)
        // An offer is not held once more.
        #expect(try await table.confirm(access, offer["idFOBetSlip"]).slipState == "2/0")
        #expect(try await balances(table).real == "40.00")
    }
}
