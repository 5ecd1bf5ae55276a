import Foundation

/// How counts and rates are written in options: `10000`, `10k`, `1.5M`, `1e6`, or
/// `10_000` and `10,000`.
package enum CountText {
    package static let forms = "a whole number such as 10000, 10k, 1.5M or 1e6"

    /// What to do about a text that is no such number.
    package static func advice(for text: some StringProtocol) -> String {
        isTooLarge(text) ? "is too large" : "write \(forms)"
    }

    /// Whether the text is a number that does not fit into an `Int`.
    package static func isTooLarge(_ text: some StringProtocol) -> Bool {
        decimal(text) ?? 0 >= 0x1p63
    }

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
        guard
            let digits = withoutSeparators(
                String(scale == nil ? text[...] : text.dropLast()[...]))
        else { return nil }
        let allowed: Set<Character> = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "e"]
        guard text.first?.isNumber == true, digits.allSatisfy(allowed.contains),
            let number = Double(digits), number.isFinite
        else { return nil }
        return number * (scale ?? 1)
    }

    /// `nil` if the parts between `_` or `,` are no groups of three digits: to take
    /// `1,5` for 15 would be a trap.
    private static func withoutSeparators(_ text: String) -> String? {
        let end = text.firstIndex { $0 == "." || $0 == "e" } ?? text.endIndex
        let groups = text[..<end].split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "," }
        guard let first = groups.first, groups.count == 1 || 1...3 ~= first.count,
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return groups.joined() + text[end...]
    }

    private static let scales: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
}
