import OddsBetting
import SeededRandom
import Testing

@testable import OddsPlatform

/// Platform contract, sections 9.6 and 8.2: the ledger, and the wallet that shows it.
@Suite struct LedgerTests {
    @Test func walletOfANewPlayerShowsItsMoney() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "50.00", bonus: "12.50", freebet: "5.00")
        let balance = try await test.platform.balance(access)
        #expect(balance["totalAmount"] == ["EUR": .number("62.5")])
        #expect(balance["totalCashAmount"] == ["EUR": .number("50")])
        #expect(balance["totalWithdrawableAmount"] == ["EUR": .number("50")])
        #expect(balance["totalBonusAmount"] == ["EUR": .number("12.5")])
        // A free bet is an item outside of all totals, and moves no sequence.
        let freebet = try balance.list("items").first { $0["type"] == "FreeBet" }
        #expect(freebet?["amount"] == .number("5"))
        #expect(balance["sequence"] == .number(2))
    }

    @Test func randomPaymentsKeepTheSumAtZero() async throws {
        let seed: UInt64 = 1_806
        var random = SplitMix64(seed: seed)
        let test = try await TestPlatform()
        var accesses: [Access] = []
        for _ in 0..<4 {
            accesses.append(try await test.makeAccess(balance: "100.00", isVerified: true))
        }
        for step in 0..<200 {
            let access = accesses[Int.random(in: 0..<4, using: &random)]
            let amount = Money(minorUnits: .random(in: 1...60_00, using: &random)).text
            let outcome = ["complete", "fail", "cancel", "hold"].randomElement(using: &random)!
            let type = Bool.random(using: &random) ? "Deposit" : "Withdraw"
            _ = try await refusal { try await test.pay(access, type, amount, outcome) }
            let check = try await test.platform.checkLedger()
            #expect(check.isOK && check.sum == .zero, "seed \(seed), step \(step)")
        }
    }

    /// What is more than an account holds is refused before it is more than an integer holds.
    @Test func moneyBeyondAnAccountIsRefused() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let player = try #require(Int64(access.player))
        func give(_ units: Int64) async throws -> String {
            try await code {
                try await test.platform.state.transact { transaction in
                    let player = try #require(try transaction.player(player))
                    try transaction.post(
                        .control, of: player, reference: "", source: "", .credit,
                        [
                            Move(
                                source: Account(.outside, in: player.currency),
                                target: Account(.real, of: player.id),
                                amount: Money(minorUnits: units))
                        ])
                }
            }
        }
        #expect(try await give(999_999_999_999_999_999) == "done")
        #expect(try await give(1) == "done")
        #expect(try await give(1) == "409 -")
        #expect(try await give(8_000_000_000_000_000_000) == "409 -")
        #expect(try await test.real(access) == "10000000000000000")
        #expect(try await test.platform.checkLedger().isOK)
    }

    /// Moves past the code, as a mistake in it would.
    private func book(_ test: TestPlatform, _ move: Move) async throws -> Refusal? {
        try await refusal {
            try await test.platform.state.transact {
                try $0.run(
                    "INSERT INTO posting (player, kind, reference, time) VALUES (70501, '', '', 0)")
                try $0.run(
                    "INSERT INTO move (posting, source, target, amount) VALUES (?, ?, ?, ?)",
                    [
                        $0.insertedID, move.source.id, move.target.id, move.amount.minorUnits,
                    ])
            }
        }
    }

    @Test func databaseRefusesABalanceBelowZero() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "5.00")
        let euro = try #require(Currency("EUR"))
        let move = Move(
            source: Account(.real, of: 70_501), target: Account(.house, in: euro),
            amount: Money(minorUnits: 5_01))
        #expect(try await book(test, move)?.message.contains("CHECK constraint failed") == true)
        #expect(try await test.real(access) == "5")
        #expect(try await test.platform.checkLedger().isOK)
    }

    @Test func databaseRefusesAMoveBetweenCurrencies() async throws {
        let test = try await TestPlatform()
        _ = try await test.makeAccess(balance: "5.00")
        var settings = TestPlatform.settings
        settings.currency = try #require(Currency("USD"))
        let dollar = settings.currency
        try await test.platform.state.transact { transaction in
            _ = try transaction.makePlayer(username: "d", password: "", currency: dollar)
        }
        let move = Move(
            source: Account(.real, of: 70_501), target: Account(.real, of: 70_502),
            amount: Money(minorUnits: 1))
        #expect(try await book(test, move)?.message.contains("one currency") == true)
    }

    @Test(arguments: [
        "UPDATE move SET amount = amount + 1", "DELETE FROM move", "DELETE FROM account",
        "INSERT INTO account (id, currency, balance, isPlayers) VALUES (1, 'EUR', 5, 0)",
    ]) func databaseRefusesToForget(_ statement: String) async throws {
        let test = try await TestPlatform()
        _ = try await test.makeAccess(balance: "5.00")
        let refused = try await refusal {
            try await test.platform.state.transact { try $0.run(statement) }
        }
        #expect(refused?.status == 500)
        #expect(try await test.platform.checkLedger().isOK)
    }

    @Test func checkFindsAStakeOfNoBet() async throws {
        let test = try await TestPlatform()
        _ = try await test.makeAccess(balance: "5.00")
        let move = Move(
            source: Account(.real, of: 70_501), target: Account(.escrow, of: 70_501),
            amount: Money(minorUnits: 1))
        #expect(try await book(test, move) == nil)
        #expect(try await test.platform.checkLedger().isOK == false)
    }

    @Test func databaseRefusesTheNextMoveAfterMoneyFromNowhere() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "5.00", isVerified: true)
        try await test.platform.state.transact {
            try $0.run("UPDATE account SET balance = balance + 100 WHERE id = ?", [
                Account(.real, of: 70_501).id
            ])
        }
        #expect(try await test.platform.checkLedger().isOK == false)
        let refused = try await refusal { try await test.pay(access, "Withdraw", "1.00") }
        #expect(refused?.message.contains("the sum of the ledger is not 0") == true)
        #expect(try await test.real(access) == "6")
    }
}
