import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.1: the shape of a ticket.
@Suite struct TicketTests {
    private func table() async throws -> BettingTable {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 185)
        return table
    }

    @Test(arguments: [
        "[]", #""x""#, "{", "{}",
        #"{"currency":"EUR","type":"SINGLE","amount":"1.00"}"#,
        #"{"currency":"EUR","type":"SINGLE","amount":"1.00","selections":[]}"#,
        #"{"currency":"EUR","type":"SINGLE","amount":"1.00","selections":[1]}"#,
    ]) func bodyOfAnotherFormIs901(_ body: String) async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00")
        #expect(try await table.code(access, body: body) == "400 901")
    }

    @Test(arguments: ["bettingOfferId", "eventId", "marketId", "outcomeId", "priceValue"])
    func selectionHasItsIDsAndItsPrice(_ member: String) async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00")
        let body = BettingTable.Slip().json.replacing(#""\#(member)""#, with: #""other""#)
        #expect(try await table.code(access, body: body) == "400 901")
    }

    @Test(arguments: ["1", "0.99", "0", "-2", #""1.85""#, "true", "1.000000001", "10000000000"])
    func priceIsANumberAboveOne(_ price: String) async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00")
        #expect(
            try await table.code(access, .init(selections: [Place(1).selection(price)]))
                == "400 901")
    }

    @Test(arguments: [
        "0", "0.00", "-1.00", "+1.00", "01.00", "1.", ".5", "1.000", "1,00", "1e1", " 1.00",
        "1.00 ", "", "10000000000.00", "x",
    ]) func amountIsTextOfAtMostTwoPlaces(_ amount: String) async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00")
        #expect(try await table.code(access, .init(amount: #""\#(amount)""#)) == "400 901")
    }

    @Test func oneToTwentySelectionsAreTaken() async throws {
        let table = try await table()
        for event in 1...21 { table.world.set(Place(event), odds: 120) }
        let access = try await table.test.makeAccess(balance: "50.00")
        func code(_ count: Int) async throws -> String {
            try await table.code(
                access,
                .init(
                    type: "MULTIPLE", amount: #""1.00""#,
                    selections: (1...count).map { Place($0).selection("1.2") }))
        }
        #expect(try await code(20) == "200")
        #expect(try await code(21) == "400 901")
    }

    @Test func unknownPolicyIs901AndNoneMeansAcceptNone() async throws {
        let table = try await table()
        let access = try await table.test.makeAccess(balance: "50.00")
        #expect(try await table.code(access, .init(policy: "ACCEPT_LOWER")) == "400 901")
        #expect(try await table.code(access, .init(policy: "")) == "400 901")
        #expect(try await table.code(access, .init(policy: nil)) == "200")
        #expect(
            try await table.code(
                access, .init(policy: nil, selections: [Place(1).selection("1.8")])) == "409 906")
    }

    /// Types that do not fit the number of selections, and those that do.
    @Test(arguments: [
        ("SINGLE", nil, 1, "200"), ("SINGLE", nil, 2, "400 901"), ("MULTIPLE", nil, 1, "400 901"),
        ("MULTIPLE", nil, 2, "200"), ("MULTIPLE", "2/3", 3, "400 901"),
        ("SYSTEM", nil, 3, "400 901"), ("SYSTEM", "2/3", 3, "200"), ("SYSTEM", "1/3", 3, "200"),
        ("SYSTEM", "3/3", 3, "400 901"), ("SYSTEM", "0/3", 3, "400 901"),
        ("SYSTEM", "2/4", 3, "400 901"), ("SYSTEM", "02/3", 3, "400 901"),
        ("SYSTEM", "2/3/4", 3, "400 901"), ("SYSTEM", "2", 3, "400 901"),
        ("SYSTEM", "a/3", 3, "400 901"), ("TRIXIE", nil, 3, "200"), ("TRIXIE", nil, 4, "400 901"),
        ("TRIXIE", "2/3", 3, "400 901"), ("PATENT", nil, 3, "200"), ("YANKEE", nil, 4, "200"),
        ("YANKEE", nil, 3, "400 901"), ("LUCKY15", nil, 4, "200"), ("CANADIAN", nil, 5, "200"),
        ("LUCKY31", nil, 5, "200"), ("HEINZ", nil, 6, "200"), ("LUCKY63", nil, 6, "200"),
        ("SUPERHEINZ", nil, 7, "400 901"), ("single", nil, 1, "400 901"),
    ] as [(String, String?, Int, String)])
    func typeFitsTheNumberOfSelections(
        _ type: String, _ system: String?, _ count: Int, _ code: String
    ) async throws {
        let table = try await table()
        for event in 1...7 { table.world.set(Place(event), odds: 120) }
        let access = try await table.test.makeAccess(balance: "50.00")
        let slip = BettingTable.Slip(
            type: type, system: system,
            selections: (1...count).map { Place($0).selection("1.2") })
        #expect(try await table.code(access, slip) == code)
    }

    @Test func bankersAreNotCountedInSystemsAndIgnoredElsewhere() async throws {
        let table = try await table()
        for event in 1...4 { table.world.set(Place(event), odds: 200) }
        let access = try await table.test.makeAccess(balance: "500.00")
        func slip(_ type: String, _ system: String?, bankers: Int, of count: Int)
            -> BettingTable.Slip
        {
            .init(
                type: type, system: system,
                selections: (1...count).map {
                    Place($0).selection("2", $0 <= bankers ? #","banker":true"# : "")
                })
        }
        // Π 2 · e₂ 12 / 3 = 8.
        let body = try await table.place(access, slip("SYSTEM", "2/3", bankers: 1, of: 4))
        #expect(body["potentialReturn"] == 80)
        #expect(
            try await table.code(access, slip("SYSTEM", "2/4", bankers: 1, of: 4)) == "400 901")
        #expect(
            try await table.code(access, slip("SYSTEM", "1/1", bankers: 1, of: 2)) == "400 901")
        // Π 2 · (e₂ 12 + e₃ 8) / 4 = 10.
        let trixie = try await table.place(access, slip("TRIXIE", nil, bankers: 1, of: 4))
        #expect(trixie["potentialReturn"] == 100)
        let multiple = try await table.place(access, slip("MULTIPLE", nil, bankers: 1, of: 2))
        #expect(multiple["potentialReturn"] == 40)
        let single = try await table.place(access, slip("SINGLE", nil, bankers: 1, of: 1))
        #expect(single["potentialReturn"] == 20)
        #expect(
            try await table.code(
                access, .init(selections: [Place(1).selection("2", #","banker":"yes""#)]))
                == "400 901")
    }
}
