/// A date of the proleptic Gregorian calendar and a time of day, in UTC.
///
/// The conversions are those of H. Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms" (2021).
package struct CivilTime: BitwiseCopyable, Equatable, Sendable {
    package var year: Int
    /// From 1 to 12.
    package var month: Int
    /// From 1 on.
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int
    package var millisecond: Int

    package init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
        millisecond: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.millisecond = millisecond
    }

    /// The time at `milliseconds` since 1970.
    ///
    /// - Complexity: O(1).
    package init(milliseconds: Int64) {
        let millisecondsADay: Int64 = 86_400_000
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: millisecondsADay)
        let days = Int(remainder < 0 ? quotient - 1 : quotient)
        let time = Int(remainder < 0 ? remainder + millisecondsADay : remainder)
        // Years begin in March, so that the leap day is the last of its year.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = time / 3_600_000
        minute = time / 60_000 % 60
        second = time / 1_000 % 60
        millisecond = time % 1_000
    }

    /// Whether the calendar has the date and the day the time.
    package var isValid: Bool {
        guard (1...12).contains(month), day >= 1, day <= daysOfMonth else { return false }
        return (0..<24).contains(hour) && (0..<60).contains(minute) && (0..<60).contains(second)
            && (0..<1_000).contains(millisecond)
    }

    private var daysOfMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Milliseconds since 1970 of a valid time.
    ///
    /// - Complexity: O(1).
    package var milliseconds: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        let seconds = (days * 24 + hour) * 3_600 + minute * 60 + second
        return Int64(seconds) * 1_000 + Int64(millisecond)
    }
}
