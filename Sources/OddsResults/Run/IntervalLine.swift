import Foundation

/// A line of a run's intervals as NDJSON: which run it is, and its sample.
package struct IntervalLine: Codable, Equatable, Sendable {
    package var strategy: String
    package var repetition: Int
    /// The interval's end, in nanoseconds since the window opened.
    package var atNanoseconds: UInt64
    /// Of the frames served in the interval.
    package var responseTime: LatencySummary
    /// At the interval's end.
    package var residentBytes: Int?
    package var allocatedBytes: Int?

    package init(_ run: RunResult, _ sample: SeriesSample) {
        strategy = run.strategy
        repetition = run.repetition
        atNanoseconds = sample.atNanoseconds
        responseTime = sample.responseTime
        residentBytes = sample.residentBytes
        allocatedBytes = sample.allocatedBytes
    }

    /// All intervals of all runs, a line each, in order; empty if no run has
    /// any.
    package static func ndjson(_ runs: [RunResult]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines = Data()
        for run in runs {
            for sample in run.series ?? [] {
                lines += try encoder.encode(IntervalLine(run, sample)) + Data("\n".utf8)
            }
        }
        return lines
    }
}
