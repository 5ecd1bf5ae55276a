import Foundation

/// How counts and rates are written in options: `10000`, `10k`, `1.5M`, `1e6`, or
/// `10_000` and `10,000`.
package enum CountText {
    package static let forms = "a whole number such as 10000, 10k, 1.5M or 1e6"

    /// `nil` unless the text is a whole number from 0 on that fits into an `Int`.
    package static func number(_ text: some StringProtocol) -> Int? {
        guard let decimal = decimal(text), decimal == decimal.rounded(), decimal < 0x1p63 else {
            return nil
        }
        return Int(decimal)
    }

    /// A number that need not be whole, with the same multiples.
    package static func decimal(_ text: some StringProtocol) -> Double? {
        let scale = text.last.flatMap { scales[$0] }
        let digits = (scale == nil ? text[...] : text.dropLast()[...])
            .filter { $0 != "_" && $0 != "," }
        let allowed: Set<Character> = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "e"]
        guard text.first?.isNumber == true, digits.allSatisfy(allowed.contains),
            let number = Double(String(digits)), number.isFinite
        else { return nil }
        return number * (scale ?? 1)
    }

    private static let scales: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
}
