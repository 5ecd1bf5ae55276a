import Foundation

/// Keeps a wallet current by the changes that are pushed. It has no I/O.
struct WalletTracker {
    /// What to do after a change.
    enum Step: Equatable {
        /// The wallet has changed.
        case changed
        /// Nothing is new.
        case none
        /// A change was missed: the balance has to be read again.
        case readAgain
    }

    /// Postings that are remembered, so that each counts once.
    private static let postingsMax = 1_024

    /// The wallet; `nil` until it is read.
    private(set) var wallet: UserWallet?
    private var readDate: Date?
    private var held: [WalletChange] = []
    private var postings: [String] = []
    private var known: Set<String> = []

    /// Begins anew: the wallet is stale.
    mutating func reset() {
        wallet = nil
        held = []
    }

    /// Takes a balance, and the changes that came before its answer and are newer.
    ///
    /// - Parameter date: When it was asked for.
    mutating func read(_ balance: UserWallet, askedAt date: Date) -> Step {
        wallet = balance
        readDate = date
        let waiting = held
        held = []
        for change in waiting where take(change) == .readAgain {
            // Those behind the gap are in the next answer.
            return .readAgain
        }
        return .changed
    }

    /// Takes a change.
    mutating func take(_ change: WalletChange) -> Step {
        guard var wallet else {
            held.append(change)
            return .none
        }
        guard change.currency ?? wallet.currency == wallet.currency else { return .none }
        if let sequence = change.sequence, let last = wallet.sequence {
            guard sequence > last else { return .none }
            guard sequence == last + 1 else {
                self.wallet = nil
                held = [change]
                return .readAgain
            }
        } else if let date = change.date, let readDate, date <= readDate {
            return .none
        }
        guard known.insert(change.posting).inserted else { return .none }
        postings.append(change.posting)
        if postings.count > Self.postingsMax { known.remove(postings.removeFirst()) }
        let old = wallet.real
        wallet.real = change.real ?? wallet.real
        wallet.bonus = change.bonus ?? wallet.bonus
        // Pushes do not tell what can be withdrawn: it moves with the real money.
        wallet.withdrawable = max(0, wallet.withdrawable + wallet.real - old)
        wallet.sequence = change.sequence ?? wallet.sequence
        self.wallet = wallet
        return .changed
    }
}
