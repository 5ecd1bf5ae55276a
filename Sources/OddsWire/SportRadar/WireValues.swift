import OddsModel

// Values of SportRadar's wire that JSON has no type for: see "Values" of the
// SportRadar contract.

/// A part of a price from its digits (SR-V3); `nil` if they are none.
///
/// - Complexity: O(1).
@inline(__always)
func pricePart(_ text: UnsafeRawBufferPointer) -> UInt64? {
    guard (1...15).contains(text.count) else { return nil }
    return digitsValue(text)
}

/// The number that a text of at most 19 digits means, `nil` for any other.
@inline(__always)
func digitsValue(_ text: some Collection<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for byte in text {
        let digit = byte &- 0x30
        guard digit < 10 else { return nil }
        value = value &* 10 &+ UInt64(digit)
    }
    return value
}

/// Reads a text from its beginning, piece by piece. Each call returns `nil`, or
/// false, where the text goes on in another way.
private struct TextCursor {
    var rest: Slice<UnsafeRawBufferPointer>

    init(_ text: UnsafeRawBufferPointer) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// The number of exactly `count` digits.
    mutating func digits(_ count: Int) -> Int? {
        guard rest.count >= count, let value = digitsValue(rest.prefix(count)) else { return nil }
        rest.removeFirst(count)
        return Int(value)
    }

    /// How many digits follow.
    var digitCount: Int { rest.prefix { $0 &- 0x30 < 10 }.count }
}

/// A point in time (SR-V5) as milliseconds since 1970.
///
/// - Complexity: O(bytes).
func timestamp(_ text: UnsafeRawBufferPointer) -> Int64? {
    var cursor = TextCursor(text)
    guard let year = cursor.digits(4), cursor.take("-"), let month = cursor.digits(2),
        cursor.take("-"), let day = cursor.digits(2), cursor.take("T"),
        let hour = cursor.digits(2), cursor.take(":"), let minute = cursor.digits(2),
        cursor.take(":"), let second = cursor.digits(2)
    else { return nil }
    var time = CivilTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    if cursor.take(".") {
        let count = cursor.digitCount
        guard (1...9).contains(count), var fraction = cursor.digits(count) else { return nil }
        for _ in 3..<max(count, 3) { fraction /= 10 }
        for _ in count..<max(count, 3) { fraction *= 10 }
        time.millisecond = fraction
    }
    guard year >= 1, time.isValid, let offset = minutesFromUTC(&cursor), cursor.isAtEnd else {
        return nil
    }
    return time.milliseconds - Int64(offset) * 60_000
}

private func minutesFromUTC(_ cursor: inout TextCursor) -> Int? {
    if cursor.take("Z") { return 0 }
    let sign: Int
    if cursor.take("+") {
        sign = 1
    } else if cursor.take("-") {
        sign = -1
    } else {
        return nil
    }
    guard let hours = cursor.digits(2) else { return nil }
    _ = cursor.take(":")
    guard let minutes = cursor.digits(2), hours < 24, minutes < 60 else { return nil }
    return sign * (hours * 60 + minutes)
}

/// The clock of a match (SR-V6), what was added to it included.
struct MatchClock: BitwiseCopyable {
    var minutes: Int
    var seconds: Int

    /// - Complexity: O(bytes).
    init?(_ text: UnsafeRawBufferPointer) {
        var cursor = TextCursor(text)
        guard let (minutes, seconds) = Self.part(&cursor) else { return nil }
        self.minutes = minutes
        self.seconds = seconds
        if cursor.isAtEnd { return }
        guard cursor.take(" "), cursor.take("+"), let added = Self.part(&cursor), cursor.isAtEnd
        else { return nil }
        self.seconds += added.1
        self.minutes += added.0 + self.seconds / 60
        self.seconds %= 60
    }

    private static func part(_ cursor: inout TextCursor) -> (Int, Int)? {
        let count = cursor.digitCount
        guard (1...9).contains(count), let minutes = cursor.digits(count), cursor.take(":"),
            let seconds = cursor.digits(2), seconds < 60
        else { return nil }
        return (minutes, seconds)
    }
}

/// Which of the names of scores a name is (SR-V8).
enum ScoreName: BitwiseCopyable {
    /// `CURRENT_SCORE`, which counts before `MATCH_SCORE`.
    case current
    case match
    /// Any other.
    case part

    /// `nil` if no score is called so.
    ///
    /// - Complexity: O(bytes).
    init?(_ name: UnsafeRawBufferPointer) {
        if isText(name, "CURRENT_SCORE") {
            self = .current
        } else if isText(name, "MATCH_SCORE") {
            self = .match
        } else if isText(name, "GAME_SCORE") || Self.isPart(name) {
            self = .part
        } else {
            return nil
        }
    }

    private static func isPart(_ name: UnsafeRawBufferPointer) -> Bool {
        let suffix: StaticString = "_SCORE"
        let count = name.count - suffix.utf8CodeUnitCount
        guard count > 0, isText(UnsafeRawBufferPointer(rebasing: name[count...]), suffix) else {
            return false
        }
        let head = UnsafeRawBufferPointer(rebasing: name[..<count])
        let digits = head.reversed().prefix { $0 &- 0x30 < 10 }.count
        let part = UnsafeRawBufferPointer(rebasing: head[..<(count - digits)])
        let isPart = isText(part, "PERIOD") || isText(part, "SET") || isText(part, "FRAME")
        return digits > 0 && isPart
    }
}

/// Whether a text is `expected`.
@inline(__always)
func isText(_ text: UnsafeRawBufferPointer, _ expected: StaticString) -> Bool {
    text.count == expected.utf8CodeUnitCount
        && (text.count == 0 || equalBytes(text.baseAddress!, expected.utf8Start, text.count))
}

/// Whether a text is `expected`, in any case of ASCII letters.
func isText(_ text: UnsafeRawBufferPointer, inAnyCase expected: StaticString) -> Bool {
    guard text.count == expected.utf8CodeUnitCount else { return false }
    for index in 0..<text.count {
        let byte = text[index]
        let upper = byte &- 0x61 < 26 ? byte & 0xDF : byte
        guard upper == expected.utf8Start[index] else { return false }
    }
    return true
}
