import OddsJSON
import OddsMeasurement

/// Distributions in documents: HdrHistogram's encoding V2, and beside it the exact maximum,
/// which that does not have. So percentiles of merged distributions are just those of one that
/// recorded all values.
extension JSONValue {
    /// `null` for an empty distribution.
    ///
    /// - Complexity: O(size of the histogram).
    static func histogram(_ steps: LatencySteps) -> JSONValue {
        .histogram(LatencyHistogram(steps))
    }

    /// `null` for an empty distribution.
    ///
    /// - Complexity: O(size of the histogram).
    static func histogram(_ histogram: LatencyHistogram) -> JSONValue {
        guard let max = histogram.max else { return .null }
        return ["max": .number(max), "values": .string(histogram.encoded())]
    }
}

extension DocumentReader {
    /// More than the text of a histogram can have whose every step has a count.
    private static let histogramTextMax = 512 << 10

    /// Reads a distribution. Takes bounded memory for any text.
    ///
    /// - Parameter countMax: How many values it may have: so few that those of all agents and
    ///   edges can be added.
    mutating func histogram(
        _ name: String, countMax: UInt64 = UInt64(counts.upperBound)
    ) throws(FleetDocumentError) -> LatencyHistogram {
        LatencyHistogram(try steps(name, countMax: countMax))
    }

    /// Reads a distribution as its steps.
    mutating func steps(
        _ name: String, countMax: UInt64 = UInt64(counts.upperBound)
    ) throws(FleetDocumentError) -> LatencySteps {
        guard let value = optional(name) else { return .empty }
        var reader = try DocumentReader(value, at: path(of: name))
        let max: UInt64 = try reader.number("max", in: 0...LatencyHistogram.nanosecondsMax)
        let text = try reader.text("values", bytes: 1...Self.histogramTextMax)
        try reader.end()
        let steps: LatencySteps
        do throws(HistogramDecodingError) {
            steps = try LatencySteps(encoded: text, max: max)
        } catch {
            throw self.error(name, error.description)
        }
        guard steps.count <= countMax else {
            throw self.error(name, "has \(steps.count) values; it may have \(countMax)")
        }
        return steps
    }
}
