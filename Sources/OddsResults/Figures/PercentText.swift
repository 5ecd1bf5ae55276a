/// How shares are written in options: `5%`, `2.5%`, or `0`.
package enum PercentText {
    /// `nil` unless the text is a number from 0 to 1,000,000 with a percent
    /// sign. Only 0 may omit the sign: `5` could be meant as a factor.
    package static func share(_ text: some StringProtocol) -> Double? {
        if text == "0" { return 0 }
        guard text.last == "%" else { return nil }
        let digits = text.dropLast()
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
