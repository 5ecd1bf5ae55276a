import OddsBetting
import OddsJSON
import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.5: streams of cashout values.
@Suite(.timeLimit(.minutes(5))) struct CashoutStreamTests {
    private func table() async throws -> (BettingTable, Access, String) {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 185)
        let access = try await table.test.makeAccess(balance: "100.00")
        return (table, access, try await table.bet(access, table.slip("9.00")))
    }

    private func stream(
        _ table: BettingTable, _ access: Access, _ bet: String, endsAfter end: Int64? = nil
    ) async throws -> AsyncStream<CashoutMessage> {
        try await table.platform.cashoutValues(access, bet: bet, endsAfter: end)
    }

    private func pass(_ table: BettingTable, _ milliseconds: Int64) async throws {
        table.test.pass(milliseconds: milliseconds)
        try await table.platform.sendCashoutValues()
    }

    /// What a stream sends until it ends: each value, `none`, or the type of another message.
    private func all(_ stream: AsyncStream<CashoutMessage>) async -> [String] {
        var texts: [String] = []
        for await message in stream {
            switch message {
            case .rule: texts.append("rule")
            case .value(let value): texts.append(value.value?.text ?? "none")
            case .keepAlive: texts.append("keepAlive")
            }
        }
        return texts
    }

    @Test func messagesAreThoseOfTheContract() async throws {
        let (table, access, bet) = try await table()
        table.world.set(Place(1), odds: 173)
        let stream = try await stream(table, access, bet)
        table.platform.endAllStreams()
        var messages: [JSONValue] = []
        for await message in stream {
            messages.append(try parse(String(decoding: message.json ?? [], as: UTF8.self)))
        }
        try #require(messages.count == 3)
        #expect(messages[0]["messageType"] == "AUTOCASHOUT_RULE")
        #expect(messages[0]["betId"] == .string(bet))
        #expect(messages[1]["messageType"] == "CASHOUT_VALUE")
        #expect(messages[1]["details"]?["code"] == 103)
        #expect(messages[1]["cashoutValue"] == .null)
        #expect(messages[1]["stake"] == 9)
        #expect(
            messages[2] == [
                "messageType": "CASHOUT_VALUE", "betId": .string(bet),
                "cashoutValue": .number("9.14"), "currentPossibleWinning": .number("16.65"),
                "stake": 9, "autoCashOutEnabled": false, "partialCashOutEnabled": true,
                "details": ["code": 100, "message": "Success"],
                "cashoutValueSettings": [
                    "autoCashOutEnabled": .null, "partialCashOutEnabled": true,
                    "covValidationAcceptHigher": true, "covValidationAcceptLower": false,
                ],
            ])
    }

    @Test func valueIsSentWhenItChangesAndAtMostOnceASecond() async throws {
        let (table, access, bet) = try await table()
        let stream = try await stream(table, access, bet)
        table.world.set(Place(1), odds: 173)
        try await pass(table, 500)
        table.world.set(Place(1), odds: 180)
        try await pass(table, 499)
        // The newest, not the one between; then silence, as nothing changes.
        try await pass(table, 250)
        try await pass(table, 1_000)
        table.world.set(Place(1), odds: 173, isOpen: false)
        try await pass(table, 250)
        table.world.set(Place(1), odds: 173)
        try await pass(table, 1_000)
        table.platform.endAllStreams()
        #expect(await all(stream) == ["rule", "none", "8.55", "8.78", "none", "9.14"])
    }

    @Test func newestIsNeverLeftUnsent() async throws {
        let (table, access, bet) = try await table()
        let stream = try await stream(table, access, bet)
        for odds in 150..<170 {
            table.world.set(Place(1), odds: odds)
            try await pass(table, 10)
        }
        try await pass(table, 800)
        table.platform.endAllStreams()
        // 9 · 1.85 / 1.69 · 0.95.
        #expect(await all(stream) == ["rule", "none", "8.55", "9.35"])
    }

    @Test func twoTurnsAtOnceSendOneValue() async throws {
        let streams = CashoutStreams()
        let stream = streams.stream(value(0), session: "s", now: 0, end: nil)
        let turns = [streams.due(at: 1_000), streams.due(at: 1_000)]
        for (turn, units) in zip(turns, [100, 200] as [Int64]) {
            for due in turn { streams.send(value(units), to: due, at: 1_000) }
        }
        streams.endAll()
        #expect(await all(stream) == ["rule", "0.00", "1.00"])
    }

    private func value(_ units: Int64) -> CashoutMessage.Value {
        .init(
            bet: 1, value: Money(minorUnits: units), potentialReturn: .zero, stake: .zero)
    }

    @Test func stakeIsTheRemainingOne() async throws {
        let (table, access, bet) = try await table()
        let stream = try await stream(table, access, bet)
        try await table.sell(access, .init(bet: bet, type: "PARTIAL", partialStake: "4.5"))
        try await pass(table, 1_000)
        table.platform.endAllStreams()
        var last: CashoutMessage?
        for await message in stream { last = message }
        #expect(
            last
                == .value(.init(bet: 1, value: "4.27", potentialReturn: "8.32", stake: "4.50")))
    }

    @Test(arguments: ["WON", "sold"]) func streamEndsWithTheBet(_ end: String) async throws {
        let (table, access, bet) = try await table()
        let stream = try await stream(table, access, bet)
        if end == "sold" {
            try await table.sell(access, .init(bet: bet))
        } else {
            try await table.settle((Place(1), end))
        }
        try await pass(table, 1_000)
        #expect(await all(stream) == ["rule", "none", "8.55"])
        #expect(table.platform.cashoutStreams.count == 0)
    }

    @Test func streamEndsWithTheSession() async throws {
        let (table, access, bet) = try await table()
        let stream = try await stream(table, access, bet)
        try await pass(table, 1_000)
        try await table.platform.logout(access)
        try await pass(table, 1_000)
        #expect(await all(stream) == ["rule", "none", "8.55"])
    }

    @Test func silentStreamIsKeptOpen() async throws {
        let (table, access, bet) = try await table()
        let stream = try await stream(table, access, bet)
        try await pass(table, 1_000)
        try await pass(table, 14_999)
        try await pass(table, 1)
        try await pass(table, 1)
        table.platform.endAllStreams()
        #expect(await all(stream) == ["rule", "none", "8.55", "keepAlive"])
    }

    @Test func streamEndsAfterItsTime() async throws {
        let (table, access, bet) = try await table()
        let stream = try await stream(table, access, bet, endsAfter: 500)
        try await pass(table, 500)
        #expect(await all(stream) == ["rule", "none", "8.55"])
    }

    @Test func streamThatBeginsAfterTheEndOfAllEndsAtOnce() async throws {
        let (table, access, bet) = try await table()
        table.platform.endAllStreams()
        #expect(await all(try await stream(table, access, bet)) == ["rule", "none"])
    }

    @Test func betOfAnotherOrOneThatIsOverHasNoStream() async throws {
        let (table, access, bet) = try await table()
        let other = try await table.test.makeAccess()
        #expect(try await code { _ = try await stream(table, other, bet) } == "404 -")
        try await table.settle((Place(1), "WON"))
        #expect(try await code { _ = try await stream(table, access, bet) } == "404 -")
    }

    @Test func readerWhoDoesNotReadIsClosed() async throws {
        let streams = CashoutStreams()
        let stream = streams.stream(value(0), session: "s", now: 0, end: nil)
        for turn in 1...63 as ClosedRange<Int64> {
            for due in streams.due(at: turn * 1_000) {
                streams.send(value(turn), to: due, at: turn * 1_000)
            }
        }
        #expect(streams.count == 0)
        #expect(await all(stream).count == 64)
    }
}
