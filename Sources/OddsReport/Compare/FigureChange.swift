import OddsMeasurement
import OddsResults

/// One figure of two sides: the second divided by the first, or less the first where a value
/// of either is 0, of which nothing is a multiple.
///
/// The interval comes from the spread between runs alone. That within a run
/// says nothing about another run of the same program, which has other memory
/// addresses and meets the machine in another state.
struct FigureChange: Equatable {
    /// The fewest runs of each side for an interval. With six, Student's t has
    /// five degrees of freedom at least, and simulated intervals of heavy-tailed
    /// runs hold (`FigureChangeTests`); with three, single runs would decide.
    static let runsMin = 6

    /// How the two sides are compared.
    enum Measure {
        case ratio, difference

        /// The value for equal sides.
        var neutral: Double { self == .ratio ? 1 : 0 }
    }

    /// Which way the true value may lie, as a figure may be a lower bound.
    enum Bound: String, Encodable, Sendable {
        case atLeast, atMost
    }

    let measure: Measure
    let value: Double
    let bound: Bound?
    /// The ends of the interval; `nil` for none, or for the side on which a
    /// bound is open.
    let low: Double?
    let high: Double?
    private let unit: Metric.Unit

    /// `nil` if nothing can be said: a side has no value, or a figure would only
    /// measure how long the window was open.
    ///
    /// - Parameters:
    ///   - figure: The figure that is compared.
    ///   - base: The figure that it is divided by, or that is taken from it.
    ///   - confidence: That of the interval.
    init?(of figure: ComparedFigure, to base: ComparedFigure, confidence: Double = 0.95) {
        guard let above = figure.median, let below = base.median else { return nil }
        guard !figure.measuresWindow, !base.measuresWindow,
            !(figure.isLowerBound && base.isLowerBound)
        else { return nil }
        measure = (figure.values + base.values).allSatisfy { $0 > 0 } ? .ratio : .difference
        unit = figure.unit
        bound = figure.isLowerBound ? .atLeast : base.isLowerBound ? .atMost : nil
        let estimate = Self.estimate(measure, of: figure, to: base, confidence: confidence)
        value = estimate?.value ?? (measure == .ratio ? above / below : above - below)
        low = bound == .atMost ? nil : estimate?.low
        high = bound == .atLeast ? nil : estimate?.high
    }

    /// True if a change from the one to the other has an interval.
    static func hasInterval(_ figure: ComparedFigure, _ base: ComparedFigure) -> Bool {
        FigureChange(of: figure, to: base).map { $0.low != nil || $0.high != nil } ?? false
    }

    private static func estimate(
        _ measure: Measure, of figure: ComparedFigure, to base: ComparedFigure, confidence: Double
    ) -> Estimate? {
        guard min(figure.values.count, base.values.count) >= runsMin else { return nil }
        return switch measure {
        case .ratio: .ratio(of: figure.values, to: base.values, confidence: confidence)
        case .difference:
            .difference(of: figure.values, from: base.values, confidence: confidence)
        }
    }
}

extension FigureChange {
    /// `×0.186` or `+12 ns`, or `≥ ×5.30` where a side is a lower bound.
    var text: String {
        let sign = bound.map { $0 == .atLeast ? "≥ " : "≤ " } ?? ""
        return sign + (measure == .ratio ? FigureFormat.ratio(value) : text(difference: value))
    }

    /// `[0.180, 0.192]` or `[+9 ns, +15 ns]`; `nil` if there is no interval.
    var intervalText: String? {
        guard low != nil || high != nil else { return nil }
        return switch measure {
        case .ratio:
            "[\(low.map(FigureFormat.number) ?? "0"), \(high.map(FigureFormat.number) ?? "∞")]"
        case .difference:
            "[\(low.map(text(difference:)) ?? "−∞"), \(high.map(text(difference:)) ?? "∞")]"
        }
    }

    private func text(difference: Double) -> String {
        (difference == 0 ? "" : difference > 0 ? "+" : "−") + unit.text(abs(difference))
    }
}
