/// Logarithm and exponential function, built only from additions,
/// multiplications and divisions, which IEEE 754 defines to the last bit. Those
/// of C libraries differ between machines. Accurate to about 15 digits.
enum DeterministicMath {
    private static let ln2 = 0.693_147_180_559_945_3

    /// The natural logarithm of a positive, finite number.
    static func log(_ value: Double) -> Double {
        var mantissa = value.significand
        var exponent = Double(value.exponent)
        if mantissa > 1.414_213_562_373_095 {
            mantissa /= 2
            exponent += 1
        }
        // ln m = 2 artanh s; |s| < 0.172, so eleven terms are accurate to
        // 1e-17.
        let s = (mantissa - 1) / (mantissa + 1)
        var term = s
        var sum = 0.0
        for power in 0..<11 {
            sum += term / Double(2 * power + 1)
            term *= s * s
        }
        return exponent * ln2 + 2 * sum
    }

    /// The exponential of a number between -700 and 700.
    static func exp(_ value: Double) -> Double {
        let exponent = (value / ln2).rounded()
        let rest = value - exponent * ln2
        // |rest| < 0.35, so sixteen terms are accurate to 1e-20.
        var term = 1.0
        var sum = 1.0
        for power in 1..<16 {
            term *= rest / Double(power)
            sum += term
        }
        return sum * Double(sign: .plus, exponent: Int(exponent), significand: 1)
    }
}
