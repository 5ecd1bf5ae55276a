import Foundation

/// Times as the platform's wire has them.
package enum WireDate {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// `2026-10-02T16:12:15.648Z`.
    package static func text(_ milliseconds: Int64) -> String {
        // A moment later: the style cuts, and most milliseconds are no exact doubles.
        date(milliseconds).addingTimeInterval(0.000_5).formatted(style)
    }

    /// `02-10-2026 16:12:15`.
    static func dayFirst(_ milliseconds: Int64) -> String {
        // 2026-10-02T16:12:15.648Z
        let text = Self.text(milliseconds)
        let parts = text.split { "-T.".contains($0) }
        return "\(parts[2])-\(parts[1])-\(parts[0]) \(parts[3])"
    }

    /// Reads `02-10-2026 16:12:15`, or a date alone, which is its first moment; `nil` for
    /// other texts.
    package static func dayFirstMilliseconds(_ text: String) -> Int64? {
        let found = text.wholeMatch(
            of: #/([0-9]{2})-([0-9]{2})-([0-9]{4})(?: ([0-9]{2}:[0-9]{2}:[0-9]{2}))?/#)
        guard let found,
            let time = milliseconds("\(found.3)-\(found.2)-\(found.1)T\(found.4 ?? "00:00:00")Z")
        else { return nil }
        // The calendar's own date: one such as 31-02 would be read as another.
        return dayFirst(time).hasPrefix(text) ? time : nil
    }

    /// Reads `2026-10-02 16:12:15.648`, with or without a fraction, with a T in place of the
    /// space, with or without a Z, or a date alone; `nil` for other texts.
    static func spacedMilliseconds(_ text: String) -> Int64? {
        let found = text.wholeMatch(
            of: #/([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]([0-9:]{8})(?:\.([0-9]{1,9}))?Z?)?/#)
        guard let found,
            let seconds = milliseconds("\(found.1)T\(found.2 ?? "00:00:00")Z"),
            // The calendar's own date: one such as 02-31 would be read as another.
            spaced(seconds).hasPrefix(found.1),
            let thousandths = Int64(((found.3.map(String.init) ?? "") + "000").prefix(3))
        else { return nil }
        return seconds + thousandths
    }

    /// `2026-10-02 16:12:15.648`: at least one place behind the point, and no zeros that are
    /// not needed.
    static func spaced(_ milliseconds: Int64) -> String {
        var text = Self.text(milliseconds).replacing("T", with: " ").dropLast()
        while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
        return String(text)
    }

    /// Reads `2026-10-02T16:12:15Z`, with or without a fraction, or a date alone, which
    /// is its first moment; `nil` for other texts.
    package static func milliseconds(_ text: String) -> Int64? {
        let date =
            (try? style.parse(text))
            ?? (try? Date.ISO8601FormatStyle().parse(text))
            ?? (try? Date.ISO8601FormatStyle().year().month().day().parse(text))
        return date.map { Int64(($0.timeIntervalSince1970 * 1_000).rounded()) }
    }

    /// The years from a date of birth (`1990-04-01`) to a moment; `nil` for other texts.
    static func years(since birthDate: String, at milliseconds: Int64) -> Int? {
        guard birthDate.utf8.count == 10, let birth = Self.milliseconds(birthDate) else {
            return nil
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.dateComponents(
            [.year], from: date(birth), to: date(milliseconds)).year
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
