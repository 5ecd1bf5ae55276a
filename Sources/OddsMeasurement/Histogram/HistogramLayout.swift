/// Where an HDR histogram of three significant digits keeps the count of a
/// value: single values up to 2,047, then 1,024 steps for each power of two.
@usableFromInline
enum HistogramLayout {
    static let digits: Int32 = 3
    @inlinable static var halfBits: Int { 10 }
    @inlinable static var half: Int { 1 << halfBits }

    /// The steps of a bucket, as HdrHistogram counts them.
    static let bucketSteps = 2 * half
    static let bucketCount = bucket(of: LatencyHistogram.nanosecondsMax) + 1

    @inlinable
    static func bucket(of value: UInt64) -> Int {
        let width = UInt64.bitWidth - (value | UInt64(2 * half - 1)).leadingZeroBitCount
        return width - halfBits - 1
    }

    /// The count's index, which rises with the value.
    @inlinable @inline(__always)
    static func index(of value: UInt64) -> Int {
        let bucket = bucket(of: value)
        return bucket * half + Int(value >> UInt64(bucket))
    }

    /// The values that are counted at `index`.
    static func values(at index: Int) -> ClosedRange<UInt64> {
        guard index >= 2 * half else { return UInt64(index)...UInt64(index) }
        let bucket = UInt64(index / half - 1)
        let step = UInt64(index % half + half)
        return (step << bucket)...((step + 1) << bucket - 1)
    }

    /// The upper end of the step that has `value`.
    static func highestEquivalent(_ value: UInt64) -> UInt64 {
        values(at: index(of: value)).upperBound
    }

    /// How many counts there are.
    static let count = index(of: LatencyHistogram.nanosecondsMax) + 1
}
