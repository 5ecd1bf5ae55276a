import Foundation

/// The latencies of a histogram as the steps that have any: what is sent and merged takes no more
/// memory than that.
package struct LatencySteps: Equatable, Sendable {
    /// The latencies that stand for a step each, ascending, and how many it has: the upper end of
    /// the step, or the exact maximum.
    private(set) var steps: [Step] = []
    /// The number of latencies.
    package private(set) var count: UInt64 = 0

    struct Step: Equatable, Sendable {
        var nanoseconds: UInt64
        var count: UInt64
    }

    /// No latencies.
    package static let empty = LatencySteps()

    private init() {}

    /// Those of a histogram.
    ///
    /// - Complexity: O(size of the histogram).
    package init(_ histogram: LatencyHistogram) {
        histogram.forEachStep { values, count in
            add(min(values.upperBound, LatencyHistogram.nanosecondsMax), count)
        }
        if let max = histogram.max { steps[steps.count - 1].nanoseconds = max }
    }

    /// Reads what `LatencyHistogram.encoded` wrote, and what that lacks: the exact maximum. Takes
    /// bounded memory for any text.
    ///
    /// - Throws: `HistogramDecodingError` if the text is not such a histogram, or its highest
    ///   step is not that of `max`.
    /// - Complexity: O(length of the text).
    package init(encoded text: String, max: UInt64) throws(HistogramDecodingError) {
        try self.init(encoded: text, longest: max)
        guard steps.last?.nanoseconds == max else { throw .outOfRange }
    }

    /// - Parameter longest: The exact maximum, if it is known.
    init(encoded text: String, longest: UInt64?) throws(HistogramDecodingError) {
        var reader = HistogramBytesReader(try LatencyHistogram.body(ofEncoded: text)[...])
        var index = 0
        while !reader.isAtEnd {
            guard let number = reader.nextZigzag() else { throw .damaged }
            guard number > 0 else {
                guard number > -Int64(HistogramLayout.count) else { throw .outOfRange }
                index += number == 0 ? 1 : Int(-number)
                continue
            }
            guard index < HistogramLayout.count else { throw .outOfRange }
            guard UInt64(number) <= LatencyHistogram.countMax - count else { throw .outOfRange }
            let step = HistogramLayout.values(at: index)
            let exact = longest.flatMap { step.contains($0) ? $0 : nil }
            add(min(exact ?? step.upperBound, LatencyHistogram.nanosecondsMax), UInt64(number))
            index += 1
        }
    }

    private mutating func add(_ nanoseconds: UInt64, _ count: UInt64) {
        steps.append(Step(nanoseconds: nanoseconds, count: count))
        self.count += count
    }
}

extension LatencyHistogram {
    package init(_ steps: LatencySteps) {
        self = .empty
        merge(steps)
    }

    /// Adds latencies.
    ///
    /// - Complexity: O(number of steps).
    package mutating func merge(_ steps: LatencySteps) {
        for step in steps.steps { record(step.nanoseconds, count: step.count) }
    }
}
