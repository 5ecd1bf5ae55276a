/// One question to the source for its time.
package struct ClockExchange: Equatable, Sendable {
    /// When it was asked and when the answer was there, on the asker's clock, in nanoseconds.
    package var asked: UInt64
    package var answered: UInt64
    /// The source's clock in between.
    package var source: UInt64
    /// What the source's machine has been called since it was started.
    package var bootID: String

    package init(asked: UInt64, answered: UInt64, source: UInt64, bootID: String) {
        self.asked = asked
        self.answered = answered
        self.source = source
        self.bootID = bootID
    }
}

/// How far the source's clock was ahead of the asker's at some moment.
package struct ClockOffset: Equatable, Sendable {
    /// That moment, on the asker's clock.
    package let at: UInt64
    package let nanoseconds: Int64
    /// The true offset is at most that far away, whichever way took how long.
    package let uncertainty: UInt64
    package let bootID: String

    /// How many exchanges it takes.
    package static let exchangeCount = 64

    init(at: UInt64, nanoseconds: Int64, uncertainty: UInt64, bootID: String) {
        self.at = at
        self.nanoseconds = nanoseconds
        self.uncertainty = uncertainty
        self.bootID = bootID
    }

    /// The offset by the fastest exchange; `nil` if there is none with legal times, or if the
    /// source was another in the last than in the first.
    ///
    /// The source read its clock after the question and before the answer: so its time belongs
    /// to the middle of the exchange, give or take half of the round trip.
    ///
    /// - Complexity: O(exchanges).
    package init?(_ exchanges: [ClockExchange]) {
        guard let bootID = exchanges.first?.bootID,
            exchanges.allSatisfy({ $0.bootID == bootID })
        else { return nil }
        let legal = exchanges.filter {
            $0.asked <= $0.answered && FleetText.times.contains($0.answered)
                && FleetText.times.contains($0.source)
        }
        guard let fastest = legal.min(by: { $0.answered - $0.asked < $1.answered - $1.asked })
        else { return nil }
        let roundTrip = fastest.answered - fastest.asked
        at = fastest.asked + roundTrip / 2
        nanoseconds = Int64(fastest.source) - Int64(at)
        uncertainty = (roundTrip + 1) / 2
        self.bootID = bootID
    }
}
