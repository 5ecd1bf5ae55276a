/// Where a sample lies, and the ends of a confidence interval for that; its
/// confidence is the maker's to say.
public struct LocationInterval: Equatable, Sendable {
    /// The point estimate.
    public let value: Double
    /// The lower end of the interval.
    public let low: Double
    /// The upper end of the interval.
    public let high: Double

    /// A location with its interval.
    public init(value: Double, low: Double, high: Double) {
        self.value = value
        self.low = low
        self.high = high
    }
}
