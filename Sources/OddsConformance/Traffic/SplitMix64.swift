import SeededRandom

/// The generator of hostile traffic.
package typealias SplitMix64 = SeededRandom.SplitMix64

extension SplitMix64 {
    /// True `percent` times of a hundred.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// A number from 0 up to, not including, `bound`; the lower ones a little
    /// more often, which does not matter here.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// One of the elements, each as often as its weight says.
    package mutating func pick<Element>(weighted elements: [(Int, Element)]) -> Element {
        var rest = below(elements.reduce(0) { $0 + $1.0 })
        for (weight, element) in elements {
            if rest < weight { return element }
            rest -= weight
        }
        preconditionFailure("no weight is negative")
    }
}
