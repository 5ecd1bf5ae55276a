import Foundation

/// Times as SportRadar's accounts and bets have them, in UTC.
enum SportRadarTime {
    private static let style = Date.ISO8601FormatStyle()

    /// `02-10-2026 16:12:15`, or a date alone, which is its first moment; `nil` for other
    /// texts.
    static func date(_ text: String) -> Date? {
        let found = text.wholeMatch(
            of: #/([0-9]{2})-([0-9]{2})-([0-9]{4})(?: ([0-9]{2}:[0-9]{2}:[0-9]{2}))?/#)
        guard let found else { return nil }
        return WireTime.date("\(found.3)-\(found.2)-\(found.1)T\(found.4 ?? "00:00:00")Z")
    }

    /// `02-10-2026 16:12:15`, cut to the second.
    static func text(_ date: Date) -> String {
        let parts = date.formatted(style).split { "-TZ".contains($0) }
        return "\(parts[2])-\(parts[1])-\(parts[0]) \(parts[3])"
    }

    /// `02-10-2026` from `2026-10-02`, as domain models have dates; `nil` for other texts.
    static func dayFirst(_ date: String) -> String? {
        date.wholeMatch(of: #/([0-9]{4})-([0-9]{2})-([0-9]{2})/#).map { "\($0.3)-\($0.2)-\($0.1)" }
    }

    /// `2026-10-02` from `02-10-2026 00:00:00`; `nil` for other texts.
    static func yearFirst(_ text: String) -> String? {
        text.prefixMatch(of: #/([0-9]{2})-([0-9]{2})-([0-9]{4})(?: |$)/#)
            .map { "\($0.3)-\($0.2)-\($0.1)" }
    }

    /// Bets have `2026-10-02 16:12:15.0`; `nil` for other texts.
    static func betDate(_ text: String) -> Date? {
        guard text.wholeMatch(of: #/[0-9-]{10} [0-9:]{8}(?:\.[0-9]{1,9})?/#) != nil else {
            return nil
        }
        return WireTime.date(text.replacing(" ", with: "T") + "Z")
    }

    /// `2026-10-02 16:12:15.648`.
    static func betText(_ date: Date) -> String {
        String(WireTime.text(date).replacing("T", with: " ").dropLast())
    }
}
