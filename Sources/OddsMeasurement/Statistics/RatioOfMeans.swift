import Foundation

extension Estimate {
    /// The ratio of two independent samples' geometric means, with its
    /// interval: Welch's t interval of the difference of the logarithms, whose
    /// degrees of freedom are those of Welch and Satterthwaite, rounded down.
    ///
    /// `nil` for fewer than two values on a side, or one that is not above 0.
    ///
    /// - Parameters:
    ///   - values: A value per run of the one side.
    ///   - base: A value per run of the other side, which is divided by.
    ///   - confidence: The probability with which the interval holds the ratio;
    ///     more than 0 and less than 1.
    public static func ratio(
        of values: [Double], to base: [Double], confidence: Double = 0.95
    ) -> Estimate? {
        guard let above = MeanSample(logarithmsOf: values),
            let below = MeanSample(logarithmsOf: base)
        else { return nil }
        let difference = above.mean - below.mean
        let margin = MeanSample.welchMargin(above, below, confidence: confidence)
        return Estimate(
            value: exp(difference), low: exp(difference - margin),
            high: exp(difference + margin))
    }

    /// The difference of two independent samples' means, with Welch's interval, as of
    /// `ratio`.
    ///
    /// `nil` for fewer than two values on a side, or one that is not finite.
    ///
    /// - Parameters:
    ///   - values: A value per run of the one side.
    ///   - base: A value per run of the other side, which is taken off.
    ///   - confidence: The probability with which the interval holds the difference;
    ///     more than 0 and less than 1.
    package static func difference(
        of values: [Double], from base: [Double], confidence: Double = 0.95
    ) -> Estimate? {
        guard let first = MeanSample(values), let second = MeanSample(base) else { return nil }
        let difference = first.mean - second.mean
        let margin = MeanSample.welchMargin(first, second, confidence: confidence)
        return Estimate(value: difference, low: difference - margin, high: difference + margin)
    }

    /// The geometric mean of ratios that were each measured apart, such as one
    /// per process, with its 95% interval by Student's t on the logarithms.
    ///
    /// `nil` for fewer than two ratios, or one that is not above 0.
    public static func geometricMean(of ratios: [Double]) -> Estimate? {
        guard let sample = MeanSample(logarithmsOf: ratios) else { return nil }
        let margin =
            StudentT.twoSided95(degreesOfFreedom: sample.count - 1) * sample.variance.squareRoot()
        return Estimate(
            value: exp(sample.mean), low: exp(sample.mean - margin),
            high: exp(sample.mean + margin))
    }
}

/// The mean of a sample, and how well it is known.
private struct MeanSample {
    let count: Int
    let mean: Double
    /// The variance of the mean.
    let variance: Double

    init?(_ values: [Double]) {
        guard values.count >= 2, values.allSatisfy(\.isFinite) else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        count = values.count
        self.mean = mean
        variance = squares / Double(count - 1) / Double(count)
    }

    /// `nil` also for a value that is not above 0.
    init?(logarithmsOf values: [Double]) {
        guard values.allSatisfy({ $0 > 0 }) else { return nil }
        self.init(values.map { log($0) })
    }

    /// How far the difference of two means may be off.
    static func welchMargin(_ first: Self, _ second: Self, confidence: Double) -> Double {
        let variance = first.variance + second.variance
        guard variance > 0 else { return 0 }
        let weights = [first, second].map { $0.variance * $0.variance / Double($0.count - 1) }
        let degrees = variance * variance / weights.reduce(0, +)
        let t = StudentT.twoSided(confidence: confidence, degreesOfFreedom: max(Int(degrees), 1))
        return t * variance.squareRoot()
    }
}
