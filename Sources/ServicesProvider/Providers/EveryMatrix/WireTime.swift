import Foundation

/// A moment, and how the server writes it, which may be finer.
struct WireMoment: Sendable {
    let date: Date
    let text: String

    /// `nil` for a text that is no time.
    init?(_ text: String) {
        guard let date = WireTime.date(text) else { return nil }
        (self.date, self.text) = (date, text)
    }
}

/// Times as EveryMatrix' wire has them: UTC, with up to seven digits of a second.
enum WireTime {
    private static let style = Date.ISO8601FormatStyle()

    /// `2026-10-02T16:12:15Z`, with or without a fraction; `nil` for other texts.
    static func date(_ text: String) -> Date? {
        // Foundation's parser takes three digits of a fraction at most.
        guard let point = text.firstIndex(of: "."), text.hasSuffix("Z") else {
            return try? style.parse(text)
        }
        let digits = text[point...].dropFirst().dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 48...57 ~= $0 }),
            let whole = try? style.parse(text[..<point] + "Z"),
            let fraction = Double("0." + digits)
        else { return nil }
        return whole.addingTimeInterval(fraction)
    }

    /// `2026-10-02T16:12:15.648Z`.
    static func text(_ date: Date) -> String {
        // The style cuts, and most milliseconds are no exact doubles: half a one rounds.
        date.addingTimeInterval(0.000_5)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
