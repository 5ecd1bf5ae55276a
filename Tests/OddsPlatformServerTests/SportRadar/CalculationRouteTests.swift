import OddsJSON
import PlatformFixture
import Testing

/// Calculations and histories over HTTP: contract of the second provider, section 9.
@Suite(.timeLimit(.minutes(5))) struct CalculationRouteTests {
    private func withPlayer(
        _ body: (SportRadarPlayer, ScriptedWorld) async throws -> Void
    ) async throws {
        let world = ScriptedWorld()
        for (event, odds) in [(1, 185), (2, 210), (3, 350), (4, 200)] {
            world.set(.init(event), odds: odds)
        }
        world.set(.init(1, 1), odds: 300)
        try await withSportRadar(world: world) { running in
            try await body(SportRadarPlayer(running), world)
        }
    }

    private static let legs = [
        ScriptedWorld.Place(1).leg("1", "2"), ScriptedWorld.Place(2).leg("1", "2"),
        ScriptedWorld.Place(3).leg("1", "2"), ScriptedWorld.Place(4).leg("1", "2"),
    ]

    /// A bet of the first legs.
    private static func bet(_ count: Int, _ type: String, stake: String = "9") -> String {
        """
        {"betLegs":[\(legs.prefix(count).joined(separator: ","))],"idFOBetType":"\(type)",\
        "pool":false,"winStake":\(stake)}
        """
    }

    // MARK: Calculations

    /// At current odds, and without a session.
    @Test(arguments: [
        (1, "S", "9", #"{"potentialReturn":16.65,"totalStake":9,"unitCount":1,"totalOdd":1.85}"#),
        (
            2, "D", "10",
            #"{"potentialReturn":38.85,"totalStake":10,"unitCount":1,"totalOdd":3.885}"#
        ),
        // The platform's checks: 9.00 and 4.00 in all.
        (
            3, "2/3", "3",
            #"{"potentialReturn":53.13,"totalStake":9,"unitCount":3,"totalOdd":5.90333333}"#
        ),
        (
            3, "TRIXIE", "1",
            #"{"potentialReturn":31.3,"totalStake":4,"unitCount":4,"totalOdd":7.826875}"#
        ),
        (4, "AC4", "0", #"{"potentialReturn":0,"totalStake":0,"unitCount":1,"totalOdd":27.195}"#),
    ]) func betIsCalculated(
        _ count: Int, _ type: String, _ stake: String, _ answer: String
    ) async throws {
        try await withPlayer { ana, _ in
            let path = "/api/betting/fo/bet/calculate"
            for token in [nil, "unknown"] {
                let found = try await ana.running.askSportRadar(
                    "POST", path, Self.bet(count, type, stake: stake), token: token)
                #expect(found.status == 200)
                #expect(found.text == answer)
            }
        }
    }

    @Test func calculationIsThatOfThePlacedBet() async throws {
        try await withPlayer { ana, _ in
            for (count, type) in [(1, "S"), (3, "2/3"), (3, "PATENT"), (4, "LUCKY15")] {
                let bet = Self.bet(count, type, stake: "0.5")
                _ = try await ana.ask(
                    "POST", "/api/betting/fo/attribute/update", #"[{"id":648,"value":"higher"}]"#)
                let calculated = try await ana.ask("POST", "/api/betting/fo/bet/calculate", bet)
                let placed = try await ana.ask(
                    "POST", SportRadarPlayer.betslip,
                    #"{"bets":[\#(bet)],"useAutoAcceptance":true,"free":false}"#)
                let made = try placed.json()["bets"]?[0]
                for name in ["potentialReturn", "totalStake", "totalOdd"] {
                    #expect(try calculated.json()[name] == made?[name], "\(type)")
                }
            }
        }
    }

    @Test func whatCannotBePlacedCannotBeCalculated() async throws {
        try await withPlayer { ana, _ in
            let one = ScriptedWorld.Place(1)
            let pair = #"{"betLegs":[\#(one.leg("1", "2")),LEG],"idFOBetType":"D","winStake":1}"#
            for (body, status, code) in [
                (pair.replacing("LEG", with: ScriptedWorld.Place(9).leg("1", "2")), 404, "903"),
                (pair.replacing("LEG", with: ScriptedWorld.Place(1, 1).leg("1", "2")), 409, "905"),
                (Self.bet(2, "T"), 400, nil), (Self.bet(1, "S", stake: "x"), 400, nil),
                ("{", 400, nil), (Self.bet(1, "S", stake: "9999999999"), 400, "901"),
            ] {
                let answer = try await ana.ask("POST", "/api/betting/fo/bet/calculate", body)
                #expect(answer.status == status, "\(body)")
                #expect(try answer.betCode() == code.map { .string($0) } ?? .null)
            }
        }
    }

    @Test func allowedTypesAreListedWithWhatTheyReturn() async throws {
        try await withPlayer { ana, _ in
            let path = "/api/betting/fo/allowedBetTypesWithCalculation"
            func types(_ count: Int, _ asked: String = "", stake: String = "1") async throws
                -> JSONValue
            {
                let legs = Self.legs.prefix(count).joined(separator: ",")
                let answer = try await ana.running.askSportRadar(
                    "POST", path,
                    """
                    {"betLegs":[\(legs)],"idFOBetType":"\(asked)","winStake":\(stake),\
                    "isPool":false}
                    """)
                #expect(answer.status == 200)
                return try answer.json()
            }
            #expect(
                try await types(3) == [
                    [
                        "idFOBetType": "T", "name": "Treble", "unitCount": 1,
                        "potentialReturn": .number("13.59"), "totalStake": 1,
                    ],
                    [
                        "idFOBetType": "1/3", "name": "Singles", "unitCount": 3,
                        "potentialReturn": .number("7.45"), "totalStake": 3,
                    ],
                    [
                        "idFOBetType": "2/3", "name": "Doubles", "unitCount": 3,
                        "potentialReturn": .number("17.71"), "totalStake": 3,
                    ],
                    [
                        "idFOBetType": "TRIXIE", "name": "Trixie", "unitCount": 4,
                        "potentialReturn": .number("31.3"), "totalStake": 4,
                    ],
                    [
                        "idFOBetType": "PATENT", "name": "Patent", "unitCount": 7,
                        "potentialReturn": .number("38.75"), "totalStake": 7,
                    ],
                ])
            #expect(try await types(1, stake: "0")[0]?["idFOBetType"] == "S")
            #expect(try await types(1)[1] == nil)
            #expect(try await types(2, "D")[0]?["name"] == "Double")
            #expect(try await types(2, "D")[1] == nil)
            let unknown = try await ana.ask(
                "POST", path,
                #"{"betLegs":[\#(Self.legs[0])],"idFOBetType":"D","winStake":0}"#)
            #expect(unknown.status == 400)
            // Two of one event cannot be combined at all.
            let pair = [ScriptedWorld.Place(1), .init(1, 1)].map { $0.leg("1", "2") }
            let none = try await ana.ask(
                "POST", path,
                #"{"betLegs":[\#(pair.joined(separator: ","))],"idFOBetType":"","winStake":0}"#)
            #expect(none.text == "[]")
        }
    }

    // MARK: Histories

    private func query(_ states: String, _ outcomes: String = "NotSpecified") -> String {
        "?betStateTypes=\(states)&betOutcomes=\(outcomes)&orderBy=0&orderDesc=true"
    }

    @Test func historyHasTheBetsOfItsStatesAndOutcomes() async throws {
        try await withPlayer { ana, _ in
            var ids: [String: String] = [:]
            for (name, event) in [("won", 1), ("lost", 2), ("void", 3), ("sold", 4)] {
                let odds = [1: ("17", "20"), 2: ("11", "10"), 3: ("5", "2"), 4: ("1", "1")]
                let (up, down) = try #require(odds[event])
                let placed = try await ana.ask(
                    "POST", SportRadarPlayer.betslip,
                    SportRadarPlayer.slip([ScriptedWorld.Place(event).leg(up, down)], stake: "1"))
                guard case .number(let id) = try placed.json()["bets"]?[0]?["idFoBet"] else {
                    throw UnexpectedAnswer(text: placed.text)
                }
                ids[name] = id
            }
            let sold = try #require(ids["sold"])
            let sale = try await ana.ask(
                "POST", "\(SportRadarPlayer.cashouts)/\(sold)", #"{"expectedValue":0.95}"#)
            #expect(sale.status == 200)
            for (event, result) in [(1, "WON"), (2, "LOST"), (3, "VOID")] {
                try await ana.settle(.init(event), result)
            }
            // Higher odds than it asks for are taken.
            _ = try await ana.ask(
                "POST", "/api/betting/fo/attribute/update", #"[{"id":648,"value":"higher"}]"#)
            let open = try await ana.place(.init(4), stake: "1")
            let all = [open] + ["sold", "void", "lost", "won"].compactMap { ids[$0] }
            let resolved = Array(all.dropFirst())
            for (text, found) in [
                ("", all), (query("Opened"), [open]), (query("open"), [open]),
                (query("Settled,Closed,Cancelled"), resolved),
                (query("SETTLED"), resolved.filter { $0 != sold }), (query("Closed"), [sold]),
                (query("Cashed%20Out"), [sold]), (query("Cancelled"), []),
                (query("Settled", "Won"), [ids["won"]]), (query("Settled", "Lost"), [ids["lost"]]),
                (query("Settled", "Void,won"), [ids["void"], ids["won"]]),
                ("?betStateTypes=Won&betStateTypes=Lost", [ids["lost"], ids["won"]]),
                ("?orderDesc=false", all.reversed()),
                ("?pageSize=2", Array(all.prefix(2))),
                ("?pageSize=2&pageNumber=2", [ids["won"]]), ("?pageNumber=1", []),
                ("?to=2020-01-01", []), ("?from=2020-01-01%2000:00:00", all),
            ] as [(String, [String?])] {
                #expect(try await ana.historyIDs(text) == found, "\(text)")
            }
            let states = try await ana.history().map { [$0["betState"], $0["betResult"]] }
            #expect(
                states == [
                    ["Opened", "Open"], ["Cashed Out", "NotSpecified"], ["Settled", "Void"],
                    ["Settled", "Lost"], ["Settled", "Won"],
                ])
            #expect(
                try await ana.history().map { $0["totalReturn"] }
                    == [0, .number("0.95"), 1, 0, .number("1.85")])
            for text in [
                "?betStateTypes=Unknown", "?betOutcomes=Opened", "?orderBy=1", "?pageSize=0",
                "?pageSize=101", "?pageNumber=-1", "?from=02-10-2026", "?orderDesc=2",
            ] {
                #expect(try await ana.ask("GET", "/api/betting/fo/bets" + text).status == 400)
            }
        }
    }

    /// Pages are counted in bets, whose legs come together and in their order.
    @Test func legsOfABetStandTogether() async throws {
        try await withPlayer { ana, _ in
            for (type, count) in [("D", 2), ("2/3", 3)] {
                let bet = Self.bet(count, type, stake: "1")
                _ = try await ana.ask(
                    "POST", "/api/betting/fo/attribute/update", #"[{"id":648,"value":"higher"}]"#)
                _ = try await ana.ask(
                    "POST", SportRadarPlayer.betslip,
                    #"{"bets":[\#(bet)],"useAutoAcceptance":true}"#)
            }
            let legs = try await ana.history()
            #expect(
                legs.map { $0["idFOBet"] }
                    == ["2.1", "2.1", "2.1", "1.1", "1.1"].map { .number($0) })
            #expect(legs.map { $0["legOrder"] } == [1, 2, 3, 1, 2])
            #expect(legs.map { $0["betTypeName"] }[0] == "Doubles")
            #expect(legs.map { $0["idFOBetType"] }[3] == "D")
            #expect(try await ana.history("?pageSize=1").count == 3)
            #expect(try await ana.history("?pageSize=1&pageNumber=1").count == 2)
            try await ana.settle(.init(1), "WON")
            #expect(
                try await ana.history().map { $0["betLegStatus"] }
                    == ["Won", "Open", "Open", "Won", "Open"])
        }
    }
}
