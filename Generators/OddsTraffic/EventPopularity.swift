/// The distribution of changes over the events.
public enum EventPopularity: Codable, Equatable, Sendable {
    /// All events are equally likely.
    case uniform
    /// A Zipf distribution: the event of rank k is drawn in proportion to k to
    /// the power of -`exponent`; the first event is the most popular.
    case zipf(exponent: Double)

    /// Parses `uniform`, `zipf` (with an exponent of 1) or `zipf:EXPONENT`.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        switch (parts[0], parts.count) {
        case ("uniform", 1): self = .uniform
        case ("zipf", 1): self = .zipf(exponent: 1)
        case ("zipf", 2):
            guard let exponent = Double(parts[1]) else { return nil }
            self = .zipf(exponent: exponent)
        default: return nil
        }
    }
}

extension EventPopularity: CustomStringConvertible {
    /// The text that `init` parses.
    public var description: String {
        switch self {
        case .uniform: "uniform"
        case .zipf(let exponent): "zipf:\(exponent)"
        }
    }
}

/// Draws events according to their popularity.
struct EventSampler {
    private let eventCount: Int
    /// The cumulative probability of each event, in units of 2⁻⁶³; empty for
    /// the uniform distribution.
    private let cumulative: [UInt64]

    init(_ popularity: EventPopularity, eventCount: Int) {
        self.eventCount = eventCount
        guard case .zipf(let exponent) = popularity else {
            cumulative = []
            return
        }
        let weights = (1...eventCount).map {
            DeterministicMath.exp(-exponent * DeterministicMath.log(Double($0)))
        }
        let total = weights.reduce(0, +)
        var sum = 0.0
        cumulative = weights.map {
            sum += $0
            return UInt64(sum / total * 0x1p63)
        }
    }

    /// Draws an event.
    ///
    /// - Complexity: O(log events) for Zipf, O(1) for uniform.
    func draw(using random: inout TrafficRandom) -> Int {
        guard !cumulative.isEmpty else { return random.below(eventCount) }
        let point = random.next() >> 1
        var low = 0
        var high = eventCount - 1
        while low < high {
            let middle = (low + high) / 2
            if cumulative[middle] > point { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
