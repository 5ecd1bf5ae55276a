import OddsResults
import Testing

@testable import OddsPlatformLoad

/// What the checks find in what both ends say.
@Suite struct BettingAuditTests {
    private static func account(
        _ stakes: [String: Int], bets: [String: Int]?, paid: Int = 0, balance: Int?,
        repeated: Int = 0
    ) -> BettingAudit.Account {
        BettingAudit.Account(
            id: "70501", record: .init(stakes: stakes, repeatedCount: repeated), bets: bets,
            paidCents: paid, balanceCents: balance.map { $0 + BettingPlan.balanceCents })
    }

    private static let right = account(
        ["b-1": 250, "b-2": 100], bets: ["b-1": 250, "b-2": 100], paid: 75, balance: -275)

    @Test func eachBalanceIsWhatTheAnswersMakeOfIt() {
        #expect(Self.right.isRight)
        #expect(BettingAudit.balances([Self.right]).isOK)
        let wrong = BettingAudit.balances([
            Self.right, Self.account(["b-3": 100], bets: ["b-3": 100], balance: -200),
        ])
        #expect(!wrong.isOK)
        #expect(
            wrong.detail
                == "1 balance differ: that of player 70501 should be 99999.00: 99998.00")
        let unread = Self.account([:], bets: [:], balance: nil)
        #expect(!unread.isRight && !BettingAudit.balances([unread]).isOK)
        // Errors of two players do not make up for each other.
        #expect(!BettingAudit.balances([
            Self.account(["b-3": 100], bets: ["b-3": 100], balance: -50),
            Self.account(["b-4": 100], bets: ["b-4": 100], balance: -150),
        ]).isOK)
    }

    @Test func theServiceHasTheTicketsThatWerePlaced() {
        #expect(BettingAudit.bets([Self.right], counted: 2, unknown: 0).isOK)
        #expect(!BettingAudit.bets([Self.right], counted: 3, unknown: 0).isOK)
        #expect(!BettingAudit.bets([Self.right], counted: 2, unknown: 1).isOK)
        for bets in [[:], ["b-1": 250], ["b-1": 251], ["b-1": 250, "b-2": 1], nil] {
            let account = Self.account(["b-1": 250], bets: bets, balance: -250)
            let isRight = bets == ["b-1": 250]
            #expect(BettingAudit.bets([account], counted: 1, unknown: 0).isOK == isRight)
            #expect(account.isRight == isRight)
        }
    }

    @Test func aTicketIsPlacedAtOddsThatItAccepts() {
        var account = Self.account(["b-1": 250], bets: ["b-1": 250], balance: -250)
        #expect(BettingAudit.bets([account], counted: 1, unknown: 0).isOK)
        account.record.wronglyPricedCount = 1
        #expect(!account.isRight)
        #expect(!BettingAudit.bets([account], counted: 1, unknown: 0).isOK)
    }

    @Test func digestTellsBalancesAndBetsApart() {
        let account = { (id: String, bets: [String: Int], paid: Int, balance: Int) in
            BettingAudit.Account(
                id: id, record: .init(), bets: bets, paidCents: paid, balanceCents: balance)
        }
        let (one, other) = (account("1", ["b-1": 5, "b-2": 6], 7, 8), account("2", [:], 0, 9))
        let digest = BettingAudit.digest(of: [one, other])
        #expect(BettingAudit.digest(of: [other, one]) == digest)
        let others = [
            account("1", ["b-1": 5], 7, 8), account("1", ["b-1": 5, "b-2": 7], 7, 8),
            account("1", ["b-1": 5, "b-2": 6], 6, 8), account("1", ["b-1": 5, "b-2": 6], 7, 9),
            account("3", ["b-1": 5, "b-2": 6], 7, 8),
        ]
        for changed in others { #expect(BettingAudit.digest(of: [changed, other]) != digest) }
    }

    @Test func aBetIsTheAnswerOfOneTicket() {
        let account = Self.account(["b-1": 250], bets: ["b-1": 250], balance: -250, repeated: 1)
        #expect(!account.isRight)
        #expect(!BettingAudit.bets([account], counted: 1, unknown: 0).isOK)
    }
}
