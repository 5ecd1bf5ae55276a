/// Powers of ten in memory. Read-only after it is made; does not own the
/// memory.
///
/// A table written as a tuple would be copied to the stack at each use, and a
/// global one would be guarded by a once-token.
struct PowersOfTen: BitwiseCopyable {
    private static let count = 23

    private let wholes: UnsafeMutablePointer<UInt64>
    private let doubles: UnsafeMutablePointer<Double>

    static func allocate() -> PowersOfTen {
        let powers = PowersOfTen(
            wholes: .allocate(capacity: count), doubles: .allocate(capacity: count))
        var whole: UInt64 = 1
        var double = 1.0
        for exponent in 0..<count {
            (powers.wholes + exponent).initialize(to: whole)
            (powers.doubles + exponent).initialize(to: double)
            whole = whole &* 10
            double *= 10
        }
        return powers
    }

    func deallocate() {
        wholes.deallocate()
        doubles.deallocate()
    }

    /// 10 to the power of `exponent`, 0 to 19.
    @inline(__always)
    func whole(_ exponent: Int) -> UInt64 { wholes[exponent] }

    /// 10 to the power of `exponent`, 0 to 22: these are exact doubles.
    @inline(__always)
    func double(_ exponent: Int) -> Double { doubles[exponent] }
}
