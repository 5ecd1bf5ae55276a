/// Finds the highest rate that holds an objective: doubles (or halves) the
/// rate until it is between one that holds and one that does not, then bisects,
/// then confirms by repeats. Knows no clocks and makes no runs: it says which
/// rate to try next, and is told what came of it.
package struct SaturationSearch: Equatable, Sendable {
    /// What became of one run.
    package enum Outcome: Equatable, Sendable {
        case holds
        case breaks
        /// The harness could not offer the rate, which says nothing of the
        /// strategy.
        case invalid
    }

    package enum Step: Equatable, Sendable {
        case run(rate: Int)
        /// There is nothing left to try.
        case done
    }

    /// How it ended.
    package enum Conclusion: Equatable, Sendable {
        /// The highest rate that held in all repeats.
        case holds(rate: Int)
        /// It held at the highest rate that could be offered.
        case harnessLimit(rate: Int)
        /// It did not even hold at the lowest rate tried.
        case neverHolds(rate: Int)
    }

    private enum Phase: Equatable {
        case bracketing
        case bisecting
        case confirming(done: Int)
        case finished(Conclusion)
    }

    /// Rates are told apart as far as this share of them.
    package let precision: Double
    /// Runs at the found rate, all of which have to hold.
    package let repeatCount: Int
    /// The rates that are tried, from the lowest to the highest.
    package let range: ClosedRange<Int>

    private var phase = Phase.bracketing
    private var next: Int
    private var highestHolding: Int?
    private var lowestBreaking: Int?
    /// The lowest that the harness could not offer; as good as breaking.
    private var lowestInvalid: Int?

    package init(
        start: Int, range: ClosedRange<Int>, precision: Double = 0.05, repeatCount: Int = 3
    ) {
        precondition(precision > 0 && repeatCount > 0 && range.lowerBound > 0)
        self.precision = precision
        self.repeatCount = repeatCount
        self.range = range
        next = min(max(start, range.lowerBound), range.upperBound)
    }

    package var step: Step {
        if case .finished = phase { return .done }
        return .run(rate: next)
    }

    /// `nil` until there is nothing left to try.
    package var conclusion: Conclusion? {
        if case .finished(let conclusion) = phase { conclusion } else { nil }
    }

    /// Told what came of the rate that `step` named.
    package mutating func note(_ outcome: Outcome) {
        if outcome == .holds {
            highestHolding = max(highestHolding ?? next, next)
        } else {
            lowestBreaking = min(lowestBreaking ?? next, next)
            if outcome == .invalid { lowestInvalid = min(lowestInvalid ?? next, next) }
        }
        switch phase {
        case .confirming(let done) where outcome == .holds:
            phase = done + 1 < repeatCount ? .confirming(done: done + 1) : .finished(found)
        case .confirming:
            // What held by chance does not count.
            stepDown()
        case .bracketing, .bisecting:
            proceed()
        case .finished:
            break
        }
    }

    private var found: Conclusion {
        guard lowestBreaking == nil || lowestBreaking == lowestInvalid else {
            return .holds(rate: next)
        }
        return .harnessLimit(rate: next)
    }

    private mutating func proceed() {
        switch (highestHolding, lowestBreaking) {
        case (let holding?, let breaking?):
            phase = .bisecting
            let gap = breaking - holding
            if gap <= 1 || Double(gap) <= precision * Double(holding) {
                confirm(holding)
            } else {
                // The geometric mean halves the gap as a ratio.
                let middle = Int((Double(holding) * Double(breaking)).squareRoot())
                next = min(max(middle, holding + 1), breaking - 1)
            }
        case (let holding?, nil):
            if holding >= range.upperBound { confirm(holding) }
            next = min(holding * 2, range.upperBound)
        case (nil, let breaking?):
            if breaking <= range.lowerBound {
                phase = .finished(.neverHolds(rate: breaking))
            }
            next = max(breaking / 2, range.lowerBound)
        case (nil, nil):
            break
        }
    }

    /// The run that found the rate is the first of the repeats.
    private mutating func confirm(_ rate: Int) {
        next = rate
        phase = repeatCount > 1 ? .confirming(done: 1) : .finished(found)
    }

    private mutating func stepDown() {
        let lower = Int(Double(next) * (1 - precision))
        guard lower >= range.lowerBound else {
            phase = .finished(.neverHolds(rate: next))
            return
        }
        highestHolding = nil
        next = lower
        phase = .confirming(done: 0)
    }
}
