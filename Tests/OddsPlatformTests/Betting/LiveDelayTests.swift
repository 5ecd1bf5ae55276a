import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.1: tickets with a live offer are held.
@Suite(.timeLimit(.minutes(5))) struct LiveDelayTests {
    private static let delay: Int64 = 5_000

    private func table() async throws -> (BettingTable, TestPlayer, Access) {
        let table = try await BettingTable(liveDelay: Self.delay)
        table.world.set(Place(1), odds: 185, isLive: true)
        table.world.set(Place(2), odds: 210)
        let player = try await table.test.makePlayer(balance: "50.00")
        return (table, player, try await table.test.access(of: player))
    }

    private func waitUntilHeld(_ table: BettingTable, _ count: Int = 1) async {
        while table.platform.held.count < count { await Task.yield() }
    }

    private func pass(_ table: BettingTable, milliseconds: Int64 = delay) {
        table.test.pass(milliseconds: milliseconds)
        table.platform.releaseTickets()
    }

    @Test func ticketIsHeldForTheDelayAndOthersGoOn() async throws {
        let (table, _, access) = try await table()
        async let live = table.answer(access, .init())
        await waitUntilHeld(table)
        pass(table, milliseconds: Self.delay - 1)
        #expect(table.platform.held.count == 1)
        #expect(try await table.bet(access, table.slip("5.00", Place(2), at: "2.1")) == "b-1")
        pass(table, milliseconds: 1)
        #expect(try await live.json["betId"] == "b-2")
    }

    @Test func multipleWithOneLiveOfferIsHeld() async throws {
        let (table, _, access) = try await table()
        let slip = BettingTable.Slip(
            type: "MULTIPLE", selections: [Place(2).selection("2.1"), Place(1).selection("1.85")])
        async let answer = table.answer(access, slip)
        await waitUntilHeld(table)
        pass(table)
        #expect(try await answer.status == 200)
    }

    @Test func pricesOfTheEndCount() async throws {
        let (table, _, access) = try await table()
        async let answer = table.answer(access, .init(policy: "ACCEPT_HIGHER"))
        await waitUntilHeld(table)
        table.world.set(Place(1), odds: 190, isLive: true)
        pass(table)
        let selections = try await answer.json.list("selections")
        #expect(selections.first?["priceValue"] == .number("1.9"))
    }

    /// Checks 5 to 12, by what changes while the ticket is held.
    @Test(arguments: ["404 903", "409 904", "409 906", "409 907", "409 121", "409 106"])
    func checksAreMadeAtItsEnd(_ code: String) async throws {
        let (table, _, access) = try await table()
        let amount = code == "409 907" ? "0.10" : "10.00"
        async let answer = table.code(access, .init(amount: #""\#(amount)""#))
        await waitUntilHeld(table)
        switch code {
        case "404 903": table.world.remove(Place(1))
        case "409 904": table.world.set(Place(1), odds: 185, isOpen: false, isLive: true)
        case "409 906": table.world.set(Place(1), odds: 184, isLive: true)
        case "409 121":
            _ = try await table.platform.setLimit(
                access, reader(#"{"amount":5,"currency":"EUR","period":"Daily","type":"Loss"}"#))
        case "409 106": _ = try await table.bet(access, table.slip("45.00", Place(2), at: "2.1"))
        default: break
        }
        pass(table)
        #expect(try await answer == code)
    }

    @Test func firstFourChecksAreMadeAtOnce() async throws {
        let (table, _, access) = try await table()
        #expect(try await table.code(access, .init(type: "NONE")) == "400 901")
        #expect(try await table.code(access, .init(currency: "USD")) == "400 902")
        #expect(table.platform.held.count == 0)
    }

    @Test func sameKeyWaitsAndGetsTheSameAnswer() async throws {
        let (table, _, access) = try await table()
        async let first = table.answer(access, .init(), key: "k")
        await waitUntilHeld(table)
        async let second = table.answer(access, .init(), key: "k")
        // Another body under the key does not wait.
        #expect(
            try await code { _ = try await table.answer(access, table.slip("9.00"), key: "k") }
                == "422 920")
        #expect(table.platform.held.count == 1)
        pass(table)
        let answers = try await [first, second]
        #expect(answers[0] == answers[1])
        #expect(try await table.answer(access, .init(), key: "k") == answers[0])
        #expect(try await table.balances(access).escrow == "10.00")
    }

    @Test func refusalAtItsEndIsKept() async throws {
        let (table, _, access) = try await table()
        async let first = table.answer(access, .init(amount: #""60.00""#), key: "k")
        await waitUntilHeld(table)
        pass(table)
        let refused = try await first
        #expect(try refused.json["code"] == "106")
        #expect(try await table.answer(access, .init(amount: #""60.00""#), key: "k") == refused)
    }

    @Test func exclusionDuringItRefusesTheTicket() async throws {
        let (table, _, access) = try await table()
        async let placing = code { _ = try await table.answer(access, .init(), key: "k") }
        await waitUntilHeld(table)
        try await table.platform.exclude(
            access, reader(#"{"coolOff":{"period":"CoolOffFor24Hours"}}"#))
        pass(table)
        #expect(try await placing == "403 GmErr_USER_ACCOUNT_BLOCKED")
        #expect(try await table.platform.checkLedger().postings == 1)
    }

    @Test func ticketGoesItsWayWithoutItsSession() async throws {
        let (table, player, access) = try await table()
        async let placing = table.answer(access, .init())
        await waitUntilHeld(table)
        try await table.platform.logout(access)
        pass(table)
        #expect(try await placing.status == 200)
        #expect(try await table.status(table.test.access(of: player), "b-1") == "OPEN")
    }

    @Test func ticketGoesItsWayWithoutItsCaller() async throws {
        let (table, _, access) = try await table()
        let caller = Task { try await table.answer(access, .init(), key: "k") }
        await waitUntilHeld(table)
        caller.cancel()
        pass(table)
        #expect(try await table.answer(access, .init(), key: "k").status == 200)
        #expect(try await table.balances(access).escrow == "10.00")
    }

    @Test func stopOfThePlatformLetsTicketsGoWithoutPlacingThem() async throws {
        let (table, _, access) = try await table()
        async let placing = code { _ = try await table.answer(access, .init(), key: "k") }
        await waitUntilHeld(table)
        table.platform.endAllStreams()
        #expect(try await placing == "503 -")
        #expect(try await code { _ = try await table.answer(access, .init(), key: "k") } == "503 -")
        #expect(try await table.balances(access) == Balances(real: "50.00"))
    }
}
