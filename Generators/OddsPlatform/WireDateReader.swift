import OddsJSON
import OddsModel

/// Reads a text that is a time, part by part from its beginning.
struct WireDateReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = ArraySlice(text.utf8) }

    var isAtEnd: Bool { rest.isEmpty }

    /// `2026-10-02`; whether there is such a day is not looked at.
    mutating func yearFirst() -> CivilTime? {
        guard let year = number(of: 4), take("-") != nil, let month = number(of: 2),
            take("-") != nil, let day = number(of: 2)
        else { return nil }
        return CivilTime(year: year, month: month, day: day)
    }

    /// The same for `02-10-2026`.
    mutating func dayFirst() -> CivilTime? {
        guard let day = number(of: 2), take("-") != nil, let month = number(of: 2),
            take("-") != nil, let year = number(of: 4)
        else { return nil }
        return CivilTime(year: year, month: month, day: day)
    }

    /// The rest of a text after its date: nothing, or a time of day with an offset.
    ///
    /// - Parameters:
    ///   - separators: What may stand between date and time.
    ///   - needsOffset: Whether a time without an offset is none; it is of UTC else.
    ///   - isToTheSecond: Whether a fraction or an offset makes it another form.
    /// - Returns: Milliseconds since 1970; `nil` if there is no such time.
    mutating func moment(
        _ date: CivilTime?, between separators: String, needsOffset: Bool = false,
        isToTheSecond: Bool = false
    ) -> Int64? {
        guard var time = date else { return nil }
        if isAtEnd { return time.isValid ? time.milliseconds : nil }
        guard take(separators) != nil, let hour = number(of: 2), take(":") != nil,
            let minute = number(of: 2), take(":") != nil, let second = number(of: 2)
        else { return nil }
        (time.hour, time.minute, time.second) = (hour, minute, second)
        if isToTheSecond { return isAtEnd ? Self.moment(time, fraction: 0, east: 0) : nil }
        guard let fraction = fraction() else { return nil }
        if isAtEnd { return needsOffset ? nil : Self.moment(time, fraction: fraction, east: 0) }
        guard let east = offset(), isAtEnd else { return nil }
        return Self.moment(time, fraction: fraction, east: east)
    }

    /// The moment of a time on clocks so many minutes east of UTC.
    private static func moment(_ time: CivilTime, fraction: Int64, east: Int64) -> Int64? {
        var time = time
        let isLeapSecond = time.second == 60
        if isLeapSecond { time.second = 59 }
        guard time.isValid else { return nil }
        let second = time.milliseconds - east * 60_000
        guard isLeapSecond else { return second + fraction }
        guard LeapSecond.follows(CivilTime(milliseconds: second)) else { return nil }
        // Time since 1970 does not count it.
        return second + 1_000 + fraction
    }

    // MARK: Parts

    private mutating func number(of digitCount: Int) -> Int? {
        let digits = rest.prefix(digitCount)
        guard digits.count == digitCount, digits.allSatisfy(isDigit) else { return nil }
        rest.removeFirst(digitCount)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func take(_ characters: String) -> UInt8? {
        guard let first = rest.first, characters.utf8.contains(first) else { return nil }
        return rest.removeFirst()
    }

    /// The milliseconds of a fraction of a second; 0 if there is none, `nil` if it has no digits.
    /// What is finer counts up to the next one, so that the same times of the state are before
    /// it, and after it, as if it were exact.
    private mutating func fraction() -> Int64? {
        guard take(".") != nil else { return 0 }
        let digits = rest.prefix(while: isDigit)
        guard !digits.isEmpty else { return nil }
        rest.removeFirst(digits.count)
        let places = digits.prefix(3) + Array(repeating: 0x30, count: max(0, 3 - digits.count))
        let milliseconds = places.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
        return milliseconds + (digits.dropFirst(3).contains { $0 != 0x30 } ? 1 : 0)
    }

    /// Minutes east of UTC: `Z` or `+01:00`.
    private mutating func offset() -> Int64? {
        if take("Zz") != nil { return 0 }
        guard let sign = take("+-"), let hours = number(of: 2), take(":") != nil,
            let minutes = number(of: 2), hours < 24, minutes < 60
        else { return nil }
        return Int64(sign == UInt8(ascii: "-") ? -1 : 1) * Int64(hours * 60 + minutes)
    }
}

/// The seconds 60 that there have been, all of them at the end of a June or December in UTC
/// (IERS Bulletin C). There will be none before 2035 unless the Earth surprises.
private enum LeapSecond {
    private static let junes = [
        1972, 1981, 1982, 1983, 1985, 1992, 1993, 1994, 1997, 2012, 2015,
    ]
    private static let decembers = [
        1972, 1973, 1974, 1975, 1976, 1977, 1978, 1979, 1987, 1989, 1990, 1995, 1998, 2005, 2008,
        2016,
    ]

    /// Whether one came after that second.
    static func follows(_ second: CivilTime) -> Bool {
        guard (second.hour, second.minute, second.second) == (23, 59, 59) else { return false }
        return switch (second.month, second.day) {
        case (6, 30): junes.contains(second.year)
        case (12, 31): decembers.contains(second.year)
        default: false
        }
    }
}
