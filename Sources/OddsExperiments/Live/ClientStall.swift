import OddsHarness
import OddsMeasurement
import OddsResults

/// Times in which a process that measures did not run itself: it was stopped, or its machine
/// was. Its idle thread tells them by how late it woke up. What such a process reads late is
/// no one else's delay.
package enum ClientStall {
    /// A wake-up delay in a percentile that is never too much, in nanoseconds: a tenth of the
    /// objective that clients are held to (50 ms).
    package static let nanosecondsMax: UInt64 = 5_000_000
    /// The same of a single one, in nanoseconds: the backlog that a strategy may have as well.
    package static let longestNanosecondsMax = HarnessLimits.backlogNanosecondsMax

    /// The stall as the reason why figures do not count; `nil` if there was none, or if it is
    /// less than a tenth of them.
    ///
    /// - Parameters:
    ///   - name: The process.
    ///   - wakeDelay: How late its idle thread woke up, with the wake-ups that it missed.
    ///   - response: The times that it measured.
    package static func reason(
        _ name: String, wakeDelay: LatencyHistogram, in response: LatencyHistogram
    ) -> String? {
        guard let longest = wakeDelay.max else { return nil }
        var figures = HarnessShare.judged.map { percentile -> Figure in
            (
                percentile.label, wakeDelay.value(at: percentile),
                response.value(at: percentile), nanosecondsMax
            )
        }
        figures.append(("maximum", longest, response.max, longestNanosecondsMax))
        let affected = figures.first { figure in
            guard let own = figure.own, let whole = figure.whole else { return false }
            return own > figure.max && Double(own) > Double(whole) * HarnessShare.max
        }
        guard let affected, let own = affected.own, let whole = affected.whole else { return nil }
        return """
            \(name) stood still itself: an idle thread of it woke up as much as \(text(longest)) \
            late; at the \(affected.label) it is \(text(own)), and the response time \
            \(text(whole)): the bound is a tenth, or \(text(affected.max)) if that is more
            """
    }

    private typealias Figure = (label: String, own: UInt64?, whole: UInt64?, max: UInt64)

    private static func text(_ nanoseconds: UInt64) -> String {
        FigureFormat.duration(nanoseconds: Double(nanoseconds))
    }
}
