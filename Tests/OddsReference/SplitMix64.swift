/// A small seeded generator of random bits (Steele, Lea, Flood 2014): the same
/// seed gives the same test on any machine.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}

extension SplitMix64 {
    /// True `percent` times of a hundred.
    public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// A number from 0 up to, not including, `bound`; the lower ones a little
    /// more often, which matters to no test.
    public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// One of the elements, each as often as its weight says.
    public mutating func pick<Element>(weighted elements: [(Int, Element)]) -> Element {
        var rest = below(elements.reduce(0) { $0 + $1.0 })
        for (weight, element) in elements {
            if rest < weight { return element }
            rest -= weight
        }
        preconditionFailure("no weight is negative")
    }
}
