import Foundation

/// One interval of a run as a line of NDJSON: the run's name and the sample.
package struct IntervalLine: Codable, Equatable, Sendable {
    package var strategy: String
    package var repetition: Int
    /// The interval's end, in nanoseconds since the window opened.
    package var atNanoseconds: UInt64
    /// The response times of the frames served in the interval.
    package var responseTime: LatencySummary
    /// The service times of the same frames.
    package var serviceTime: LatencySummary?
    /// The median time of the reference loop.
    package var referenceLoopNanoseconds: UInt64?
    /// The resident set size at the interval's end.
    package var residentBytes: Int?
    /// The live heap bytes at the interval's end.
    package var allocatedBytes: Int?

    package init(_ run: RunResult, _ sample: SeriesSample) {
        strategy = run.strategy
        repetition = run.repetition
        atNanoseconds = sample.atNanoseconds
        responseTime = sample.responseTime
        serviceTime = sample.serviceTime
        referenceLoopNanoseconds = sample.referenceLoopNanoseconds
        residentBytes = sample.residentBytes
        allocatedBytes = sample.allocatedBytes
    }

    /// All intervals of all runs in order, one line each; empty if no run has
    /// intervals.
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
