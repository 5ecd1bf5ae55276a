import Foundation

/// The regularized incomplete beta function I_x(a, b), from which the
/// binomial distribution and Student's t follow.
enum IncompleteBeta {
    /// I_x(a, b). The relative error is below 1e-6 for parameters up to 1e9,
    /// where it comes from the logarithms of Γ.
    ///
    /// - Parameters:
    ///   - x: 0 to 1.
    ///   - a: More than 0.
    ///   - b: More than 0.
    /// - Complexity: O(√max(a, b)).
    static func value(_ x: Double, a: Double, b: Double) -> Double {
        precondition(a > 0 && b > 0 && x >= 0 && x <= 1)
        if x == 0 || x == 1 { return x }
        // The fraction converges quickly only below the mean.
        guard x <= (a + 1) / (a + b + 2) else { return 1 - value(1 - x, a: b, b: a) }
        let logFront =
            logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log1p(-x)
        return exp(logFront) * continuedFraction(x, a, b) / a
    }

    /// The continued fraction of DLMF 8.17.22, evaluated by Lentz's method.
    private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let tiny = 1e-300
        func nonZero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
        var numerator = 1.0
        var denominator = 1 / nonZero(1 - (a + b) * x / (a + 1))
        var result = denominator
        var step = 1.0
        var factor = 0.0
        while abs(factor - 1) > 1e-15, step < 1e6 {
            let even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
            denominator = 1 / nonZero(1 + even * denominator)
            numerator = nonZero(1 + even / numerator)
            result *= denominator * numerator
            let odd =
                -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
            denominator = 1 / nonZero(1 + odd * denominator)
            numerator = nonZero(1 + odd / numerator)
            factor = denominator * numerator
            result *= factor
            step += 1
        }
        return result
    }

    private static func logGamma(_ x: Double) -> Double {
        let (value, _): (Double, Int) = lgamma(x)
        return value
    }
}
