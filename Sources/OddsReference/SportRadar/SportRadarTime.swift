/// Times as SR-V5 has them: `2026-10-02T18:30:00.000+0200`.
struct SportRadarTime {
    private var rest: ArraySlice<UInt8>

    /// Milliseconds since 1970; `nil` if the text is no time.
    static func milliseconds(_ text: [UInt8]) -> Int64? {
        var reader = SportRadarTime(rest: text[...])
        guard let value = reader.value(), reader.rest.isEmpty else { return nil }
        return Int64(value)
    }

    private mutating func value() -> Int? {
        guard let year = digits(4), skip("-"), let month = digits(2), skip("-"),
            let day = digits(2), skip("T"), let hour = digits(2), skip(":"),
            let minute = digits(2), skip(":"), let second = digits(2),
            let days = Self.daysSince1970(year, month, day), hour < 24, minute < 60, second < 60,
            let millisecond = fraction(), let offsetMinutes = offset()
        else { return nil }
        let minutes = (days * 24 + hour) * 60 + minute - offsetMinutes
        return (minutes * 60 + second) * 1000 + millisecond
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard let value = Int(digits: rest.prefix(count), count...count) else { return nil }
        rest = rest.dropFirst(count)
        return value
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// The milliseconds of a fraction, 0 if there is none.
    private mutating func fraction() -> Int? {
        guard skip(".") else { return 0 }
        let digits = rest.prefix(while: isDigit)
        guard (1...9).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        let three = (digits + [UInt8](repeating: UInt8(ascii: "0"), count: 2)).prefix(3)
        return Int(digits: three, 3...3)
    }

    /// The minutes that the place is ahead of UTC.
    private mutating func offset() -> Int? {
        if skip("Z") { return 0 }
        let isAhead = skip("+")
        guard isAhead || skip("-"), let hours = digits(2) else { return nil }
        _ = skip(":")
        guard let minutes = digits(2), hours < 24, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isAhead ? 1 : -1)
    }

    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let months = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard year >= 1, (1...12).contains(month), (1...months[month - 1]).contains(day) else {
            return nil
        }
        return daysBefore(year: year) - daysBefore(year: 1970)
            + months.prefix(month - 1).reduce(0, +) + day - 1
    }

    /// The days from the first one of year 1 to the first one of a year.
    private static func daysBefore(year: Int) -> Int {
        let years = year - 1
        return years * 365 + years / 4 - years / 100 + years / 400
    }
}
