/// How durations are written in options: `500us`, `10s`, `1m30s`, `1.5h`, or a bare
/// number of seconds.
package struct DurationText: Equatable, Sendable {
    package static let forms = "a time such as 500us, 250ms, 10s, 1m30s or 2h"

    /// What to do about a text that is no duration.
    package static func advice(for text: some StringProtocol) -> String {
        let seconds = decimal(text) ?? exponential(text)
        let isTooLong = seconds.map { $0 * 1e9 } ?? withUnits(text) ?? 0 > nanosecondsMax
        return isTooLong ? "is longer than a hundred years" : "write \(forms)"
    }

    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// `nil` unless the text is a non-negative number without a unit, or numbers each
    /// with a unit and the larger units first, of at most a hundred years.
    package init?(_ text: some StringProtocol) {
        if let seconds = Self.decimal(text) ?? Self.exponential(text) {
            self.init(sum: seconds * 1e9)
        } else if let sum = Self.withUnits(text) {
            self.init(sum: sum)
        } else {
            return nil
        }
    }

    private init?(sum: Double) {
        guard sum <= Self.nanosecondsMax else { return nil }
        nanoseconds = UInt64(sum.rounded())
    }

    /// The nanoseconds of a text whose numbers all have units; `nil` for any other.
    package static func withUnits(_ text: some StringProtocol) -> Double? {
        var rest = text[...]
        var sum = 0.0
        var smallest = Double.infinity
        while !rest.isEmpty {
            let number = rest.prefix { !isUnitLetter($0) }
            let unit = rest.dropFirst(number.count).prefix(while: isUnitLetter)
            guard let value = decimal(number), let scale = scales[String(unit)],
                scale < smallest
            else { return nil }
            smallest = scale
            sum += value * scale
            rest = rest.dropFirst(number.count + unit.count)
        }
        return smallest < .infinity ? sum : nil
    }

    /// The shortest form that reads back as the same duration.
    package static func text(nanoseconds: UInt64) -> String {
        let units: [(String, UInt64)] = [
            ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
        ]
        for (unit, scale) in units where nanoseconds >= scale && nanoseconds % scale == 0 {
            return "\(nanoseconds / scale)\(unit)"
        }
        return nanoseconds % 1_000_000 == 0
            ? "\(nanoseconds / 1_000_000)ms" : "\(Double(nanoseconds) / 1e6)ms"
    }

    private static let nanosecondsMax = 100.0 * 365 * 24 * 3600 * 1e9

    private static let scales: [String: Double] = [
        "ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9,
    ]

    private static func isUnitLetter(_ character: Character) -> Bool { character.isLetter }

    /// Bare seconds in the form `1e3`.
    private static func exponential(_ text: some StringProtocol) -> Double? {
        text.contains("e") ? CountText.decimal(text) : nil
    }

    /// Digits with at most one decimal point; no sign.
    private static func decimal(_ text: some StringProtocol) -> Double? {
        guard text.utf8.contains(where: { (0x30...0x39).contains($0) }),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }
}
