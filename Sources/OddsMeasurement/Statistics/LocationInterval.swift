/// Where a sample lies, and the ends of a confidence interval for that; its
/// confidence is the maker's to say.
public struct LocationInterval: Equatable, Sendable {
    public let value: Double
    public let low: Double
    public let high: Double

    public init(value: Double, low: Double, high: Double) {
        self.value = value
        self.low = low
        self.high = high
    }
}
