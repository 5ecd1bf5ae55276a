/// How durations are written in options: `500ms`, `10s`, `2m`, `1h`, or a bare
/// number of seconds.
package struct DurationText: Equatable, Sendable {
    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// `nil` unless the text is a non-negative number, with or without a unit,
    /// of at most a hundred years.
    package init?(_ text: some StringProtocol) {
        let split = text.firstIndex { $0.isLetter } ?? text.endIndex
        guard let scale = Self.scale(of: text[split...]),
            let number = Self.decimal(text[..<split])
        else { return nil }
        let nanoseconds = number * scale
        guard nanoseconds <= Self.nanosecondsMax else { return nil }
        self.nanoseconds = UInt64(nanoseconds.rounded())
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

    private static func scale(of unit: some StringProtocol) -> Double? {
        switch unit {
        case "", "s": 1e9
        case "ms": 1e6
        case "m": 60e9
        case "h": 3600e9
        default: nil
        }
    }

    /// Digits with at most one decimal point; no sign, no exponent.
    private static func decimal(_ text: some StringProtocol) -> Double? {
        guard text.utf8.contains(where: { (0x30...0x39).contains($0) }),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }
}
