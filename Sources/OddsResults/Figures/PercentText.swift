/// How shares are written in options: `5%`, `2.5%`, or the same without the sign.
package enum PercentText {
    package static let forms = "a percentage such as 5% or 0.5%"

    /// What to do about a text that is no share.
    package static func advice(for text: some StringProtocol) -> String { "write \(forms)" }

    /// `nil` unless the text is a number from 0 to 1,000,000, which is in percent with
    /// and without the sign.
    package static func share(_ text: some StringProtocol) -> Double? {
        let digits = text.last == "%" ? text.dropLast() : text[...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let percent = Double(digits), percent <= 1e6
        else { return nil }
        return percent / 100
    }

    /// The shortest form that reads back as the same share, to nine digits.
    package static func text(share: Double) -> String {
        let percent = (share * 1e9).rounded() / 1e7
        return percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
    }
}
