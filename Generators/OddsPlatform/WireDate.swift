import OddsModel

/// Times as the platform's wire has them. A text is read from its beginning to its end, and
/// only if the calendar has its day and the day its time.
package enum WireDate {
    /// `2026-10-02T16:12:15.648Z`.
    package static func text(_ milliseconds: Int64) -> String {
        let time = CivilTime(milliseconds: milliseconds)
        return "\(day(time))T\(clock(time)).\(padded(time.millisecond, to: 3))Z"
    }

    /// `02-10-2026 16:12:15`.
    static func dayFirst(_ milliseconds: Int64) -> String {
        let time = CivilTime(milliseconds: milliseconds)
        let day = "\(padded(time.day, to: 2))-\(padded(time.month, to: 2))"
        return "\(day)-\(padded(time.year, to: 4)) \(clock(time))"
    }

    /// `2026-10-02 16:12:15.648`: at least one place behind the point, and no zeros that are
    /// not needed.
    static func spaced(_ milliseconds: Int64) -> String {
        let time = CivilTime(milliseconds: milliseconds)
        var text = "\(day(time)) \(clock(time)).\(padded(time.millisecond, to: 3))"
        while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
        return text
    }

    /// Reads `2026-10-02T16:12:15Z`, by RFC 3339 with or without a fraction and with any offset,
    /// or a date alone, which is its first moment in UTC; `nil` for other texts.
    package static func milliseconds(_ text: String) -> Int64? {
        var reader = WireDateReader(text)
        return reader.moment(reader.yearFirst(), between: "Tt", needsOffset: true)
    }

    /// Reads `02-10-2026 16:12:15`, or a date alone, which is its first moment; `nil` for
    /// other texts.
    package static func dayFirstMilliseconds(_ text: String) -> Int64? {
        var reader = WireDateReader(text)
        return reader.moment(reader.dayFirst(), between: " ", isToTheSecond: true)
    }

    /// Reads `2026-10-02 16:12:15.648`, with or without a fraction, and whatever `milliseconds`
    /// reads, without an offset too: it is of UTC then; `nil` for other texts.
    static func spacedMilliseconds(_ text: String) -> Int64? {
        var reader = WireDateReader(text)
        return reader.moment(reader.yearFirst(), between: " Tt")
    }

    /// The years from a date of birth (`1990-04-01`) to a moment; `nil` for other texts. Who is
    /// born on 29 February is a year older on 1 March where there is no such day.
    static func years(since birthDate: String, at milliseconds: Int64) -> Int? {
        var reader = WireDateReader(birthDate)
        guard let birth = reader.yearFirst(), birth.isValid, reader.isAtEnd else { return nil }
        let now = CivilTime(milliseconds: milliseconds)
        let isBefore = (now.month, now.day) < (birth.month, birth.day)
        return now.year - birth.year - (isBefore ? 1 : 0)
    }

    private static func day(_ time: CivilTime) -> String {
        "\(padded(time.year, to: 4))-\(padded(time.month, to: 2))-\(padded(time.day, to: 2))"
    }

    private static func clock(_ time: CivilTime) -> String {
        [time.hour, time.minute, time.second].map { padded($0, to: 2) }.joined(separator: ":")
    }

    private static func padded(_ number: Int, to digitCount: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, digitCount - text.utf8.count)) + text
    }
}
