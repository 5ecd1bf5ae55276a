/// The ids of SportRadar's wire: those of EM with `.1` behind.
package enum SportRadarID {
    /// The number before `.1`; `nil` for an id of another form.
    package static func number(of text: some StringProtocol) -> UInt64? {
        guard text.hasSuffix(".1") else { return nil }
        let digits = text.dropLast(2)
        guard let number = UInt64(digits), "\(number)" == digits else { return nil }
        return number
    }

    /// The id of what EM knows by this number.
    package static func text(of number: UInt64) -> String { "\(number).1" }
}

extension FrameWriter {
    mutating func sportRadarID(_ id: UInt64) {
        // Nearly all ids of a world have as many digits.
        if 100_000_000_000_000_000..<1_000_000_000_000_000_000 ~= id {
            identifier(id, pairCount: 9)
        } else {
            digits(id)
            raw(".1")
        }
    }

    mutating func property(_ name: StaticString, sportRadarID id: UInt64) {
        beginText(name)
        sportRadarID(id)
        endText()
    }
}
