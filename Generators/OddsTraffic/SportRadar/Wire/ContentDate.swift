import OddsModel

/// Dates of SportRadar's wire, in the calendar of all countries; without an offset they
/// are of UTC.
enum ContentDate {
    static let minute: Int64 = 60_000

    /// The milliseconds since 1970 of `yyyyMMddHHmm`; `nil` if there is no such minute.
    static func milliseconds(of text: some StringProtocol) -> Int64? {
        let digits = text.utf8.map { Int($0) - 0x30 }
        guard digits.count == 12, digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
        let number = { (range: Range<Int>) in digits[range].reduce(0) { $0 * 10 + $1 } }
        let time = CivilTime(
            year: number(0..<4), month: number(4..<6), day: number(6..<8),
            hour: number(8..<10), minute: number(10..<12))
        return time.isValid ? time.milliseconds : nil
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
        let time = CivilTime(
            milliseconds: milliseconds + spelling.offset * ContentDate.minute)
        padded(time.year, to: 4)
        raw("-")
        padded(time.month, to: 2)
        raw("-")
        padded(time.day, to: 2)
        raw("T")
        padded(time.hour, to: 2)
        raw(":")
        padded(time.minute, to: 2)
        raw(":")
        padded(time.second, to: 2)
        if spelling.hasMilliseconds || time.millisecond > 0 {
            raw(".")
            padded(time.millisecond, to: 3)
        }
        raw(spelling.text)
    }

    /// Writes a number that is not negative with leading zeros.
    mutating func padded(_ number: Int, to digitCount: Int) {
        var bound = 10
        for _ in 1..<digitCount {
            if number < bound { raw("0") }
            bound *= 10
        }
        self.number(Int64(number))
    }
}
