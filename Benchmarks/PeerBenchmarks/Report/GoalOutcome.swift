/// What came of a goal. The worst comes first.
public enum GoalOutcome: String, Encodable, Sendable, CaseIterable {
    case missed
    /// The interval has values on both sides of the bound, or is not known.
    case open
    case met

    /// Judges a figure that has no spread: it is the same each time, or it is a
    /// bound by itself.
    init(of value: Double, atLeast: Double?, atMost: Double?) {
        self.init(of: value...value, atLeast: atLeast, atMost: atMost)
    }

    /// Judges a figure by its 95% interval; without one nothing can be told.
    init(of interval: ClosedRange<Double>?, atLeast: Double?, atMost: Double?) {
        guard let interval else {
            self = .open
            return
        }
        let allowed = (atLeast ?? -.infinity)...(atMost ?? .infinity)
        if allowed.contains(interval.lowerBound), allowed.contains(interval.upperBound) {
            self = .met
        } else {
            self = allowed.overlaps(interval) ? .open : .missed
        }
    }
}

extension GoalOutcome: Comparable {
    public static func < (one: GoalOutcome, other: GoalOutcome) -> Bool {
        one.rank < other.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
