/// Starts of matches as they are written: `2026-10-02T18:30:00Z`.
enum WireTime {
    private static let daySeconds: Int64 = 86_400
    /// The end of the year 9999, the last with four digits.
    static let secondsMax: Int64 = 253_402_300_799

    static func text(seconds: Int64) -> String {
        let days = seconds.quotient(by: daySeconds)
        let (year, month, day) = date(ofDay: days)
        let time = seconds - days * daySeconds
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
            + "\(digits(time / 3_600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))Z"
    }

    /// Reads UTC times from 1970 on, whose seconds may have a fraction, which does not count;
    /// `nil` for others.
    static func seconds(_ text: String) -> Int64? {
        let form = Array("0000-00-00T00:00:00".utf8)
        let utf8 = Array(text.utf8)
        guard utf8.count > form.count, utf8.last == UInt8(ascii: "Z") else { return nil }
        for (byte, wanted) in zip(utf8, form) {
            guard wanted == UInt8(ascii: "0") ? isDigit(byte) : byte == wanted else { return nil }
        }
        let fraction = utf8[form.count..<(utf8.count - 1)]
        guard fraction.isEmpty
            || (fraction.first == UInt8(ascii: ".") && (2...10).contains(fraction.count)
                && fraction.dropFirst().allSatisfy(isDigit))
        else { return nil }
        func number(_ range: Range<Int>) -> Int64 {
            utf8[range].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
        guard (1...12).contains(month), hour < 24, minute < 60, second < 60 else { return nil }
        let days = self.day(ofYear: year, month: month, day: day)
        // No other day is written like this one, which a 31 June would be.
        guard date(ofDay: days) == (year, month, day) else { return nil }
        let seconds = days * daySeconds + hour * 3_600 + minute * 60 + second
        return (0...secondsMax).contains(seconds) ? seconds : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    /// Days since 1970. Years begin in March here, so that the leap day is their last.
    private static func day(ofYear year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let monthOfYear = (month + 9) % 12
        let dayOfYear = (153 * monthOfYear + 2) / 5 + day - 1
        let leapDays = year.quotient(by: 4) - year.quotient(by: 100) + year.quotient(by: 400)
        return year * 365 + leapDays + dayOfYear - 719_468
    }

    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let day = day + 719_468
        let era = day.quotient(by: 146_097)
        let dayOfEra = day - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthOfYear = (5 * dayOfYear + 2) / 153
        let month = monthOfYear < 10 ? monthOfYear + 3 : monthOfYear - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthOfYear + 2) / 5 + 1)
    }
}

extension Int64 {
    /// The quotient, rounded down.
    fileprivate func quotient(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
