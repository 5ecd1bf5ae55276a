import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, sections 9.1 to 9.4 for selections of one event that depend on each other.
@Suite struct BetBuilderTests {
    private let legs = [Place(1, 0), Place(1, 1)]

    private func table() async throws -> (BettingTable, Access) {
        let table = try await BettingTable()
        table.world.set(legs[0], odds: 185)
        table.world.set(legs[1], odds: 210)
        return (table, try await table.test.makeAccess(balance: "50.00"))
    }

    /// 1 + (1.85 · 2.1 − 1) · 0.9 = 3.5965.
    private func slip(
        _ prices: [String?] = ["3.59", "3.59"], policy: String = "ACCEPT_NONE"
    ) -> BettingTable.Slip {
        .init(
            policy: policy,
            selections: zip(zip(legs, ["1.85", "2.1"]), prices).map { leg, price in
                leg.0.selection(
                    leg.1, price.map { #","betBuilderPriceValue":\#($0)"# } ?? "")
            })
    }

    @Test func betHoldsThePriceOfAllTogether() async throws {
        let (table, access) = try await table()
        let body = try await table.place(access, slip())
        #expect(body["potentialReturn"] == .number("35.9"))
        let bet = try await table.bet(access, body.text("betId"))
        #expect(bet["betBuilder"] == true)
        #expect(bet["type"] == "SINGLE")
        #expect(bet["totalPriceValue"] == .number("3.59"))
        #expect(bet["maxWinning"] == .number("35.9"))
    }

    @Test func everySelectionOfASingleCarriesTheSamePrice() async throws {
        let (table, access) = try await table()
        #expect(try await table.code(access, slip(["3.59", nil])) == "400 901")
        #expect(try await table.code(access, slip([nil, "3.59"])) == "400 901")
        #expect(try await table.code(access, slip(["3.59", "3.6"])) == "400 901")
        #expect(try await table.code(access, slip(["1", "1"])) == "400 901")
        #expect(try await table.code(access, slip(["3.59", "3.590"])) == "200")
        var multiple = slip()
        multiple.type = "MULTIPLE"
        #expect(try await table.code(access, multiple) == "400 901")
        var single = slip()
        single.selections.removeLast()
        #expect(try await table.code(access, single) == "400 901")
    }

    @Test func selectionsAreOfOneEventAndOfMarketsOfTheirOwn() async throws {
        let (table, access) = try await table()
        table.world.set(Place(1, 0, 1), odds: 210)
        table.world.set(Place(2, 0), odds: 210)
        for other in [Place(1, 0, 1), Place(2, 0)] {
            var slip = slip()
            slip.selections[1] = other.selection("2.1", #","betBuilderPriceValue":3.59"#)
            #expect(try await table.code(access, slip) == "409 905")
        }
        // Without the price of all, they are no BetBuilder.
        var multiple = slip([nil, nil])
        multiple.type = "MULTIPLE"
        #expect(try await table.code(access, multiple) == "409 905")
    }

    @Test(arguments: [
        ("ACCEPT_ANY", "3.6", "200"), ("ACCEPT_ANY", "3.58", "200"),
        ("ACCEPT_HIGHER", "3.6", "409 906"), ("ACCEPT_HIGHER", "3.59", "200"),
        ("ACCEPT_HIGHER", "3.58", "200"), ("ACCEPT_NONE", "3.6", "409 906"),
        ("ACCEPT_NONE", "3.59", "200"), ("ACCEPT_NONE", "3.58", "409 906"),
    ]) func policyJudgesThePriceOfAllTogether(
        _ policy: String, _ price: String, _ code: String
    ) async throws {
        let (table, access) = try await table()
        #expect(try await table.code(access, slip([price, price], policy: policy)) == code)
    }

    @Test func changesHaveTheFirstSelectionAlone() async throws {
        let (table, access) = try await table()
        let answer = try await table.answer(access, slip(["3.6", "3.6"]))
        #expect(
            try answer.json["changes"] == [
                [
                    "bettingOfferId": "90100", "requested": .number("3.6"),
                    "current": .number("3.59"),
                ]
            ])
    }

    /// The price has at most ten digits before the point, as all odds.
    @Test func priceBeyondAllOddsIsAReturnThatIsTooMuch() async throws {
        let (table, access) = try await table()
        let places = (0..<6).map { Place(2, $0) }
        for place in places { table.world.set(place, odds: 100_000) }
        let slip = BettingTable.Slip(
            policy: "ACCEPT_ANY",
            selections: places.map { $0.selection("1000", #","betBuilderPriceValue":2"#) })
        #expect(try await table.code(access, slip) == "409 908")
        #expect(try await table.answer(access, slip).json["max"] == 0)
    }

    @Test(arguments: [
        (["WON", "WON"], "WON", "35.9"), (["WON", "VOID"], "VOID", "10"),
        (["HALF_WON", "WON"], "VOID", "10"), (["HALF_LOST", "WON"], "VOID", "10"),
        (["VOID", "VOID"], "VOID", "10"), (["WON", "LOST"], "LOST", "0"),
        (["VOID", "LOST"], "LOST", "0"),
    ]) func isWonIfAllHaveWonAndElseVoidUnlessALegIsLost(
        _ results: [String], _ status: String, _ paid: String
    ) async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, slip())
        try await table.settle((legs[0], results[0]))
        #expect(try await table.status(access, bet) == "OPEN")
        // What it can still return: nothing but its stake once a leg has not won.
        #expect(
            try await table.bet(access, bet)["maxWinning"]
                == (results[0] == "WON" ? .number("35.9") : 10))
        try await table.settle((legs[1], results[1]))
        #expect(try await table.status(access, bet) == status)
        #expect(try await table.bet(access, bet)["betNetReturns"] == .number(paid))
    }

    @Test func isLostWithItsFirstLostLeg() async throws {
        let (table, access) = try await table()
        let bet = try await table.bet(access, slip())
        try await table.settle((legs[1], "LOST"))
        #expect(try await table.status(access, bet) == "LOST")
        #expect(try await table.bet(access, bet)["maxWinning"] == 0)
    }
}
