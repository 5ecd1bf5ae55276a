/// The interval of a probability from how often something came about, by
/// Clopper and Pearson (1934, Biometrika 26): never too narrow, whatever the
/// probability is.
public enum ClopperPearson {
    /// The two-sided 95% interval, 2.5% on each side at most. Complexity:
    /// O(√trials).
    public static func interval95(successes: Int, trials: Int) -> ClosedRange<Double> {
        precondition(trials > 0 && (0...trials).contains(successes))
        let low = successes == 0 ? 0 : bound(successes, trials, tail: 0.025)
        let high =
            successes == trials ? 1 : 1 - bound(trials - successes, trials, tail: 0.025)
        return low...high
    }

    /// The probability with which as many successes or more have probability
    /// `tail`: I_p(successes, trials − successes + 1), which grows with p, by
    /// bisection.
    private static func bound(_ successes: Int, _ trials: Int, tail: Double) -> Double {
        var low = 0.0
        var high = 1.0
        while high - low > 1e-12 {
            let middle = (low + high) / 2
            let probability = IncompleteBeta.value(
                middle, a: Double(successes), b: Double(trials - successes + 1))
            if probability > tail { high = middle } else { low = middle }
        }
        return (low + high) / 2
    }
}
