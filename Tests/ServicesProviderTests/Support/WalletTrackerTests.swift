import Foundation
import SeededRandom
import Testing

@testable import ServicesProvider

/// Platform contract, section 8.2: the wallet by balance and pushes.
@Suite struct WalletTrackerTests {
    private let date = Date(timeIntervalSince1970: 1_000)

    private func wallet(_ real: Decimal, _ sequence: Int?) -> UserWallet {
        UserWallet(
            currency: "EUR", real: real, bonus: 0, withdrawable: real, freeBet: 5,
            sequence: sequence)
    }

    private func change(
        _ posting: String, _ sequence: Int?, real: Decimal? = nil, bonus: Decimal? = nil,
        currency: String? = "EUR", date: Date? = nil
    ) -> WalletChange {
        WalletChange(
            posting: posting, sequence: sequence, currency: currency, date: date, real: real,
            bonus: bonus)
    }

    @Test func pushesBeforeTheBalanceAreHeldAndOlderOnesDropped() {
        var tracker = WalletTracker()
        #expect(tracker.take(change("p-1", 1, real: 10)) == .none)
        #expect(tracker.take(change("p-3", 3, real: 30)) == .none)
        #expect(tracker.read(wallet(20, 2), askedAt: date) == .changed)
        #expect(tracker.wallet == wallet(30, 3))
    }

    @Test func gapAsksForTheBalanceAgain() {
        var tracker = WalletTracker()
        _ = tracker.read(wallet(10, 1), askedAt: date)
        #expect(tracker.take(change("p-3", 3, real: 30)) == .readAgain)
        #expect(tracker.wallet == nil)
        #expect(tracker.take(change("p-4", 4, real: 40)) == .none)
        #expect(tracker.read(wallet(30, 3), askedAt: date) == .changed)
        #expect(tracker.wallet?.real == 40)
    }

    @Test func sameChangeInTheSecondFormCountsOnce() {
        var tracker = WalletTracker()
        _ = tracker.read(wallet(10, 1), askedAt: date)
        #expect(tracker.take(change("p-2", 2, real: 20)) == .changed)
        #expect(tracker.take(change("p-2", 2, real: 20)) == .none)
    }

    @Test func bonusMovesAloneAndFreeBetsStay() {
        var tracker = WalletTracker()
        _ = tracker.read(wallet(10, 1), askedAt: date)
        _ = tracker.take(change("p-2", 2, bonus: 7))
        #expect(tracker.wallet?.real == 10 && tracker.wallet?.bonus == 7)
        #expect(tracker.wallet?.total == 17 && tracker.wallet?.freeBet == 5)
    }

    @Test func otherCurrencyIsNoChange() {
        var tracker = WalletTracker()
        _ = tracker.read(wallet(10, 1), askedAt: date)
        #expect(tracker.take(change("p-2", 2, real: 20, currency: "USD")) == .none)
    }

    @Test func withoutSequencesPushesLaterThanTheBalanceCount() {
        var tracker = WalletTracker()
        _ = tracker.read(wallet(10, nil), askedAt: date)
        #expect(
            tracker.take(change("p-1", nil, real: 5, date: date.addingTimeInterval(-1))) == .none)
        #expect(
            tracker.take(change("p-2", nil, real: 20, date: date.addingTimeInterval(1)))
                == .changed)
        // Once for each posting.
        #expect(
            tracker.take(change("p-2", nil, real: 20, date: date.addingTimeInterval(1))) == .none)
        #expect(tracker.wallet?.real == 20)
    }

    /// A server's postings, told late, twice, and with losses, against its own balance.
    @Test func randomLossesAndRepetitionsEndAtTheServersBalance() {
        for seed in UInt64(1)...200 {
            var random = SplitMix64(seed: seed)
            var tracker = WalletTracker()
            var (real, sequence) = (Decimal(0), 0)
            _ = tracker.read(wallet(real, sequence), askedAt: date)
            for _ in 0..<100 {
                real += Decimal(Int.random(in: -5...5, using: &random))
                sequence += 1
                let change = change("p-\(sequence)", sequence, real: real)
                var step = WalletTracker.Step.none
                for _ in 0..<[0, 1, 1, 1, 2].randomElement(using: &random)! {
                    let next = tracker.take(change)
                    if next == .readAgain { step = next }
                }
                if step == .readAgain {
                    step = tracker.read(wallet(real, sequence), askedAt: date)
                    #expect(step == .changed, "seed \(seed)")
                }
                if let wallet = tracker.wallet, wallet.sequence == sequence {
                    #expect(wallet.real == real, "seed \(seed)")
                }
            }
            // The last one arrives.
            sequence += 1
            if tracker.take(change("p-\(sequence)", sequence, real: real)) == .readAgain {
                _ = tracker.read(wallet(real, sequence), askedAt: date)
            }
            #expect(tracker.wallet?.real == real && tracker.wallet?.sequence == sequence)
        }
    }
}
