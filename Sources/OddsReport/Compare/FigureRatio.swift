import OddsMeasurement
import OddsResults

/// One figure of two sides, the second divided by the first.
///
/// The interval comes from the spread between runs alone. That within a run
/// says nothing about another run of the same program, which has other memory
/// addresses and meets the machine in another state.
struct FigureRatio: Equatable {
    /// The fewest runs of each side for an interval. With six, Student's t has
    /// five degrees of freedom at least, and simulated intervals of heavy-tailed
    /// runs hold (`FigureRatioTests`); with three, single runs would decide.
    static let runsMin = 6

    /// Which way the true ratio may lie, as a figure may be a lower bound.
    enum Bound: String, Encodable, Sendable {
        case atLeast, atMost
    }

    let value: Double
    let bound: Bound?
    /// The ends of the interval; `nil` for none, or for the side on which a
    /// bound is open.
    let low: Double?
    let high: Double?

    /// `nil` if nothing can be said: a side has no value, the base is 0, or a
    /// figure would only measure how long the window was open.
    ///
    /// - Parameters:
    ///   - figure: The figure that is divided.
    ///   - base: The figure that it is divided by.
    ///   - confidence: That of the interval.
    init?(of figure: ComparedFigure, to base: ComparedFigure, confidence: Double = 0.95) {
        guard let above = figure.median, let below = base.median, below > 0 else { return nil }
        guard !figure.measuresWindow, !base.measuresWindow,
            !(figure.isLowerBound && base.isLowerBound)
        else { return nil }
        bound = figure.isLowerBound ? .atLeast : base.isLowerBound ? .atMost : nil
        let estimate = Self.estimate(of: figure, to: base, confidence: confidence)
        value = estimate?.value ?? above / below
        low = bound == .atMost ? nil : estimate?.low
        high = bound == .atLeast ? nil : estimate?.high
    }

    /// Whether a ratio of the two has an interval.
    static func hasInterval(_ figure: ComparedFigure, _ base: ComparedFigure) -> Bool {
        FigureRatio(of: figure, to: base).map { $0.low != nil || $0.high != nil } ?? false
    }

    private static func estimate(
        of figure: ComparedFigure, to base: ComparedFigure, confidence: Double
    ) -> Estimate? {
        guard min(figure.values.count, base.values.count) >= runsMin else { return nil }
        return Estimate.ratio(of: figure.values, to: base.values, confidence: confidence)
    }

    /// `×0.186`, or `≥ ×5.30` where a side is a lower bound.
    var text: String {
        let sign = bound.map { $0 == .atLeast ? "≥ " : "≤ " } ?? ""
        return sign + FigureFormat.ratio(value)
    }

    /// `[0.180, 0.192]`; `nil` if there is no interval.
    var intervalText: String? {
        guard low != nil || high != nil else { return nil }
        return "[\(low.map(FigureFormat.number) ?? "0"), \(high.map(FigureFormat.number) ?? "∞")]"
    }
}
