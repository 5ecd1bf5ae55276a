/// Student's t distribution.
enum StudentT {
    /// The probability that |t| is at least as large.
    ///
    /// - Parameter t: May be infinite.
    /// - Complexity: O(√degrees).
    static func probability(beyond t: Double, degreesOfFreedom: Int) -> Double {
        precondition(degreesOfFreedom > 0)
        let degrees = Double(degreesOfFreedom)
        // P(|T| > t) = I_{ν/(ν+t²)}(ν/2, 1/2)
        return IncompleteBeta.value(degrees / (degrees + t * t), a: degrees / 2, b: 0.5)
    }

    /// The value that |t| stays below with 95% probability.
    ///
    /// - Complexity: O(√degrees).
    static func twoSided95(degreesOfFreedom: Int) -> Double {
        twoSided(confidence: 0.95, degreesOfFreedom: degreesOfFreedom)
    }

    /// The value that |t| stays below with a probability, by bisection.
    ///
    /// - Parameter confidence: More than 0 and less than 1.
    /// - Complexity: O(√degrees).
    static func twoSided(confidence: Double, degreesOfFreedom: Int) -> Double {
        precondition(confidence > 0 && confidence < 1)
        func isBeyond(_ t: Double) -> Bool {
            probability(beyond: t, degreesOfFreedom: degreesOfFreedom) <= 1 - confidence
        }
        var low = 0.0
        var high = 1.0
        while !isBeyond(high) { (low, high) = (high, high * 2) }
        while high - low > 1e-10 * high {
            let middle = (low + high) / 2
            if isBeyond(middle) { high = middle } else { low = middle }
        }
        return (low + high) / 2
    }
}
