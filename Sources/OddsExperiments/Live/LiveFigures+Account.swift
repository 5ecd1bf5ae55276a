import OddsLedger
import OddsResults

extension LiveFigures {
    /// Takes over what became of the frames that were due.
    package mutating func setAccount(_ account: LiveAccount, staleFrames: Int) {
        generatorLateness = LatencySummary(account.lateness, keepsHistogram: true)
        undelayedResponseTime = LatencySummary(account.undelayed, keepsHistogram: true)
        self.account = Account(
            offered: Account.Amount(account.offered), seen: Account.Amount(account.seen),
            superseded: Account.Amount(account.superseded),
            unseen: Account.Amount(account.unseen),
            lowerBoundFromNanoseconds: account.lowerBoundFrom, staleFrames: staleFrames)
    }
}

extension LiveFigures.Account.Amount {
    fileprivate init(_ amount: LiveAccount.Amount) {
        self.init(frames: amount.frames, records: amount.records)
    }
}
