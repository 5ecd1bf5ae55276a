import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.2, and the rows of P9 about it.
@Suite struct OddsPolicyTests {
    /// For a ticket that names 1.9: the price that its bet holds, or the code of a refusal.
    @Test(arguments: [
        ("ACCEPT_ANY", 189, "1.89"), ("ACCEPT_ANY", 190, "1.9"), ("ACCEPT_ANY", 191, "1.91"),
        ("ACCEPT_HIGHER", 189, "409 906"), ("ACCEPT_HIGHER", 190, "1.9"),
        ("ACCEPT_HIGHER", 191, "1.91"), ("ACCEPT_NONE", 189, "409 906"),
        ("ACCEPT_NONE", 190, "1.9"), ("ACCEPT_NONE", 191, "409 906"),
    ]) func policyDecidesByTheCurrentPrice(
        _ policy: String, _ current: Int, _ expected: String
    ) async throws {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: current)
        let access = try await table.test.makeAccess(balance: "50.00")
        let slip = BettingTable.Slip(policy: policy, selections: [Place(1).selection("1.90")])
        guard !expected.hasPrefix("409") else {
            #expect(try await table.code(access, slip) == expected)
            #expect(try await table.test.real(access) == "50")
            return
        }
        let body = try await table.place(access, slip)
        #expect(try body.list("selections").first?["priceValue"] == .number(expected))
        // The bet holds the current price, and shows that of the ticket beside it.
        let bet = try await table.bet(access, body.text("betId"))
        let selection = try bet.list("selections").first
        #expect(selection?["priceValue"] == .number(expected))
        #expect(selection?["initialPriceValue"] == .number("1.9"))
        #expect(bet["totalPriceValue"] == .number(expected))
        try await table.settle((Place(1), "WON"))
        #expect(
            try await table.bet(access, body.text("betId"))["betNetReturns"]
                == .number(["1.89": "18.9", "1.9": "19", "1.91": "19.1"][expected] ?? ""))
    }

    @Test(arguments: ["1.9", "1.90", "1.90000000", "19e-1", "0.19E+1"])
    func equalityIsThatOfExactDecimals(_ price: String) async throws {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 190)
        let access = try await table.test.makeAccess(balance: "50.00")
        #expect(
            try await table.code(access, .init(selections: [Place(1).selection(price)])) == "200")
    }

    @Test func unequalInTheEighthPlaceIsUnequal() async throws {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 190)
        let access = try await table.test.makeAccess(balance: "50.00")
        func code(_ policy: String, _ price: String) async throws -> String {
            try await table.code(
                access, .init(policy: policy, selections: [Place(1).selection(price)]))
        }
        #expect(try await code("ACCEPT_NONE", "1.90000001") == "409 906")
        #expect(try await code("ACCEPT_HIGHER", "1.90000001") == "409 906")
        #expect(try await code("ACCEPT_HIGHER", "1.89999999") == "200")
    }
}
