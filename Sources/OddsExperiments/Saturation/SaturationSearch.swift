import Foundation

/// Finds the highest rate at which an objective holds: doubles (or halves) the
/// rate until one rate holds and another one does not, then bisects, then
/// confirms by repeats. It is pure logic: `step` names the next rate, and
/// `note` takes the outcome of its run.
package struct SaturationSearch: Equatable, Sendable {
    /// The outcome of one run.
    package enum Outcome: Equatable, Sendable {
        case holds
        case breaks
        /// The harness could not offer the rate, so the run says nothing about
        /// the strategy.
        case invalid
    }

    package enum Step: Equatable, Sendable {
        case run(rate: Int)
        /// The search has a conclusion.
        case done
    }

    /// The conclusion of a search.
    package enum Conclusion: Equatable, Sendable {
        /// The highest rate at which the objective held in all repeats.
        case holds(rate: Int)
        /// The objective held at the highest rate of the range, and higher ones
        /// were not tried.
        case rangeLimit(rate: Int)
        /// The objective held at the highest rate that the harness could offer.
        case harnessLimit(rate: Int)
        /// The objective did not hold even at the lowest rate.
        case neverHolds(rate: Int)
        /// The harness could not offer even the lowest rate.
        case neverOffered(rate: Int)
    }

    private enum Phase: Equatable {
        case bracketing
        case bisecting
        case confirming(done: Int)
        case finished(Conclusion)
    }

    /// The resolution of the search, as a share of the rate.
    package let precision: Double
    /// The number of runs at the concluded rate, in all of which the objective
    /// has to hold.
    package let repeatCount: Int
    /// The range of rates to try.
    package let range: ClosedRange<Int>

    private var phase = Phase.bracketing
    private var next: Int
    private var highestHolding: Int?
    private var lowestBreaking: Int?
    /// The lowest rate that the harness could not offer. It counts as breaking.
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

    /// `nil` until the search is done.
    package var conclusion: Conclusion? {
        if case .finished(let conclusion) = phase { conclusion } else { nil }
    }

    /// How many steps come after the next one, if the next one of a search that only
    /// doubles or halves ends that, and confirmation succeeds.
    package var laterStepCount: Int {
        switch phase {
        case .bracketing: bisections(of: log(2)) + repeatCount - 1
        case .bisecting:
            bisections(of: log(Double(lowestBreaking ?? next) / Double(highestHolding ?? next)))
                + repeatCount - 2
        case .confirming(let done): repeatCount - done - 1
        case .finished: 0
        }
    }

    /// How often a gap between rates is halved until it is as small as the precision.
    private func bisections(of gap: Double) -> Int {
        max(Int(log2(max(gap, precision) / log1p(precision)).rounded(.up)), 0)
    }

    /// Takes the outcome of a run at the rate of `step`.
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
            // The objective had held by chance.
            stepDown()
        case .bracketing, .bisecting:
            proceed()
        case .finished:
            break
        }
    }

    private var found: Conclusion {
        guard let lowestBreaking else { return .rangeLimit(rate: next) }
        return lowestBreaking == lowestInvalid ? .harnessLimit(rate: next) : .holds(rate: next)
    }

    /// The conclusion of a search that ends without a rate.
    private func notFound(_ rate: Int) -> Conclusion {
        rate == lowestInvalid ? .neverOffered(rate: rate) : .neverHolds(rate: rate)
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
                phase = .finished(notFound(breaking))
            }
            next = max(breaking / 2, range.lowerBound)
        case (nil, nil):
            break
        }
    }

    /// Begins to confirm a rate; the run that found it is the first repeat.
    private mutating func confirm(_ rate: Int) {
        next = rate
        phase = repeatCount > 1 ? .confirming(done: 1) : .finished(found)
    }

    private mutating func stepDown() {
        let lower = Int(Double(next) * (1 - precision))
        guard lower >= range.lowerBound else {
            phase = .finished(notFound(next))
            return
        }
        highestHolding = nil
        next = lower
        phase = .confirming(done: 0)
    }
}
