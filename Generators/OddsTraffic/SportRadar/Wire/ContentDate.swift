/// Dates of SportRadar's wire, in the calendar of all countries; without an offset they
/// are of UTC.
enum ContentDate {
    static let minute: Int64 = 60_000
    private static let day: Int64 = 86_400_000

    /// The milliseconds since 1970 of `yyyyMMddHHmm`; `nil` if there is no such minute.
    static func milliseconds(of text: some StringProtocol) -> Int64? {
        let digits = text.utf8.map { Int64($0) - 0x30 }
        guard digits.count == 12, digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
        let number = { (range: Range<Int>) in digits[range].reduce(0) { $0 * 10 + $1 } }
        let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
        let (hour, minute) = (number(8..<10), number(10..<12))
        guard 1...12 ~= month, day >= 1, hour < 24, minute < 60 else { return nil }
        let days = days(year, month, day)
        // A day that the month does not have is one of the next month.
        guard date(ofDay: days) == (year, month, day) else { return nil }
        return days * Self.day + (hour * 60 + minute) * Self.minute
    }

    /// Days since 1970. After H. Hinnant's `days_from_civil`: years that begin in March
    /// have their odd day at the end.
    static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// How a time is spelt. The wire has all of these forms (SR-V5).
    enum Spelling: CaseIterable {
        case offset, utc, zulu

        /// Minutes east of UTC.
        var offset: Int64 { self == .offset ? 120 : 0 }

        var text: StaticString {
            switch self {
            case .offset: "+0200"
            case .utc: "+0000"
            case .zulu: "Z"
            }
        }

        /// Whether milliseconds are there although they are 0.
        var hasMilliseconds: Bool { self == .offset }
    }
}

extension FrameWriter {
    /// Writes a time in milliseconds since 1970 as `yyyy-MM-ddTHH:mm:ss.SSS+0200`, or in
    /// another spelling.
    mutating func date(_ milliseconds: Int64, as spelling: ContentDate.Spelling) {
        let local = milliseconds + spelling.offset * ContentDate.minute
        let (days, time) = local.flooredQuotientAndRemainder(dividingBy: 86_400_000)
        let date = ContentDate.date(ofDay: days)
        padded(date.year, to: 4)
        raw("-")
        padded(date.month, to: 2)
        raw("-")
        padded(date.day, to: 2)
        raw("T")
        padded(time / 3_600_000, to: 2)
        raw(":")
        padded(time / 60_000 % 60, to: 2)
        raw(":")
        padded(time / 1_000 % 60, to: 2)
        if spelling.hasMilliseconds || time % 1_000 > 0 {
            raw(".")
            padded(time % 1_000, to: 3)
        }
        raw(spelling.text)
    }

    /// Writes a number that is not negative with leading zeros.
    mutating func padded(_ number: Int64, to digitCount: Int) {
        var bound: Int64 = 10
        for _ in 1..<digitCount {
            if number < bound { raw("0") }
            bound *= 10
        }
        self.number(number)
    }
}

extension Int64 {
    fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
