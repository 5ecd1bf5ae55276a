/// Student's t distribution.
enum StudentT {
    /// The value that |t| stays below with 95% probability, by bisection.
    ///
    /// - Complexity: O(√degrees).
    static func twoSided95(degreesOfFreedom: Int) -> Double {
        precondition(degreesOfFreedom > 0)
        let degrees = Double(degreesOfFreedom)
        // P(|T| > t) = I_{ν/(ν+t²)}(ν/2, 1/2)
        func isBeyond(_ t: Double) -> Bool {
            IncompleteBeta.value(degrees / (degrees + t * t), a: degrees / 2, b: 0.5) <= 0.05
        }
        // One degree of freedom has the largest, 12.71.
        var low = 0.0
        var high = 13.0
        while high - low > 1e-10 {
            let middle = (low + high) / 2
            if isBeyond(middle) { high = middle } else { low = middle }
        }
        return (low + high) / 2
    }
}
