/// The interval of a probability from a number of successes, by Wilson (1927,
/// Journal of the American Statistical Association 22): near its confidence on average over
/// all probabilities, with few trials and near 0 and 1, too (Brown, Cai and DasGupta 2001,
/// Statistical Science 16).
public enum WilsonInterval {
    /// The 97.5% quantile of the standard normal distribution.
    private static let quantile = 1.959963984540054

    /// The two-sided 95% interval, which contains the share itself.
    public static func interval95(successes: Int, trials: Int) -> ClosedRange<Double> {
        precondition(trials > 0 && (0...trials).contains(successes))
        let count = Double(trials)
        let share = Double(successes) / count
        let square = quantile * quantile
        let center = (share + square / (2 * count)) / (1 + square / count)
        let variance = share * (1 - share) / count + square / (4 * count * count)
        let half = quantile * variance.squareRoot() / (1 + square / count)
        // At both ends the interval ends at the share, which rounding may miss.
        let low = successes == 0 ? 0 : max(center - half, 0)
        let high = successes == trials ? 1 : min(center + half, 1)
        return low...high
    }
}
