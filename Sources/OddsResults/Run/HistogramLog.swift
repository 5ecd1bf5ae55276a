import Foundation
import OddsMeasurement

/// Distributions as HdrHistogram's interval log, which other HDR tools read: a
/// line for each distribution of each run, with its name as the tag.
///
/// The runs follow one another from the start of the command on: when each of
/// them began is not known, only how long its window was.
package struct HistogramLog: Sendable {
    private let start: Date
    private var lines: [String] = []
    private var nextNanoseconds: UInt64 = 0

    /// - Parameter start: The start of the command.
    package init(start: Date) { self.start = start }

    /// Whether no run had distributions.
    package var isEmpty: Bool { lines.isEmpty }

    /// Adds the response times and the service times of a run, if it has all their
    /// values.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - arguments: The words of the command, which say how long the window was
    ///     if the run does not.
    /// - Throws: `HistogramDecodingError` if a distribution's text is damaged.
    package mutating func add(
        _ run: RunResult, arguments: [String] = []
    ) throws(HistogramDecodingError) {
        let window = run.windowNanoseconds ?? Self.duration(arguments) ?? 0
        try add(
            [
                ("\(run.strategy).responseTime", run.responseTime),
                ("\(run.strategy).serviceTime", run.serviceTime),
            ], windowNanoseconds: window)
    }

    /// Adds distributions of one window, of which those count that have all their values.
    ///
    /// - Parameters:
    ///   - times: The distributions, with their tags.
    ///   - window: How long they were recorded.
    /// - Throws: `HistogramDecodingError` if a distribution's text is damaged.
    package mutating func add(
        _ times: [(tag: String, summary: LatencySummary)], windowNanoseconds window: UInt64
    ) throws(HistogramDecodingError) {
        for (tag, summary) in times {
            // Whether it can be read; its text is what a log has.
            guard let text = summary.histogram, try summary.latencies() != nil else { continue }
            let fields = [
                "Tag=\(Self.plain(tag))", Self.seconds(nextNanoseconds), Self.seconds(window),
                Self.decimal(summary.max ?? 0, digits: 6), text,
            ]
            lines.append(fields.joined(separator: ","))
        }
        nextNanoseconds += window
    }

    /// The log: times in seconds, the interval's maximum in milliseconds, and the
    /// histogram in nanoseconds.
    package var text: String {
        let seconds = Self.seconds(UInt64(max(start.timeIntervalSince1970, 0)) * 1_000_000_000)
        let date = start.ISO8601Format()
        let head = [
            "#[Latencies of bench, in nanoseconds]",
            "#[Histogram log format version 1.3]",
            "#[StartTime: \(seconds) (seconds since epoch), \(date)]",
            "#[BaseTime: \(seconds) (seconds since epoch)]",
            """
            "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
            """,
        ]
        return (head + lines).joined(separator: "\n") + "\n"
    }

    private static func seconds(_ nanoseconds: UInt64) -> String {
        decimal(nanoseconds / 1_000_000, digits: 3)
    }

    /// A number with its decimal point moved, without the rounding of a `Double`.
    private static func decimal(_ number: UInt64, digits: Int) -> String {
        let text = String(number)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return "\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }

    /// A tag ends at a comma, and fields at white space.
    private static func plain(_ tag: String) -> String {
        String(tag.map { $0 == "," || $0.isWhitespace ? "_" : $0 })
    }

    /// What `--duration` says.
    private static func duration(_ arguments: [String]) -> UInt64? {
        guard let option = arguments.firstIndex(of: "--duration"),
            option + 1 < arguments.endIndex
        else { return nil }
        return DurationText(arguments[option + 1])?.nanoseconds
    }
}

extension RunResult {
    /// How long the window was, as far as the run says it.
    fileprivate var windowNanoseconds: UInt64? {
        if let cutShortNanoseconds { return cutShortNanoseconds }
        return timeline.map { $0.intervalNanoseconds * UInt64($0.responseTimes.count) }
    }
}
